"""Searches for one solution, or for the best one."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from ortools.sat.python.cp_model_helper import CpModelProto, CpSolverStatus, SolveWrapper

from sudoku_cp.model import Objective
from sudoku_cp.model.limits import Limits, Progress
from sudoku_cp.solvers.cp_sat.lowering import value_of
from sudoku_cp.solvers.cp_sat.search import Callback, Search, SearchResult, cancelled, run, watch
from sudoku_cp.solvers.cp_sat.settings import CpSatSettings

BRIEF_VARIABLES = 5000
BRIEF_CONFLICTS = 500
BRIEF_EFFORT = 0.05
"""The limits of a search in the calling thread; the last one is CP-SAT's deterministic time (about seconds)."""


class _Incumbent(Callback):
    """Remembers the best value so far."""

    def __init__(self, limits: Limits, objective: Objective) -> None:
        super().__init__(limits)
        self._objective = objective
        self.best: int | None = None
        self.bound: int | None = None

    def take(self) -> None:
        """Remember the value and the bound."""
        self.best = value_of(self._objective, round(self.ObjectiveValue()))
        self.bound = value_of(self._objective, self.response().inner_objective_lower_bound)


def find_one(proto: CpModelProto, settings: CpSatSettings, limits: Limits) -> SearchResult:
    """Find a solution or prove that there is none.

    A thread costs a third of the time for an easy grid, so a small model is first tried in the calling thread, with
    limits that keep it from delaying Ctrl-C.
    """
    start = monotonic()
    if len(proto.variables) <= BRIEF_VARIABLES and not cancelled(limits):
        outcome = _try_briefly(proto, settings, limits)
        limit_hit = limits.nodes is not None and limits.nodes <= BRIEF_CONFLICTS
        if limit_hit or outcome.response.status != CpSolverStatus.UNKNOWN:
            return outcome
        if limits.seconds is not None:
            limits = replace(limits, seconds=limits.seconds - (monotonic() - start))
    search = Search(proto, settings.parameters(limits), Callback(limits))
    return watch(search, limits, lambda: Progress(monotonic() - start, 0, 0))


def _try_briefly(proto: CpModelProto, settings: CpSatSettings, limits: Limits) -> SearchResult:
    brief = settings.parameters(limits)
    brief.max_deterministic_time = BRIEF_EFFORT
    brief.max_number_of_conflicts = BRIEF_CONFLICTS if limits.nodes is None else min(limits.nodes, BRIEF_CONFLICTS)
    wrapper = SolveWrapper()
    wrapper.set_parameters(brief)
    return SearchResult(run(wrapper, proto))


def find_best(proto: CpModelProto, objective: Objective, settings: CpSatSettings, limits: Limits) -> SearchResult:
    """Find the best solution of a model that minimises ``objective`` as `with_objective` writes it, and prove it."""
    start = monotonic()
    incumbent = _Incumbent(limits, objective)
    search = Search(proto, settings.parameters(limits, optimize=True), incumbent)
    return watch(
        search,
        limits,
        lambda: Progress(monotonic() - start, incumbent.nodes, incumbent.count, incumbent.best, incumbent.bound),
    )

"""Runs of CP-SAT that can be stopped: in a thread of their own, watched by the calling thread."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Lock, Thread
from time import monotonic
from weakref import WeakSet

from ortools.sat.python.cp_model_helper import (
    CpModelProto,
    CpSolverResponse,
    CpSolverStatus,
    SatParameters,
    SolutionCallback,
    SolveWrapper,
)

from sudoku_cp.model import LoweringError, Objective
from sudoku_cp.model.answers import Statistics
from sudoku_cp.model.limits import MOST_THREADS, Limits, Progress
from sudoku_cp.solvers.cp_sat.lowering import value_of
from sudoku_cp.solving.solver import Solver, setting

SLICE = 0.05
"""The number of seconds between two checks of the cancel flag, and between two reports."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The response of CP-SAT, and whether it was stopped early.

    Raises
    ------
    LoweringError
        If CP-SAT rejects the model.
    """

    response: CpSolverResponse
    stopped: bool = False

    def __post_init__(self) -> None:
        if self.response.status == CpSolverStatus.MODEL_INVALID:
            raise LoweringError(f"cp-sat rejects its model: {self.response.solution_info}")

    @property
    def solved(self) -> bool:
        """Whether there is a solution to read."""
        return self.response.status in (CpSolverStatus.OPTIMAL, CpSolverStatus.FEASIBLE)

    @property
    def infeasible(self) -> bool:
        """Whether it is proved that there is no solution; a stopped run proves nothing."""
        return not self.stopped and self.response.status == CpSolverStatus.INFEASIBLE

    @property
    def finished(self) -> bool:
        """Whether the search found everything requested: a solution, the best one, or all of them."""
        return not self.stopped and self.response.status == CpSolverStatus.OPTIMAL

    def statistics(self, start: float) -> Statistics:
        """The cost of the run, with the wall-clock time since ``start``."""
        response = self.response
        propagations = response.num_binary_propagations + response.num_integer_propagations
        return Statistics(response.num_branches, propagations, monotonic() - start)


class Callback(SolutionCallback):
    """A callback that the solver calls in its thread for every solution."""

    def __init__(self, limits: Limits) -> None:
        super().__init__()
        self._max_nodes = limits.nodes
        self.count = 0
        self.nodes = 0
        self.enough = False
        """Whether the callback itself stopped the search."""
        self.stopped = False
        """Whether the search is abandoned; set from outside."""

    def OnSolutionCallback(self) -> None:  # noqa: N802 (ortools calls it by this name)
        self.count += 1
        self.nodes = self.NumBranches()
        self.take()
        # CP-SAT forgets its own limit on conflicts at every solution.
        if self._max_nodes is not None and self.nodes >= self._max_nodes:
            self.enough = True
        if self.enough or self.stopped:
            self.StopSearch()

    def take(self) -> None:
        """Process the solution."""

    def end(self) -> None:
        """Called when the search has ended."""

    def response(self) -> CpSolverResponse:
        """The solution, with the state of the search."""
        response: CpSolverResponse = self.Response()  # type: ignore[no-untyped-call]
        return response


def run(wrapper: SolveWrapper, proto: CpModelProto) -> CpSolverResponse:
    """Search in the calling thread, where only a limit can stop it."""
    response: CpSolverResponse = wrapper.solve(proto)  # type: ignore[no-untyped-call]
    return response


class Search:
    """A run of CP-SAT in a thread of its own."""

    def __init__(self, proto: CpModelProto, settings: SatParameters, callback: Callback) -> None:
        self._proto = proto
        self._wrapper = SolveWrapper()
        self._wrapper.set_parameters(settings)
        self._wrapper.add_solution_callback(callback)
        self._callback = callback
        self._response: CpSolverResponse | None = None
        self._thread = Thread(target=self._solve, daemon=True)

    def start(self) -> None:
        """Let the search run; when Python exits, end the calling thread instead."""
        _AT_EXIT.start(self, self._thread)

    def _solve(self) -> None:
        self._response = run(self._wrapper, self._proto)
        self._callback.end()

    def ended(self, seconds: float) -> bool:
        """Wait some time for the end; return whether the search has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def stop(self) -> None:
        """Stop the search, and wait for its end; has no effect after the end."""
        if self._response is not None:
            return
        self._callback.stopped = True
        self._wrapper.stop_search()
        while self._thread.is_alive():
            self._thread.join(SLICE)
            self._wrapper.stop_search()

    def outcome(self) -> SearchResult:
        """The outcome of a search that has ended."""
        self._wrapper.clear_solution_callback(self._callback)
        assert self._response is not None
        return SearchResult(self._response, self._callback.enough or self._callback.stopped)


class _AtExit:
    """Stops all searches when Python exits: a thread inside CP-SAT would crash the process."""

    def __init__(self) -> None:
        self._searches: WeakSet[Search] = WeakSet()
        self._gate = Lock()
        self._closed = False
        atexit.register(self.close)

    def start(self, search: Search, thread: Thread) -> None:
        """Start the thread of a search, unless Python exits."""
        with self._gate:
            if self._closed:
                raise SystemExit
            self._searches.add(search)
            thread.start()

    def close(self) -> None:
        """Prevent further searches, and stop those that run."""
        with self._gate:
            self._closed = True
        for search in tuple(self._searches):
            search.stop()


_AT_EXIT = _AtExit()


def cancelled(limits: Limits) -> bool:
    """Whether the search should be given up."""
    return limits.cancel is not None and limits.cancel.is_set()


def watch(search: Search, limits: Limits, progress: Callable[[], Progress]) -> SearchResult:
    """Run the search to its end or a cancellation; an exception, such as Ctrl-C, stops the search first."""
    if cancelled(limits):
        search.stop()
    try:
        search.start()
        while not search.ended(SLICE):
            if cancelled(limits):
                search.stop()
            elif limits.on_progress is not None:
                limits.on_progress(progress())
    except BaseException:
        search.stop()
        raise
    return search.outcome()


@dataclass(frozen=True)
class CpSatSettings(Solver):
    """The settings that users can choose.

    One worker makes answers reproducible, and enumeration free of repetitions, for which there is never more than one.
    """

    plain_name = "cp-sat"
    package = "ortools"
    workers: int = setting(1, "threads that search for a solution, or for the best one", least=1, most=MOST_THREADS)
    seed: int = setting(1, "the seed of random choices")
    presolve: bool = setting(False, "simplify the model before every search")

    def parameters(self, limits: Limits, *, optimize: bool = False, enumerate_all: bool = False) -> SatParameters:
        """The parameters of one search, by default the fastest ones in benchmarks.

        Presolve, symmetry detection, probing and inprocessing cost more than they save on these models. The linear
        relaxation only pays off with an objective.
        """
        parameters = SatParameters()
        parameters.num_workers = 1 if enumerate_all else self.workers
        parameters.random_seed = self.seed
        parameters.catch_sigint_signal = False
        parameters.cp_model_presolve = self.presolve
        parameters.symmetry_level = 0
        parameters.cp_model_probing_level = 0
        parameters.use_sat_inprocessing = False
        parameters.enumerate_all_solutions = enumerate_all
        parameters.initial_polarity = SatParameters.Polarity.POLARITY_TRUE
        parameters.linearization_level = 2 if optimize else 0
        if limits.seconds is not None:
            parameters.max_time_in_seconds = max(limits.seconds, 0.0)
        if limits.nodes is not None:
            parameters.max_number_of_conflicts = limits.nodes
        return parameters


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


Fixed = tuple[int, int]
"""A variable and its value; a literal that is true has the value 1."""


class ModelPool:
    """Copies of one CP-SAT model, each lent to one search at a time.

    Fixing the variables of the givens in place, and freeing them afterwards, takes a fifth of the time of a copy;
    assumptions make the search itself five times slower.
    """

    def __init__(self, proto: CpModelProto) -> None:
        self._original = proto
        self._idle: list[CpModelProto] = []

    @contextmanager
    def lend(self, fixed: Sequence[Fixed]) -> Iterator[CpModelProto]:
        """A model with variables fixed. It returns to the pool unless an exception interrupts its use."""
        proto = self._idle.pop() if self._idle else self.copy(())
        _fix(proto, fixed)
        yield proto
        for variable, _ in fixed:
            _set_domain(proto, variable, self._original.variables[variable].domain)
        self._idle.append(proto)

    def copy(self, fixed: Iterable[Fixed]) -> CpModelProto:
        """A model with variables permanently fixed."""
        proto = CpModelProto()
        proto.copy_from(self._original)
        _fix(proto, fixed)
        return proto


def _fix(proto: CpModelProto, fixed: Iterable[Fixed]) -> None:
    for variable, value in fixed:
        _set_domain(proto, variable, (value, value))


def _set_domain(proto: CpModelProto, variable: int, bounds: Sequence[int]) -> None:
    domain = proto.variables[variable].domain
    if len(domain) == len(bounds) == 2:  # in place, as it is most of the time
        domain[0], domain[1] = bounds
    else:
        domain.clear()
        domain.extend(list(bounds))

"""Backends by name, also with settings and behind a transformation: ``cp-sat+presolve``, ``exact-cover~relabel``.

=========================  ===========================================================================================
name                       meaning
=========================  ===========================================================================================
``exact-cover`` …          a backend of `sudoku_cp.backends`
``brute-force``            every assignment is tried: the referee of tiny models
``exact-cover+cpu=LEVEL``  the engine's code for that level of `cpu_levels`
``exact-cover+batch``      counts come from `solve_many`, in a crowd of other puzzles of the model
``exact-cover+patience=N`` clauses are learned after N nodes without a solution
``cp-sat+presolve``        with presolve
``cp-sat+workers=N``       N workers look for a solution, or for the best one
``cp-sat+seed=N``          another random seed
``NAME~RELATION``          the model is transformed first (see `sudoku_cp.cross_check.relations`)
=========================  ===========================================================================================

Settings can be joined: ``cp-sat+presolve+seed=7~reorder``.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sudoku_cp.backends import BACKENDS, backend
from sudoku_cp.backends.contract import Backend, Enumerator, Givens, Limits, Program, Result, Statistics, Status
from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.cross_check.crowds import count_in_crowd
from sudoku_cp.cross_check.related import Related
from sudoku_cp.cross_check.relations import RELATIONS
from sudoku_cp.model import Model, ModelError
from sudoku_cp.model.errors import unknown

_PATIENCE = re.compile(r"patience=(\d{1,9})")

_CP_SAT = {"workers": "num_workers", "seed": "random_seed"}
"""The settings with a number, and what CP-SAT calls them."""


def configured(name: str) -> Backend:
    """Load a backend by its name, with settings and transformation if the name has any.

    Raises
    ------
    ModelError
        If there is no such backend, setting or relation.

    >>> configured("cp-sat+presolve+seed=7").name
    'cp-sat+presolve+seed=7'
    """
    plain, _, relation = name.partition("~")
    base, *settings = plain.split("+")
    if relation:
        if relation not in RELATIONS:
            raise ModelError(unknown("relation", relation, RELATIONS))
        return Related(name, configured(plain), RELATIONS[relation])
    if base == BruteForce.name and not settings:
        return BruteForce()
    if not settings:
        return backend(base)
    if base == "exact-cover":
        return _Configured(name, _exact_cover(name, settings))
    if base == "cp-sat":
        return _Configured(name, _cp_sat(name, settings))
    raise ModelError(f"{base if base in BACKENDS else name} has no settings")


class _Configured:
    """A backend with a program of its own."""

    def __init__(self, name: str, program: Callable[[Model], Program]) -> None:
        self.name = name
        self._program = program

    def compile(self, model: Model) -> Program:
        """Lower a model as the backend does."""
        return self._program(model)


def _exact_cover(name: str, settings: list[str]) -> Callable[[Model], Program]:
    from sudoku_cp import _native
    from sudoku_cp.backends.exact_cover.program import ExactCoverProgram

    levels = _native.cpu_levels()
    batch = "batch" in settings
    cpu = next((level for level in levels if f"cpu={level}" in settings), None)
    patience = next((int(match[1]) for match in map(_PATIENCE.fullmatch, settings) if match), None)
    if len(settings) != batch + (cpu is not None) + (patience is not None):
        raise ModelError(
            f"{name}: the settings of exact-cover are batch, patience=N, "
            f"{', '.join(f'cpu={level}' for level in levels)}"
        )

    class Tuned(ExactCoverProgram):
        backend = name

        def _solver(self, givens: Givens) -> _native.Solver:
            by_index = [(cell.index, value) for cell, value in givens.items()]
            return _native.Solver(self.problem, by_index, cpu, patience=patience)

        def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
            below_0 = any(value < 0 for value in givens.values())  # which arrays cannot say
            if not batch or limit is None or below_0:
                return super()._count(givens, limit, limits)
            return count_in_crowd(self, givens, limit, limits, super()._count)

    return Tuned


def _cp_sat(name: str, settings: list[str]) -> Callable[[Model], Program]:
    from sudoku_cp.backends.cp_sat.program import CpSatProgram
    from sudoku_cp.backends.cp_sat.settings import further_settings

    further: dict[str, int | bool] = {}
    for setting in settings:
        match = re.fullmatch(r"(workers|seed)=(\d{1,9})", setting)
        if match:
            further[_CP_SAT[match[1]]] = int(match[2])
        elif setting == "presolve":
            further["cp_model_presolve"] = True
        else:
            raise ModelError(f"{name}: the settings of cp-sat are presolve, workers=N and seed=N")

    class Tuned(CpSatProgram):
        backend = name

        def _solve(self, givens: Givens, limits: Limits) -> Result:
            with further_settings(further):
                return super()._solve(givens, limits)

        def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
            with further_settings(further):
                return super()._count(givens, limit, limits)

        def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
            enumerator = super()._enumerate(givens, limits)
            try:
                while True:
                    with further_settings(further):
                        values = next(enumerator)
                    yield values
            except StopIteration as end:
                ending: tuple[Status, Statistics] = end.value
                return ending
            finally:
                enumerator.close()

    return Tuned

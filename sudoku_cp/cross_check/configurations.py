"""Backends by name, also with settings and behind a transformation: ``cp-sat+presolve``, ``exact-cover~relabel``.

=========================  ===========================================================================================
name                       meaning
=========================  ===========================================================================================
``exact-cover`` …          a backend of `sudoku_cp.backends`
``brute-force``            every assignment is tried: the referee of tiny models
``exact-cover+cpu=LEVEL``  the engine's code for that level of `cpu_levels`
``exact-cover+batch``      counts and best solutions come from `solve_many` and `best_many`, in a crowd of other puzzles
                           of the model
``exact-cover+patience=N`` clauses are learned after N nodes without a solution
``exact-cover+threads=N``  counts are shared by N threads
``exact-cover+waves``      without limits of nodes: hard plain puzzles are searched on many boards at once
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
from dataclasses import dataclass, replace

from sudoku_cp.backends import BACKENDS, backend
from sudoku_cp.backends.contract import (
    NO_LIMITS,
    Backend,
    Enumerator,
    Givens,
    Limits,
    Program,
    Result,
    Statistics,
    Status,
)
from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.cross_check.crowds import best_in_crowd, count_in_crowd, fits_arrays
from sudoku_cp.cross_check.related import Related
from sudoku_cp.cross_check.relations import RELATIONS
from sudoku_cp.model import Model, ModelError
from sudoku_cp.model.errors import unknown

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

    def __init__(self, name: str, program: Callable[[Model, Limits], Program]) -> None:
        self.name = name
        self._program = program

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> Program:
        """Lower a model as the backend does."""
        return self._program(model, limits)


@dataclass(frozen=True, slots=True)
class _Tuning:
    """The settings of exact-cover."""

    batch: bool = False
    waves: bool = False
    cpu: str | None = None
    patience: int | None = None
    threads: int = 1


def _tuning(name: str, settings: list[str]) -> _Tuning:
    from sudoku_cp import _native

    levels = _native.cpu_levels()
    tuning = _Tuning()
    for setting in settings:
        word, _, value = setting.partition("=")
        number = int(value) if re.fullmatch(r"\d{1,9}", value) else None
        if setting == "batch":
            tuning = replace(tuning, batch=True)
        elif setting == "waves":
            tuning = replace(tuning, waves=True)
        elif word == "cpu" and value in levels:
            tuning = replace(tuning, cpu=value)
        elif word == "patience" and number is not None:
            tuning = replace(tuning, patience=number)
        elif word == "threads" and number:
            tuning = replace(tuning, threads=number)
        else:
            raise ModelError(
                f"{name}: the settings of exact-cover are batch, waves, patience=N, threads=N, "
                f"{', '.join(f'cpu={level}' for level in levels)}"
            )
    return tuning


def _exact_cover(name: str, settings: list[str]) -> Callable[[Model, Limits], Program]:
    from sudoku_cp import _native
    from sudoku_cp.backends.exact_cover.program import ExactCoverProgram

    tuning = _tuning(name, settings)

    def allowed(limits: Limits) -> Limits:
        return replace(limits, nodes=None) if tuning.waves else limits

    class Tuned(ExactCoverProgram):
        backend = name

        def _solver(self, givens: Givens) -> _native.Solver:
            by_index = [(cell.index, value) for cell, value in givens.items()]
            return _native.Solver(self.problem, by_index, tuning.cpu, patience=tuning.patience)

        def _solve(self, givens: Givens, limits: Limits) -> Result:
            limits = allowed(limits)
            if tuning.batch and self.model.objective is not None and fits_arrays(givens):
                return best_in_crowd(self, givens, limits, super()._solve)
            return super()._solve(givens, limits)

        def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
            limits = allowed(limits)
            if tuning.batch and limit is not None and fits_arrays(givens):
                return count_in_crowd(self, givens, limit, limits, super()._count)
            return super()._share(givens, limit, limits, tuning.threads)

        def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
            return super()._enumerate(givens, allowed(limits))

    return Tuned


def _cp_sat(name: str, settings: list[str]) -> Callable[[Model, Limits], Program]:
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

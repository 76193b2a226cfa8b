"""Backends by name, also with settings and behind a transformation: ``cp-sat+presolve``, ``exact-cover~relabel``.

=========================  ===========================================================================================
name                       meaning
=========================  ===========================================================================================
``exact-cover`` …          a backend of `sudoku_cp.backends`
``brute-force``            every assignment is tried: the referee of tiny models
``exact-cover+cpu=LEVEL``  the engine's code for that level of `cpu_levels`
``exact-cover+batch``      counts come from `solve_many` with two threads
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
from sudoku_cp.cross_check.related import Related
from sudoku_cp.cross_check.relations import RELATIONS
from sudoku_cp.model import Model, ModelError, UnsoundAnswerError

_MOST = 1 << 40
"""More solutions than anybody counts."""

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
            raise ModelError(f"there is no relation {relation!r}; there are {', '.join(RELATIONS)}")
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
    cpu = next((setting.removeprefix("cpu=") for setting in settings if setting.startswith("cpu=")), None)
    if len(settings) != batch + (cpu is not None) or (cpu is not None and cpu not in levels):
        raise ModelError(
            f"{name}: the settings of exact-cover are batch, {', '.join(f'cpu={level}' for level in levels)}"
        )

    class Tuned(ExactCoverProgram):
        backend = name

        def _solver(self, givens: Givens) -> _native.Solver:
            return _native.Solver(self.problem, [(cell.index, value) for cell, value in givens.items()], cpu)

        def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
            if not batch or any(value < 0 for value in givens.values()):  # arrays have no givens below 0
                return super()._count(givens, limit, limits)
            return _count_in_batch(self, givens, limit, limits)

    return Tuned


def _count_in_batch(program: Program, givens: Givens, limit: int | None, limits: Limits) -> Result:
    """Count by `solve_many`, the puzzle standing twice in the batch.

    Raises
    ------
    UnsoundAnswerError
        If the two answers differ.
    """
    import numpy as np

    from sudoku_cp.backends.batch import empty_value

    model = program.model
    open_cell = empty_value(model)
    row = [givens.get(cell, open_cell) for cell in model.cells]
    puzzles = np.array([row, row], dtype=np.int64).reshape(2, len(row))
    batch = program.solve_many(puzzles, limit=_MOST if limit is None else limit, threads=2, limits=limits)
    count, other = batch.counts.tolist()
    if count != other and batch.exact.all():
        raise UnsoundAnswerError(f"{program.backend} counts {count} and {other} solutions of the same puzzle")
    found = model.solution(batch.solutions[0].tolist()) if count else None
    status = Status.LIMIT
    if batch.exact[0]:
        status = Status.COMPLETE if count else Status.INFEASIBLE
    return Result(program.backend, status, found, count, statistics=Statistics(int(batch.nodes[0]), 0, batch.seconds))


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

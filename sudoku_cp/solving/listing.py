"""Answers from an enumeration of all solutions, for solvers without a better way."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from sudoku_cp.model.answers import Result, Statistics, Status

if TYPE_CHECKING:
    from sudoku_cp.model import Objective
    from sudoku_cp.model.compiled import Enumerator
    from sudoku_cp.solving.lowered_model import LoweredModel


def counted(compiled: LoweredModel, enumerator: Enumerator, limit: int | None) -> Result:
    """The number of solutions, all of them or up to a limit, and the first one."""
    start = monotonic()
    first, count = None, 0
    status, statistics = Status.LIMIT, Statistics()
    while limit is None or count < limit:
        try:
            values = next(enumerator)
        except StopIteration as end:
            status, statistics = end.value
            break
        count += 1
        first = first or compiled.model.solution(values)
    enumerator.close()
    statistics = Statistics(statistics.nodes, statistics.propagations, monotonic() - start)
    return Result(compiled.solver_name, status, first, count, statistics=statistics)


def reaching(compiled: LoweredModel, enumerator: Enumerator, objective: Objective, target: int) -> Enumerator:
    """The solutions whose score is at least as good as a target."""
    reached = False
    while True:
        try:
            values = next(enumerator)
        except StopIteration as end:
            status, statistics = end.value
            missed = status is Status.COMPLETE and not reached
            return Status.INFEASIBLE if missed else status, statistics
        if not objective.better(target, objective.value(compiled.model.solution(values))):
            reached = True
            yield values

"""Runs of python-constraint that can be stopped."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from constraint import BacktrackingSolver, Constraint, Problem

from sudoku_cp.solvers.python_constraint.lowering import Posting
from sudoku_cp.solving.compiling import Watch


class _LimitReached(Exception):  # noqa: N818 (a signal, not an error)
    pass


class _Watching(Constraint):  # type: ignore[misc]
    """A constraint on all cells that always holds, through which a watch sees every tried value."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    def preProcess(self, variables: Any, domains: Any, constraints: Any, vconstraints: Any) -> None:  # noqa: N802
        """Leave the domains unchanged."""

    def __call__(self, variables: Any, domains: Any, assignments: Any, forwardcheck: Any = False) -> bool:
        if not self._watch.node():
            raise _LimitReached
        return True


def search(
    postings: Sequence[Posting], candidates: Sequence[Sequence[int]], watch: Watch
) -> Generator[tuple[int, ...], None, None]:
    """Yield every solution as values in cell order; `Watch.stopped` is true if a limit was reached."""
    if not all(candidates):
        return
    if not candidates:
        watch.count += 1
        yield ()
        return
    problem = Problem(BacktrackingSolver())
    for index, values in enumerate(candidates):
        problem.addVariable(index, list(values))
    problem.addConstraint(_Watching(watch), list(range(len(candidates))))
    for posting in postings:
        problem.addConstraint(posting.make(), [cell.index for cell in posting.cells])
    try:
        for assignment in problem.getSolutionIter():
            watch.count += 1
            yield tuple(assignment[index] for index in range(len(candidates)))
    except _LimitReached:
        return

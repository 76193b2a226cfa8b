"""`Model.violations` for many solutions at once: the same meaning, on arrays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.model import Constraint, Linear, Relation
from sudoku_cp.solving.blocks import BLOCK
from sudoku_cp.solving.solution_check import SolutionCheck

Values = NDArray[np.signedinteger]
"""Values of shape (puzzles, cells)."""

Sound = NDArray[np.bool_]
"""One truth value for each puzzle."""

_RELATIONS: dict[Relation, Callable[[NDArray[np.int64], int], Sound]] = {
    Relation.EQUAL: np.equal,
    Relation.UNEQUAL: np.not_equal,
    Relation.AT_MOST: np.less_equal,
    Relation.AT_LEAST: np.greater_equal,
}


class ArrayCheck:
    """Tests for each row of an array whether it satisfies the candidates and constraints of a model, and keeps givens.

    The verifier of the check for one solution tests candidates, all-differents and givens.
    """

    def __init__(self, check: SolutionCheck) -> None:
        self._check = check

    def __call__(self, solutions: Values, givens: Values | None = None, threads: int = 1) -> Sound:
        """Check values of shape (puzzles, cells); the least number of the type is the mark of no given."""
        sound = np.empty(len(solutions), np.bool_)
        open_mark = int(np.iinfo(solutions.dtype).min)
        self._check.verifier.check(np.ascontiguousarray(solutions), givens, open_mark, sound, threads)
        if self._check.others:
            right = sound.nonzero()[0]
            for start in range(0, len(right), BLOCK):
                rows = right[start : start + BLOCK]
                columns = np.ascontiguousarray(solutions[rows].T)
                for constraint in self._check.others:
                    sound[rows] &= _holds(constraint, columns)
        return sound


def _holds(constraint: Constraint, columns: Values) -> Sound:
    """`Constraint.holds` for each column; kinds without an array form are evaluated one by one."""
    if isinstance(constraint, Linear):
        total = np.zeros(columns.shape[1], np.int64)
        for weight, cell in constraint.terms:
            total += np.multiply(columns[cell.index], weight, dtype=np.int64)
        return _RELATIONS[constraint.relation](total, constraint.constant)
    scope = constraint.scope
    rows = columns[[cell.index for cell in scope]].T.tolist()
    return np.array([constraint.holds(dict(zip(scope, row, strict=True))) for row in rows], bool)

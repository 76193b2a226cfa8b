"""`Model.violations` for many solutions at once: the same meaning, on arrays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.model import AllDifferent, Constraint, Linear, Model, Relation

Columns = NDArray[np.signedinteger]
"""Values of shape (cells, puzzles)."""

Sound = NDArray[np.bool_]
"""One truth value for each puzzle."""

_RELATIONS: dict[Relation, Callable[[NDArray[np.int64], int], Sound]] = {
    Relation.EQUAL: np.equal,
    Relation.UNEQUAL: np.not_equal,
    Relation.AT_MOST: np.less_equal,
    Relation.AT_LEAST: np.greater_equal,
}


class ArrayCheck:
    """Tests for each row of an array whether it satisfies the candidates and constraints of a model, without givens.

    A value v is also read as the bit v - least of a word. Values are pairwise different if the sum of their bits is
    their union, in a word with room for the carries of the longest all-different:

    ====  ==========  ==================================
    bits  top         0 … span
    ====  ==========  ==================================
    hold  carries     one bit for each value, least to greatest
    ====  ==========  ==================================
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._least = min((cell.domain[0] for cell in model.cells), default=0)
        span = max((cell.domain[-1] for cell in model.cells), default=0) - self._least
        longest = max((len(item.cells) for item in model.constraints if isinstance(item, AllDifferent)), default=0)
        width = span + 1 + longest.bit_length()
        self._word = next((kind for kind in (np.uint16, np.uint32, np.uint64) if width <= np.iinfo(kind).bits), None)
        if self._word is not None:
            masks = [sum(1 << (value - self._least) for value in model.domain_of(cell)) for cell in model.cells]
            self._masks = np.array(masks, self._word).reshape(-1, 1)

    def __call__(self, solutions: NDArray[np.signedinteger]) -> Sound:
        """Check values of shape (puzzles, cells)."""
        columns = np.ascontiguousarray(solutions.T)
        if self._word is None:
            sound = np.ones(len(solutions), bool)
            for cell in self._model.cells:
                sound &= np.isin(columns[cell.index], self._model.domain_of(cell))
            bits = None
        else:
            bits = np.left_shift(self._word(1), (columns - columns.dtype.type(self._least)).astype(self._word))
            sound = ((bits & self._masks) != 0).all(axis=0)
        for constraint in self._model.constraints:
            sound &= self._holds(constraint, columns, bits)
        return sound

    def _holds(self, constraint: Constraint, columns: Columns, bits: NDArray[np.unsignedinteger] | None) -> Sound:
        """`Constraint.holds` for each column; kinds without an array form are evaluated one by one."""
        sound: Sound
        if isinstance(constraint, AllDifferent):
            cells = [cell.index for cell in constraint.cells]
            if not cells:
                sound = np.ones(columns.shape[1], bool)
            elif bits is None:
                ordered = np.sort(columns[cells], axis=0)
                sound = (ordered[1:] != ordered[:-1]).all(axis=0)
            else:
                union = _fold(np.bitwise_or, bits, cells)
                possible = np.bitwise_or.reduce(self._masks[cells], axis=None)
                if int(possible).bit_count() == len(cells):  # as many cells as values: each value occurs
                    sound = union == possible
                else:
                    sound = union == _fold(np.add, bits, cells)
            return sound
        if isinstance(constraint, Linear):
            total = np.zeros(columns.shape[1], np.int64)
            for weight, cell in constraint.terms:
                total += np.multiply(columns[cell.index], weight, dtype=np.int64)
            return _RELATIONS[constraint.relation](total, constraint.constant)
        scope = constraint.scope
        rows = columns[[cell.index for cell in scope]].T.tolist()
        return np.array([constraint.holds(dict(zip(scope, row, strict=True))) for row in rows], bool)


def _fold(combine: np.ufunc, words: NDArray[np.unsignedinteger], rows: list[int]) -> NDArray[np.unsignedinteger]:
    """Combine some rows into one, without copying them."""
    result: NDArray[np.unsignedinteger] = words[rows[0]].copy()
    for row in rows[1:]:
        combine(result, words[row], out=result)
    return result

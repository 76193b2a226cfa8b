"""Plain sudokus solved without a model, for a program that must start fast; the engine and the verifier are the same.

>>> solution = PlainGrids(4).solve(bytes([1, 2, 0, 0, 0, 0, 1, 2, 2, *[0] * 7]))
>>> list(solution)
[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
"""

from __future__ import annotations

from math import isqrt

from sudoku_cp import _native, _verifier
from sudoku_cp.errors import UnsoundAnswerError


class PlainGrids:
    """Solves sudokus of one size with square boxes, which have one digit for each row.

    Parameters
    ----------
    size
        The number of rows, a square.
    """

    def __init__(self, size: int) -> None:
        digits, houses = tuple(range(1, size + 1)), houses_of(size)
        self._cells = [_Cell(index) for index in range(size * size)]
        native = _native.CellModel()
        native.add_variables([digits] * len(self._cells))
        for house in houses:
            native.add_all_different(house)
        self._problem = native.build()
        self._verifier = _verifier.Verifier([digits] * len(self._cells), houses)

    def solve(self, ranks: bytes) -> bytes | None:
        """Find a solution.

        Parameters
        ----------
        ranks
            The digits in reading order, 0 for an empty cell.

        Returns
        -------
        bytes or None
            The digits of a solution, the same in every run; None if there is none.

        Raises
        ------
        UnsoundAnswerError
            If the engine gives a wrong one.
        """
        givens = {cell: rank for cell, rank in zip(self._cells, ranks, strict=True) if rank}
        _, solution, _ = _native.Solver(self._problem, givens).count(limit=1)
        if solution is None:
            return None
        if not self._verifier.holds(solution, givens):
            raise UnsoundAnswerError(f"exact-cover gave a wrong solution: {solution}")
        return bytes(solution)


class _Cell:
    """What the engine and the verifier read of a cell."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


def houses_of(size: int) -> list[list[int]]:
    """The indices of the cells of each row, column and box, in the order of `Sudoku`, so that the engine sees the same.

    >>> houses_of(4)[-1]
    [10, 11, 14, 15]
    """
    cells, side = range(size * size), isqrt(size)
    rows = [cells[start : start + size] for start in cells[::size]]
    columns = [cells[column::size] for column in range(size)]
    boxes = [
        [row[column + across] for row in rows[top : top + side] for across in range(side)]
        for top in range(0, size, side)
        for column in range(0, size, side)
    ]
    return [list(house) for house in (*rows, *columns, *boxes)]

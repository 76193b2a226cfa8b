"""Symmetries of the pattern of givens: which cells are given or open together."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sudoku_cp._base.errors import unknown
from sudoku_cp.model import Board, Cell, ModelError

Place = tuple[int, int]

_MAPS: dict[str, Callable[[int, int, int, int], Place]] = {
    "rot180": lambda row, column, height, width: (height + 1 - row, width + 1 - column),
    "rot90": lambda row, column, height, width: (column, height + 1 - row),
    "horizontal": lambda row, column, height, width: (row, width + 1 - column),
    "vertical": lambda row, column, height, width: (height + 1 - row, column),
    "diagonal": lambda row, column, height, width: (column, row),
    "antidiagonal": lambda row, column, height, width: (width + 1 - column, height + 1 - row),
}

SYMMETRIES = tuple(_MAPS)
"""Rotations by 180° and by 90°; reflections left to right, top to bottom, and across the two diagonals."""


def orbits(board: Board, symmetries: Iterable[str] = ()) -> list[tuple[Cell, ...]]:
    """The groups of cells that the symmetries map to each other, in reading order of their first cells.

    Parameters
    ----------
    board
        The board.
    symmetries
        Names among `SYMMETRIES`.

    Returns
    -------
    list
        The groups; single cells without symmetries.

    Raises
    ------
    ModelError
        If there is no such symmetry, or the board does not have it.

    >>> from sudoku_cp import Sudoku
    >>> orbits(Sudoku(4), ["rot180"])[0], len(orbits(Sudoku(4), ["rot90", "diagonal"]))
    ((r1c1, r4c4), 3)
    """
    at = {(cell.row, cell.column): cell for cell in board.grid}
    first = {cell: cell for cell in board.grid}

    def root(cell: Cell) -> Cell:
        while first[cell] is not cell:
            cell = first[cell]
        return cell

    for name in symmetries:
        if name not in _MAPS:
            raise ModelError(unknown("symmetry", name, SYMMETRIES))
        for cell in board.grid:
            image = at.get(_MAPS[name](cell.row or 0, cell.column or 0, board.height, board.width))
            if image is None:
                raise ModelError(f"{board.name} does not have the symmetry {name}")
            one, other = sorted((root(cell), root(image)), key=lambda each: each.index)
            first[other] = one
    groups: dict[Cell, list[Cell]] = {}
    for cell in board.grid:
        groups.setdefault(root(cell), []).append(cell)
    return [tuple(group) for group in groups.values()]

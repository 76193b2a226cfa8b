"""A grid as read from a text: the digits and their places, before the rules of the puzzle are known."""

from __future__ import annotations

from dataclasses import dataclass

from sudoku_cp._base.arguments import checked, integer, of_type, text
from sudoku_cp.model import Cell, InputError, Sudoku


@dataclass(frozen=True, slots=True)
class GridText:
    """A grid read from a text.

    Parameters
    ----------
    ranks
        In reading order; 0 is an empty cell, k the k-th digit in ascending order.
    size
        The number of rows, which is the number of columns too.
    symbols
        The characters of rank 1, 2, … in the text.
    source, line
        The name of the text, and the line where the grid starts, counted from 1.
    """

    ranks: tuple[int, ...]
    size: int
    symbols: str
    source: str
    line: int

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The ranks row by row."""
        return tuple(self.ranks[start : start + self.size] for start in range(0, self.size**2, self.size))


_sudoku = of_type(Sudoku, "a Sudoku")


@checked(grid=of_type(GridText, "a grid"), sudoku=_sudoku)
def givens(grid: GridText, sudoku: Sudoku) -> dict[Cell, int]:
    """The digits of a grid as givens of a model.

    Parameters
    ----------
    grid
        A grid read from a text.
    sudoku
        The model of the puzzle.

    Returns
    -------
    dict
        The digits of the grid by cell.

    Raises
    ------
    InputError
        If the grid does not have the size of the model, or has more digits.

    >>> grid = GridText((0, 2, *[0] * 14), 4, "1234", "puzzle.txt", 1)
    >>> givens(grid, Sudoku(4))
    {r1c2: 2}
    """
    if (grid.size, grid.size) != (sudoku.height, sudoku.width):
        raise InputError(
            f"the grid is {grid.size}×{grid.size}, and {sudoku.name} is {sudoku.height}×{sudoku.width}",
            grid.source,
            grid.line,
        )
    if max(grid.ranks) > len(sudoku.digits):
        symbol = grid.symbols[max(grid.ranks) - 1]
        raise InputError(f"{symbol!r} is digit {max(grid.ranks)} of {len(sudoku.digits)}", grid.source, grid.line)
    return {cell: sudoku.digits[rank - 1] for cell, rank in zip(sudoku.grid, grid.ranks, strict=True) if rank}


@checked(sudoku=_sudoku, source=text, line=integer)
def grid_text(sudoku: Sudoku, source: str = "", line: int = 1) -> GridText:
    """The givens of a model as a grid; the inverse of `givens`.

    Parameters
    ----------
    sudoku
        A model with givens.
    source
        The name of the text, for messages.
    line
        The line where the grid starts, counted from 1.

    Returns
    -------
    GridText
        The givens as ranks, with the symbols of the model.
    """
    rank = {digit: number for number, digit in enumerate(sudoku.digits, 1)}
    ranks = tuple(rank[sudoku.givens[cell]] if cell in sudoku.givens else 0 for cell in sudoku.grid)
    return GridText(ranks, sudoku.size, sudoku.symbols, source, line)

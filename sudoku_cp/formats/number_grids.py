"""Grids of size 10 or more whose cells are numbers: 1 to n, or 0 to n - 1."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from sudoku_cp._base.errors import InputError
from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.symbols import describe, ordinary_symbols, zero_symbols
from sudoku_cp.model.board import EMPTY_MARKS

_NUMBER = re.compile(r"\d{1,2}")


def number_grid(cells: Sequence[str], size: int, source: str, place: Callable[[int], tuple[int, int]]) -> GridText:
    """The grid of numbers, in which 0 is a digit as in grids of characters; see `sudoku_cp.formats.symbols`.

    Parameters
    ----------
    cells
        The entries in reading order.
    place
        Returns the line and the column of the cell with an index, for messages.

    Raises
    ------
    InputError
        If a cell is neither a number of the grid nor the mark of an empty cell, or the numbers are from 0 to n.
    """
    numbers = [None if cell in EMPTY_MARKS else int(cell) if _NUMBER.fullmatch(cell) else -1 for cell in cells]
    zeros, has_last = numbers.count(0), size in numbers
    from_zero = size > 9 and zeros > 0 and (None in numbers or (zeros == size and not has_last))
    least, most = (0, size - 1) if from_zero and not has_last else (1, size)
    for index, (cell, number) in enumerate(zip(cells, numbers, strict=True)):
        if number is None or least <= number <= most or (number == 0 and not from_zero):
            continue
        if number == 0:
            message = f"0 and {size}: the numbers are from 1 to {size} or from 0 to {size - 1}; use . for an empty cell"
        elif size > 9:
            message = f"{cell!r} is not a number from {least} to {most}; use . for an empty cell"
        else:
            message = f"{cell!r} is not a digit of {describe(ordinary_symbols(size))}; use . for an empty cell"
        raise InputError(message, source, *place(index))
    empty = (None,) if from_zero else (None, 0)
    ranks = tuple(0 if number in empty else (number or 0) + 1 - least for number in numbers)
    symbols = (zero_symbols(size) if from_zero else "") or ordinary_symbols(size)
    return GridText(ranks, size, symbols, source, place(0)[0])

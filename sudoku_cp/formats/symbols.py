"""Grids as read from texts, and the characters that stand for digits: 1–9, 1–G, 0–F, A–P and others.

A text rarely states its symbols, so they are detected unless a `symbols` argument gives them. For a grid of size n
there are

* the *ordinary* symbols 1–9 and then A–Z from ten on (1–G for 16, 1–9A–P for 25, 1–9A–Z0 for 36),
* the *letters* from A on (A–P for 16, A–Y for 25), up to n = 26,
* the symbols *from zero* (0–F for 16, 0–9A–O for 25), for 10 ≤ n ≤ 35.

Lower case is read as upper case. ``.`` ``*`` ``_`` ``?`` ``-`` ``·`` mark empty cells, and so does ``0`` where it is
not a digit. Symbols fit a grid if they include every other character. In a grid of size 10 or more, ``0`` is a digit if
there is another mark; otherwise it is an empty cell, unless it occurs exactly n times as in a filled grid. A grid with
letters and no digit 1–9 has the *letters* if they fit; otherwise the first fitting symbols in the order above apply.
If several symbols fit, those of the previous grid take precedence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from sudoku_cp._base.arguments import checked, integer, of_type, text
from sudoku_cp.model import Cell, InputError, ModelError, Sudoku
from sudoku_cp.model.board import EMPTY_MARKS, default_symbols, refuse_symbols


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


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def ordinary_symbols(size: int) -> str:
    """1–9 then A–Z: the symbols of a grid whose text does not determine them."""
    return default_symbols(range(1, size + 1))


def zero_symbols(size: int) -> str:
    """0–9 then A–Z, for 10 ≤ size ≤ 35; otherwise empty."""
    return "0" + ordinary_symbols(size)[:-1] if 10 <= size < 36 else ""


@lru_cache(maxsize=64)
def rank_table(symbols: str) -> dict[str, int]:
    """The rank of each character that may occur: the symbols in either case, and 0 for marks of empty cells.

    >>> table = rank_table("0123456789ABCDEF")
    >>> table["0"], table["f"], table["."]
    (1, 16, 0)
    """
    table = dict.fromkeys(EMPTY_MARKS + "0", 0)
    for spell in (str.swapcase, str):
        table.update((spell(symbol), rank) for rank, symbol in enumerate(symbols, 1))
    return table


def describe(symbols: str) -> str:
    """The symbols in short form: runs of successive characters are contracted.

    >>> describe("123456789ABCDEFG")
    '1–9A–G'
    """
    runs: list[str] = []
    for symbol in symbols:
        if runs and ord(symbol) == ord(runs[-1][-1]) + 1:
            runs[-1] += symbol
        else:
            runs.append(symbol)
    return "".join(run if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def fitting_symbols(cells: str, size: int) -> tuple[str, ...]:
    """The symbols that fit the characters of a grid, the most likely first; never empty.

    >>> fitting_symbols("A.0F" + 252 * ".", 16)
    ('0123456789ABCDEF',)
    """
    used = set(cells.upper())
    marked = not used.isdisjoint(EMPTY_MARKS)
    used -= set(EMPTY_MARKS)
    ordinary, letters = ordinary_symbols(size), LETTERS[:size] if size <= len(LETTERS) else ""
    from_zero = zero_symbols(size)
    lettered = bool(used & set(letters)) and not used & set("123456789")
    zero_is_digit = bool(from_zero) and (marked or cells.count("0") == size)
    fitting = []
    for symbols in (letters, ordinary, from_zero) if lettered else (ordinary, letters, from_zero):
        zero_fits = "0" not in used or size == 36 or (symbols == from_zero) == zero_is_digit
        if symbols and zero_fits and used - {"0"} <= set(symbols):
            fitting.append(symbols)
    return tuple(fitting) or (letters if lettered else ordinary,)


class SymbolReader:
    """Builds grids from the characters in one stream, and remembers the last symbols for each size.

    Parameters
    ----------
    symbols
        The characters of the digits in ascending order; None to detect them.
    """

    def __init__(self, symbols: str | None) -> None:
        self._symbols = symbols
        self._last: dict[int, str] = {}

    def symbols_for(self, cells: str, size: int, source: str, line: int) -> str:
        """The symbols of ``cells``.

        Raises
        ------
        InputError
            If the given symbols are too few for the size, or one occurs twice or marks an empty cell.
        """
        if self._symbols is not None:
            if len(self._symbols) < size or len(set(self._symbols)) != len(self._symbols):
                raise InputError(
                    f"a grid of size {size} needs {size} different symbols, not {self._symbols!r}",
                    source,
                    line,
                )
            try:
                refuse_symbols(self._symbols)
            except ModelError as error:
                raise InputError(str(error), source, line) from None
            return self._symbols
        last = self._last.get(size) or ordinary_symbols(size)
        if self.may_change(size) or not rank_table(last).keys() >= set(cells):
            fitting = fitting_symbols(cells, size)
            last = last if size in self._last and last in fitting else fitting[0]
        self._last[size] = last
        return last

    def may_change(self, size: int) -> bool:
        """Return whether the symbols must be detected for each grid of that size."""
        return self._symbols is None and size > 9

    def grid(self, cells: str, size: int, source: str, place: Callable[[int], tuple[int, int]]) -> GridText:
        """Build a grid from the characters of its cells.

        Parameters
        ----------
        place
            Returns the line and the column of the cell with an index, for messages; the line of index 0 is the grid's.

        Raises
        ------
        InputError
            If a character is not a digit and does not mark an empty cell.
        """
        line = place(0)[0]
        symbols = self.symbols_for(cells, size, source, line)
        table = rank_table(symbols)
        try:
            return GridText(tuple([table[cell] for cell in cells]), size, symbols, source, line)
        except KeyError:
            index = next(index for index, cell in enumerate(cells) if cell not in table)
            raise InputError(
                f"{cells[index]!r} is not a digit of {describe(symbols)}; use . for an empty cell",
                source,
                *place(index),
            ) from None

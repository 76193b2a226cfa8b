"""Which characters stand for the digits: 1–9, 1–G, 0–F, A–P and the like.

A text rarely says so; this is how it is found out (`symbols` arguments override it). For a grid of size n there are

* the *ordinary* symbols 1–9 and then A–Z from ten on (1–G for 16, 1–9A–P for 25, 1–9A–Z0 for 36),
* the *letters* from A on (A–P for 16, A–Y for 25), up to n = 26,
* the symbols *from zero* (0–F for 16, 0–9A–O for 25), for 10 ≤ n ≤ 35.

Lower case is read as upper case. ``.`` ``*`` ``_`` ``?`` ``-`` ``·`` mark empty cells, and so does ``0`` where it is no
digit. Symbols fit a grid if every other character is among them. In a grid of size 10 or more, ``0`` beside
another mark is a digit; without another mark it is empty, unless it occurs exactly n times as in a filled grid. A grid
with letters and no digit 1–9 is taken for letters if they fit; else the first that fit in the order above are taken.
A grid that several symbols fit is read with those of the grid before it, if these are among them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.model import InputError, ModelError
from sudoku_cp.model.board import default_symbols
from sudoku_cp.model.symbols import EMPTY_MARKS, refuse_symbols

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def ordinary_symbols(size: int) -> str:
    """1–9 then A–Z: the symbols of a grid whose text does not tell."""
    return default_symbols(range(1, size + 1))


@lru_cache(maxsize=64)
def rank_table(symbols: str) -> dict[str, int]:
    """The rank of every character that may occur: of the symbols in either case, and 0 for an empty cell.

    >>> table = rank_table("0123456789ABCDEF")
    >>> table["0"], table["f"], table["."]
    (1, 16, 0)
    """
    table = dict.fromkeys(EMPTY_MARKS + "0", 0)
    for spell in (str.swapcase, str):
        table.update((spell(symbol), rank) for rank, symbol in enumerate(symbols, 1))
    return table


def describe(symbols: str) -> str:
    """The symbols in short: runs of successive characters are drawn together.

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
    """The symbols that fit the characters of a grid, the likeliest first; never empty.

    >>> fitting_symbols("A.0F" + 252 * ".", 16)
    ('0123456789ABCDEF',)
    """
    used = set(cells.upper())
    marked = not used.isdisjoint(EMPTY_MARKS)
    used -= set(EMPTY_MARKS)
    ordinary, letters = ordinary_symbols(size), LETTERS[:size] if size <= len(LETTERS) else ""
    from_zero = "0" + ordinary[:-1] if 10 <= size < 36 else ""
    lettered = bool(used & set(letters)) and not used & set("123456789")
    zero_is_digit = bool(from_zero) and (marked or cells.count("0") == size)
    fitting = []
    for symbols in (letters, ordinary, from_zero) if lettered else (ordinary, letters, from_zero):
        zero_fits = "0" not in used or size == 36 or (symbols == from_zero) == zero_is_digit
        if symbols and zero_fits and used - {"0"} <= set(symbols):
            fitting.append(symbols)
    return tuple(fitting) or (letters if lettered else ordinary,)


class SymbolReader:
    """Makes grids of the characters in one stream, and remembers the symbols of the last one of each size.

    Parameters
    ----------
    symbols
        The characters of the digits in ascending order; None to find them out.
    """

    def __init__(self, symbols: str | None) -> None:
        self._symbols = symbols
        self._last: dict[int, str] = {}

    def symbols_for(self, cells: str, size: int, source: str, line: int) -> str:
        """The symbols to read ``cells`` with.

        Raises
        ------
        InputError
            If the symbols that were given are too few for the size, or one occurs twice or could not be read.
        """
        if self._symbols is not None:
            if len(self._symbols) < size or len(set(self._symbols)) != len(self._symbols):
                raise InputError(
                    f"the symbols {self._symbols!r} are not {size} different ones, as a grid of size {size} needs",
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
        """Say whether grids of that size must be looked at one by one to find their symbols."""
        return self._symbols is None and size > 9

    def grid(self, cells: str, size: int, source: str, place: Callable[[int], tuple[int, int]]) -> GridText:
        """A grid from its cells' characters.

        Parameters
        ----------
        place
            Gives the line and the column of the cell with an index, for messages; its line for index 0 is the grid's.

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

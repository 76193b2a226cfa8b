"""The characters that may stand for digits in text."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from sudoku_cp._base.errors import ModelError

EMPTY_MARKS = ".*_?-·"
"""The characters that mark an empty cell, in addition to ``0`` if that is not a digit."""

_DIVIDERS = "|¦+=:,;#–—"


@lru_cache(maxsize=64)
def refuse_symbols(symbols: str) -> None:
    """Refuse characters that could not be read back as digits.

    Raises
    ------
    ModelError
        If one marks an empty cell, separates cells, draws a frame, is blank, or is invisible.

    >>> refuse_symbols("AB.C")
    Traceback (most recent call last):
    sudoku_cp._base.errors.ModelError: the symbol '.' cannot stand for a digit: it marks an empty cell
    """
    for symbol in symbols:
        if reason := _reason_against(symbol):
            raise ModelError(f"the symbol {symbol!r} cannot stand for a digit: it {reason}")


def _reason_against(symbol: str) -> str | None:
    if symbol in EMPTY_MARKS:
        return "marks an empty cell"
    if symbol in _DIVIDERS or "\u2500" <= symbol <= "\u257f":
        return "separates cells or begins a comment"
    if symbol.isspace() or not symbol.isprintable():
        return "is blank or a control character"
    if unicodedata.category(symbol).startswith("M"):
        return "combines with the character before it"
    return None

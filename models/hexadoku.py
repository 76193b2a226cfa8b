"""Hexadoku."""

from typing import Literal

from sudoku_cp.model import ModelError, Sudoku

SYMBOLS = {"A-P": "ABCDEFGHIJKLMNOP", "0-F": "0123456789ABCDEF", "1-G": "123456789ABCDEFG"}


def hexadoku(symbols: Literal["A-P", "0-F", "1-G"] = "A-P") -> Sudoku:
    """Hexadoku: each row, column and 4×4 box of a 16×16 grid holds the letters A–P once, or 0–F, or 1–G."""
    if symbols not in SYMBOLS:
        raise ModelError(f"hexadoku: the symbols are {', '.join(SYMBOLS)}, not {symbols!r}")
    digits = range(16) if symbols == "0-F" else range(1, 17)
    return Sudoku(16, digits=digits, symbols=SYMBOLS[symbols], name="hexadoku")

"""Characters that cannot stand for digits."""

from __future__ import annotations

from io import BytesIO

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.formats import read
from sudoku_cp.model import InputError, ModelError
from sudoku_cp.model.board import refuse_symbols


@pytest.mark.parametrize(
    ("symbol", "reason"),
    [
        *((mark, "marks an empty cell") for mark in ".*_?-·"),
        *((mark, "separates cells or begins a comment") for mark in "|¦+=:,;#–—│━╬"),
        *((mark, "is blank or a control character") for mark in " \t\n\0\x1b\x7f\u00a0\u200b\ufeff\u2028\u202e\ue000"),
        *((mark, "combines with the character before it") for mark in "\u0301\u20dd"),
    ],
)
def test_refused(symbol: str, reason: str) -> None:
    with pytest.raises(ModelError) as caught:
        Sudoku(4, symbols=f"AB{symbol}C")
    assert str(caught.value) == f"the symbol {symbol!r} cannot stand for a digit: it {reason}"


@pytest.mark.parametrize(
    "symbols", ["1234", "0123", "abcd", "<&\"'", 'a"\\b', "αβγδ", "一二三四", "♠♥♦♣", "[]{}", "~!@$"]
)
def test_allowed(symbols: str) -> None:
    refuse_symbols(symbols)
    assert Sudoku(4, symbols=symbols).symbols == symbols


def test_in_a_document() -> None:
    with pytest.raises(InputError, match=r"^puzzle.toml:1: the symbol '\.' cannot stand for a digit"):
        list(read(BytesIO(b'symbols = "AB.C"\nsize = 4\n'), "puzzle.toml"))


@pytest.mark.parametrize("text", ["AB..\n....\n....\n....\n", 'size = 4\ngrid = """\nAB..\n....\n....\n...."""\n'])
def test_as_an_option(text: str) -> None:
    with pytest.raises(InputError, match=r"^puzzle.*: the symbol '\\x1b' cannot stand for a digit"):
        list(read(BytesIO(text.encode()), "puzzle.txt", symbols="AB\x1bC"))

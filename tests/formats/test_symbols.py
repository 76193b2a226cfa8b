from __future__ import annotations

import pytest

from sudoku_cp.formats.symbols import SymbolReader, describe, fitting_symbols, ordinary_symbols, rank_table
from sudoku_cp.model import InputError

ONE_TO_G, ZERO_TO_F, A_TO_P = "123456789ABCDEFG", "0123456789ABCDEF", "ABCDEFGHIJKLMNOP"


def padded(cells: str, size: int, empty: str = ".") -> str:
    return cells.ljust(size * size, empty)


@pytest.mark.parametrize(
    ("cells", "size", "expected"),
    [
        (padded("123", 9), 9, ("123456789",)),
        (padded("ABI", 9), 9, ("ABCDEFGHI",)),
        (padded("10", 9), 9, ("123456789",)),
        (padded("", 9), 9, ("123456789", "ABCDEFGHI")),
        (padded("G1", 16), 16, (ONE_TO_G,)),
        (padded("1F", 16), 16, (ONE_TO_G, ZERO_TO_F)),
        (padded("1F0", 16), 16, (ZERO_TO_F,)),
        (padded("F0", 16), 16, (ZERO_TO_F,)),
        (padded("1F", 16, "0"), 16, (ONE_TO_G,)),
        (padded("ABP", 16, "-"), 16, (A_TO_P,)),
        (padded("ABF", 16, "0"), 16, (A_TO_P, ONE_TO_G)),
        (padded("ABF", 16), 16, (A_TO_P, ONE_TO_G, ZERO_TO_F)),
        (padded("ab", 16), 16, (A_TO_P, ONE_TO_G, ZERO_TO_F)),
        (ZERO_TO_F * 16, 16, (ZERO_TO_F,)),
        (padded("Y", 25), 25, ("ABCDEFGHIJKLMNOPQRSTUVWXY",)),
        (padded("1P", 25), 25, ("123456789ABCDEFGHIJKLMNOP",)),
        (padded("01O", 25), 25, ("0123456789ABCDEFGHIJKLMNO",)),
        (padded("0Z1", 36), 36, ("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0",)),
        (padded("AZ", 30), 30, (ordinary_symbols(30),)),
        (padded("1!", 16), 16, (ONE_TO_G,)),
        (padded("AQ", 16), 16, (A_TO_P,)),
    ],
)
def test_what_fits(cells: str, size: int, expected: tuple[str, ...]) -> None:
    assert fitting_symbols(cells, size) == expected


def test_table_has_both_cases_and_marks() -> None:
    table = rank_table(ONE_TO_G)
    assert (table["a"], table["A"], table["G"]) == (10, 10, 16)
    assert {table[mark] for mark in ".*_?-0"} == {0}
    assert "H" not in table


def test_a_mark_among_the_symbols_is_a_digit() -> None:
    assert rank_table("*-")["-"] == 2


def test_two_cases_may_be_two_digits() -> None:
    table = rank_table("aA")
    assert (table["a"], table["A"]) == (1, 2)


@pytest.mark.parametrize(("symbols", "short"), [("1", "1"), ("0123456789ABCDEF", "0–9A–F"), ("ACE", "ACE"), ("", "")])
def test_describe(symbols: str, short: str) -> None:
    assert describe(symbols) == short


def read(reader: SymbolReader, cells: str, size: int) -> str:
    return reader.grid(cells, size, "p", lambda index: (1, index + 1)).symbols


def test_a_grid_that_does_not_tell_is_read_as_the_one_before() -> None:
    reader = SymbolReader(None)
    vague = padded("1F", 16)
    assert read(reader, vague, 16) == ONE_TO_G
    assert read(reader, padded("0F", 16), 16) == ZERO_TO_F
    assert read(reader, vague, 16) == ZERO_TO_F
    assert read(reader, padded("G", 16), 16) == A_TO_P
    assert read(reader, padded("AB", 9), 9) == "ABCDEFGHI"
    assert read(reader, padded("", 9), 9) == "ABCDEFGHI"
    assert read(reader, padded("1", 9), 9) == "123456789"


def test_symbols_that_are_given_hold() -> None:
    reader = SymbolReader(ZERO_TO_F)
    grid = reader.grid(padded("1F", 16), 16, "p", lambda index: (1, index + 1))
    assert (grid.ranks[:3], grid.symbols) == ((2, 16, 0), ZERO_TO_F)


@pytest.mark.parametrize("symbols", ["1234", "1123456789", ""])
def test_symbols_that_do_not_suit_the_size(symbols: str) -> None:
    with pytest.raises(InputError, match=r"^p:1: a grid of size 9 needs 9 different symbols, not .*$"):
        SymbolReader(symbols).grid("." * 81, 9, "p", lambda index: (1, index + 1))


def test_a_character_that_is_no_digit_is_told_with_its_place() -> None:
    with pytest.raises(InputError, match=r"^p:1, column 2: 'H' is not a digit of 1–9A–G; use . for an empty cell$"):
        SymbolReader(None).grid(padded("1H", 16), 16, "p", lambda index: (1, index + 1))

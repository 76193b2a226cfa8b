from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from sudoku_cp import Kakuro, Sudoku, models
from sudoku_cp.render import show, show_candidates
from sudoku_cp.rules import anti_knight, killer, thermo, windoku


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def drawn(text: str) -> str:
    """A picture without the indentation of this file."""
    return "\n".join(line.strip() for line in text.strip().splitlines())


@pytest.fixture
def four() -> Sudoku:
    sudoku = Sudoku(4)
    sudoku.give_grid([1, None, None, 4, *[None] * 11, 2])
    return sudoku


def test_puzzle(four: Sudoku) -> None:
    assert show(four, colour=False) == drawn("""
        ┏━━━━━━┳━━━━━━┓
        ┃ 1  · ┃ ·  4 ┃
        ┃ ·  · ┃ ·  · ┃
        ┣━━━━━━╋━━━━━━┫
        ┃ ·  · ┃ ·  · ┃
        ┃ ·  · ┃ ·  2 ┃
        ┗━━━━━━┻━━━━━━┛
    """)


def test_solution_marks_the_givens(four: Sudoku) -> None:
    solution = four.solution([1, 2, 3, 4, 3, 4, 2, 1, 2, 1, 4, 3, 4, 3, 1, 2])
    assert show(four, solution, colour=False) == drawn("""
        ┏━━━━━━┳━━━━━━┓
        ┃ 1. 2 ┃ 3  4.┃
        ┃ 3  4 ┃ 2  1 ┃
        ┣━━━━━━╋━━━━━━┫
        ┃ 2  1 ┃ 4  3 ┃
        ┃ 4  3 ┃ 1  2.┃
        ┗━━━━━━┻━━━━━━┛
        a point marks the givens
    """)


def test_ascii(four: Sudoku) -> None:
    text = show(four, four.solution([1, 2, 3, 4, 3, 4, 2, 1, 2, 1, 4, 3, 4, 3, 1, 2]), colour=False, unicode=False)
    assert text.isascii()
    assert text.startswith("+------+------+\n| 1. 2 | 3  4.|\n")
    assert show(four, colour=False, unicode=False).isascii()


def test_colour(four: Sudoku) -> None:
    first = show(four, {four["r1c2"]: 2}, colour=True).splitlines()[1]
    assert first == "┃\x1b[1m 1 \x1b[0m\x1b[94m 2 \x1b[0m┃\x1b[2m · \x1b[0m\x1b[1m 4 \x1b[0m┃"


def test_colour_changes_no_character(zoo: Sudoku) -> None:
    plain = re.sub(r"\x1b\[\d+m", "", show(zoo, colour=True))
    assert plain == show(zoo, colour=False)


def test_irregular_regions() -> None:
    assert show(Sudoku(3, regions="AABCABCCB"), colour=False) == drawn("""
        ┏━━━━━━━┳━━━┓
        ┃ ·   · ┃ · ┃
        ┣━━━┓   ┃   ┃
        ┃ · ┃ · ┃ · ┃
        ┃   ┗━━━┫   ┃
        ┃ ·   · ┃ · ┃
        ┗━━━━━━━┻━━━┛
    """)


def test_cages_carry_their_sums() -> None:
    sudoku = Sudoku(4)
    sudoku.add(killer("r1c1 r1c2 r2c1", sum=6), killer("r3c3 r3c4 r2c4", 9), killer("r4c1 r4c2"))
    assert show(sudoku, colour=False) == drawn("""
        ┏6━━━━━━┳━━━━━━━┓
        ┃ ·   · ┃ ·   · ┃
        ┃   ┌───┨   ┌9──┨
        ┃ · │ · ┃ · │ · ┃
        ┣━━━┷━━━╋━━━┷╍╍╍┫
        ┃ ·   · ┃ ·   · ┃
        ┠───────╂───────┨
        ┃ ·   · ┃ ·   · ┃
        ┗━━━━━━━┻━━━━━━━┛
    """)


def test_kakuro() -> None:
    kakuro = Kakuro(r"""
        #   12\  #
        3\4 .    .
        .   9    .""")
    assert [line.rstrip() for line in show(kakuro, {kakuro["r2c2"]: 3}, colour=False).splitlines()] == [
        "  #  12\\ #",
        "    ┏━━━━━━┓",
        " 3\\4┃ 3  · ┃",
        "┏━━━┛      ┃",
        "┃ ·   9. · ┃",
        "┗━━━━━━━━━━┛",
        "a point marks the givens",
    ]
    assert "12\\" in show_candidates(kakuro, dict.fromkeys(kakuro.cells, (1, 2)))


def test_windows_are_framed() -> None:
    sudoku = Sudoku(4)
    sudoku.add(windoku())
    assert show(sudoku, colour=False) == drawn("""
        ┏━━━━━━━┳━━━━━━━┓
        ┃ ·   · ┃ ·   · ┃
        ┃   ┌───╂───┐   ┃
        ┃ · │ · ╏ · │ · ┃
        ┣━━━┿╍╍╍╋╍╍╍┿━━━┫
        ┃ · │ · ╏ · │ · ┃
        ┃   └───╂───┘   ┃
        ┃ ·   · ┃ ·   · ┃
        ┗━━━━━━━┻━━━━━━━┛
        windoku
    """)


def test_legend_names_what_cannot_be_drawn() -> None:
    sudoku = models.load("target")
    sudoku.add(killer("r1c1 r1c2", 3), thermo("r2c2 r2c3"), anti_knight())
    extra = sudoku.variable("x", (0, 1))
    assert lines(show(sudoku, {extra: 1}, colour=False))[-4:] == [
        "thermo r2c2 r2c3",
        "anti_knight",
        "x = 1",
        "maximize the score",
    ]
    ones = dict.fromkeys(sudoku.cells, 1)
    assert lines(show(sudoku, ones, colour=False))[-1] == "maximize the score: 570"
    assert show(sudoku, colour=False).startswith(show(sudoku, colour=False, legend=False) + "\nthermo")


def test_one_cell() -> None:
    sudoku = Sudoku(1)
    assert show(sudoku, {sudoku["r1c1"]: 1}, colour=True, unicode=False).splitlines()[0] == "+---+"


def test_digits_without_symbols() -> None:
    sudoku = Sudoku(2, digits=(100, -7), regions="")
    assert lines(show(sudoku, sudoku.solution([100, -7, -7, 100]), colour=False))[1:3] == [
        "┃ 100   -7 ┃",
        "┃  -7  100 ┃",
    ]


@pytest.mark.slow
@given(size=st.integers(1, 36), unicode=st.booleans())
def test_any_size_is_a_rectangle_with_all_digits(size: int, unicode: bool) -> None:
    sudoku = Sudoku(size)
    values = [1 + (row + column) % size for row in range(size) for column in range(size)]
    text = show(sudoku, sudoku.solution(values), colour=False, unicode=unicode)
    widths = {len(line) for line in text.splitlines()}
    assert len(widths) == 1
    assert [symbol for symbol in text if symbol.isalnum()] == [sudoku.symbols[value - 1] for value in values]


def test_candidates() -> None:
    sudoku = Sudoku(4, symbols="ABCD")
    values = dict.fromkeys(sudoku.cells, (1, 3)) | {
        sudoku["r1c1"]: (2,),
        sudoku["r4c4"]: (1, 2, 3, 4),
        sudoku["r2c3"]: (),
    }
    assert show_candidates(sudoku, values) == drawn("""
        ┏━━━━━━━━┳━━━━━━━━━━┓
        ┃ B   AC ┃ AC  AC   ┃
        ┃ AC  AC ┃ -   AC   ┃
        ┣━━━━━━━━╋━━━━━━━━━━┫
        ┃ AC  AC ┃ AC  AC   ┃
        ┃ AC  AC ┃ AC  ABCD ┃
        ┗━━━━━━━━┻━━━━━━━━━━┛
    """)


def test_candidates_in_colour() -> None:
    sudoku = Sudoku(2, regions="")
    sudoku.give("r1c1", 1)
    values = {sudoku["r1c1"]: (1,), sudoku["r1c2"]: (2,), sudoku["r2c1"]: (1, 2)}
    row = show_candidates(sudoku, values, colour=True).splitlines()[1:3]
    assert row == ["┃\x1b[1m 1  \x1b[0m\x1b[94m 2 \x1b[0m┃", "┃ 12  - ┃"]


def test_candidates_of_many_digits_have_commas() -> None:
    sudoku = Sudoku(1, digits=(1, 100))
    assert show_candidates(sudoku, {sudoku["r1c1"]: (1, 100)}, unicode=False).splitlines()[1] == "| 1,100 |"

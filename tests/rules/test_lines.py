from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.rules import Line, Rule, arrow, palindrome, renban, thermo, whisper

LINE = "r1c1 r2c2 r3c2 r3c3"


@pytest.fixture
def sudoku() -> Sudoku:
    return Sudoku(5, regions="", digits=range(6))


def test_thermo(sudoku: Sudoku, agrees: Any) -> None:
    agrees(sudoku, thermo(LINE), sudoku.cells_at(LINE), lambda v: all(a < b for a, b in pairwise(v)))


@pytest.mark.parametrize("difference", [2, 4])
def test_whisper(sudoku: Sudoku, agrees: Any, difference: int) -> None:
    clue = whisper(LINE, difference=difference)
    agrees(sudoku, clue, sudoku.cells_at(LINE), lambda v: all(abs(a - b) >= difference for a, b in pairwise(v)))


def test_whisper_is_german_unless_told(agrees: Any) -> None:
    sudoku = Sudoku(9)
    agrees(sudoku, whisper("r1c1 r1c2"), sudoku.cells_at("r1c1 r1c2"), lambda v: abs(v[0] - v[1]) >= 5)


@pytest.mark.parametrize("line", [LINE, "r1c1 r1c2", "r1c1 r1c2 r1c3"])
def test_renban(sudoku: Sudoku, agrees: Any, line: str) -> None:
    agrees(
        sudoku,
        renban(line),
        sudoku.cells_at(line),
        lambda v: sorted(v) == list(range(min(v), min(v) + len(v))),
    )


def test_renban_with_gaps_in_the_digits(agrees: Any) -> None:
    sudoku = Sudoku(3, regions="", digits=(1, 2, 4, 5))
    agrees(sudoku, renban("r1c1 r2c2"), sudoku.cells_at("r1c1 r2c2"), lambda v: abs(v[0] - v[1]) == 1)


@pytest.mark.parametrize("line", [LINE, "r1c1 r1c2 r1c3"])
def test_palindrome(sudoku: Sudoku, agrees: Any, line: str) -> None:
    agrees(sudoku, palindrome(line), sudoku.cells_at(line), lambda v: v == v[::-1])


def test_arrow(sudoku: Sudoku, agrees: Any) -> None:
    clue = arrow("r1c1", "r2c2 r3c2 r3c3")
    agrees(sudoku, clue, sudoku.cells_at(LINE), lambda v: v[0] == sum(v[1:]))


@pytest.mark.parametrize("rule", [thermo, whisper, renban, palindrome])
def test_one_cell_is_free(sudoku: Sudoku, rule: Rule) -> None:
    cell = sudoku["r2c2"]
    assert all(c.holds({cell: digit}) for c in rule("r2c2").constraints(sudoku) for digit in sudoku.digits)


def test_a_thermometer_cannot_come_back(sudoku: Sudoku) -> None:
    first, second = sudoku.cells_at("r1c1 r1c2")
    constraints = list(thermo("r1c1 r1c2 r1c1").constraints(sudoku))
    assert not any(
        all(c.holds({first: a, second: b}) for c in constraints) for a in sudoku.digits for b in sudoku.digits
    )


@pytest.mark.parametrize(("rule", "bulb"), [(thermo, True), (whisper, False), (renban, False), (palindrome, False)])
def test_drawing(sudoku: Sudoku, rule: Rule, bulb: bool) -> None:
    (line,) = rule(LINE).drawings(sudoku)
    assert isinstance(line, Line)
    assert (line.bulb, [cell.name for cell in line.cells]) == (bulb, LINE.split())


def test_an_arrow_starts_at_its_circle(sudoku: Sudoku) -> None:
    (line,) = arrow("r1c1", "r2c2 r3c2").drawings(sudoku)
    assert isinstance(line, Line)
    assert (line.circle, line.arrow, [cell.name for cell in line.cells]) == (True, True, ["r1c1", "r2c2", "r3c2"])

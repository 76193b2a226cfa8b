from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.rules import Line, Rule, entropic_line, modular_line, parity_line, whisper

LINE = "r1c1 r2c2 r3c2 r3c3"
RULES = [whisper, parity_line, modular_line, entropic_line]


@pytest.fixture
def sudoku() -> Sudoku:
    return Sudoku(5, regions="", digits=range(6))


@pytest.mark.slow
@pytest.mark.parametrize("difference", [2, 4])
def test_whisper(sudoku: Sudoku, means: Any, difference: int) -> None:
    clue = whisper(LINE, difference=difference)
    means(sudoku, clue, sudoku.cells_at(LINE), lambda v: all(abs(a - b) >= difference for a, b in pairwise(v)))


def test_whisper_is_german_unless_told(means: Any) -> None:
    sudoku = Sudoku(9)
    means(sudoku, whisper("r1c1 r1c2"), sudoku.cells_at("r1c1 r1c2"), lambda v: abs(v[0] - v[1]) >= 5)


def test_parity_line(sudoku: Sudoku, means: Any) -> None:
    means(sudoku, parity_line(LINE), sudoku.cells_at(LINE), lambda v: all(a % 2 != b % 2 for a, b in pairwise(v)))


@pytest.mark.slow
@pytest.mark.parametrize("modulus", [2, 3, 4, 5])
def test_modular_line(sudoku: Sudoku, means: Any, modulus: int) -> None:
    means(
        sudoku,
        modular_line(LINE, modulus),
        sudoku.cells_at(LINE),
        lambda v: all(v[i] % modulus != v[j] % modulus for i, j in combinations(range(len(v)), 2) if j - i < modulus),
    )


@pytest.mark.slow
def test_modular_line_divides_by_three_unless_told(sudoku: Sudoku, means: Any) -> None:
    cells = sudoku.cells_at("r1c1 r1c2 r1c3 r1c4")
    means(
        sudoku,
        modular_line(cells),
        cells,
        lambda v: {d % 3 for d in v[:3]} == {d % 3 for d in v[1:]} == {0, 1, 2},
    )


def test_modulus_of_one_allows_everything(sudoku: Sudoku) -> None:
    (constraint,) = modular_line("r1c1 r1c2", modulus=1).constraints(sudoku)
    first, second = sudoku.cells_at("r1c1 r1c2")
    assert all(constraint.holds({first: a, second: b}) for a in sudoku.digits for b in sudoku.digits)


@pytest.mark.parametrize("modulus", [0, -3])
def test_a_modulus_is_positive(sudoku: Sudoku, modulus: int) -> None:
    with pytest.raises(ModelError, match=f": modulus must be at least 1, not {modulus}$"):
        sudoku.add(modular_line(LINE, modulus))


@pytest.mark.slow
@pytest.mark.parametrize("digits", [range(6), range(1, 7), (1, 2, 5, 6, 8, 9)])
def test_entropic_line(means: Any, digits: Any) -> None:
    sudoku = Sudoku(5, regions="", digits=digits)
    third = {digit: place // 2 for place, digit in enumerate(digits)}
    means(
        sudoku,
        entropic_line(LINE),
        sudoku.cells_at(LINE),
        lambda v: {third[d] for d in v[:3]} == {third[d] for d in v[1:]} == {0, 1, 2},
    )


def test_two_cells_of_an_entropic_line(means: Any) -> None:
    sudoku = Sudoku(9)
    pair = "r1c1 r1c2"
    means(sudoku, entropic_line(pair), sudoku.cells_at(pair), lambda v: (v[0] - 1) // 3 != (v[1] - 1) // 3)


def test_digits_that_have_no_thirds() -> None:
    with pytest.raises(ModelError, match="4 digits cannot be divided into low, middle and high ones"):
        Sudoku(4).add(entropic_line("r1c1 r1c2"))


@pytest.mark.parametrize("rule", RULES)
def test_one_cell_is_free(sudoku: Sudoku, rule: Rule) -> None:
    cell = sudoku["r2c2"]
    assert all(c.holds({cell: digit}) for c in rule("r2c2").constraints(sudoku) for digit in sudoku.digits)


@pytest.mark.parametrize("rule", RULES)
def test_drawing(sudoku: Sudoku, rule: Rule) -> None:
    (line,) = rule(LINE).drawings(sudoku)
    assert isinstance(line, Line)
    assert [cell.name for cell in line.cells] == LINE.split()

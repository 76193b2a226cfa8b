from __future__ import annotations

from typing import Any

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.rules import Line, Mark, Rule, between_line, lockout_line

LINE = "r1c1 r2c2 r3c2 r3c3"


@pytest.fixture
def sudoku() -> Sudoku:
    return Sudoku(5, regions="", digits=range(6))


@pytest.mark.slow
@pytest.mark.parametrize("line", [LINE, "r1c1 r1c2 r1c3"])
def test_between_line(sudoku: Sudoku, means: Any, line: str) -> None:
    means(
        sudoku,
        between_line(line),
        sudoku.cells_at(line),
        lambda v: all(min(v[0], v[-1]) < digit < max(v[0], v[-1]) for digit in v[1:-1]),
    )


@pytest.mark.slow
@pytest.mark.parametrize(("line", "difference"), [(LINE, 3), (LINE, 4), ("r1c1 r1c2", 2), ("r1c1 r1c2 r1c3", 0)])
def test_lockout_line(sudoku: Sudoku, means: Any, line: str, difference: int) -> None:
    means(
        sudoku,
        lockout_line(line, difference),
        sudoku.cells_at(line),
        lambda v: (
            abs(v[0] - v[-1]) >= difference
            and all(digit < min(v[0], v[-1]) or digit > max(v[0], v[-1]) for digit in v[1:-1])
        ),
    )


def test_lockout_ends_differ_by_four_unless_told(sudoku: Sudoku, means: Any) -> None:
    means(sudoku, lockout_line("r1c1 r1c2"), sudoku.cells_at("r1c1 r1c2"), lambda v: abs(v[0] - v[1]) >= 4)


@pytest.mark.parametrize("rule", [between_line, lockout_line])
def test_one_cell_is_free(sudoku: Sudoku, rule: Rule) -> None:
    cell = sudoku["r2c2"]
    assert all(c.holds({cell: digit}) for c in rule("r2c2").constraints(sudoku) for digit in sudoku.digits)


def test_a_line_that_comes_back_to_its_start(sudoku: Sudoku) -> None:
    first, second = sudoku.cells_at("r1c1 r1c2")
    (lockout,) = lockout_line("r1c1 r1c2 r1c1", difference=0).constraints(sudoku)
    for a in sudoku.digits:
        for b in sudoku.digits:
            assert lockout.holds({first: a, second: b}) == (a != b)


def test_drawings(sudoku: Sudoku) -> None:
    assert all(isinstance(drawing, Line) and drawing.circle for drawing in between_line(LINE).drawings(sudoku))
    line, ends = lockout_line(LINE).drawings(sudoku)
    assert isinstance(line, Line)
    assert isinstance(ends, Mark)
    assert [cell.name for cell in ends.cells] == ["r1c1", "r3c3"]

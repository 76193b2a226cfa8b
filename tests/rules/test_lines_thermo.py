from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.rules import Line, Rule, ambiguous_thermo, fast_thermo, slow_thermo, thermo

LINE = "r1c1 r2c2 r3c2 r3c3"
RULES = [thermo, slow_thermo, fast_thermo, ambiguous_thermo]


@pytest.fixture
def sudoku() -> Sudoku:
    return Sudoku(5, regions="", digits=range(6))


def test_thermo(sudoku: Sudoku, means: Any) -> None:
    means(sudoku, thermo(LINE), sudoku.cells_at(LINE), lambda v: all(a < b for a, b in pairwise(v)))


def test_slow_thermo(sudoku: Sudoku, means: Any) -> None:
    means(sudoku, slow_thermo(LINE), sudoku.cells_at(LINE), lambda v: all(a <= b for a, b in pairwise(v)))


@pytest.mark.slow
@pytest.mark.parametrize(("step", "line"), [(2, "r1c1 r1c2 r2c2"), (1, LINE), (3, "r1c1 r5c5")])
def test_fast_thermo(sudoku: Sudoku, means: Any, step: int, line: str) -> None:
    clue = fast_thermo(line, step=step)
    means(sudoku, clue, sudoku.cells_at(line), lambda v: all(b - a >= step for a, b in pairwise(v)))


def test_fast_thermo_rises_by_two(sudoku: Sudoku, means: Any) -> None:
    means(sudoku, fast_thermo("r1c1 r1c2"), sudoku.cells_at("r1c1 r1c2"), lambda v: v[0] + 2 <= v[1])


@pytest.mark.parametrize("step", [0, 1, 2])
def test_ambiguous_thermo(sudoku: Sudoku, means: Any, step: int) -> None:
    def rises(values: tuple[int, ...]) -> bool:
        return all(b - a >= step for a, b in pairwise(values))

    line = "r1c1 r1c2 r2c2"
    means(sudoku, ambiguous_thermo(line, step), sudoku.cells_at(line), lambda v: rises(v) or rises(v[::-1]))


@pytest.mark.slow
def test_ambiguous_thermo_is_strict_unless_told(sudoku: Sudoku, means: Any) -> None:
    means(
        sudoku,
        ambiguous_thermo(LINE),
        sudoku.cells_at(LINE),
        lambda v: len(set(v)) == len(v) and sorted(v) in (list(v), list(v[::-1])),
    )


@pytest.mark.parametrize("rule", RULES)
def test_one_cell_is_free(sudoku: Sudoku, rule: Rule) -> None:
    cell = sudoku["r2c2"]
    assert all(c.holds({cell: digit}) for c in rule("r2c2").constraints(sudoku) for digit in sudoku.digits)


@pytest.mark.parametrize("rule", RULES)
def test_drawing(sudoku: Sudoku, rule: Rule) -> None:
    (line,) = rule(LINE).drawings(sudoku)
    assert isinstance(line, Line)
    assert (line.bulb, [cell.name for cell in line.cells]) == (rule is not ambiguous_thermo, LINE.split())

from __future__ import annotations

from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.rules import Line, Rule, ambiguous_arrow, arrow, double_arrow, split_pea

LINE = "r1c1 r2c2 r3c2 r3c3"


@pytest.fixture
def sudoku() -> Sudoku:
    return Sudoku(5, regions="", digits=range(6))


def test_arrow(sudoku: Sudoku, means: Any) -> None:
    means(sudoku, arrow("r1c1", "r2c2 r3c2 r3c3"), sudoku.cells_at(LINE), lambda v: v[0] == sum(v[1:]))


@pytest.mark.slow
def test_arrow_with_a_pill(sudoku: Sudoku, means: Any) -> None:
    cells = "r1c1 r1c2 r2c2 r2c3 r2c4"
    clue = arrow("r1c1 r1c2", "r2c2 r2c3 r2c4")
    means(sudoku, clue, sudoku.cells_at(cells), lambda v: int(f"{v[0]}{v[1]}") == sum(v[2:]))


def test_arrow_with_a_long_pill(means: Any) -> None:
    sudoku = Sudoku(2, regions="", digits=(0, 1, 2, 10, 11, 12))
    clue = arrow("r1c1 r1c2 r2c1", "r2c2")
    means(sudoku, clue, sudoku.grid, lambda v: 100 * v[0] + 10 * v[1] + v[2] == v[3])


@pytest.mark.slow
def test_double_arrow(sudoku: Sudoku, means: Any) -> None:
    means(sudoku, double_arrow(LINE), sudoku.cells_at(LINE), lambda v: v[0] + v[3] == v[1] + v[2])


@pytest.mark.slow
def test_ambiguous_arrow(sudoku: Sudoku, means: Any) -> None:
    cells = sudoku.cells_at(LINE)
    means(sudoku, ambiguous_arrow(LINE), cells, lambda v: v[0] == sum(v[1:]) or v[-1] == sum(v[:-1]))


@pytest.mark.slow
def test_split_pea(means: Any) -> None:
    sudoku = Sudoku(5, regions="")
    line = "r1c1 r1c2 r2c2 r3c3 r3c4"
    means(
        sudoku, split_pea(line), sudoku.cells_at(line), lambda v: sum(v[1:-1]) in (10 * v[0] + v[-1], 10 * v[-1] + v[0])
    )


@pytest.mark.parametrize("rule", [double_arrow, split_pea, ambiguous_arrow])
@pytest.mark.parametrize("line", ["r1c1", "r1c1 r1c2"])
def test_a_sum_needs_two_ends_and_something_between(sudoku: Sudoku, rule: Rule, line: str) -> None:
    with pytest.raises(ModelError, match=f"^{rule.name} {line}: line: a line of at least 3 cells is needed$"):
        sudoku.add(rule(line))


def test_an_arrow_starts_at_its_circle(sudoku: Sudoku) -> None:
    (line,) = arrow("r1c1", "r2c2 r3c2").drawings(sudoku)
    assert isinstance(line, Line)
    assert (line.circle, line.arrow, [cell.name for cell in line.cells]) == (True, True, ["r1c1", "r2c2", "r3c2"])


def test_an_arrow_starts_at_the_end_of_its_pill(sudoku: Sudoku) -> None:
    shaft, rim, inside = arrow("r1c1 r1c2", "r2c2 r3c2").drawings(sudoku)
    assert isinstance(shaft, Line)
    assert isinstance(rim, Line)
    assert isinstance(inside, Line)
    assert (shaft.arrow, [cell.name for cell in shaft.cells]) == (True, ["r1c2", "r2c2", "r3c2"])
    assert [cell.name for cell in rim.cells] == ["r1c1", "r1c2"]
    assert (inside.cells, inside.colour, inside.width < rim.width) == (rim.cells, "white", True)


@pytest.mark.parametrize("rule", [double_arrow, split_pea])
@pytest.mark.parametrize("line", [LINE, "r1c1 r2c2 r3c2"])
def test_ends_are_circled(sudoku: Sudoku, rule: Rule, line: str) -> None:
    one, other = rule(line).drawings(sudoku)
    assert isinstance(one, Line)
    assert isinstance(other, Line)
    assert (one.circle, other.circle) == (True, True)
    assert [cell.name for cell in (*one.cells, *other.cells[-2::-1])] == line.split()

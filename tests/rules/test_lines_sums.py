from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.rules import Line, Rule, palindrome, region_sum_line, sequence_line, sum_line, zipper_line

LINE = "r1c1 r2c2 r3c2 r3c3"
RULES = [palindrome, region_sum_line, sequence_line, sum_line, zipper_line]


@pytest.fixture
def sudoku() -> Sudoku:
    return Sudoku(5, regions="", digits=range(6))


def test_region_sum_line(means: Any) -> None:
    sudoku = Sudoku(4)
    line = "r1c1 r1c2 r1c3 r2c3 r3c3"
    means(sudoku, region_sum_line(line), sudoku.cells_at(line), lambda v: v[0] + v[1] == v[2] + v[3] == v[4])


def test_region_sum_line_that_comes_back_to_a_box(means: Any) -> None:
    sudoku = Sudoku(4)
    line = "r2c2 r2c3 r1c3 r1c2 r1c1"
    means(sudoku, region_sum_line(line), sudoku.cells_at(line), lambda v: v[0] == v[1] + v[2] == v[3] + v[4])


@pytest.mark.parametrize("start", range(4))
def test_region_sum_line_that_closes(start: int, means: Any) -> None:
    """A loop of two segments, listed from each of its cells."""
    sudoku = Sudoku(4)
    around = ["r1c2", "r1c3", "r2c3", "r2c2"]
    line = " ".join([*around[start:], *around[:start], around[start]])
    means(sudoku, region_sum_line(line), sudoku.cells_at(" ".join(around)), lambda v: v[0] + v[3] == v[1] + v[2])
    grid = Sudoku(4)
    cells = grid.cells_at(" ".join(around))
    means(grid, region_sum_line(line, sum=5), cells, lambda v: v[0] + v[3] == 5 == v[1] + v[2])


def test_a_loop_of_four_segments_and_of_one(means: Any) -> None:
    sudoku = Sudoku(4)
    line = "r2c2 r2c3 r3c3 r3c2 r2c2"
    means(sudoku, region_sum_line(line), sudoku.cells_at("r2c2 r2c3 r3c3 r3c2"), lambda v: len(set(v)) == 1)
    box = "r1c1 r1c2 r2c2 r2c1"
    assert list(region_sum_line(f"{box} r1c1").constraints(Sudoku(4))) == []
    grid = Sudoku(4)
    means(grid, region_sum_line(f"{box} r1c1", sum=6), grid.cells_at(box), lambda v: sum(v) == 6)


def test_region_sum_line_with_a_sum(means: Any) -> None:
    sudoku = Sudoku(4, regions="AABB ACCB ACCB DDDD")
    line = "r1c1 r1c2 r2c2 r3c2"
    means(sudoku, region_sum_line(line, sum=5), sudoku.cells_at(line), lambda v: v[0] + v[1] == 5 == v[2] + v[3])


def test_region_sums_need_regions(sudoku: Sudoku) -> None:
    with pytest.raises(ModelError, match="there are no boxes or regions in this grid"):
        sudoku.add(region_sum_line(LINE))


def divides(values: tuple[int, ...], total: int) -> bool:
    """Try every way to cut the line."""
    places = range(1, len(values))
    return any(
        all(sum(values[a:b]) == total for a, b in zip((0, *cuts), (*cuts, len(values)), strict=True))
        for count in range(len(values))
        for cuts in combinations(places, count)
    )


@pytest.mark.slow
@pytest.mark.parametrize("total", [3, 5, 7])
def test_sum_line(sudoku: Sudoku, means: Any, total: int) -> None:
    means(sudoku, sum_line(LINE, sum=total), sudoku.cells_at(LINE), lambda v: divides(v, total))


@pytest.mark.slow
@pytest.mark.parametrize("total", [3, 5, 6])
def test_sum_line_on_a_loop(sudoku: Sudoku, means: Any, total: int) -> None:
    means(
        sudoku,
        sum_line(LINE, sum=total, loop=True),
        sudoku.cells_at(LINE),
        lambda v: any(divides(v[start:] + v[:start], total) for start in range(len(v))),
    )


def test_sum_line_of_ten(means: Any) -> None:
    sudoku = Sudoku(9)
    line = "r1c1 r1c2 r1c3"
    means(sudoku, sum_line(line), sudoku.cells_at(line), lambda v: divides(v, 10))


def test_sums_of_a_line_are_positive(sudoku: Sudoku) -> None:
    with pytest.raises(ModelError, match="a sum line needs a sum of at least 1 and digits that are not negative"):
        sudoku.add(sum_line(LINE, sum=0))
    with pytest.raises(ModelError, match="a sum line needs a sum of at least 1 and digits that are not negative"):
        Sudoku(2, digits=(-1, 1)).add(sum_line("r1c1 r1c2", sum=2))


@pytest.mark.slow
@pytest.mark.parametrize("line", ["r1c1 r1c2 r1c3", LINE, "r1c1 r1c2 r1c3 r1c4 r2c1"])
def test_zipper_line(means: Any, line: str) -> None:
    sudoku = Sudoku(5, regions="")

    def is_zipped(values: tuple[int, ...]) -> bool:
        half, odd = divmod(len(values), 2)
        sums = {values[place] + values[-1 - place] for place in range(half)}
        return len(sums | {values[half]} if odd else sums) == 1

    means(sudoku, zipper_line(line), sudoku.cells_at(line), is_zipped)


@pytest.mark.parametrize("line", [LINE, "r1c1 r1c2 r1c3"])
def test_palindrome(sudoku: Sudoku, means: Any, line: str) -> None:
    means(sudoku, palindrome(line), sudoku.cells_at(line), lambda v: v == v[::-1])


@pytest.mark.parametrize("line", [LINE, "r1c1 r1c2 r1c3"])
def test_sequence_line(sudoku: Sudoku, means: Any, line: str) -> None:
    means(
        sudoku,
        sequence_line(line),
        sudoku.cells_at(line),
        lambda v: v == tuple(v[0] + (v[1] - v[0]) * step for step in range(len(v))),
    )


@pytest.mark.parametrize("rule", [palindrome, sequence_line, zipper_line])
def test_one_cell_is_free(sudoku: Sudoku, rule: Rule) -> None:
    cell = sudoku["r2c2"]
    assert all(c.holds({cell: digit}) for c in rule("r2c2").constraints(sudoku) for digit in sudoku.digits)


@pytest.mark.parametrize("rule", RULES)
def test_drawing(rule: Rule) -> None:
    (line,) = rule(LINE).drawings(Sudoku(4))
    assert isinstance(line, Line)
    assert [cell.name for cell in line.cells] == LINE.split()

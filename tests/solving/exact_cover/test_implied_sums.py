"""Sums that follow from cages and houses must follow: cages of every shape, beside a list of all grids."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, strategies as st

from sudoku_cp import Cell, Sudoku
from sudoku_cp.kernel import Linear
from sudoku_cp.model import Relation
from sudoku_cp.solving.registry import load_solver
from tests.support import assert_same_sets

Grid = tuple[int, ...]


@cache
def all_grids() -> tuple[Grid, ...]:
    """The 288 sudokus of 4×4, row by row."""
    grids: list[Grid] = [()]
    for row in range(4):
        grids = [grid + new for grid in grids for new in permutations(range(1, 5)) if fits(grid, row, new)]
    return tuple(grids)


def fits(grid: Grid, row: int, new: Grid) -> bool:
    for column, digit in enumerate(new):
        above = grid[column::4]
        box = grid[4 * (row - row % 2) :]
        if digit in above or digit in (box[at] for at in range(len(box)) if at % 4 // 2 == column // 2):
            return False
    return True


@given(data=st.data())
def test_cages_that_cross(data: Any) -> None:
    """Sums that share cells, some of which may be equal."""
    grid = data.draw(st.sampled_from(all_grids()))
    places = st.lists(st.integers(0, 15), min_size=3, max_size=9, unique=True)
    cages = data.draw(st.lists(places, min_size=2, max_size=6))
    sums = [sum(grid[at] for at in cage) for cage in cages]
    sums[0] += data.draw(st.sampled_from([0, 0, 1, -2]))
    sudoku = Sudoku(4)
    for cage, total in zip(cages, sums, strict=True):
        sudoku.add(sum(sudoku.cells[at] for at in cage) == total)
    expected = {
        grid
        for grid in all_grids()
        if all(sum(grid[at] for at in cage) == total for cage, total in zip(cages, sums, strict=True))
    }
    compiled = load_solver("exact-cover").compile(sudoku)
    assert_same_sets((solution.values_in_order for solution in compiled.solutions()), expected)


def test_diagonals_that_nearly_cover_boxes_add_up() -> None:
    """Four diagonals cover three boxes but for a cell each: the cells outside cannot add up to the rest."""
    sudoku = Sudoku()
    for first, last in ("r1c9", "r9c1"), ("r1c8", "r8c1"), ("r2c9", "r9c2"), ("r3c9", "r9c3"):
        sudoku.add(Linear(tuple((1, cell) for cell in diagonal(sudoku, first, last)), Relation.EQUAL, 50))
    result = load_solver("exact-cover").compile(sudoku).count(1)
    assert (result.count, result.statistics.nodes) == (0, 0)


def diagonal(sudoku: Sudoku, first: str, last: str) -> list[Cell]:
    (top, right), (bottom, left) = (map(int, (name[1], name[3])) for name in (first, last))
    return [
        sudoku[f"r{row}c{column}"]
        for row, column in zip(range(top, bottom + 1), range(right, left - 1, -1), strict=True)
    ]


@pytest.mark.slow
@given(data=st.data())
def test_cages_of_any_shape(data: Any) -> None:
    grids = all_grids()
    grid = data.draw(st.sampled_from(grids))
    cage_of = data.draw(st.lists(st.integers(0, data.draw(st.integers(1, 12))), min_size=16, max_size=16))
    left_out = data.draw(st.sets(st.integers(0, 12), max_size=4))
    cages = [[at for at in range(16) if cage_of[at] == cage] for cage in sorted(set(cage_of) - left_out)]
    wrong = data.draw(st.sampled_from([0, 0, 1, -2]))
    sums = [sum(grid[at] for at in cage) for cage in cages]
    if sums:
        sums[0] += wrong
    sudoku = Sudoku(4)
    weight = data.draw(st.sampled_from([1, 1, -1, 3]))
    for cage, total in zip(cages, sums, strict=True):
        sudoku.add(sum(weight * sudoku.cells[at] for at in cage) == weight * total)
    expected = {
        grid
        for grid in grids
        if all(sum(grid[at] for at in cage) == total for cage, total in zip(cages, sums, strict=True))
    }
    compiled = load_solver("exact-cover").compile(sudoku)
    assert_same_sets((solution.values_in_order for solution in compiled.solutions()), expected)


def test_there_are_288_grids() -> None:
    assert len(all_grids()) == 288

from __future__ import annotations

from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.rules import (
    contain_at_least,
    contain_exactly,
    count_digits,
    count_distinct,
    counting_circles,
    look_and_say,
    same_values,
)


@pytest.fixture
def row() -> Sudoku:
    """Four cells of a row and of others, digits 0–4."""
    return Sudoku(4, regions="", digits=range(5))


CELLS = "r1c1 r2c2 r3c3 r4c4 r1c2"


@pytest.mark.slow
def test_counting_circles(row: Sudoku, means: Any) -> None:
    means(row, counting_circles(CELLS), row.cells_at(CELLS), lambda v: all(v.count(digit) == digit for digit in v))


@pytest.mark.slow
def test_count_distinct(row: Sudoku, means: Any) -> None:
    means(row, count_distinct("r4c4", "r1c1 r2c2 r3c3"), row.cells_at(CELLS), lambda v: v[3] == len(set(v[:3])))


@pytest.mark.slow
def test_count_digits(row: Sudoku, means: Any) -> None:
    clue = count_digits("r4c4", "r1c1 r2c2 r3c3", [0, 2])
    means(row, clue, row.cells_at(CELLS), lambda v: v[3] == sum(digit in (0, 2) for digit in v[:3]))


@pytest.mark.slow
def test_contain(row: Sudoku, means: Any) -> None:
    cells = row.cells_at(CELLS)
    means(row, contain_at_least(cells, [1, 1, 4]), cells, lambda v: v.count(1) >= 2 and v.count(4) >= 1)
    means(row, contain_exactly(cells, [1, 1, 4]), cells, lambda v: v.count(1) == 2 and v.count(4) == 1)


@pytest.mark.slow
def test_look_and_say(row: Sudoku, means: Any) -> None:
    cells = row.cells_at(CELLS)
    means(row, look_and_say(cells, "122304"), cells, lambda v: (v.count(2), v.count(3), v.count(4)) == (1, 2, 0))
    for clue in ("123", "1a", "²3"):
        with pytest.raises(ModelError, match="is not a string of pairs"):
            row.add(look_and_say(cells, clue))


@pytest.mark.slow
def test_same_values(row: Sudoku, selects: Any) -> None:
    diagonal = same_values("r1c1 r2c2", "r3c3 r4c4")
    selects(Sudoku(4), diagonal, lambda g: sorted([g[0][0], g[1][1]]) == sorted([g[2][2], g[3][3]]))
    longer = same_values("r1c1 r2c2 r3c3", "r1c2 r2c3 r3c1")
    selects(Sudoku(4), longer, lambda g: sorted(g[at][at] for at in range(3)) == sorted([g[0][1], g[1][2], g[2][0]]))
    shared = same_values("r1c1 r1c2 r2c3", "r1c2 r3c2 r4c4")
    selects(Sudoku(4), shared, lambda g: sorted([g[0][0], g[1][2]]) == sorted([g[2][1], g[3][3]]))
    with pytest.raises(ModelError, match="others has 1 cells, not 2"):
        row.add(same_values("r1c1 r2c2", "r3c3"))


def test_counts_within_a_grid(selects: Any) -> None:
    latin = Sudoku(4, regions="")
    selects(latin, counting_circles(CELLS), lambda g: _circles([g[0][0], g[1][1], g[2][2], g[3][3], g[0][1]]))


def _circles(v: list[int]) -> bool:
    return all(v.count(digit) == digit for digit in v)

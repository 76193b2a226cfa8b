from __future__ import annotations

from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.rules import box_indexing, column_indexing, indexing_159, row_indexing, value_indexing


def test_row_indexing(selects: Any) -> None:
    places = ((0, 1), (2, 3))
    selects(Sudoku(4), row_indexing("r1c2 r3c4"), lambda g: all(g[g[r][c] - 1][c] == r + 1 for r, c in places))


def test_column_indexing(selects: Any) -> None:
    places = ((0, 1), (2, 3))
    selects(Sudoku(4), column_indexing("r1c2 r3c4"), lambda g: all(g[r][g[r][c] - 1] == c + 1 for r, c in places))


def test_box_indexing(selects: Any) -> None:
    def points(g: Any) -> bool:
        box = [g[0][2], g[0][3], g[1][2], g[1][3]]
        return bool(box[box[0] - 1] == 1 and box[box[2] - 1] == 3)

    selects(Sudoku(4), box_indexing("r1c3 r2c3"), points)


def test_indexing_columns(selects: Any) -> None:
    selects(Sudoku(4), indexing_159([1, 4]), lambda g: all(r[r[c] - 1] == c + 1 for r in g for c in (0, 3)))


def test_digits_that_are_no_place(selects: Any) -> None:
    sudoku = Sudoku(3, regions="", digits=range(4)).give("r1c1", 1)

    def points(g: Any) -> bool:
        return bool(g[1][2] != 0 and g[1][g[1][2] - 1] == 3)

    selects(sudoku, column_indexing("r2c3"), points)


def test_value_indexing(selects: Any) -> None:
    clue = value_indexing("r1c1", "r2c2", "r4c1 r3c2 r3c3")
    selects(Sudoku(4), clue, lambda g: g[0][0] < 4 and (g[3][0], g[2][1], g[2][2])[g[0][0] - 1] == g[1][1])


def test_refuse() -> None:
    with pytest.raises(ModelError, match="columns: 5 is not a column of a grid of 4 columns"):
        Sudoku(4).add(indexing_159())
    with pytest.raises(ModelError, match="cells: r1c1 is in no box"):
        Sudoku(4, regions="").add(box_indexing("r1c1"))
    free = Sudoku(4)
    free.variable("x", range(1, 5))
    with pytest.raises(ModelError, match="cells: x is not in the grid"):
        free.add(row_indexing("x"))

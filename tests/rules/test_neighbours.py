from __future__ import annotations

from typing import Any

from sudoku_cp import Sudoku
from sudoku_cp.rules import non_consecutive


def test_non_consecutive(agrees: Any) -> None:
    sudoku = Sudoku(3, regions="")
    pairs = [(i, i + 1) for i in range(9) if i % 3 < 2] + [(i, i + 3) for i in range(6)]
    agrees(sudoku, non_consecutive(), sudoku.grid, lambda v: all(abs(v[i] - v[j]) != 1 for i, j in pairs))
    assert len(list(non_consecutive().constraints(sudoku))) == len(pairs)

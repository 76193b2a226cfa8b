from __future__ import annotations

from typing import Any

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.rules import Mark, Rule, even, odd


@pytest.mark.parametrize(("rule", "rest", "figure"), [(even, 0, "square"), (odd, 1, "disc")])
def test_parity(means: Any, rule: Rule, rest: int, figure: str) -> None:
    sudoku = Sudoku(4, digits=range(-1, 5))
    clue = rule("r1c1 r3c2")
    means(sudoku, clue, sudoku.cells_at("r1c1 r3c2"), lambda v: all(digit % 2 == rest for digit in v))
    (mark,) = clue.drawings(sudoku)
    assert isinstance(mark, Mark)
    assert mark.figure == figure

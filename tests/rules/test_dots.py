from __future__ import annotations

from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.rules import AppliedRule, Dot, kropki_black, kropki_white, xv

PAIR = "r1c1 r1c2"


@pytest.fixture
def sudoku() -> Sudoku:
    return Sudoku(9, digits=range(10))


@pytest.mark.parametrize("difference", [1, 3])
def test_kropki_white(sudoku: Sudoku, agrees: Any, difference: int) -> None:
    clue = kropki_white(PAIR, difference=difference)
    agrees(sudoku, clue, sudoku.cells_at(PAIR), lambda v: abs(v[0] - v[1]) == difference)


@pytest.mark.parametrize("ratio", [2, 3])
def test_kropki_black(sudoku: Sudoku, agrees: Any, ratio: int) -> None:
    clue = kropki_black(PAIR, ratio=ratio)
    agrees(sudoku, clue, sudoku.cells_at(PAIR), lambda v: v[0] * ratio == v[1] or v[1] * ratio == v[0])


@pytest.mark.parametrize("total", [5, 10, 12])
def test_xv(sudoku: Sudoku, agrees: Any, total: int) -> None:
    agrees(sudoku, xv(PAIR, sum=total), sudoku.cells_at(PAIR), lambda v: sum(v) == total)


@pytest.mark.parametrize(
    ("clue", "label", "fill", "bare"),
    [
        (kropki_white(PAIR), "", "white", False),
        (kropki_white(PAIR, difference=3), "3", "white", False),
        (kropki_black(PAIR), "", "black", False),
        (kropki_black(PAIR, ratio=3), "3", "black", False),
        (xv(PAIR, 5), "V", "white", True),
        (xv(PAIR, 10), "X", "white", True),
        (xv(PAIR, 12), "12", "white", True),
    ],
    ids=str,
)
def test_drawing(sudoku: Sudoku, clue: AppliedRule, label: str, fill: str, bare: bool) -> None:
    (dot,) = clue.drawings(sudoku)
    assert isinstance(dot, Dot)
    assert (dot.label, dot.fill, dot.bare) == (label, fill, bare)


@pytest.mark.parametrize("cells", ["r1c1", "r1c1 r1c2 r1c3"])
def test_a_dot_has_two_cells(cells: str) -> None:
    with pytest.raises(ModelError, match=f"kropki_white: cells must be two cells such as 'r1c1 r1c2', not {cells}$"):
        kropki_white(cells)

from __future__ import annotations

from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.rules import (
    AppliedRule,
    Dot,
    consecutive,
    greater_than,
    kropki_black,
    kropki_grey,
    kropki_white,
    negative_difference,
    quadruple,
    xv,
)

PAIR = "r1c1 r1c2"


@pytest.fixture
def sudoku() -> Sudoku:
    return Sudoku(9, digits=range(10))


@pytest.mark.parametrize("difference", [1, 3])
def test_kropki_white(sudoku: Sudoku, means: Any, difference: int) -> None:
    clue = kropki_white(PAIR, difference=difference)
    means(sudoku, clue, sudoku.cells_at(PAIR), lambda v: abs(v[0] - v[1]) == difference)


@pytest.mark.parametrize("ratio", [2, 3])
def test_kropki_black(sudoku: Sudoku, means: Any, ratio: int) -> None:
    clue = kropki_black(PAIR, ratio=ratio)
    means(sudoku, clue, sudoku.cells_at(PAIR), lambda v: v[0] * ratio == v[1] or v[1] * ratio == v[0])


@pytest.mark.parametrize("total", [5, 10, 12])
def test_xv(sudoku: Sudoku, means: Any, total: int) -> None:
    means(sudoku, xv(PAIR, sum=total), sudoku.cells_at(PAIR), lambda v: sum(v) == total)


def test_consecutive(sudoku: Sudoku, means: Any) -> None:
    means(sudoku, consecutive(PAIR), sudoku.cells_at(PAIR), lambda v: v[0] + 1 == v[1] or v[1] + 1 == v[0])


def test_greater_than(sudoku: Sudoku, means: Any) -> None:
    means(sudoku, greater_than(PAIR), sudoku.cells_at(PAIR), lambda v: v[0] > v[1])


@pytest.mark.slow
@pytest.mark.parametrize("digits", [[1], [1, 2], [0, 0], [3, 1, 1], [1, 2, 3, 4], [2, 4, 4, 2]])
def test_quadruple(means: Any, digits: list[int]) -> None:
    sudoku = Sudoku(4, digits=range(5))
    cells = sudoku.cells_at("r1c2 r1c3 r2c2 r2c3")
    means(sudoku, quadruple(cells, digits), cells, lambda v: all(v.count(d) >= digits.count(d) for d in digits))


@pytest.mark.parametrize(
    ("cells", "digits", "message"),
    [
        (PAIR, "1", "cells: a quadruple needs four cells"),
        ("r1c1 r1c2 r2c1 r2c1", "1", "cells: a quadruple needs four cells"),
        ("r1c1 r1c2 r2c1 r2c2", "1 2 3 4 5", "digits: four cells cannot contain 5 digits"),
    ],
)
def test_what_is_no_quadruple(sudoku: Sudoku, cells: str, digits: str, message: str) -> None:
    with pytest.raises(ModelError, match=f"{message}$"):
        sudoku.add(quadruple(cells, digits))


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
        (consecutive(PAIR), "┃", "white", True),
        (consecutive("r2c1 r1c1"), "━", "white", True),
        (greater_than(PAIR), ">", "white", True),
        (greater_than("r1c2 r1c1"), "<", "white", True),
        (greater_than("r1c1 r2c1"), "∨", "white", True),
        (greater_than("r2c1 r1c1"), "∧", "white", True),
        (quadruple("r1c1 r1c2 r2c1 r2c2", [3, 1, 3]), "133", "white", False),
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


def test_kropki_grey(sudoku: Sudoku, means: Any) -> None:
    means(sudoku, kropki_grey(PAIR), sudoku.cells_at(PAIR), lambda v: abs(v[0] - v[1]) == 1 or max(v) == 2 * min(v))


def test_a_grey_dot_is_a_dot_for_negative_constraints(selects: Any) -> None:
    sudoku = Sudoku(4)
    sudoku.add(kropki_grey("r1c1 r1c2"))

    def differ(g: Any) -> bool:
        across = [(g[r][c], g[r][c + 1]) for r in range(4) for c in range(3) if (r, c) != (0, 0)]
        down = [(g[r][c], g[r + 1][c]) for r in range(3) for c in range(4)]
        return all(abs(a - b) != 3 for a, b in across + down)

    selects(sudoku, negative_difference([3]), differ)

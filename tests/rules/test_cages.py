from __future__ import annotations

from typing import Any

import pytest

from sudoku_cp import AllDifferent, Sudoku
from sudoku_cp.kernel import Linear
from sudoku_cp.rules import Cage, Dot, compare_cages, killer, multi_sum_cage

CELLS = "r1c1 r1c2 r2c1"


def test_killer(latin: Sudoku, means: Any) -> None:
    cells = latin.cells_at(CELLS)
    means(latin, killer(CELLS, sum=7), cells, lambda v: sum(v) == 7 and len(set(v)) == 3)


def test_no_sum(latin: Sudoku, means: Any) -> None:
    means(latin, killer(CELLS), latin.cells_at(CELLS), lambda v: len(set(v)) == 3)


def test_a_sum_of_0_is_a_sum(means: Any) -> None:
    sudoku = Sudoku(3, digits=range(-1, 2), regions=())
    means(sudoku, killer(CELLS, sum=0), sudoku.cells_at(CELLS), lambda v: sum(v) == 0 and len(set(v)) == 3)


def test_repeats(latin: Sudoku, means: Any) -> None:
    means(latin, killer(CELLS, sum=7, repeats=True), latin.cells_at(CELLS), lambda v: sum(v) == 7)


def test_one_cell(latin: Sudoku, means: Any) -> None:
    means(latin, killer("r2c2", sum=3), latin.cells_at("r2c2"), lambda v: v == (3,))


def test_a_repeated_cell_counts_twice(latin: Sudoku, means: Any) -> None:
    clue = killer("r1c1 r1c1 r1c2", sum=5, repeats=True)
    means(latin, clue, latin.cells_at("r1c1 r1c2"), lambda v: 2 * v[0] + v[1] == 5)


def test_kernel(latin: Sudoku) -> None:
    assert [type(constraint) for constraint in killer(CELLS, 7).constraints(latin)] == [AllDifferent, Linear]


@pytest.mark.parametrize(("total", "label"), [(7, "7"), (0, "0"), (None, "")])
def test_drawing(latin: Sudoku, total: int | None, label: str) -> None:
    (cage,) = killer(CELLS, sum=total).drawings(latin)
    assert isinstance(cage, Cage)
    assert (cage.label, [cell.name for cell in cage.cells]) == (label, CELLS.split())


@pytest.mark.parametrize(
    ("sign", "holds"),
    [
        (">", lambda one, other: one > other),
        ("<", lambda one, other: one < other),
        ("=", lambda one, other: one == other),
    ],
)
def test_compare_cages(latin: Sudoku, means: Any, sign: str, holds: Any) -> None:
    clue = compare_cages("r1c1 r1c2", "r2c1 r2c2 r1c1", sign)
    cells = latin.cells_at("r1c1 r1c2 r2c1 r2c2")
    means(latin, clue, cells, lambda v: holds(v[0] + v[1], v[2] + v[3] + v[0]))


@pytest.mark.parametrize(
    ("other", "sign", "label"),
    [
        ("r2c3", ">", ">"),
        ("r3c2", ">", "∨"),
        ("r2c1", ">", "<"),
        ("r1c2", ">", "∧"),
        ("r2c3", "<", "<"),
        ("r3c2", "<", "∧"),
        ("r2c3", "=", "="),
        ("r1c2", "=", "‖"),
    ],
)
def test_a_sign_opens_towards_the_larger_sum(latin: Sudoku, other: str, sign: str, label: str) -> None:
    (dot,) = compare_cages("r2c2", other, sign).drawings(latin)
    assert isinstance(dot, Dot)
    assert ([cell.name for cell in dot.cells], dot.label, dot.bare) == (["r2c2", other], label, True)


def test_cages_that_do_not_touch_have_no_sign(latin: Sudoku) -> None:
    assert compare_cages("r1c1 r1c2", "r2c3 r3c3").drawings(latin) == ()


def test_multi_sum_cage(latin: Sudoku, means: Any) -> None:
    cells = latin.cells_at(CELLS)
    means(latin, multi_sum_cage(CELLS, [6, 8]), cells, lambda v: sum(v) in (6, 8) and len(set(v)) == 3)


def test_multi_sum_cage_with_repeats(latin: Sudoku, means: Any) -> None:
    clue = multi_sum_cage(CELLS, [3, 5, 30], repeats=True)
    means(latin, clue, latin.cells_at(CELLS), lambda v: sum(v) in (3, 5))
    (cage,) = clue.drawings(latin)
    assert isinstance(cage, Cage)
    assert cage.label == "3/5/30"

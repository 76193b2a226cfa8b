from __future__ import annotations

from itertools import pairwise
from math import prod
from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.rules import (
    Outside,
    first_seen,
    little_killer,
    margin_product,
    margin_sum,
    numbered_room,
    outside,
    rossini,
)


@pytest.fixture
def six() -> Sudoku:
    """Boxes of two rows and three columns."""
    return Sudoku(6)


@pytest.fixture
def five() -> Sudoku:
    return Sudoku(5, regions="")


@pytest.mark.parametrize(
    ("side", "cells"),
    [
        ("left", "r2c1 r2c2 r2c3 r2c4 r2c5 r2c6"),
        ("right", "r2c6 r2c5 r2c4 r2c3 r2c2 r2c1"),
        ("top", "r1c2 r2c2 r3c2 r4c2 r5c2 r6c2"),
        ("bottom", "r6c2 r5c2 r4c2 r3c2 r2c2 r1c2"),
    ],
)
def test_the_first_box(line_says: Any, six: Sudoku, side: str, cells: str) -> None:
    line, length = six.cells_at(cells), 3 if side in ("left", "right") else 2
    line_says(six, margin_sum(side, 2, 9), line, lambda w: sum(w[:length]) == 9)


@pytest.mark.parametrize("length", [1, 2, 5])
def test_sums_and_products_of_other_lengths(line_says: Any, length: int) -> None:
    for rule, make, value in ((margin_sum, sum, (3, 7, 15)), (margin_product, prod, (3, 12, 120))):
        sudoku = Sudoku(5, regions="", digits=range(1, 7))
        wanted = dict(zip((1, 2, 5), value, strict=True))[length]
        line_says(
            sudoku, rule("top", 4, wanted, length), sudoku.columns[3], lambda w, m=make, v=wanted: m(w[:length]) == v
        )


def test_the_first_region(line_says: Any) -> None:
    sudoku = Sudoku(4, regions="1112 1322 3324 3444")
    line_says(sudoku, margin_product("right", 1, 12, 2), sudoku.rows[0][::-1], lambda w: w[0] * w[1] == 12)
    sudoku = Sudoku(4, regions="1112 1322 3324 3444")
    line_says(sudoku, margin_sum("left", 1, 7), sudoku.rows[0], lambda w: sum(w[:3]) == 7)


@pytest.mark.parametrize("digits", [[2], [1, 5], [6, 3, 2]])
def test_outside(line_says: Any, six: Sudoku, digits: list[int]) -> None:
    line_says(six, outside("right", 6, digits), six.rows[5][::-1], lambda w: set(digits) <= set(w[:3]))


@pytest.mark.parametrize("value", [1, 3, 5])
def test_numbered_room(line_says: Any, five: Sudoku, value: int) -> None:
    line_says(five, numbered_room("bottom", 1, value), five.columns[0][::-1], lambda w: w[w[0] - 1] == value)


@pytest.mark.parametrize("digits", [range(1, 6), range(6), range(-2, 4)])
@pytest.mark.parametrize("value", [1, 2])
def test_first_seen(line_says: Any, digits: range, value: int) -> None:
    sudoku = Sudoku(5, regions="", digits=digits)
    clue = first_seen("left", 5, value)
    line_says(sudoku, clue, sudoku.rows[4], lambda w: [d for d in w if (d - value) % 2 == 0][:1] == [value])


def increases(word: tuple[int, ...]) -> bool:
    return all(one < other for one, other in pairwise(word))


@pytest.mark.parametrize("length", [2, 3, 4])
def test_rossini(line_says: Any, length: int) -> None:
    def compare(order: str, holds: Any) -> None:
        sudoku = Sudoku(5, regions="")
        line_says(sudoku, rossini("top", 2, order, length), sudoku.columns[1], holds)

    compare("increasing", lambda w: increases(w[:length]))
    compare("decreasing", lambda w: increases(w[:length][::-1]))
    if length > 2:
        compare("neither", lambda w: not increases(w[:length]) and not increases(w[:length][::-1]))


@pytest.mark.parametrize(
    ("start", "direction", "cells"),
    [
        ("r1c2", "down-right", "r1c2 r2c3 r3c4"),
        ("r1c3", "down-left", "r1c3 r2c2 r3c1"),
        ("r4c2", "up-right", "r4c2 r3c3 r2c4"),
        ("r3c4", "up-left", "r3c4 r2c3 r1c2"),
        ("r2c1", "down-right", "r2c1 r3c2 r4c3"),
    ],
)
def test_little_killer(latin: Sudoku, means: Any, start: str, direction: str, cells: str) -> None:
    means(latin, little_killer(start, direction, 9), latin.cells_at(cells), lambda v: sum(v) == 9)


def test_the_longest_diagonal(latin: Sudoku) -> None:
    (constraint,) = little_killer("r1c4", "down-left", 9).constraints(latin)
    assert [cell.name for cell in constraint.scope] == ["r1c4", "r2c3", "r3c2", "r4c1"]


@pytest.mark.parametrize(
    ("clue", "message"),
    [
        (margin_sum("left", 7, 3), "index: rows go from 1 to 6, not 7"),
        (margin_sum("left", 1, 3, 0), "length: the line has 6 cells, not 0"),
        (margin_sum("left", 1, 3, 7), "length: the line has 6 cells, not 7"),
        (little_killer("r2c2", "down-right", 3), "start: no arrow outside the grid points down-right into r2c2"),
    ],
)
def test_faults(six: Sudoku, clue: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        clue.constraints(six)


def test_without_boxes_the_length_must_be_given(latin: Sudoku) -> None:
    with pytest.raises(ModelError, match="length must be given in a grid without boxes"):
        margin_sum("left", 1, 3).constraints(latin)


def drawn(clue: Any) -> tuple[object, ...]:
    (drawing,) = clue.drawings(Sudoku(4))
    assert isinstance(drawing, Outside)
    return drawing.place, drawing.label, drawing.arrow


def test_drawings() -> None:
    assert drawn(outside("bottom", 2, [1, 3])) == ((5, 2), "1 3", None)
    assert drawn(rossini("left", 2, "increasing")) == ((2, 0), "", (0, 1))
    assert drawn(rossini("left", 2, "decreasing")) == ((2, 0), "", (0, -1))
    assert drawn(rossini("bottom", 2, "increasing")) == ((5, 2), "", (-1, 0))
    assert drawn(rossini("top", 2, "neither")) == ((0, 2), "–", None)
    assert drawn(little_killer("r1c1", "down-right", 9)) == ((0, 0), "9", (1, 1))
    assert drawn(little_killer("r4c2", "up-left", 9)) == ((5, 3), "9", (-1, -1))

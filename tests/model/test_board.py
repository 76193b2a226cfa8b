"""Variables that belong to the cells of a board, and its shape."""

from __future__ import annotations

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.model import Relation


@pytest.mark.parametrize(("size", "is_square"), [(4, True), ((4, 4), True), ((2, 4), False), ((4, 2), False)])
def test_whether_a_grid_is_square(size: int | tuple[int, int], is_square: bool) -> None:
    assert Sudoku(size, regions=()).is_square is is_square


def test_the_value_of_a_cell_is_a_variable_in_its_place() -> None:
    sudoku = Sudoku(4)
    first, last = sudoku[1, 1], sudoku[4, 4]
    assert sudoku.box_of == {cell: at // 8 * 2 + at % 4 // 2 for at, cell in enumerate(sudoku.grid)}
    value = sudoku.declare_value(last, (10, 20))
    assert (value.domain, value.row, value.column, value.digit) == ((10, 20), 4, 4, last)
    assert sudoku.values_of((first, last)) == (first, value)
    assert sudoku.box_of[value] == sudoku.box_of[last] == 3
    with pytest.raises(ModelError, match="value of r4c4"):
        sudoku.declare_value(last, (1, 2))
    assert sudoku.values_of((last,)) == (value,)


def test_a_variable_of_a_cell_is_declared_once() -> None:
    sudoku = Sudoku(4)
    one = sudoku.variable_of(sudoku[1, 2], "region", (1, 2))
    before = len(sudoku.cells)
    assert sudoku.variable_of(sudoku[1, 2], "region", (7, 8)) is one
    assert (one.name, one.domain, len(sudoku.cells)) == ("region r1c2", (1, 2), before)
    other = sudoku.variable_of(sudoku[1, 3], "region", (1, 2))
    assert (other.name, len(sudoku.cells)) == ("region r1c3", before + 1)


@pytest.mark.parametrize("relation", list(Relation))
def test_a_relation_compares_as_its_operator_does(relation: Relation) -> None:
    for left in range(-2, 3):
        for right in range(-2, 3):
            assert relation.compares(left, right) is eval(f"{left} {relation.operator} {right}")

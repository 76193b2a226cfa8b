from __future__ import annotations

from collections.abc import Callable

import pytest

from sudoku_cp.formats import GridText, givens, grid_text
from sudoku_cp.model import InputError, Sudoku


def test_a_rank_is_a_position_among_the_digits() -> None:
    sudoku = Sudoku(4, digits=(2, 3, 5, 7))
    grid = GridText((0, 1, 4, *[0] * 13), 4, "2357", "p", 1)
    assert givens(grid, sudoku) == {sudoku[1, 2]: 2, sudoku[1, 3]: 7}


def test_givens_and_back(grid_of: Callable[..., GridText]) -> None:
    grid = grid_of(9)
    sudoku = Sudoku(9)
    sudoku.givens.update(givens(grid, sudoku))
    assert len(sudoku.givens) == sum(rank > 0 for rank in grid.ranks) > 20
    assert grid_text(sudoku, grid.source, grid.line) == grid


def test_another_size_is_told_with_its_place() -> None:
    with pytest.raises(InputError, match=r"^p:7: the grid is 4×4, and sudoku is 9×9$"):
        givens(GridText((0,) * 16, 4, "1234", "p", 7), Sudoku(9))


def test_more_digits_than_the_model_has() -> None:
    with pytest.raises(InputError, match=r"^p:2: '6' is digit 6 of 4$"):
        givens(GridText((6, *[0] * 15), 4, "123456", "p", 2), Sudoku(4))


def test_rows() -> None:
    assert GridText((1, 2, 3, 0), 2, "123", "p", 1).rows == ((1, 2), (3, 0))

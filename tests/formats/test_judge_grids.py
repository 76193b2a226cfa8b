from __future__ import annotations

from collections.abc import Callable
from itertools import islice, repeat

import pytest

from sudoku_cp.formats import GridText
from sudoku_cp.formats.judge_grids import of_size
from sudoku_cp.model import InputError


def test_grids_of_the_size_pass_one_by_one(grid_of: Callable[..., GridText]) -> None:
    grid = grid_of(9)
    assert list(islice(of_size(9, repeat(grid), "POJ 3074"), 3)) == [grid] * 3


def test_another_size_is_told_with_its_place(grid_of: Callable[..., GridText]) -> None:
    with pytest.raises(InputError, match=r"^puzzles.txt:1: POJ 3074 has 9×9 grids, and this one is 4×4$"):
        list(of_size(9, [grid_of(9), grid_of(4)], "POJ 3074"))

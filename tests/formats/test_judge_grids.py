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


def test_rows_may_be_the_tokens_of_one_line(read_grids: Callable[..., list[GridText]]) -> None:
    rows = [f"{'.' * row}{row + 1}{'.' * (8 - row)}" for row in range(9)]
    (grid,) = read_grids(" ".join(rows), "hdu1426")
    assert [grid.ranks[10 * row] for row in range(9)] == list(range(1, 10))
    assert sum(grid.ranks) == 45


def test_a_token_that_is_longer_than_a_digit(error_of: Callable[..., str]) -> None:
    text = "1 12 3 4 5 6 7 8 9\n" + "? ? ? ? ? ? ? ? ?\n" * 8
    assert error_of(text, "hdu1426").startswith("puzzles.txt:1, column 3: '12' is not a digit of 1–9")

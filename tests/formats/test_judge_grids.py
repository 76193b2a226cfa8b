"""Grids of online judges: sizes, tokens, and each problem written and read again."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, repeat

import pytest

from sudoku_cp.formats import GridText, write
from sudoku_cp.formats.judge_grids import of_size
from sudoku_cp.formats.symbols import LETTERS
from sudoku_cp.model import InputError

Read = Callable[..., list[GridText]]


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


def test_poj_3074_is_written_and_read_again(read_grids: Read, grid_of: Callable[..., GridText]) -> None:
    grids = [grid_of(9), grid_of(9, holes=2)]
    text = "".join(write(grids, "poj3074"))
    assert [len(line) for line in text.splitlines()] == [81, 81, 3]
    assert [grid.ranks for grid in read_grids(text, "poj3074")] == [grid.ranks for grid in grids]


def test_nothing_is_read_after_the_end_of_poj_3074(read_grids: Read) -> None:
    assert len(read_grids("." * 81 + "\nend\n???", "poj3074")) == 1


def test_other_sizes_in_poj_3074(error_of: Callable[..., str]) -> None:
    assert error_of("....\n" * 4, "poj3074", "1234") == "puzzles.txt:1: POJ 3074 has 9×9 grids, and this one is 2×2"


def test_letters_are_written_as_digits_in_poj_3074(grid_of: Callable[..., GridText]) -> None:
    assert list(write([grid_of(9, "ABCDEFGHI")], "poj3074")) == list(write([grid_of(9)], "poj3074"))


def test_poj_3076_is_written_and_read_again(read_grids: Read, grid_of: Callable[..., GridText]) -> None:
    grids = [grid_of(16, LETTERS[:16]), grid_of(16, LETTERS[:16], holes=6)]
    text = "".join(write(grids, "poj3076"))
    assert [len(line) for line in text.split("\n")] == [16] * 16 + [0] + [16] * 16 + [0]
    assert "-" in text
    assert [grid.ranks for grid in read_grids(text, "poj3076")] == [grid.ranks for grid in grids]


def test_an_empty_grid_of_poj_3076_is_a_grid(read_grids: Read) -> None:
    assert [grid.ranks for grid in read_grids(("-" * 16 + "\n") * 32, "poj3076")] == [(0,) * 256] * 2


def test_errors_in_poj_3076(error_of: Callable[..., str]) -> None:
    rows = "-" * 16 + "\n"
    assert error_of(rows * 15, "poj3076") == "puzzles.txt:1: the grid has only 15 of 16 rows"
    assert error_of(rows + "-" * 15 + "\n", "poj3076") == "puzzles.txt:2: row 2 has 15 cells, not 16"
    wrong = error_of(rows + "-A-Q" * 4 + "\n" + rows * 14, "poj3076")
    assert wrong == "puzzles.txt:2, column 4: 'Q' is not a digit of A–P; use . for an empty cell"


def test_hdu_1426_is_written_and_read_again(read_grids: Read, grid_of: Callable[..., GridText]) -> None:
    grids = [grid_of(9), grid_of(9, holes=6)]
    text = "".join(write(grids, "hdu1426"))
    assert [len(line) for line in text.split("\n")] == [17] * 9 + [0] + [17] * 9 + [0]
    assert "?" in text
    assert [grid.ranks for grid in read_grids(text, "hdu1426")] == [grid.ranks for grid in grids]
    assert [grid.ranks for grid in read_grids(text)] == [grid.ranks for grid in grids]


def test_a_short_row_in_hdu_1426(error_of: Callable[..., str]) -> None:
    assert error_of("? ? ? ? ? ? ? ?", "hdu1426") == "puzzles.txt:1: row 1 has 8 cells, not 9"


def test_noip_2009_is_written_and_read_again(read_grids: Read, grid_of: Callable[..., GridText]) -> None:
    grids = [grid_of(9), grid_of(9, holes=6)]
    text = "".join(write(grids, "noip2009"))
    assert [len(line) for line in text.split("\n")] == [17] * 18 + [0]
    assert set(text) <= set("0123456789 \n")
    assert [grid.ranks for grid in read_grids(text, "noip2009")] == [grid.ranks for grid in grids]
    assert [grid.ranks for grid in read_grids(text)] == [grid.ranks for grid in grids]


def test_a_grid_of_noip_2009_without_givens(read_grids: Read) -> None:
    assert [grid.ranks for grid in read_grids("0 0 0 0 0 0 0 0 0\n" * 9, "noip2009")] == [(0,) * 81]


def test_a_number_in_noip_2009_that_is_no_digit(error_of: Callable[..., str]) -> None:
    text = "0 0 0 0 0 0 0 0 0\n0 0 10 0 0 0 0 0 0\n" + "0 0 0 0 0 0 0 0 0\n" * 7
    assert error_of(text, "noip2009").startswith("puzzles.txt:2, column 5: '10' is not a digit of 1–9")

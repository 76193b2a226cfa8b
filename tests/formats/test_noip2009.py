from __future__ import annotations

from collections.abc import Callable

from sudoku_cp.formats import GridText, write

Read = Callable[..., list[GridText]]


def test_written_and_read_again(read_grids: Read, grid_of: Callable[..., GridText]) -> None:
    grids = [grid_of(9), grid_of(9, holes=6)]
    text = "".join(write(grids, "noip2009"))
    assert [len(line) for line in text.split("\n")] == [17] * 18 + [0]
    assert set(text) <= set("0123456789 \n")
    assert [grid.ranks for grid in read_grids(text, "noip2009")] == [grid.ranks for grid in grids]
    assert [grid.ranks for grid in read_grids(text)] == [grid.ranks for grid in grids]


def test_a_grid_without_givens(read_grids: Read) -> None:
    assert [grid.ranks for grid in read_grids("0 0 0 0 0 0 0 0 0\n" * 9, "noip2009")] == [(0,) * 81]


def test_a_number_that_is_no_digit(error_of: Callable[..., str]) -> None:
    text = "0 0 0 0 0 0 0 0 0\n0 0 10 0 0 0 0 0 0\n" + "0 0 0 0 0 0 0 0 0\n" * 7
    assert error_of(text, "noip2009").startswith("puzzles.txt:2, column 5: '10' is not a digit of 1–9")

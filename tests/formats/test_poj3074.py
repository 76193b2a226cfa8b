from __future__ import annotations

from collections.abc import Callable

from sudoku_cp.formats import GridText, write

Read = Callable[..., list[GridText]]


def test_written_and_read_again(read_grids: Read, grid_of: Callable[..., GridText]) -> None:
    grids = [grid_of(9), grid_of(9, holes=2)]
    text = "".join(write(grids, "poj3074"))
    assert [len(line) for line in text.splitlines()] == [81, 81, 3]
    assert [grid.ranks for grid in read_grids(text, "poj3074")] == [grid.ranks for grid in grids]


def test_nothing_is_read_after_the_end(read_grids: Read) -> None:
    assert len(read_grids("." * 81 + "\nend\n???", "poj3074")) == 1


def test_other_sizes(error_of: Callable[..., str]) -> None:
    assert error_of("....\n" * 4, "poj3074", "1234") == "puzzles.txt:1: POJ 3074 has 9×9 grids, and this one is 2×2"


def test_letters_are_written_as_digits(grid_of: Callable[..., GridText]) -> None:
    assert list(write([grid_of(9, "ABCDEFGHI")], "poj3074")) == list(write([grid_of(9)], "poj3074"))

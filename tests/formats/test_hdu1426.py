from __future__ import annotations

from collections.abc import Callable

from sudoku_cp.formats import GridText, write

Read = Callable[..., list[GridText]]


def test_written_and_read_again(read_grids: Read, grid_of: Callable[..., GridText]) -> None:
    grids = [grid_of(9), grid_of(9, holes=6)]
    text = "".join(write(grids, "hdu1426"))
    assert [len(line) for line in text.split("\n")] == [17] * 9 + [0] + [17] * 9 + [0]
    assert "?" in text
    assert [grid.ranks for grid in read_grids(text, "hdu1426")] == [grid.ranks for grid in grids]
    assert [grid.ranks for grid in read_grids(text)] == [grid.ranks for grid in grids]


def test_a_short_row(error_of: Callable[..., str]) -> None:
    assert error_of("? ? ? ? ? ? ? ?", "hdu1426") == "puzzles.txt:1: row 1 has 8 cells, not 9"

from __future__ import annotations

from collections.abc import Callable

from sudoku_cp.formats import GridText, write
from sudoku_cp.formats.symbols import LETTERS

Read = Callable[..., list[GridText]]


def test_written_and_read_again(read_grids: Read, grid_of: Callable[..., GridText]) -> None:
    grids = [grid_of(16, LETTERS[:16]), grid_of(16, LETTERS[:16], holes=6)]
    text = "".join(write(grids, "poj3076"))
    assert [len(line) for line in text.split("\n")] == [16] * 16 + [0] + [16] * 16 + [0]
    assert "-" in text
    assert [grid.ranks for grid in read_grids(text, "poj3076")] == [grid.ranks for grid in grids]


def test_an_empty_grid_is_a_grid(read_grids: Read) -> None:
    assert [grid.ranks for grid in read_grids(("-" * 16 + "\n") * 32, "poj3076")] == [(0,) * 256] * 2


def test_errors(error_of: Callable[..., str]) -> None:
    rows = "-" * 16 + "\n"
    assert error_of(rows * 15, "poj3076") == "puzzles.txt:1: the grid has only 15 of 16 rows"
    assert error_of(rows + "-" * 15 + "\n", "poj3076") == "puzzles.txt:2: row 2 has 15 cells, not 16"
    wrong = error_of(rows + "-A-Q" * 4 + "\n" + rows * 14, "poj3076")
    assert wrong == "puzzles.txt:2, column 4: 'Q' is not a digit of A–P; use . for an empty cell"

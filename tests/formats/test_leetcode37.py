from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from sudoku_cp.formats import GridText, write
from sudoku_cp.formats.leetcode37 import MAX_BOARD

Read = Callable[..., list[GridText]]


@pytest.mark.parametrize("size", [1, 4, 9, 16])
@pytest.mark.parametrize("indent", [None, 1])
def test_written_and_read_again(read_grids: Read, grid_of: Callable[..., GridText], size: int, indent: int) -> None:
    grids = [grid_of(size), grid_of(size, holes=2)]
    lines = "".join(write(grids, "leetcode37")).splitlines()
    assert all(" " not in line for line in lines)
    text = "\n\n".join(json.dumps(json.loads(line), indent=indent) for line in lines)
    assert [grid.ranks for grid in read_grids(text, symbols=grids[0].symbols)] == [grid.ranks for grid in grids]


def test_lines_of_boards(read_grids: Read) -> None:
    text = '\n[["1"]]\n[\n["."]\n]\n[["1"]]'
    assert [(grid.line, grid.ranks) for grid in read_grids(text)] == [(2, (1,)), (4, (0,)), (6, (1,))]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[["1",".",".","."]]', "puzzles.txt:1: row 1 must be an array of 1 strings"),
        ('[["1","."],\n["."]]', "puzzles.txt:1: row 2 must be an array of 2 strings"),
        ('[["1","."],\n[".", 2]]', "puzzles.txt:1: r2c2 must be a string of one character, not 2"),
        ('[["1","."],\n[".", ""]]', "puzzles.txt:1: r2c2 must be a string of one character, not ''"),
        ('[["1","."],\n [".", "x"]]', "puzzles.txt:2, column 9: 'x' is not a digit of 1–2; use . for an empty cell"),
        ('[["1","."],\n [".", ]]', "puzzles.txt:2, column 8: not a JSON array: Expecting value"),
        ('[["1","."],\n', "puzzles.txt:2, column 1: not a JSON array: Expecting value"),
        ('[["1"]] [["1"]]', "puzzles.txt:1, column 9: not a JSON array: Extra data"),
        ("[[]]", "puzzles.txt:1: row 1 must be an array of 1 strings"),
        ("[\n]", "puzzles.txt:1: a board must be an array of 1 to 36 rows"),
        ('{"a": 1}', "puzzles.txt:1: a board must be an array of 1 to 36 rows"),
        ("[" * 50_000, "puzzles.txt:1: arrays nested too deeply for a board"),
        ("[[\n" + " " * 60_000 + "\n" + " " * 60_000 + "\n" + " " * 60_000, "puzzles.txt:1: a board of more than"),
    ],
)
def test_errors(error_of: Callable[..., str], text: str, message: str) -> None:
    assert MAX_BOARD < 180_000
    assert error_of(text, "leetcode37").startswith(message)

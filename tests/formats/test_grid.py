from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, strategies as st

from sudoku_cp.formats import GridText, read, write
from sudoku_cp.formats.symbols import LETTERS, ordinary_symbols

Read = Callable[..., list[GridText]]
Make = Callable[..., GridText]

ROWS = ("12..", "..1.", "2...", ".4.3")
RANKS = (1, 2, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 4, 0, 3)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(ROWS),
        "\r\n".join(ROWS) + "\r\n",
        "\n".join(" ".join(row) for row in ROWS),
        "12 ..\n.. 1.\n\n2. ..\n.4 .3\n",
        "1 2 | . .\n. . | 1 .\n----+----\n2 . | . .\n. 4 | . 3",
        "12|..\n..|1.\n-----\n2.|..\n.4|.3\n-----",
        "+----+----+\n| 12 | .. |\n| .. | 1. |\n+----+----+\n| 2. | .. |\n| .4 | .3 |\n+----+----+\n",
        "┌───┬───┐\n│1 2│. .│\n│. .│1 .│\n├───┼───┤\n│2 .│. .│\n│. 4│. 3│\n└───┴───┘",
        "╔═══╦═══╗\n║1 2║. .║\n║. .║1 .║\n╠═══╬═══╣\n║2 .║. .║\n║. 4║. 3║\n╚═══╩═══╝",
        "1 2 0 0\n0 0 1 0\n2 0 0 0\n0 4 0 3",
        "1 2 - -\n- - 1 -\n2 - - -\n- 4 - 3",
        "| 1 2 | - - |\n| - - | 1 - |\n=============\n| 2 - | - - |\n| - 4 | - 3 |",
        "# comment\n12..\n..1.\n# comment\n2...\n.4.3",
        "AB..\n..A.\nB...\n.D.C",
    ],
)
def test_looks(read_grids: Read, text: str) -> None:
    assert [grid.ranks for grid in read_grids(text)] == [RANKS]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 6, 7, 9, 10, 12, 16, 25, 30, 36])
def test_written_and_read_again(read_grids: Read, grid_of: Make, size: int) -> None:
    grids = [grid_of(size), grid_of(size, holes=0), grid_of(size, holes=5)]
    text = "".join(write(grids, "grid"))
    again = read_grids(text, "grid", ordinary_symbols(size))
    assert [grid.ranks for grid in again] == [grid.ranks for grid in grids]


@pytest.mark.slow
@given(st.integers(1, 36), st.data())
def test_any_grid_is_written_and_read_again(size: int, data: st.DataObject) -> None:
    drawn = [
        data.draw(st.binary(min_size=size * size, max_size=size * size)) for _ in range(data.draw(st.integers(1, 2)))
    ]
    grids = [
        GridText(tuple(byte % (size + 1) for byte in each), size, ordinary_symbols(size), "p", 1) for each in drawn
    ]
    from io import BytesIO

    text = "".join(write(grids, "grid")).encode()
    again = [grid for grid in read(BytesIO(text), "p", "grid", ordinary_symbols(size)) if isinstance(grid, GridText)]
    assert [grid.ranks for grid in again] == [grid.ranks for grid in grids]


def numbers(grid: GridText, empty: str) -> str:
    return "\n".join(" ".join(str(rank) if rank else empty for rank in row) for row in grid.rows)


@pytest.mark.parametrize("size", [10, 12, 16, 25, 36])
@pytest.mark.parametrize("empty", [".", "0", "?", "-"])
def test_numbers(read_grids: Read, grid_of: Make, size: int, empty: str) -> None:
    grid = grid_of(size)
    assert [again.ranks for again in read_grids(numbers(grid, empty) + "\n\n" + numbers(grid, empty))] == [
        grid.ranks
    ] * 2


def test_numbers_in_boxes(read_grids: Read, grid_of: Make) -> None:
    grid = grid_of(10)
    rows = numbers(grid, ".").split("\n")
    text = "\n------\n".join(f"| {row.replace(' ', '  ')} |" for row in rows)
    assert [again.ranks for again in read_grids(text)] == [grid.ranks]


def test_dashes_are_cells_in_grids_of_letters(read_grids: Read, grid_of: Make) -> None:
    full = grid_of(16, LETTERS[:16])
    ranks = (0,) * 48 + full.ranks[48:208] + (0,) * 48
    text = "".join(write([GridText(ranks, 16, full.symbols, "p", 1)] * 2, "poj3076"))
    assert [grid.ranks for grid in read_grids(text)] == [ranks] * 2


def test_places(read_grids: Read) -> None:
    text = "\n# one\n" + "\n".join(ROWS) + "\n\n+--+--+\n" + "\n".join(ROWS)
    assert [grid.line for grid in read_grids(text)] == [3, 9]


def test_grids_may_follow_directly(read_grids: Read) -> None:
    assert [grid.line for grid in read_grids("\n".join(ROWS * 3))] == [1, 5, 9]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2 . .\n. . 1 .\n2 . .", "puzzles.txt:3: row 3 has 3 cells, not 4 like row 1"),
        ("1 2 . .\n. . 1 .\n2 . . . .", "puzzles.txt:3: row 3 has 5 cells, not 4 like row 1"),
        ("1 2 . .\n. . 1 .\n2 . . .", "puzzles.txt:1: the grid has only 3 of 4 rows"),
        ("1 2 . .\n. . 1 .\n2 . . .\n\n" + "\n".join(ROWS), "puzzles.txt:1: the grid has only 3 of 4 rows"),
        ("\n".join(ROWS) + "\n\n1 2 . .", "puzzles.txt:6: the grid has only 1 of 4 rows"),
        (
            "1 2 . .\n. . 1 .\n2 . . x\n. 4 . 3",
            "puzzles.txt:3, column 7: 'x' is not a digit of 1–4; use . for an empty cell",
        ),
        ("12|..\n..|1.\n--+--\n2.|.5\n.4|.3", "puzzles.txt:4, column 5: '5' is not a digit of 1–4"),
        ("1 2 . .\n. . 1 .\n2 . 10 .\n. 4 . 3", "puzzles.txt:3, column 5: '10' is not a digit of 1–4"),
        (". " * 37, "puzzles.txt:1: a row of 37 cells; grids have at most 36"),
        ("---+---\n=====", "puzzles.txt: no puzzle found"),
    ],
)
def test_errors(error_of: Callable[..., str], text: str, message: str) -> None:
    assert error_of(text).startswith(message)


def test_a_number_that_is_too_large(error_of: Callable[..., str], grid_of: Make) -> None:
    text = numbers(grid_of(12), ".").replace("12", "13", 1)
    assert "'13' is not a number from 1 to 12; use . for an empty cell" in error_of(text)


def test_a_row_of_the_mark_of_the_frame_is_refused(error_of: Callable[..., str]) -> None:
    assert error_of(" __ \n|__|\n|__|\n|1_|\n|__|\n", "grid") == (
        "puzzles.txt:2: a row, or a line of the frame, whose mark it has?"
    )

"""Pictures that are read back as the puzzles they show."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.formats import GridText, load, read
from sudoku_cp.formats.entries import read_boards
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.model import InputError, MultiGrid
from sudoku_cp.models import puzzles
from sudoku_cp.render import show

PLAIN = ("classic", "hexadoku", "hexadoku_0_f")
SEVERAL = [name for name in puzzles() if isinstance(load(name), MultiGrid)]
REFUSED = [name for name in puzzles() if name not in (*PLAIN, *SEVERAL)]


def given(board: Any) -> dict[str, int]:
    return {cell.name: digit for cell, digit in board.givens.items()}


def given_in(text: str) -> tuple[int, ...]:
    (grid,) = read(BytesIO(text.encode()), "picture.txt")
    assert isinstance(grid, GridText)
    return grid.ranks


@pytest.mark.slow
@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("heading", ["", "classic:1\n"])
@pytest.mark.parametrize("size", [1, 4, 6, 8, 9, 12, 16])
@pytest.mark.parametrize("solved", [True, False])
def test_every_picture_of_a_sudoku(
    grid_of: Callable[..., GridText], size: int, colour: bool, unicode: bool, heading: str, solved: bool
) -> None:
    sudoku = Sudoku(size)
    ranks = grid_of(size).ranks
    for cell, rank in zip(sudoku.grid, ranks, strict=True):
        if rank:
            sudoku.give(cell, rank)
    full = dict(zip(sudoku.grid, grid_of(size, holes=0).ranks, strict=True))
    picture = show(sudoku, full if solved else None, colour=colour, unicode=unicode)
    told = ranks if any(ranks) or not solved else tuple(full.values())
    assert given_in(heading + picture + "\n") == told, "without marked givens all digits are given"


@pytest.mark.parametrize("name", PLAIN)
def test_shipped_sudokus(name: str) -> None:
    sudoku = load(name)
    (grid,) = read(BytesIO(show(sudoku, colour=False).encode()), name)
    assert isinstance(grid, GridText)
    digits = {cell.name: grid.ranks[cell.index] for cell in sudoku.grid if grid.ranks[cell.index]}
    ranks = {digit: rank for rank, digit in enumerate(sudoku.digits, 1)}
    assert digits == {name: ranks[digit] for name, digit in given(sudoku).items()}


@pytest.mark.slow
@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("name", SEVERAL)
def test_shipped_puzzles_of_several_grids(name: str, colour: bool, unicode: bool) -> None:
    board = load(name)
    assert isinstance(board, MultiGrid)
    text = f"{name}:1\n{show(board, colour=colour, unicode=unicode)}\n"
    (found,) = read_boards(SourceLines(BytesIO(text.encode()), name), board)
    assert given(found.model) == given(board)
    assert len(given(board)) > 30


@pytest.mark.slow
@pytest.mark.parametrize("name", SEVERAL)
@pytest.mark.parametrize("layout", ["spaced", "compact", "blank"])
def test_rows_of_several_grids(name: str, layout: str) -> None:
    board = load(name)
    assert isinstance(board, MultiGrid)
    rows = [["#" if cell is None else str(board.givens.get(cell, ".")) for cell in row] for row in board.lattice]
    joined = [(" " if layout == "spaced" else "").join(row) for row in rows]
    if layout == "blank":
        joined = [row.replace("#", " ").rstrip() for row in joined]
    text = "\n".join([*joined, "", *joined, ""])
    found = list(read_boards(SourceLines(BytesIO(text.encode()), name), board))
    assert [given(document.model) for document in found] == [given(board)] * 2
    assert [document.line for document in found] == [1, board.height + 2]


@pytest.mark.parametrize("name", REFUSED)
def test_a_picture_of_more_than_digits_is_refused(name: str) -> None:
    with pytest.raises(InputError):
        list(read(BytesIO(show(load(name), colour=False).encode()), name))


@pytest.mark.parametrize(
    "text",
    [
        "+-----+-----+\n| 1   |   4 |\n|   3 |     |\n+-----+-----+\n|     | 2   |\n| 4   |   1 |\n+-----+-----+\n",
        "┌───┬───┐\n│1  │  4│\n│  3│   │\n├───┼───┤\n│   │2  │\n│4  │  1│\n└───┴───┘\n",
        "╔════╦════╗\n║ 1  ║  4 ║\n║  3 ║    ║\n╠════╬════╣\n║    ║2   ║\n║4   ║ 1  ║\n╚════╩════╝\n",
        "+--+--+\n|1.|.4|\n|.3|..|\n+--+--+\n|..|2.|\n|4.|.1|\n+--+--+\n",
    ],
)
def test_frames_of_others(text: str) -> None:
    ranks = given_in(text)
    assert sorted(ranks) == [0] * 10 + [1, 1, 2, 3, 4, 4]
    assert (ranks[0], ranks[12]) == (1, 4)
    assert [grid.ranks for grid in read(BytesIO((text + "\n" + text).encode())) if isinstance(grid, GridText)] == [
        ranks,
        ranks,
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("+--+\n+--+\n", "p:1: a frame without rows"),
        ("+---+\n|   |\n+---+\n", "p:1: a frame without digits"),
        ("+--+--+\n|12|34|\n+--+--+\n|12|34|\n|12|34|\n+--+--+\n", "p:1: the frame has bands of different heights"),
        ("+--+-+\n|12|3|\n+--+-+\n", "p:1: the frame shows more than boxes"),
        ("+--+--+\n|1.|x4|\n|.3|..|\n+--+--+\n|..|2.|\n|4.|.1|\n+--+--+\n", "p:2, column 5: 'x' is not a digit of 1–4"),
        (
            "+----+\n|12..|\n|3...|\n|....|\n|....|\n+----+\nkiller r1c1\n",
            "p:7: only the digits of a picture can be read",
        ),
        ("+--+\n|12|\n|34|\n|12|\n|34|\n+--+\n", "p:"),
    ],
)
def test_pictures_that_are_wrong(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        list(read(BytesIO(text.encode()), "p"))
    assert str(caught.value).startswith(message)


def test_boards_that_are_wrong() -> None:
    board = load("samurai")
    assert isinstance(board, MultiGrid)
    for text, message in (
        ("# 1\n", "row 1 has 2 cells, not 21"),
        ("." * 21 + "\n", "write # for each place without a cell, and only there"),
        ("." * 9 + "###" + "." * 8 + "x\n", "'x' is not a digit of 1–9"),
    ):
        with pytest.raises(InputError, match=message):
            list(read_boards(SourceLines(BytesIO(text.encode()), "samurai.txt"), board))


def test_a_picture_with_a_blank_line_between_its_bands_is_no_smaller_one() -> None:
    text = "┌──┬──┐\n|..|..|\n|..|.2|\n├──┼──┤\n\n|..|..|\n|..|2.|\n└──┴──┘\n"
    for name in (None, "picture"):
        with pytest.raises(InputError):
            list(read(BytesIO(text.encode()), "p", name))

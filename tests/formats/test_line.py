from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from itertools import islice

import pytest

from sudoku_cp.formats import GridText, read, write
from sudoku_cp.formats.symbols import LETTERS, ordinary_symbols

Read = Callable[..., list[GridText]]
Make = Callable[..., GridText]


@pytest.mark.parametrize("size", [1, 2, 4, 6, 9, 12, 16, 25, 36])
def test_written_and_read_again(read_grids: Read, grid_of: Make, size: int) -> None:
    grid = grid_of(size)
    text = "".join(write([grid], "line"))
    assert len(text) == size * size + 1
    assert [again.ranks for again in read_grids(text, "line", ordinary_symbols(size))] == [grid.ranks]


@pytest.mark.parametrize(
    ("size", "symbols"),
    [(9, LETTERS[:9]), (16, LETTERS[:16]), (16, "0123456789ABCDEF"), (16, "123456789ABCDEFG"), (25, LETTERS[:25])],
)
def test_symbols_are_found_out(read_grids: Read, grid_of: Make, size: int, symbols: str) -> None:
    grid = grid_of(size, symbols)
    assert read_grids("".join(write([grid], "line"))) == [grid]


@pytest.mark.parametrize("mark", ".0*_?-")
def test_marks_of_empty_cells(read_grids: Read, grid_of: Make, mark: str) -> None:
    grid = grid_of(9)
    text = "".join(write([grid], "line")).replace(".", mark)
    assert read_grids(text) == [grid]


def test_only_the_first_field_counts(read_grids: Read) -> None:
    first = "12..34..2...4..."
    texts = [f"{first}{rest}" for rest in ("", " 7", "\t8", ":1:1234341221434321", ",9;9", "  # hard", "\r")]
    texts.insert(3, f"  {first}")
    grids = read_grids("\n".join(texts), "line")
    assert [grid.line for grid in grids] == list(range(1, 9))
    assert {grid.ranks for grid in grids} == {grids[0].ranks}


def test_blank_lines_comments_and_the_end(read_grids: Read) -> None:
    text = "# four\n\n1...............\n   \n  # more\n2...............\nend\nnonsense"
    grids = read_grids(text, "line")
    assert [(grid.line, grid.ranks[0]) for grid in grids] == [(3, 1), (6, 2)]


def test_sizes_may_differ(read_grids: Read, grid_of: Make) -> None:
    sizes = [4, 9, 16, 4]
    text = "".join(write([grid_of(size, LETTERS[:size]) for size in sizes], "line"))
    assert [grid.size for grid in read_grids(text, "line")] == sizes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1" * 80, "puzzles.txt:1: a puzzle of 80 characters; a line has n² for n×n, such as 81 for 9×9"),
        ("1" * 82, "puzzles.txt:1: a puzzle of 82 characters"),
        ("." * 81 + "\n\n" + "." * 37**2, "puzzles.txt:3: a puzzle of 1369 characters"),
        (
            "." * 81 + "\n ." + "....x" * 16,
            "puzzles.txt:2, column 7: 'x' is not a digit of 1–9; use . for an empty cell",
        ),
        (":1:", "puzzles.txt:1: a puzzle of"),
    ],
)
def test_errors(error_of: Callable[..., str], text: str, message: str) -> None:
    assert error_of(text, "line").startswith(message)


def test_puzzles_before_an_error_are_given() -> None:
    grids = read(BytesIO(b"." * 81 + b"\n!"), "p", "line")
    assert [grid.line for grid in islice(grids, 1)] == [1]

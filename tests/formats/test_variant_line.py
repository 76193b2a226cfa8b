from __future__ import annotations

from io import BytesIO

import pytest

from sudoku_cp.formats import Document, read
from sudoku_cp.formats.line import is_variant_line
from sudoku_cp.model import Board, InputError

BLANK = "0" * 9


def read_one(text: str) -> Board:
    (found,) = read(BytesIO(text.encode()), "lines")
    assert isinstance(found, Document)
    return found.model


def clues(text: str) -> list[str]:
    return [str(clue) for clue in read_one(text).clues]


def test_jigsaw() -> None:
    model = read_one("1..........0...4" + "AAABACBBCCDBCDDD")
    assert {cell.name: digit for cell, digit in model.givens.items()} == {"r1c1": 1, "r4c4": 4}
    assert [cell.name for cell in model.boxes[0]] == ["r1c1", "r1c2", "r1c3", "r2c1"]


def test_short_killer() -> None:
    # A cage of 10 from r1c1, one of 45 that ends at r1c5, one along diagonals to r4c2, and cells in no cage.
    rows = ["A<0>j<<<0", "^`" + "0" * 7, "00," + "0" * 6, "05" + "0" * 7]
    text = "".join(rows) + BLANK * 5
    assert clues(text) == [
        "killer r1c1 r1c2 r2c1 r2c2 sum=10",
        "killer r1c4 r1c5 r1c6 r1c7 r1c8 sum=45",
        "killer r3c3 r4c2 sum=5",
    ]


@pytest.mark.parametrize("diagonals", ["", "d"])
def test_long_killer(diagonals: str) -> None:
    numbers = [str(1 + 256 * 15)] * 3 + [str(2 + 256 * 7)] + ["0"] * 77
    text = f"3x3:{diagonals}:k:" + ":".join(numbers)
    expected = ["killer r1c1 r1c2 r1c3 sum=15", "killer r1c4 sum=7"]
    assert clues(text) == expected + (["diagonals"] if diagonals else [])
    assert clues(text + ":") == clues(text)


@pytest.mark.parametrize("size", range(4, 10))
def test_pencil_marks(size: int) -> None:
    whole = "".join(str(digit) for digit in range(1, size + 1))
    model = read_one(".2".ljust(size, ".") + "1.3".ljust(size, ".") + whole * (size * size - 2))
    assert {cell.name: digit for cell, digit in model.givens.items()} == {"r1c1": 2}
    assert {cell.name: digits for cell, digits in model.pencilmarks.items()} == {"r1c2": (1, 3)}
    assert len(model.cells) == size * size


def test_large_grids_are_no_pencil_marks() -> None:
    for text in ("123456789" * 80 + "." * 9, "21......." * 81, "1" + "." * 63):
        assert not is_variant_line(text)


@pytest.mark.parametrize("text", ["", "." * 81, "1" * 162, "A" * 32, "3x3:k:1:2"])
def test_no_variant_lines(text: str) -> None:
    assert not is_variant_line(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x..............." + "AAABACBBCCDBCDDD", "r1c1: 'x' is not a digit; use . for an empty cell"),
        ("><" + "0" * 79, "r1c1: the pointers form a cycle"),
        ("<" + "0" * 80, "r1c1: '<' points outside the grid"),
    ],
)
def test_bad_lines(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_one(text)
    assert str(caught.value) == f"lines:1: {message}"


def test_anything_else() -> None:
    with pytest.raises(InputError, match=r"^lines:2: neither a jigsaw"):
        list(read(BytesIO(b"1..............." + b"AAABACBBCCDBCDDD\n12"), "lines"))

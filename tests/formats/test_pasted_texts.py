"""Texts as programs, spreadsheets, forums and languages write a grid: the same puzzle, or a refusal with the place."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import pytest

from sudoku_cp.formats import Document, GridText, load, read
from sudoku_cp.formats.document import sudoku_of
from sudoku_cp.model import InputError, Sudoku
from sudoku_cp.model.sudoku import single_grid
from tests.support.pasted_texts import FORMS, GRIDS, LARGE, NINE, ONLY_NINE, rows_of


def cells_of(text: str) -> str:
    (found,) = read(BytesIO(text.encode()), "p")
    sudoku = sudoku_of(found) if isinstance(found, GridText) else single_grid(found.model)
    return given_in(sudoku)


def given_in(sudoku: Sudoku) -> str:
    return "".join(str(sudoku.givens.get(cell, ".")) for cell in sudoku.grid)


@pytest.mark.parametrize("size", GRIDS)
@pytest.mark.parametrize("form", FORMS)
def test_a_pasted_grid(form: str, size: int) -> None:
    if size != 9 and form in ONLY_NINE:
        return
    text = FORMS[form](GRIDS[size])
    assert cells_of(text) == GRIDS[size]
    assert cells_of("\n" + text + "\n\n") == GRIDS[size]
    model = load(text.rstrip("\n"))
    assert isinstance(model, Sudoku)
    assert given_in(model) == GRIDS[size]


@pytest.mark.parametrize("form", LARGE)
def test_a_grid_on_one_line(form: str) -> None:
    assert cells_of(LARGE[form](NINE)) == NINE


def candidates(size: int) -> list[list[str]]:
    """Some candidates of each cell, one of them alone; 16 has letters."""
    marks = "123456789ABCDEFG"[:size]
    cells = [[marks[(row + column) % size :][:3] or marks[0] for column in range(size)] for row in range(size)]
    cells[0][1] = marks
    return cells


def pencil_marks(cells: Sequence[Sequence[str]], frame: str | None) -> str:
    size = len(cells)
    width = max(len(cell) for row in cells for cell in row)
    rows = [" ".join(cell.ljust(width) for cell in row) for row in cells]
    if frame is None:
        return "\n".join(rows) + "\n"
    rule = "-" * (len(rows[0]) + 2)
    lines = [frame[0] + rule + frame[1]]
    for at, row in enumerate(rows):
        lines += [frame[2] + rule + frame[3]] if at and at % (size // 2) == 0 else []
        lines.append(f"| {row} |")
    return "\n".join([*lines, frame[4] + rule + frame[5]]) + "\n"


@pytest.mark.parametrize("frame", [None, "..::''", "**||**", "++++++"], ids=["bare", "HoDoKu", "Simple Sudoku", "plus"])
@pytest.mark.parametrize("size", [4, 6, 9, 16])
def test_pasted_pencil_marks(size: int, frame: str | None) -> None:
    cells = candidates(size)
    (found,) = read(BytesIO(pencil_marks(cells, frame).encode()), "p")
    assert isinstance(found, Document)
    sudoku = single_grid(found.model)
    assert not sudoku.givens
    read_back = [
        ["".join(sudoku.symbols[digit - 1] for digit in sudoku.pencilmarks.get(cell, sudoku.digits)) for cell in row]
        for row in sudoku.rows
    ]
    assert read_back == [["".join(sorted(cell)) for cell in row] for row in cells]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (NINE.replace(".", "x"), "p:1, column 1: 'x' is not a digit of 1–9; use . for an empty cell"),
        ("\n".join("> " + row for row in rows_of(NINE)), "p:1, column 3: a row of a grid or of a table"),
        ("problem(1, [[1, _, _, _],\n[_, _, _, _]])", "p:1, column 9: '1' outside a list"),
        ("  0 1 2 3\n0 1 2 . .\n1 . . 1 2\n2 2 1 . .\n3 . . 2 1\n", "p:2: row 2 has 5 cells, not 4"),
        ("A 1 2 . .\nB . . 1 2\nC 2 1 . .\nD . . 2 1\n", "p:1: the grid has only 4 of 5 rows"),
        ("board = [[1, 2, 0, 0],\n[0, 0, 1, 2],\n[2, 1, 0],\n[0, 0, 2, 1]]", "p:3, column 9: a list of 3 entries"),
        ("board = [[1, 2, 0, 0],\n[0, 0, 1, 2],\n[2, 1, 0, q],\n[0, 0, 2, 1]]", "p:3, column 11: 'q' is not a digit"),
        ("board = [[1, 2, 0, 0],\n[0, 0, 1, 2]", "p:1: a list without its last bracket"),
        ("1 23 24 34\n34 34 12 12\n23 1 34 25\n24 34 12 13\n", "p:3, column 9: '25' are not digits of 1–4"),
        ("1 23 24 34\n34 34 12 12\n23 1 34\n24 34 12 13\n", "p:3: row 3 has 3 cells, not 4"),
        ("1 23 24 34\n34 34 12 12\n23 1 34 24\n", "p:1: the grid has only 3 of 4 rows"),
        ("https://tinyurl.com/abc123", "p:1: the address holds no puzzle: it names one stored elsewhere"),
        ("https://sudokupad.app/abc123xyz", "p:1: the address holds no puzzle: it names one stored elsewhere"),
        ("<https://example.org/abc>", "p:1: the address holds no puzzle: it names one stored elsewhere"),
        ("quizzes,solutions\n" + NINE + "," + NINE, "p:1: this looks like a table: read it with --column quizzes"),
    ],
)
def test_the_place_of_what_is_not_read(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        list(read(BytesIO(text.encode()), "p"))
    assert str(caught.value).startswith(message)

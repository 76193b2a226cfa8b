"""Tables of puzzles, read and written row by row."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp.formats import read
from sudoku_cp.formats.rows import LineRows, Row, TableRows, puzzle_column
from sudoku_cp.model import InputError

PUZZLE = "1..............."


def table(text: str | bytes, column: str = "puzzle") -> TableRows:
    return TableRows(BytesIO(text.encode() if isinstance(text, str) else text), "puzzles.csv", column)


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_delimiters_line_ends_and_byte_order_marks(delimiter: str, end: str, mark: str) -> None:
    lines = ["id,puzzle,note", f"7,{PUZZLE},x", f"8,{PUZZLE},"]
    rows = table(mark + end.join(line.replace(",", delimiter) for line in lines) + end)
    assert rows.delimiter == delimiter
    assert rows.names == ("id", "puzzle", "note")
    assert list(rows) == [Row(2, ["7", PUZZLE, "x"], PUZZLE), Row(3, ["8", PUZZLE, ""], PUZZLE)]


def test_quoted_fields_and_line_numbers() -> None:
    text = f'"a ""b"", c",puzzle\n"two\nlines",{PUZZLE}\n\nx,"{PUZZLE[:8]}\n{PUZZLE[8:]}"\n'
    rows = table(text)
    assert rows.names == ('a "b", c', "puzzle")
    first, blank, second = rows
    assert (first.line, first.fields) == (2, ["two\nlines", PUZZLE])
    assert (blank.line, blank.fields, blank.text) == (4, (), "")
    assert (second.line, second.text) == (5, f"{PUZZLE[:8]}\n{PUZZLE[8:]}")
    written = rows.written(rows.names) + "".join(rows.written(row.fields) for row in (first, second))
    assert written == text.replace("\n\n", "\n")


@pytest.mark.parametrize(
    ("text", "column", "names", "puzzles"),
    [
        (f"1,{PUZZLE}\n2,{PUZZLE}\n", "2", None, 2),
        (f"id,puzzle\n2,{PUZZLE}\n", "2", ("id", "puzzle"), 1),
        (f"{PUZZLE}\n{PUZZLE}\n", "1", None, 2),
        (f"2,x\n{PUZZLE},y\n", "2", ("2", "x"), 1),
        (f" puzzle , id\n{PUZZLE},1\n", "puzzle", ("puzzle", "id"), 1),
    ],
)
def test_columns_by_number(text: str, column: str, names: object, puzzles: int) -> None:
    rows = table(text, column)
    assert rows.names == names
    assert len(list(rows)) == puzzles


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", "puzzle", "puzzles.csv: no puzzle found"),
        ("id,puzle\n", "puzzle", "puzzles.csv:1: there is no column puzzle: did you mean puzle?"),
        ("id,,x\n", "puzzle", "puzzles.csv:1: there is no column puzzle; there are id, (no name), x"),
        ("id,x\n", "3", "puzzles.csv:1: there is no column 3; there are id, x"),
        ("id,x\n", "0", "puzzles.csv:1: there is no column 0; there are id, x"),
        (
            "puzzle,id,puzzle\n",
            "puzzle",
            "puzzles.csv:1: columns 1 and 3 are both called puzzle; write --column 1",
        ),
        ('id,puzzle\n1,"x', "puzzle", "puzzles.csv:2: not a row of a table: unexpected end of data"),
        ('id,puzzle\n1,"x"y\n', "puzzle", "puzzles.csv:2: not a row of a table: ',' expected after '\"'"),
        (b"id,puzzle\n1,\xff\n", "puzzle", "puzzles.csv:2, column 3: byte 0xff is not UTF-8"),
        ('id,puzzle\n1,"' + "x\n" * 100_000, "puzzle", "puzzles.csv:2: not a row of a table: field larger than"),
    ],
)
def test_tables_that_are_wrong(text: str | bytes, column: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        list(table(text, column))
    assert str(caught.value).startswith(message)


def test_rows_that_are_wrong() -> None:
    rows = list(table(f"id,puzzle\n1\n1,{PUZZLE},x\n1,\n2,{PUZZLE}\n"))
    assert [row.fault for row in rows] == [
        "the row has 1 fields, and the first row has 2",
        "the row has 3 fields, and the first row has 2",
        "column puzzle has no puzzle",
        None,
    ]
    assert [row.text for row in rows] == ["", "", "", PUZZLE]


def test_names_that_are_taken() -> None:
    rows = table(f"answer,puzzle,answer_2,x,x\n1,{PUZZLE},3,4,5\n")
    assert rows.with_names(["answer", "status"]) == ["answer_3", "status"]
    (row,) = rows
    assert rows.named(row) == {"answer": "1", "answer_2": "3", "x": "4", "x_2": "5"}
    assert rows.replaced(row, "new") == ["1", "new", "3", "4", "5"]


def test_rows_that_have_come_are_known(endless: Callable[..., Any]) -> None:
    rows: TableRows | LineRows
    for rows in (
        TableRows(endless(f"a,puzzle\n1,{PUZZLE}\n2,{PUZZLE}\n".encode()), "endless", "puzzle"),
        LineRows(endless(f"a\n1,{PUZZLE}\n2,{PUZZLE}\n".encode()), "endless"),
    ):
        lines = []
        for _ in range(9):
            lines.append(next(rows).line % 3)
            assert rows.is_ready == (lines[-1] != 0)
        assert {0, 1, 2} == set(lines)


@pytest.mark.parametrize(
    ("first", "second", "column"),
    [
        ("id,puzzle", f"1,{PUZZLE}", "puzzle"),
        ("puzzle,solution", f"{PUZZLE},{PUZZLE}", "puzzle"),
        ("quizzes", PUZZLE, "quizzes"),
        (f"1\t{PUZZLE}", "", "2"),
        (f"x;{PUZZLE};", "", "2"),
        ("id,link", "1,https://f-puzzles.com/?load=N4Ig", "link"),
        (f"{PUZZLE},id", f"{PUZZLE},1", None),
        (PUZZLE, PUZZLE, None),
        ("5 3 . | . 7 . | . . .", "6 . . | 1 9 5 | . . .", None),
        ("+---+---+", "|1234|....|", None),
        ("id,puzzle", "1,", None),
    ],
)
def test_columns_that_seem_to_hold_puzzles(first: str, second: str, column: str | None) -> None:
    assert puzzle_column(first, second) == column
    if column is not None:
        with pytest.raises(InputError, match=f"^p:1: this looks like a table: read it with --column {column}$"):
            list(read(BytesIO(f"{first}\n{second}\n".encode()), "p"))


def test_columns_by_blanks() -> None:
    text = "a1  12....1221....21   1.2\n b2 1............... 3\n"
    rows = TableRows(BytesIO(text.encode()), "bank", "2")
    assert [(row.text, row.line) for row in rows] == [("12....1221....21", 1), ("1...............", 2)]
    assert puzzle_column("a1  12....1221....21   1.2", "") == "2"
    assert puzzle_column("1234 1234 1234 1234", "") is None

"""Puzzles in the rows of a table (CSV, TSV), together with the other fields; or in the lines of a text."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import BinaryIO, Protocol

from sudoku_cp._base.errors import nearest
from sudoku_cp._base.text import in_one_line
from sudoku_cp.formats.registry import looks_like_puzzle
from sudoku_cp.formats.source_lines import SourceLines, with_plain_line_ends
from sudoku_cp.model import InputError

BUFFER = 1 << 18
"""The number of bytes read ahead."""

DELIMITERS = ",\t;|"

BLANK = " "
"""Blanks, as many as there are, separate fields where no other delimiter does."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row and the puzzle in it."""

    line: int
    """The line where it starts, counted from 1."""
    fields: Sequence[str]
    text: str
    """The text of the puzzle; blank if the row is an empty line or a comment."""
    fault: str | None = None
    """The reason why it is not a row of the table."""


class Rows(Iterator[Row], Protocol):
    """Rows that are read one by one."""

    @property
    def is_ready(self) -> bool:
        """Return whether at least the first line of the next row has arrived."""


class LineRows(Rows):
    """The lines of a text, each as a row with one field."""

    def __init__(self, stream: BinaryIO, source: str) -> None:
        self._lines = _lines(stream, source)

    def __next__(self) -> Row:
        line = next(self._lines)
        return Row(line.number, (line.text,), "" if line.is_skipped else line.text)

    @property
    def is_ready(self) -> bool:
        return self._lines.is_ready


class TableRows(Rows):
    """The rows of a table whose fields are separated by commas, tabs, semicolons, bars or blanks, and quoted as in CSV.

    Parameters
    ----------
    column
        The column of the puzzles: its name in the first row, or its number, counted from 1. With a number, the names
        are optional: if the first row has a puzzle in that column, there are none.

    Raises
    ------
    InputError
        If there is no such column, or more than one. While reading, if a quoted field is damaged.
    """

    def __init__(self, stream: BinaryIO, source: str, column: str) -> None:
        self._lines = _lines(stream, source)
        first = self._lines.peek()
        if first is None:
            raise InputError("no puzzle found", source)
        if not first.text.strip():
            raise InputError("this line is blank: a table begins with the names of its columns", source, first.number)
        self.delimiter = _delimiter(first.text, column)
        is_blank = self.delimiter == BLANK
        texts = (f"{line.text.strip(BLANK) if is_blank else line.text}\n" for line in self._lines)
        self._reader = csv.reader(texts, delimiter=self.delimiter, skipinitialspace=is_blank, strict=True)
        head = self._next_fields()
        self.width = len(head)
        """The number of columns."""
        self._head, self._first = head, first.number
        self._column = self.place_of(column)
        self.names: tuple[str, ...] | None = None
        """The names of the columns, if the first row has them."""
        self._waiting: Row | None = None
        if column in _names(head) or _is_name(head[self._column]):
            self.names = tuple(_names(head))
        else:
            self._waiting = self._row(head, first.number)

    def place_of(self, column: str) -> int:
        """The place of a column, counted from 0, by its name or its number.

        Raises
        ------
        InputError
            If there is no such column, or more than one.
        """
        head, line = self._head, self._first
        names = _names(head)
        if names.count(column) > 1:
            places = " and ".join(str(place) for place, name in enumerate(names, 1) if name == column)
            message = f"columns {places} are both called {column}; write --column {names.index(column) + 1}"
            raise self._lines.error(message, line)
        if column in names:
            return names.index(column)
        if re.fullmatch(r"\d{1,9}", column, re.ASCII) and 1 <= int(column) <= len(head):
            return int(column) - 1
        known = ", ".join(name or "(no name)" for name in names)
        raise self._lines.error(
            f"there is no column {in_one_line(column)}{nearest(column, names) or f'; there are {known}'}", line
        )

    def __next__(self) -> Row:
        if self._waiting is not None:
            row, self._waiting = self._waiting, None
            return row
        line = self._lines.next_number
        return self._row(self._next_fields(), line)

    def _next_fields(self) -> list[str]:
        line = self._lines.next_number
        try:
            return next(self._reader)
        except csv.Error as error:
            raise self._lines.error(f"not a row of a table: {error}", line) from None

    def _row(self, fields: list[str], line: int) -> Row:
        if not fields:
            return Row(line, (), "")
        fault = None
        if len(fields) != self.width:
            fault = f"the row has {len(fields)} fields, and the first row has {self.width}"
        elif not fields[self._column].strip():
            fault = f"{self.place} has no puzzle"
        return Row(line, fields, fields[self._column] if fault is None else "", fault)

    @property
    def place(self) -> str:
        """The name of the column in messages."""
        return f"column {self._column + 1}" if self.names is None else f"column {self.names[self._column]}"

    @property
    def is_ready(self) -> bool:
        return self._waiting is not None or self._lines.is_ready

    def filled(self, row: Row) -> list[str]:
        """The fields of a row, padded to the number of columns."""
        return [*row.fields, *[""] * (self.width - len(row.fields))]

    def replaced(self, row: Row, text: str) -> list[str]:
        """The fields of a row with another text in place of its puzzle."""
        return [text if place == self._column else field for place, field in enumerate(row.fields)]

    def with_names(self, further: Sequence[str]) -> list[str]:
        """Names for further columns that differ from those of the table: ``answer_2`` if it has an ``answer``."""
        taken = set(self.names or ())
        return [_free(name, taken) for name in further]

    def named(self, row: Row) -> dict[str, str]:
        """The fields of a row except its puzzle, by the names of their columns."""
        taken: set[str] = set()
        names = self.names or tuple(str(place) for place in range(1, self.width + 1))
        fields = {}
        for place, (name, field) in enumerate(zip(names, row.fields, strict=False)):
            free = _free(name, taken)
            taken.add(free)
            if place != self._column:
                fields[free] = field
        return fields

    def written(self, fields: Sequence[str]) -> str:
        """The text of a row of the table, with its line end."""
        text = StringIO()
        csv.writer(text, delimiter=self.delimiter, lineterminator="\n").writerow(fields)
        return text.getvalue()


def _lines(stream: BinaryIO, source: str) -> SourceLines:
    return SourceLines(with_plain_line_ends(stream, BUFFER), source)


def _names(head: Sequence[str]) -> list[str]:
    return [name.strip() for name in head]


def _is_name(field: str) -> bool:
    return field.strip()[:1].isalpha() and not looks_like_puzzle(field.strip())


def _free(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}_{number}"
    return free


def split(text: str, delimiter: str) -> list[str]:
    """The fields of a row on one line."""
    if delimiter == BLANK:
        return text.split()
    return next(csv.reader([text], delimiter=delimiter), [])


def puzzle_column(first: str, second: str) -> str | None:
    r"""The name or number of the column that seems to hold puzzles, if the first field of a text is not one.

    >>> puzzle_column("id,puzzle", "7,1..............."), puzzle_column("7\t1...............", "")
    ('puzzle', '2')
    >>> puzzle_column("1...............,comment", "")
    """
    for delimiter in (*DELIMITERS, BLANK):
        names, fields = _names(split(first, delimiter)), _names(split(second, delimiter))
        if not names or _is_puzzle(names[0]):
            continue
        for place, field in enumerate(names, 1):
            if _is_puzzle(field):
                return str(place)
        for name, field in zip(names, fields, strict=False):
            if len(names) == len(fields) and _is_name(name) and _is_puzzle(field):
                return name
    return None


def _is_puzzle(field: str) -> bool:
    return looks_like_puzzle(field) and any(mark.isalnum() or mark == "." for mark in field)


def _delimiter(first: str, column: str) -> str:
    """The separator that reveals the column, or otherwise the one that yields the most fields; blanks if none does."""
    if not any(mark in first for mark in DELIMITERS):
        return BLANK if len(first.split()) > 1 else DELIMITERS[0]
    return max(DELIMITERS, key=lambda one: (column in _names(fields := split(first, one)), len(fields)))

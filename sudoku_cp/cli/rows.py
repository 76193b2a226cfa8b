"""Input answered row by row: a puzzle a row of a table, or a line of a text, where a bad one need not end it.

An answer of ``--format csv`` is the row it belongs to, with two columns more: ``answer``, which is what ``--format
line`` writes, and ``status``; with ``--errors record`` a third one, ``error``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BufferedReader
from typing import TYPE_CHECKING, Any

from sudoku_cp.cli.bulk import Bulk
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.formats.rows import LineRows, Row, TableRows
from sudoku_cp.model import InputError

if TYPE_CHECKING:
    from argparse import Namespace

    from sudoku_cp.cli.session import Answer, Session

MOST = 4096
"""Rows that are answered at a time."""

ERROR = "error"


def is_row_wise(options: Namespace) -> bool:
    """Say whether the options ask for an answer a row."""
    return options.column is not None or options.errors != "stop"


def open_rows(options: Namespace, stream: BufferedReader, source: str) -> tuple[LineRows | TableRows, str | None]:
    """The rows of a stream, and the format of their puzzles if it is known.

    Raises
    ------
    InputError
        If the column is not there, or the text has no puzzle a line.
    """
    if options.column is not None:
        return TableRows(stream, source, options.column), options.input_format
    from sudoku_cp.formats import format_named, sniff

    name, further = (options.input_format, stream) if options.input_format else sniff(stream, source)
    if not format_named(name).is_line_wise:
        hint = "" if options.input_format else "; if it has one, name it with --input-format line"
        raise InputError(f"--errors {options.errors} needs a puzzle a line, and this looks like {name}{hint}", source)
    return LineRows(further, source), name


def placed(error: InputError, rows: LineRows | TableRows, row: Row, source: str) -> InputError:
    """The error of a puzzle by itself as one of its row."""
    if isinstance(rows, LineRows):
        return error
    character = f", character {error.column}" if error.column is not None else ""
    return InputError(f"{rows.place}{character}: {error.message}", source, error.line or row.line)


class RowRun:
    """Answers a stream row by row."""

    def __init__(self, session: Session, answer: Answer, bulk: Bulk | None) -> None:
        self._session = session
        self._answer = answer
        self._bulk = bulk
        self._errors: str = session.options.errors

    def __call__(self, stream: BufferedReader, source: str) -> None:
        """Answer the stream.

        Raises
        ------
        InputError
            At the first row that is no puzzle, if that is to be the end; and at one that is no row at all.
        """
        rows, name = open_rows(self._session.options, stream, source)
        self._write_head(rows)
        for chunk in _chunks(rows):
            done = self._in_bulk(chunk, rows, source)
            for row in chunk[done:]:
                if self._session.interrupted:
                    return
                self._one(row, rows, source, name)

    def _write_head(self, rows: LineRows | TableRows) -> None:
        if self._session.format != "csv" or not isinstance(rows, TableRows) or rows.names is None:
            return
        further = ["answer", "status", *([ERROR] if self._errors == "record" else [])]
        sys.stdout.write(rows.written([*rows.names, *rows.with_names(further)]))

    def _written(self, rows: LineRows | TableRows, row: Row, answer: str, status: str, error: str = "") -> str:
        assert isinstance(rows, TableRows)
        return rows.written([*rows.filled(row), answer, status, *([error] if self._errors == "record" else [])])

    def _in_bulk(self, chunk: list[Row], rows: LineRows | TableRows, source: str) -> int:
        """Answer as many of the first rows as arrays can; say how many."""
        done = 0
        if self._bulk is None or self._session.format not in ("csv", "line"):
            return 0
        for answers in self._bulk.answers([row.text for row in chunk], source):
            answered = chunk[done : done + len(answers)]
            if self._session.format == "line":
                text = "".join([answer + "\n" for answer, _ in answers])
            else:
                pairs = zip(answered, answers, strict=True)
                text = "".join([self._written(rows, row, answer, status) for row, (answer, status) in pairs])
            self._session.write_bulk(text.encode(), len(answers))
            done += len(answers)
        return done

    def _one(self, row: Row, rows: LineRows | TableRows, source: str, name: str | None) -> None:
        session = self._session
        if not row.text and row.fault is None:
            if session.format == "csv" or (session.format == "line" and self._errors == "record"):
                sys.stdout.write("\n")
            return
        session.as_csv = lambda answer, status: self._written(rows, row, answer, status)
        session.carried = rows.named(row) if isinstance(rows, TableRows) else None
        try:
            session.answer_all([self._puzzle(row, rows, source, name)], self._answer)
        except InputError as error:
            if self._errors == "stop":
                raise
            session.complain(str(error), ExitCode.BAD_INPUT)
            if self._errors == "record":
                self._record(error, rows, row, source)

    def _puzzle(self, row: Row, rows: LineRows | TableRows, source: str, name: str | None) -> Puzzle:
        if row.fault is not None:
            raise InputError(row.fault, source, row.line)
        try:
            return self._session.reader.only(row.text, source, row.line, name)
        except InputError as error:
            raise placed(error, rows, row, source) from None

    def _record(self, error: InputError, rows: LineRows | TableRows, row: Row, source: str) -> None:
        """Write what is wrong in the place of an answer."""
        if self._session.format == "csv":
            sys.stdout.write(self._written(rows, row, "", ERROR, error.message))
            return
        record: dict[str, Any] = {"status": ERROR, ERROR: error.message, "source": source, "line": row.line}
        self._session.write(lambda: record, lambda: f"{ERROR}: {error.message}", str)


def _chunks(rows: LineRows | TableRows) -> Iterator[list[Row]]:
    """The rows that have come already together; those before a damaged one, too."""
    chunk: list[Row] = []
    try:
        for row in rows:
            chunk.append(row)
            if len(chunk) == MOST or not rows.is_ready:
                yield chunk
                chunk = []
    except InputError:
        if chunk:
            yield chunk
        raise
    if chunk:
        yield chunk

"""A run of a command over its input, puzzle by puzzle, or row by row where each row or line has one.

A bad row need not end the input. An answer of ``--format csv`` is the row of the puzzle with two more columns:
``answer``, the text of ``--format line``, and ``status``. Options add ``exact`` (of `count`) and ``error``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from io import BufferedReader
from typing import TYPE_CHECKING, Any, TypeVar

from sudoku_cp.cli.bulk import Bulk
from sudoku_cp.cli.output import exactness
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.cli.puzzles import Puzzle, opened
from sudoku_cp.cli.session import AnswerFunction, Session
from sudoku_cp.formats.rows import LineRows, Row, TableRows
from sudoku_cp.model import InputError
from sudoku_cp.model.answers import Status

if TYPE_CHECKING:
    from argparse import Namespace

    from sudoku_cp.cli.session import AnswerFunction, Session


MOST = 4096
"""The number of rows answered at a time."""

ERROR = "error"

_EXACT = (Status.COMPLETE.value, Status.INFEASIBLE.value)
"""The statuses of exact numbers."""


def is_row_wise(options: Namespace) -> bool:
    """Return whether the options request one answer for each row."""
    return options.column is not None or options.errors != "stop"


def open_rows(options: Namespace, stream: BufferedReader, source: str) -> tuple[LineRows | TableRows, str | None]:
    """The rows of a stream, and the format of their puzzles if known.

    Raises
    ------
    InputError
        If the column does not exist, or the text does not have one puzzle on each line.
    """
    if options.column is not None:
        return TableRows(stream, source, options.column), options.input_format
    from sudoku_cp.formats import format_named, sniff

    name, further = (options.input_format, stream) if options.input_format else sniff(stream, source)
    if not format_named(name).is_line_wise:
        hint = "" if options.input_format else "; if the input is correct, add --input-format line"
        raise InputError(
            f"--errors {options.errors} needs one puzzle per line, and this looks like {name}{hint}", source
        )
    return LineRows(further, source), name


def placed(error: InputError, rows: LineRows | TableRows, row: Row, source: str) -> InputError:
    """The error of a single puzzle as an error of its row."""
    if isinstance(rows, LineRows):
        return error
    character = f", character {error.column}" if error.column is not None else ""
    return InputError(f"{rows.place}{character}: {error.message}", source, error.line or row.line)


class RowRun:
    """Answers a stream row by row."""

    def __init__(self, session: Session, answer: AnswerFunction, bulk: Bulk | None) -> None:
        self._session = session
        self._answer = answer
        self._bulk = bulk
        self._errors: str = session.options.errors
        self._says_exact: bool = getattr(session.options, "exact", False)

    def __call__(self, stream: BufferedReader, source: str) -> None:
        """Answer the stream.

        Raises
        ------
        InputError
            At the first row that is not a puzzle, unless the options continue; and at a text that is not a row at all.
        """
        rows, name = open_rows(self._session.options, stream, source)
        self._write_head(rows)
        for chunk in chunks(rows, MOST, lambda: rows.is_ready):
            done = self._in_bulk(chunk, rows, source)
            for row in chunk[done:]:
                if self._session.interrupted:
                    return
                self._one(row, rows, source, name)

    def _write_head(self, rows: LineRows | TableRows) -> None:
        if self._session.format != "csv" or not isinstance(rows, TableRows) or rows.names is None:
            return
        exact = ["exact"] if self._says_exact else []
        further = ["answer", "status", *exact, *([ERROR] if self._errors == "record" else [])]
        sys.stdout.write(rows.written([*rows.names, *rows.with_names(further)]))

    def _written(self, rows: LineRows | TableRows, row: Row, answer: str, status: str, error: str = "") -> str:
        assert isinstance(rows, TableRows)
        exact = [exactness(status in _EXACT) if status != ERROR else ""] if self._says_exact else []
        return rows.written([*rows.filled(row), answer, status, *exact, *([error] if self._errors == "record" else [])])

    def _in_bulk(self, chunk: list[Row], rows: LineRows | TableRows, source: str) -> int:
        """Answer rows through arrays, as many as possible from the first on; return their number."""
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
        """Write an error in place of an answer."""
        if self._session.format == "csv":
            sys.stdout.write(self._written(rows, row, "", ERROR, error.message))
            return
        record: dict[str, Any] = {"status": ERROR, ERROR: error.message, "source": source, "line": row.line}
        self._session.write(lambda: record, lambda: f"{ERROR}: {error.message}", str)


def chunks(items: Iterable[_Item], most: int, is_ready: Callable[[], bool] | None = None) -> Iterator[list[_Item]]:
    """Items in groups, in order; an error in their source comes after the items before it.

    Parameters
    ----------
    most
        The largest number of items in a group.
    is_ready
        Whether the next item has arrived; a group ends where it has not.

    Raises
    ------
    InputError
        If the source of the items does.
    """
    chunk: list[_Item] = []
    try:
        for item in items:
            chunk.append(item)
            if len(chunk) == most or not (is_ready is None or is_ready()):
                yield chunk
                chunk = []
    except InputError:
        if chunk:
            yield chunk
        raise
    if chunk:
        yield chunk


_Item = TypeVar("_Item")

Whole = Callable[[BufferedReader, str], bool]
"""Answers a whole stream, or reads nothing and returns False."""


def answer_input(session: Session, answer: AnswerFunction, whole: Whole | None = None) -> ExitCode:
    """Answer every puzzle of every FILE.

    A puzzle that cannot be read ends its file, after the answers to the puzzles before it have been written.

    Parameters
    ----------
    session
        The options of the run.
    answer
        Answers one puzzle.
    whole
        Called first for each stream.
    """
    for argument in session.options.files or ["-"]:
        try:
            with opened(argument) as (stream, source):
                _answer_stream(session, stream, source, answer, whole)
        except InputError as error:
            session.complain(str(error), ExitCode.BAD_INPUT)
        except KeyboardInterrupt:
            session.interrupt()
        if session.interrupted:
            break
    session.progress.wipe()
    return session.code


def _answer_stream(
    session: Session, stream: BufferedReader, source: str, answer: AnswerFunction, whole: Whole | None
) -> None:
    if is_row_wise(session.options):
        RowRun(session, answer, whole if isinstance(whole, Bulk) else None)(stream, source)
    elif whole is None or not whole(stream, source):
        session.answer_all(session.reader.read(stream, source), answer)

"""A run of a command over its input, which reads, answers and writes puzzle by puzzle."""

from __future__ import annotations

from collections.abc import Callable
from io import BufferedReader

from sudoku_cp.cli.bulk import Bulk
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.rows import RowRun, is_row_wise
from sudoku_cp.cli.session import Answer, Session
from sudoku_cp.cli.sources import opened
from sudoku_cp.model import InputError

Whole = Callable[[BufferedReader, str], bool]
"""Answers a whole stream, or reads nothing and returns False."""


def answer_input(session: Session, answer: Answer, whole: Whole | None = None) -> ExitCode:
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


def _answer_stream(session: Session, stream: BufferedReader, source: str, answer: Answer, whole: Whole | None) -> None:
    if is_row_wise(session.options):
        RowRun(session, answer, whole if isinstance(whole, Bulk) else None)(stream, source)
    elif whole is None or not whole(stream, source):
        session.answer_all(session.reader.read(stream, source), answer)

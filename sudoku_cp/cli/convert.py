"""``sudoku-cp convert``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator

from sudoku_cp import formats
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.messages import notify
from sudoku_cp.cli.puzzles import PuzzleReader
from sudoku_cp.cli.rows import ERROR, is_row_wise, open_rows, placed
from sudoku_cp.cli.session import compile_once
from sudoku_cp.cli.sources import opened
from sudoku_cp.formats.rows import LineRows, Row, TableRows
from sudoku_cp.model import InputError, ModelError


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    parser.add_argument(
        "--to",
        metavar="FORMAT",
        type=_written_format,
        required=True,
        help=f"{', '.join(formats.WRITABLE)}, or one that another package registers",
    )
    parser.add_argument("--with-solution", action="store_true", help="include the solution if it is unique")


def _written_format(name: str) -> formats.Format:
    """A format that can be written."""
    try:
        return formats.writable_format(name)
    except InputError as error:
        raise ArgumentTypeError(str(error)) from None


def _solved(item: formats.Puzzle, reader: PuzzleReader, options: Namespace) -> formats.Puzzle:
    """The puzzle, with its solution if that is requested and unique."""
    if not options.with_solution:
        return item
    puzzle = reader.puzzle(item)
    compiled, limits = compile_once("exact-cover", puzzle.model)
    result = compiled.count(2, puzzle.givens, limits)
    carried = dict(item.carried) if isinstance(item, formats.Document) else {}
    carried.pop("solution", None)
    if result.count == 1 and result.solution is not None:
        carried["solution"] = [result.solution[cell] for cell in puzzle.model.grid]
    else:
        notify(f"{puzzle.source}:{puzzle.line}: there is {'no' if not result.count else 'more than one'} solution")
    return formats.Document(puzzle.shown, puzzle.source, puzzle.line, carried)


def run(options: Namespace) -> ExitCode:
    """Write every puzzle of the input in another format.

    With ``--model`` a plain grid becomes a puzzle of that variant.

    Raises
    ------
    InputError
        If a solution is requested and the format has no place for it.
    """
    if options.with_solution and not options.to.has_solution:
        able = [name for name, each in formats.FORMATS.items() if each.has_solution]
        raise InputError(f"{options.to.name} has no place for a solution; {', '.join(able)} have")
    try:
        if is_row_wise(options):
            return _run_rows(options)
        for piece in formats.write(_puzzles(options), options.to.name):
            sys.stdout.write(piece)
    except InputError as error:
        sys.stdout.flush()
        notify(str(error))
        return ExitCode.BAD_INPUT
    return ExitCode.ANSWERED


def _run_rows(options: Namespace) -> ExitCode:
    """Write each row with its puzzle in the other format, tables as tables and lines as lines."""
    reader, code = PuzzleReader(options), ExitCode.ANSWERED
    for argument in options.files or ["-"]:
        with opened(argument) as (stream, source):
            rows, name = open_rows(options, stream, source)
            if isinstance(rows, TableRows) and rows.names is not None:
                error = rows.with_names([ERROR]) if options.errors == "record" else []
                sys.stdout.write(rows.written([*rows.names, *error]))
            for row in rows:
                try:
                    sys.stdout.write(_converted(reader, rows, row, source, name, options))
                except InputError as error:
                    if options.errors == "stop":
                        raise
                    notify(str(error))
                    code = ExitCode.BAD_INPUT
                    if options.errors == "record":
                        sys.stdout.write(_refused(rows, row, error.message))
                sys.stdout.flush()
    return code


def _converted(
    reader: PuzzleReader, rows: LineRows | TableRows, row: Row, source: str, name: str | None, options: Namespace
) -> str:
    if row.fault is not None:
        raise InputError(row.fault, source, row.line)
    if not row.text:
        return "\n" if isinstance(rows, TableRows) or options.errors == "record" else ""
    try:
        item = reader.only_item(row.text, source, row.line, name)
        if options.model is not None:
            item = formats.Document(reader.puzzle(item).shown, source, row.line)
        text = "".join(formats.write([_solved(item, reader, options)], options.to.name))
    except ModelError as error:
        raise InputError(str(error), source, row.line) from None
    except InputError as error:
        raise placed(error, rows, row, source) from None
    if isinstance(rows, LineRows):
        return text
    further = [""] if options.errors == "record" else []
    return rows.written([*rows.replaced(row, text.rstrip("\n")), *further])


def _refused(rows: LineRows | TableRows, row: Row, message: str) -> str:
    """The text in place of a row that is not a puzzle."""
    return rows.written([*rows.filled(row), message]) if isinstance(rows, TableRows) else f"{ERROR}: {message}\n"


def _puzzles(options: Namespace) -> Iterator[formats.Puzzle]:
    reader = PuzzleReader(options)
    for argument in options.files or ["-"]:
        with opened(argument) as (stream, source):
            if options.model is None:
                yield from (_solved(item, reader, options) for item in reader.items(stream, source))
            else:
                for puzzle in reader.read(stream, source):
                    yield _solved(formats.Document(puzzle.shown, puzzle.source, puzzle.line), reader, options)

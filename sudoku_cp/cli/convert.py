"""``sudoku-cp convert``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from sudoku_cp import formats
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.process import ExitCode, notify
from sudoku_cp.cli.puzzles import Puzzle, PuzzleReader, opened
from sudoku_cp.cli.running import ERROR, is_row_wise, open_rows, placed
from sudoku_cp.cli.session import compile_once
from sudoku_cp.formats.rows import LineRows, Row, TableRows
from sudoku_cp.model import InputError, ModelError
from sudoku_cp.solving.registry import LANGUAGES, written

if TYPE_CHECKING:
    from sudoku_cp.canonical_forms import CanonicalForms


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    parser.add_argument(
        "--to",
        metavar="FORMAT",
        type=_written_format,
        required=True,
        help=f"{', '.join(formats.WRITABLE)}, or one that another package registers; for other solvers, "
        f"{', '.join(LANGUAGES)}: the declared constraints of one puzzle",
    )
    parser.add_argument("--with-solution", action="store_true", help="include the solution if it is unique")
    parser.add_argument(
        "--canonical", action="store_true", help="write the canonical form: the same for all symmetric copies"
    )
    parser.add_argument("--unique", action="store_true", help="leave out symmetric copies of puzzles before")


def _written_format(name: str) -> formats.Format | str:
    """A format that can be written, or the name of a language of other solvers."""
    if name in LANGUAGES:
        return name
    try:
        return formats.writable_format(name)
    except InputError as error:
        raise ArgumentTypeError(str(error)) from None


class _Conversion:
    """What the options do to each puzzle before it is written."""

    def __init__(self, options: Namespace, reader: PuzzleReader) -> None:
        self._options = options
        self._reader = reader
        self._seen: set[tuple[str, tuple[int, ...]]] = set()

    @cached_property
    def _forms(self) -> CanonicalForms:
        from sudoku_cp.canonical_forms import CanonicalForms

        return CanonicalForms()

    def converted(self, item: formats.ParsedPuzzle) -> formats.ParsedPuzzle | None:
        """The puzzle with what the options request; None if it is a symmetric copy that is left out.

        Raises
        ------
        InputError
            If there is no canonical form.
        """
        options = self._options
        if not (options.with_solution or options.canonical or options.unique):
            return item
        puzzle = self._reader.puzzle(item)
        carried = dict(item.carried) if isinstance(item, formats.Document) else {}
        try:
            if options.unique and not self._forms.is_new(self._seen, puzzle.model, puzzle.givens):
                return None
            if options.canonical:
                puzzle = replace(puzzle, givens=self._forms.givens(puzzle.model, puzzle.givens))
        except ModelError as error:
            raise InputError(str(error), puzzle.source, puzzle.line) from None
        if not (options.with_solution or options.canonical):
            return item
        carried.pop("solution", None)
        if options.with_solution:
            carried |= _solution_of(puzzle)
        return formats.Document(puzzle.shown, puzzle.source, puzzle.line, carried)


def _solution_of(puzzle: Puzzle) -> dict[str, list[int]]:
    """The solution if it is unique, as a field of a document."""
    compiled, limits = compile_once("exact-cover", puzzle.model)
    result = compiled.count(2, puzzle.givens, limits)
    if result.count == 1 and result.solution is not None:
        return {"solution": [result.solution[cell] for cell in puzzle.model.grid]}
    notify(f"{puzzle.source}:{puzzle.line}: there is {'no' if not result.count else 'more than one'} solution")
    return {}


def run(options: Namespace) -> ExitCode:
    """Write every puzzle of the input in another format.

    With ``--model`` a plain grid becomes a puzzle of that variant.

    Raises
    ------
    InputError
        If a solution is requested and the format has no place for it.
    """
    if isinstance(options.to, str):
        return _run_language(options, options.to)
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


def _run_language(options: Namespace, language: str) -> ExitCode:
    """Write the only puzzle of the input as a model for other solvers."""
    if options.with_solution or is_row_wise(options):
        raise InputError(f"{language} has no place for a solution, and --column and --errors do not go with it")
    reader, code = PuzzleReader(options), ExitCode.BAD_INPUT
    try:
        for number, item in enumerate(_puzzles(options)):
            puzzle = reader.puzzle(item)
            if number:
                raise InputError(
                    f"{language} has one puzzle to a file, and this is another", puzzle.source, puzzle.line
                )
            try:
                text = written(puzzle.model, language, puzzle.givens)
            except ModelError as error:
                raise InputError(str(error), puzzle.source, puzzle.line) from None
            code = ExitCode.ANSWERED
        sys.stdout.write(text if code is ExitCode.ANSWERED else "")
    except InputError as error:
        notify(str(error))
        return ExitCode.BAD_INPUT
    return code


def _run_rows(options: Namespace) -> ExitCode:
    """Write each row with its puzzle in the other format, tables as tables and lines as lines."""
    reader, code = PuzzleReader(options), ExitCode.ANSWERED
    conversion = _Conversion(options, reader)
    for argument in options.files or ["-"]:
        with opened(argument) as (stream, source):
            rows, name = open_rows(options, stream, source)
            if isinstance(rows, TableRows) and rows.names is not None:
                error = rows.with_names([ERROR]) if options.errors == "record" else []
                sys.stdout.write(rows.written([*rows.names, *error]))
            for row in rows:
                try:
                    sys.stdout.write(_converted(reader, conversion, rows, row, source, name, options))
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
    reader: PuzzleReader,
    conversion: _Conversion,
    rows: LineRows | TableRows,
    row: Row,
    source: str,
    name: str | None,
    options: Namespace,
) -> str:
    if row.fault is not None:
        raise InputError(row.fault, source, row.line)
    if not row.text:
        return "\n" if isinstance(rows, TableRows) or options.errors == "record" else ""
    try:
        item = reader.only_item(row.text, source, row.line, name)
        if options.model is not None:
            item = formats.Document(reader.puzzle(item).shown, source, row.line)
        converted = conversion.converted(item)
        if converted is None:
            return ""
        text = "".join(formats.write([converted], options.to.name))
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


def _puzzles(options: Namespace) -> Iterator[formats.ParsedPuzzle]:
    reader = PuzzleReader(options)
    conversion = _Conversion(options, reader)
    for argument in options.files or ["-"]:
        with opened(argument) as (stream, source):
            if options.model is None:
                items = reader.items(stream, source)
            else:
                items = (
                    formats.Document(puzzle.shown, puzzle.source, puzzle.line) for puzzle in reader.read(stream, source)
                )
            yield from (converted for item in items if (converted := conversion.converted(item)) is not None)

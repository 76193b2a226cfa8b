"""``sudoku-cp convert``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from sudoku_cp import formats
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.messages import tell
from sudoku_cp.cli.puzzles import PuzzleReader
from sudoku_cp.cli.sources import opened
from sudoku_cp.model import InputError


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    parser.add_argument(
        "--to", metavar="FORMAT", choices=formats.WRITABLE, required=True, help=", ".join(formats.WRITABLE)
    )


def run(options: Namespace) -> ExitCode:
    """Write every puzzle of the input in another format.

    With ``--model`` a plain grid becomes a puzzle of that variant.
    """
    try:
        for piece in formats.write(_puzzles(options), options.to):
            sys.stdout.write(piece)
    except InputError as error:
        sys.stdout.flush()
        tell(str(error))
        return ExitCode.BAD_INPUT
    return ExitCode.ANSWERED


def _puzzles(options: Namespace) -> Iterator[formats.Puzzle]:
    reader = PuzzleReader(options)
    for argument in options.files or ["-"]:
        with opened(argument) as (stream, source):
            if options.model is None:
                yield from reader.items(stream, source)
            else:
                for puzzle in reader.read(stream, source):
                    yield formats.Document(puzzle.shown, puzzle.source, puzzle.line)

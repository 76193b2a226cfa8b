"""``sudoku-cp formats``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import write_table
from sudoku_cp.cli.process import ExitCode


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("listed_format", nargs="?", metavar="NAME", help="one of them (default: all)")
    shared.add_format_option(parser)


def run(options: Namespace) -> ExitCode:
    """List the built-in formats, then those that other packages register."""
    from sudoku_cp.formats import FORMATS, format_named
    from sudoku_cp.formats.registry import installed_names

    formats = map(format_named, (*FORMATS, *installed_names()))
    rows = [{"format": each.name, "text": each.summary} for each in formats]
    return write_table(options.format, rows, options.listed_format)

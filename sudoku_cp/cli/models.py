"""``sudoku-cp models``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import write_table
from sudoku_cp.cli.process import ExitCode


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("listed_model", nargs="?", metavar="NAME", help="one of them (default: all)")
    shared.add_format_option(parser)


def run(options: Namespace) -> ExitCode:
    """List the variants with their rules, then the puzzles that come with the package."""
    from sudoku_cp import models

    rows = [{"model": name, "text": models.rule_text(name)} for name in models.names()]
    puzzles = [{"puzzle": name, "text": models.puzzle_text(name)} for name in models.puzzles()]
    return write_table(options.format, rows + puzzles, options.listed_model)

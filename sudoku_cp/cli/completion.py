"""``sudoku-cp completion``.

The script knows the commands, options and names of the moment it is written; completing starts no Python.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from sudoku_cp.backends import BACKENDS
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.messages import show
from sudoku_cp.cli.parser import commands_of

SHELLS = ("bash", "zsh", "fish")

_FILES = ("FILE", "PY", "DOC")


def configure(parser: ArgumentParser) -> None:
    """Declare the argument."""
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


def run(options: Namespace) -> ExitCode:
    """Write the script to standard output."""
    import shtab

    from sudoku_cp.cli.commands import whole_parser

    parser = whole_parser()
    for command in commands_of(parser).values():
        for action in command._actions:
            if action.metavar in _FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            elif action.metavar == "DIR":
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
            else:
                names = _names(action.dest) if action.choices is None else action.choices
                action.choices = tuple(names) or None
    show(shtab.complete(parser, shell=options.shell).rstrip())
    return ExitCode.ANSWERED


def _names(dest: str) -> Iterable[str]:
    """The names that an option takes, if it takes one of a few."""
    from sudoku_cp import formats, models

    known: dict[str, Iterable[str]] = {
        "model": models.names(),
        "input_format": formats.FORMATS,
        "backend": BACKENDS,
    }
    return known.get(dest, ())

"""``sudoku-cp completion``.

The script knows the commands, options and names of the moment it is written; completing starts no Python.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Any

from sudoku_cp.cli.commands import commands_of
from sudoku_cp.cli.process import ExitCode, show
from sudoku_cp.solving.registry import LANGUAGES, OPTIONAL, SOLVERS

SHELLS = ("bash", "zsh", "fish")

_FILES = ("PY", "DOC", "CMD")


def configure(parser: ArgumentParser) -> None:
    """Declare the argument."""
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


def run(options: Namespace) -> ExitCode:
    """Write the script to standard output."""
    import shtab

    from sudoku_cp.cli.commands import whole_parser

    parser = whole_parser()
    puzzles = _puzzles()
    for command in commands_of(parser).values():
        for action in command._actions:
            if action.metavar in ("FILE", "INPUT"):
                action.complete = shtab.FILE if action.option_strings else puzzles  # type: ignore[attr-defined]
            elif action.metavar in _FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            elif action.metavar == "DIR":
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
            else:
                names = _names(action.dest) if action.choices is None else action.choices
                action.choices = tuple(names) or None
            if options.shell == "zsh" and isinstance(action.metavar, str):
                action.metavar = action.metavar.replace(":", r"\:")  # which would end the description of the value
    show(shtab.complete(parser, shell=options.shell).rstrip())
    return ExitCode.ANSWERED


def _names(dest: str) -> Iterable[str]:
    """The names that an argument takes, if it takes one of a few."""
    from sudoku_cp import formats, models, rules
    from sudoku_cp._base import schemas

    known: dict[str, Iterable[str]] = {
        "model": models.names(),
        "input_format": formats.FORMATS,
        "to": (*(name for name, each in formats.FORMATS.items() if each.write is not None), *LANGUAGES),
        "solver": (*SOLVERS, *OPTIONAL),
        "only": rules.RULES,
        "listed_model": (*models.names(), *models.puzzles()),
        "listed_format": formats.FORMATS,
        "listed_rule": rules.RULES,
        "listed_schema": schemas.names(),
    }
    return known.get(dest, ())


def _puzzles() -> dict[str, Any]:
    """Files, and the puzzles that come with the package, for each shell as shtab takes it."""
    from sudoku_cp import models

    names = " ".join(models.puzzles())
    function = "_sudoku_cp_puzzles"
    return {
        "bash": function,
        "zsh": function,
        "fish": f"(__fish_complete_path (commandline -ct)) {names}",
        "preamble": {
            "bash": f'{function}() {{ _shtab_compgen_files "$1"; compgen -W \'{names}\' -- "$1"; }}',
            "zsh": f"{function}() {{ _alternative 'files:file:_files' 'puzzles:shipped puzzle:({names})' }}",
        },
    }

"""The command line: ``sudoku-cp COMMAND …``."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from importlib import import_module

import sudoku_cp
from sudoku_cp.cli.exit_codes import HELP, SAT_CODES, ExitCode
from sudoku_cp.cli.parser import SuggestingParser
from sudoku_cp.model import InputError, SudokuError

COMMANDS = {
    "solve": "solve puzzles and say whether the solution is unique; find the best one where there is a score",
    "count": "count the solutions",
    "check": "ask several backends the same questions and compare what they prove",
    "fuzz": "ask several backends about random models, and shrink what they disagree on",
    "verify": "check proofs and certificates that were written, trusting no solver",
    "candidates": "find the digits that occur in some solution, cell by cell",
    "judge": "answer as the programs of an online judge do",
    "convert": "read puzzles in one format and write them in another",
    "show": "draw puzzles",
    "models": "list the variants and puzzles that come with sudoku-cp",
    "rules": "list the rules that puzzles can name",
    "doctor": "say which parts of sudoku-cp work on this machine",
}
"""Every command and what it does; the module of the same name has ``configure(parser)`` and ``run(options)``."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if sys.stdout is None or sys.stderr is None:  # closed by the caller
        return int(ExitCode.BAD_INPUT)
    try:
        options = _parser(arguments).parse_args(arguments)
    except SystemExit as end:
        return int(end.code or 0)
    code = _run(options)
    return SAT_CODES.get(code, int(code)) if getattr(options, "sat_exit_codes", False) else int(code)


def _run(options: Namespace) -> ExitCode:
    run: Callable[[Namespace], ExitCode] = options.run
    try:
        code = run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
        return ExitCode.ANSWERED
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except InputError as error:
        print(error, file=sys.stderr)
        return ExitCode.BAD_INPUT
    except SudokuError as error:
        print(f"sudoku-cp: {error}", file=sys.stderr)
        return ExitCode.BAD_INPUT
    except OSError as error:
        place = error.filename or "standard output"
        print(f"sudoku-cp: {place}: {error.strerror or error}", file=sys.stderr)
        _discard_output()
        return ExitCode.BAD_INPUT
    return code


def _discard_output() -> None:
    """Keep Python from flushing into a pipe that is closed when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(arguments: Sequence[str]) -> ArgumentParser:
    """The parser; only the commands that occur among the arguments are loaded."""
    parser = SuggestingParser(
        prog="sudoku-cp", description=sudoku_cp.__doc__, epilog=HELP, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"sudoku-cp {sudoku_cp.__version__}")
    # Told the name, argparse need not lay out a usage message to find it.
    commands = parser.add_subparsers(prog=parser.prog, metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name, help=summary, description=summary, epilog=HELP, formatter_class=RawDescriptionHelpFormatter
        )
        if name in arguments:
            module = import_module(f"sudoku_cp.cli.{name}")
            module.configure(command)
            command.set_defaults(run=module.run)
    return parser

"""The command line: ``sudoku-cp COMMAND …``."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    Judges start a program for each of their inputs, so ``judge PROBLEM`` starts without the parser of the options.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == ["judge"]:
        from sudoku_cp.cli.judge import run_alone

        code = run_alone(arguments[1:])
        if code is not None:
            return code
    from contextvars import copy_context

    from sudoku_cp.cli.commands import run

    return copy_context().run(run, arguments)  # what --read says ends with the command

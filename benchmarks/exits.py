"""The exit of a benchmark that cannot run."""

from __future__ import annotations

import sys

from sudoku_cp.cli.process import ExitCode


def bad_input(message: str) -> SystemExit:
    """Write a message about bad input; the caller raises the returned exception."""
    print(message, file=sys.stderr)
    return SystemExit(int(ExitCode.BAD_INPUT))

"""How a benchmark ends that cannot run."""

from __future__ import annotations

import sys

from sudoku_cp.cli.exit_codes import ExitCode


def bad_input(message: str) -> SystemExit:
    """Tell what is missing; raise what is returned."""
    print(message, file=sys.stderr)
    return SystemExit(int(ExitCode.BAD_INPUT))

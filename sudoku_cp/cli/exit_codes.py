"""What the exit code of a command says."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ended."""

    ANSWERED = 0
    NONE = 1
    BAD_INPUT = 2
    UNKNOWN = 3
    DISAGREE = 4
    BROKEN = 70
    OUT_OF_MEMORY = 71
    INTERRUPTED = 130


SAT_CODES = {ExitCode.ANSWERED: 10, ExitCode.NONE: 20, ExitCode.UNKNOWN: 0}
"""The codes of SAT solvers; the others stay as they are."""

_MILDEST_FIRST = (
    ExitCode.ANSWERED,
    ExitCode.NONE,
    ExitCode.UNKNOWN,
    ExitCode.BAD_INPUT,
    ExitCode.DISAGREE,
    ExitCode.OUT_OF_MEMORY,
    ExitCode.BROKEN,
    ExitCode.INTERRUPTED,
)

HELP = """\
exit codes, the most severe one where there are several puzzles:
    0  answered
    1  proved that there is no solution
    3  unknown: a limit was hit, or the backend cannot express the model
    2  bad input or usage; the puzzles before a bad one are answered, those after it in the same file are not
    4  the backends disagree, an answer breaks the model, or a proof does not hold
   71  out of memory
   70  a fault of sudoku-cp itself: please report it
  130  interrupted by Ctrl-C, SIGTERM or SIGHUP; what was known has been written"""


def most_severe(codes: Iterable[ExitCode]) -> ExitCode:
    """The last of the codes in the order of the help text.

    >>> most_severe([ExitCode.UNKNOWN, ExitCode.BAD_INPUT, ExitCode.NONE]).name
    'BAD_INPUT'
    """
    return max(codes, key=_MILDEST_FIRST.index, default=ExitCode.ANSWERED)

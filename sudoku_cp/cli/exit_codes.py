"""The meaning of exit codes."""

from __future__ import annotations

from enum import IntEnum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class ExitCode(IntEnum):
    """The result of a command."""

    ANSWERED = 0
    NONE = 1
    BAD_INPUT = 2
    UNKNOWN = 3
    DISAGREE = 4
    BROKEN = 70
    OUT_OF_MEMORY = 71
    INTERRUPTED = 130


SAT_CODES = {ExitCode.ANSWERED: 10, ExitCode.NONE: 20, ExitCode.UNKNOWN: 0}
"""The codes of SAT solvers; all others are unchanged."""

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
exit codes, from mild to severe; with several puzzles the most severe one counts:
    0  answered
    1  proved that there is no solution
    3  unknown: a limit was reached, or the solver cannot express the model
    2  bad input or usage; the puzzles before a bad one are answered, those after it in the same file are not
    4  the solvers disagree, an answer breaks the model, or a proof does not hold
   71  out of memory
   70  an internal error of sudoku-cp: please report it
  130  interrupted by Ctrl-C, SIGTERM or SIGHUP; results so far have been written"""


def most_severe(codes: Iterable[ExitCode]) -> ExitCode:
    """The most severe of the codes, which is the last one in the order of the help text.

    >>> most_severe([ExitCode.UNKNOWN, ExitCode.BAD_INPUT, ExitCode.NONE]).name
    'BAD_INPUT'
    """
    return max(codes, key=_MILDEST_FIRST.index, default=ExitCode.ANSWERED)

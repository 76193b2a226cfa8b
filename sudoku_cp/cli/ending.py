"""The end of a run: the message and the exit code for each exception."""

from __future__ import annotations

import os
import sys
from functools import partial
from io import TextIOWrapper

from sudoku_cp._base.errors import InputError, SudokuError
from sudoku_cp._base.text import in_one_line, shortened
from sudoku_cp._base.version import __version__
from sudoku_cp.cli.exit_codes import ExitCode, most_severe
from sudoku_cp.cli.interrupt import ended_by_signals
from sudoku_cp.cli.messages import discard, notify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

TRACEBACK = "SUDOKU_CP_TRACEBACK"
"""The environment variable that requests the traceback of an unexpected error."""


def code_of_run(work: Callable[[], ExitCode]) -> ExitCode:
    """Do the work of a whole run, which signals end, and return its exit code; prepare and flush the streams."""
    if sys.stderr is None:  # closed by the caller; otherwise messages would go to the next file that is opened
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        notify("sudoku-cp: standard output is closed")
        return ExitCode.BAD_INPUT
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # where it knows ASCII alone
    return code_of(partial(_until_signal, work))


def _until_signal(work: Callable[[], ExitCode]) -> ExitCode:
    with ended_by_signals():
        return most_severe([code_of(work), code_of(_flush)])


def _flush() -> ExitCode:
    sys.stdout.flush()
    return ExitCode.ANSWERED


def code_of(work: Callable[[], ExitCode]) -> ExitCode:
    """Do the work and return its exit code; report an error on standard error."""
    try:
        return work()
    except BrokenPipeError:
        discard(sys.stdout)
        return ExitCode.ANSWERED
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except MemoryError:
        notify("sudoku-cp: out of memory")
        return ExitCode.OUT_OF_MEMORY
    except InputError as error:
        notify(str(error))
        return ExitCode.BAD_INPUT
    except SudokuError as error:
        notify(f"sudoku-cp: {error}")
        return ExitCode.BAD_INPUT
    except OSError as error:
        if error.filename is None:
            discard(sys.stdout)
        place = in_one_line(str(error.filename or "standard output"))
        notify(f"sudoku-cp: {place}: {error.strerror or error}")
        return ExitCode.BAD_INPUT
    except (Exception, SystemExit) as error:
        notify(_request_for_report(error))
        return ExitCode.BROKEN


def _request_for_report(error: BaseException) -> str:
    """Write one sentence, or the full traceback on request."""
    import traceback

    if os.environ.get(TRACEBACK):
        return "".join(traceback.format_exception(error)).rstrip()
    place = traceback.extract_tb(error.__traceback__)[-1]
    what = shortened(" ".join("".join(traceback.format_exception_only(error)).split()))
    return (
        f"sudoku-cp: internal error in sudoku-cp {__version__}: {what} "
        f"({os.path.basename(place.filename)}, line {place.lineno}): please report it with the command, its input, "
        f"and its output when the environment variable {TRACEBACK} is 1"
    )

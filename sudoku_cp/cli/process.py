"""The process around a command: its exit code, its standard streams, and the signals that end it.

Messages and output protect the terminal: text from files can neither control nor flood it. Ctrl-C, SIGTERM and SIGHUP
end a run, which reports its results so far; a signal that the process was started to ignore, as by ``nohup`` or by
``&`` in a script, stays ignored. This module is all that a judge's command loads beside the engine, and so imports
little.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from enum import IntEnum
from functools import partial
from io import TextIOWrapper

from sudoku_cp._base.errors import InputError, SudokuError
from sudoku_cp._base.systems import ENDING_SIGNALS
from sudoku_cp._base.text import in_one_line, printable, shortened
from sudoku_cp._base.version import __version__

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager
    from threading import Event
    from types import FrameType
    from typing import Any, BinaryIO, TextIO


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


MAX_MESSAGE = 4000
"""The largest number of characters in a message, including a usage line."""

_STYLE = "(\x1b\\[[0-9]{1,2}m)"


def notify(message: str) -> None:
    """Write a message to standard error; continue if that is closed."""
    try:
        print(printable(shortened(message, MAX_MESSAGE)), file=sys.stderr, flush=True)
    except OSError:
        discard(sys.stderr)


def show(text: str, colour: bool = False) -> None:
    """Write one or more lines to standard output.

    Parameters
    ----------
    colour
        Whether the text may keep the styles of pictures.
    """
    import re  # here, since not every run shows something

    pieces = re.split(_STYLE, text) if colour else [text]
    pieces[::2] = map(printable, pieces[::2])
    sys.stdout.write("".join(pieces) + "\n")


def discard(stream: TextIO) -> None:
    """Discard the buffered output of a stream, which Python would try to write again at exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # a stream in memory has no file descriptor
        return


BUFFER = 1 << 18
PIPE = 1 << 20
STDIN = "<stdin>"


def standard_input() -> io.BufferedReader:
    """Standard input, with a large buffer.

    Raises
    ------
    InputError
        If it is closed. While reading, if that fails.
    """
    if sys.stdin is None:
        raise InputError("is closed", STDIN)
    stream = sys.stdin.buffer
    if stream.isatty():
        notify("reading puzzles from the terminal; end with Ctrl-D")
    _widen_pipe(stream)
    return buffered(stream, STDIN)


def _widen_pipe(stream: BinaryIO) -> None:
    """Enlarge the buffer of a pipe, where the system supports it, so that input arrives while puzzles are solved."""
    try:
        import fcntl

        fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, PIPE)
    except (ImportError, AttributeError, OSError):
        return


def buffered(stream: Any, source: str) -> io.BufferedReader:
    """A reader whose `peek` has room for many lines."""
    return io.BufferedReader(_Named(getattr(stream, "raw", stream), source), BUFFER)


class _Named(io.RawIOBase):
    """A stream that names its source in errors."""

    def __init__(self, stream: Any, source: str) -> None:
        self._stream = stream
        self._source = source

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return int(self._stream.fileno())

    def readinto(self, buffer: Any) -> int | None:
        try:
            count: int | None = self._stream.readinto(buffer)
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror or error}", self._source) from None
        return count

    def close(self) -> None:
        self._stream.close()
        super().close()


def ended_by_signals() -> AbstractContextManager[None]:
    """Make each of the signals raise `KeyboardInterrupt`."""
    return _Ending()


def held_signals() -> AbstractContextManager[None]:
    """Wait with the signals until the end, as while modules are imported, where an exception may be lost."""
    return _Holding()


def cancelled_by_signals() -> AbstractContextManager[Event]:
    """An event for `Limits.cancel`, set by the first signal; the second one raises `KeyboardInterrupt`."""
    return _Cancelling()


def signals_passed_over() -> AbstractContextManager[None]:
    """Ignore the signals while the last output is written, which takes no time."""
    return _Handling()


class _Handling:
    """Handles the signals by a method, and passes them over; written out, as `contextlib` takes long to load."""

    def __init__(self) -> None:
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Any:
        if _in_main_thread():
            before = {number: signal.getsignal(number) for number in ENDING_SIGNALS}
            self._before = {number: old for number, old in before.items() if old not in (signal.SIG_IGN, None)}
        for number in self._before:
            signal.signal(number, self._handle)

    def __exit__(self, *_: object) -> None:
        for number, old in self._before.items():
            signal.signal(number, old)

    def _handle(self, number: int, frame: FrameType | None) -> None: ...


class _Ending(_Handling):
    def _handle(self, number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt


class _Holding(_Handling):
    _came = False

    def __exit__(self, *raised: object) -> None:
        super().__exit__()
        if self._came and raised[0] is None:
            raise KeyboardInterrupt

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self._came = True


class _Cancelling(_Handling):
    def __init__(self) -> None:
        from threading import Event

        super().__init__()
        self._event = Event()

    def __enter__(self) -> Event:
        super().__enter__()
        return self._event

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._event.is_set():
            raise KeyboardInterrupt
        self._event.set()


def _in_main_thread() -> bool:
    threading = sys.modules.get("threading")  # without it, there is one thread
    return threading is None or threading.current_thread() is threading.main_thread()


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

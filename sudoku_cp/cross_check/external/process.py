"""Untrusted processes, which may hang, start others, or write endlessly: a command, or a Python function.

A function has a process of its own, which reads one text from each line and writes one answer to each.
"""

from __future__ import annotations

import json
import os
import select
import signal
import warnings
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import partial
from io import FileIO
from pathlib import Path
from time import monotonic, sleep
from traceback import extract_tb
from types import TracebackType
from typing import Any, NoReturn, Self

from sudoku_cp._base.systems import ENDING_SIGNALS

MOST_SENT = 1 << 16
"""The number of bytes that may wait to be read by the process."""

_CHUNK = 1 << 16
_TAIL = 4096
_SHOWN = 200
_PAUSE = 0.002


class Pipes:
    """Three pipes to a process: one end of each is its standard input, output or error, the other is ours."""

    def __init__(self) -> None:
        (requests, self.requests), (self.answers, answers), (self.errors, errors) = (os.pipe() for _ in range(3))
        self.theirs = (requests, answers, errors)

    def close_theirs(self) -> None:
        """Close our copies of the process's ends."""
        for end in self.theirs:
            os.close(end)

    def close_ours(self) -> None:
        """Close the ends of the process, in the process; nobody else may keep ours open."""
        for end in (self.requests, self.answers, self.errors):
            os.close(end)


class Process:
    """A running process with its three pipes, none of which can block us.

    Parameters
    ----------
    pid
        The leader of a process group of its own.
    pipes
        The pipes to its standard input, output and error.
    reap
        Waits for its end and returns its exit status, negative for a signal.
    """

    def __init__(self, pid: int, pipes: Pipes, reap: Callable[[], int]) -> None:
        self._pid = pid
        self._requests = FileIO(pipes.requests, "wb")
        self._answers, self._errors = FileIO(pipes.answers), FileIO(pipes.errors)
        self._reap = reap
        self._status: int | None = None
        self._waiting = b""
        self._ending = False
        self.heard_all = False
        """Whether everything has been sent, and its standard input closed."""
        self._tail = b""
        for pipe in (self._requests, self._answers, self._errors):
            os.set_blocking(pipe.fileno(), False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.end()

    @property
    def has_room(self) -> bool:
        """Whether more should be sent."""
        return len(self._waiting) < MOST_SENT and not self._requests.closed

    @property
    def hears(self) -> bool:
        """Whether its standard input is open."""
        return not self._requests.closed

    def send(self, data: bytes) -> None:
        """Send data as soon as the process reads."""
        if self.hears:
            self._waiting += data

    def send_end(self) -> None:
        """Close its standard input once everything is sent."""
        self._ending = True
        self._write()

    def exchange(self, seconds: float) -> bytes | None:
        """Send as much as possible, and wait some time for output: None if there is none, b"" at its end."""
        self._write()
        wanted = [self._answers, *([] if self._errors.closed else [self._errors])]
        readable, _, _ = select.select(wanted, [self._requests] if self._waiting and self.hears else [], [], seconds)
        if self._errors in readable:
            self._read_errors()
        self._write()
        if self._answers not in readable:
            return None
        return os.read(self._answers.fileno(), _CHUNK)

    def _write(self) -> None:
        try:
            while self._waiting and self.hears:
                self._waiting = self._waiting[os.write(self._requests.fileno(), self._waiting) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._close_requests()
            return
        if self._ending and not self._waiting and self.hears:
            self.heard_all = True
            self._close_requests()

    def _close_requests(self) -> None:
        self._waiting = b""
        with suppress(BrokenPipeError):
            self._requests.close()

    def _read_errors(self) -> None:
        with suppress(BlockingIOError):
            while data := os.read(self._errors.fileno(), _CHUNK):
                self._tail = (self._tail + data)[-_TAIL:]
            self._errors.close()

    def ended_within(self, seconds: float) -> bool:
        """Wait for the end of the process, but not of processes that it started."""
        until = monotonic() + seconds
        while os.waitid(os.P_PID, self._pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            if monotonic() >= until:
                return False
            sleep(_PAUSE)
        return True

    def end(self) -> int:
        """Kill the process and those it started, if necessary; return its exit status, negative for a signal."""
        if self._status is not None:
            return self._status
        for kill in (os.killpg, os.kill):  # the second one if it has no group yet
            with suppress(ProcessLookupError, PermissionError):
                kill(self._pid, signal.SIGKILL)
        self._close_requests()
        self._answers.close()
        if not self._errors.closed:
            self._read_errors()
            self._errors.close()
        self._status = self._reap()
        return self._status

    @property
    def last_error(self) -> str:
        """The last line of its standard error."""
        lines = self._tail.decode(errors="replace").strip().splitlines() or [""]
        return "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in lines[-1])[:_SHOWN]


def in_words(status: int) -> str:
    """The end of a process in words.

    >>> in_words(1), in_words(-11)
    ('it ended with code 1', 'it was ended by SIGSEGV')
    """
    if status >= 0:
        return f"it ended with code {status}"
    with suppress(ValueError):
        return f"it was ended by {signal.Signals(-status).name}"
    return f"it was ended by signal {-status}"


def start_function(call: Callable[[str], Any]) -> Process:
    """Start a copy of this process that calls the function for each line of its input, a JSON string.

    It writes one JSON object on each line: ``answers``, a list of texts, or ``failed``. The function's prints go to
    standard error.
    """
    pipes = Pipes()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the thread that reads puzzles is irrelevant to the copy
        pid = os.fork()
    if pid == 0:
        pipes.close_ours()
        _exit_after(partial(_serve, call, *pipes.theirs))
    pipes.close_theirs()
    return Process(pid, pipes, lambda: os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


def _exit_after(work: Callable[[], None]) -> NoReturn:
    """Work, and end the process without the caller's exit handlers."""
    status = 1
    try:
        work()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        os._exit(status & 0xFF)


def _serve(call: Callable[[str], Any], requests: int, answers: int, errors: int) -> None:
    """Answer line by line, in a process that does not use the caller's terminal."""
    os.setsid()
    for number in ENDING_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    os.dup2(errors, 1)
    os.dup2(errors, 2)
    with (
        open(requests, encoding="utf-8") as lines,
        open(answers, "w", encoding="utf-8") as output,
        open(errors, "w", buffering=1, errors="replace") as messages,
        redirect_stdout(messages),
        redirect_stderr(messages),
    ):
        for line in lines:
            output.write(json.dumps(_answer(call, json.loads(line))) + "\n")
            output.flush()


def _answer(call: Callable[[str], Any], text: str) -> dict[str, Any]:
    try:
        answer = call(text)
    except Exception as error:
        return {"failed": f"it raises {type(error).__name__}: {error}{_place(error)}"}
    answers = answer if isinstance(answer, list | tuple) else [answer]
    return {"answers": [str(one) for one in answers if one is not None] or ["-"]}


def _place(error: Exception) -> str:
    """The place where an exception was raised."""
    frames = extract_tb(error.__traceback__)[1:]
    return f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""

"""A command from outside, held within limits: it may hang, start further processes, or write without end."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from tempfile import TemporaryFile
from threading import Event, Timer

MOST_WRITTEN = 1 << 24
"""Bytes that a command may write, unless it was given many puzzles."""


def run_command(words: Sequence[str], text: str, seconds: float | None) -> tuple[str, str]:
    """Run a command on a text; give what it writes, and why it broke down if it did.

    Raises
    ------
    TimeoutError
        If it takes longer.
    OSError
        If it cannot be run.
    """
    given = text.encode()
    most = max(MOST_WRITTEN, 16 * len(given))
    with TemporaryFile() as asked, TemporaryFile() as errors:
        asked.write(given)
        asked.seek(0)
        process = subprocess.Popen(words, stdin=asked, stdout=subprocess.PIPE, stderr=errors, start_new_session=True)
        with _ended_after(process, seconds) as late:
            assert process.stdout is not None
            with process.stdout as output:
                written = output.read(most + 1)
            if len(written) <= most:
                process.wait()
        if late.is_set():
            raise TimeoutError(f"no answer within {seconds:g} s")
        if len(written) > most:
            return "", f"it writes more than {most >> 20} MB"
        answer = written.decode(errors="replace")
        if process.returncode == 0:
            return answer, ""
        errors.seek(0)
        last = errors.read().decode(errors="replace").strip().splitlines()[-1:]
        return answer, ": ".join([f"it ended with code {process.returncode}", *last])


@contextmanager
def _ended_after(process: subprocess.Popen[bytes], seconds: float | None) -> Iterator[Event]:
    """Kill a process, and all that it started, after some time and at the end; the event tells that it was late."""
    late = Event()

    def kill() -> None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    def end() -> None:
        late.set()
        kill()

    timer = Timer(seconds or 0, end)
    timer.daemon = True
    if seconds is not None:
        timer.start()
    try:
        yield late
    finally:
        timer.cancel()
        kill()
        process.wait()

"""Handling of Ctrl-C, SIGTERM and SIGHUP: they end a run, which reports its results so far.

A signal that the process was started to ignore, as by ``nohup`` or by ``&`` in a script, stays ignored.
"""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager

from sudoku_cp.systems import ENDING_SIGNALS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from threading import Event
    from types import FrameType


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Make each of the signals raise `KeyboardInterrupt`."""

    def end(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    with _handled_by(end):
        yield


@contextmanager
def held_signals() -> Iterator[None]:
    """Wait with the signals until the end, as while modules are imported, where an exception may be lost."""
    came = []
    with _handled_by(lambda number, frame: came.append(number)):
        yield
    if came:
        raise KeyboardInterrupt


@contextmanager
def cancelled_by_signals() -> Iterator[Event]:
    """An event for `Limits.cancel`, set by the first signal; the second one raises `KeyboardInterrupt`."""
    from threading import Event

    event = Event()

    def cancel(number: int, frame: FrameType | None) -> None:
        if event.is_set():
            raise KeyboardInterrupt
        event.set()

    with _handled_by(cancel):
        yield event


@contextmanager
def signals_passed_over() -> Iterator[None]:
    """Ignore the signals while the last output is written, which takes no time."""
    with _handled_by(lambda number, frame: None):
        yield


@contextmanager
def _handled_by(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    if not _in_main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in ENDING_SIGNALS}
    heard = {number: old for number, old in before.items() if old not in (signal.SIG_IGN, None)}
    try:
        for number in heard:
            signal.signal(number, handler)
        yield
    finally:
        for number, old in heard.items():
            signal.signal(number, old)


def _in_main_thread() -> bool:
    threading = sys.modules.get("threading")  # without it, there is one thread
    return threading is None or threading.current_thread() is threading.main_thread()

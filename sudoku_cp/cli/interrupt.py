"""Handling of Ctrl-C, SIGTERM and SIGHUP: they end a run, which reports its results so far.

A signal that the process was started to ignore, as by ``nohup`` or by ``&`` in a script, stays ignored.
"""

from __future__ import annotations

import signal
import sys

from sudoku_cp._base.systems import ENDING_SIGNALS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from threading import Event
    from types import FrameType
    from typing import Any


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

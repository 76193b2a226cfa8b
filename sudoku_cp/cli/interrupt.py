"""Ctrl-C ends a search, which then tells what it knows."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from types import FrameType


@contextmanager
def cancelled_by_ctrl_c() -> Iterator[Event]:
    """An event for `Limits.cancel`, set by the first Ctrl-C; the second one raises `KeyboardInterrupt` as ever."""
    event = Event()

    def cancel(number: int, frame: FrameType | None) -> None:
        if event.is_set():
            raise KeyboardInterrupt
        event.set()

    if current_thread() is not main_thread():
        yield event
        return
    before = signal.signal(signal.SIGINT, cancel)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)

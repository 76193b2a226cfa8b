"""A stream that a separate thread reads, and that ends when a run is cancelled."""

from __future__ import annotations

from io import BufferedReader, RawIOBase
from select import select
from threading import Event
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_TICK = 0.05


def interruptible(stream: BufferedReader, stopped: Event) -> BufferedReader:
    """The same stream, which ends when the event is set.

    Parameters
    ----------
    stream
        A stream from which nothing has been read. One without a file never blocks, and is returned as it is.
    """
    try:
        stream.fileno()
    except OSError:
        return stream
    return BufferedReader(_Interruptible(stream.raw, stopped))


class _Interruptible(RawIOBase):
    def __init__(self, raw: Any, stopped: Event) -> None:
        self._raw = raw
        self._stopped = stopped

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int | None:
        while not self._stopped.is_set():
            if select([self._raw], [], [], _TICK)[0]:
                count: int | None = self._raw.readinto(buffer)
                return count
        return 0

"""Work on large arrays, block by block of their rows, on one thread or several."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Thread

BLOCK = 4096
"""The number of rows worked on at a time, so that the intermediate arrays stay in cache."""


def for_blocks(work: Callable[[slice], None], rows: int, threads: int = 1) -> None:
    """Call a function with each block of rows. NumPy releases the GIL, so that threads run side by side.

    Parameters
    ----------
    work
        The function. What it raises is raised again, for the first of these blocks.
    rows
        The number of rows.
    threads
        The greatest number of threads. Where the system starts fewer, these do all the work.

    Raises
    ------
    Exception
        Whatever the function raises.
    """
    blocks = [slice(first, first + BLOCK) for first in range(0, rows, BLOCK)]
    errors: dict[int, Exception] = {}
    left = iter(blocks)
    others = []
    for _ in range(min(threads, len(blocks)) - 1):
        other = Thread(target=_work, args=(work, left, errors))
        try:
            other.start()
        except RuntimeError:
            break
        others.append(other)
    _work(work, left, errors)
    for other in others:
        other.join()
    if errors:
        raise errors[min(errors)]


def _work(work: Callable[[slice], None], left: Iterator[slice], errors: dict[int, Exception]) -> None:
    """Take blocks until none is left, or one fails; blocks are taken in order, so no earlier one is left then."""
    for block in left:
        if errors:
            break
        try:
            work(block)
        except Exception as error:
            errors[block.start] = error

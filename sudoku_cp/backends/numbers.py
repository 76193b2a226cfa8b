"""The numbers in questions, brought within what every backend can take."""

from __future__ import annotations

from operator import index

from sudoku_cp.model import ModelError, Objective

LARGEST = 1 << 60
"""More solutions or nodes than any search sees: what is asked beyond it means the same."""

MOST_THREADS = 1024
"""More threads than this help nobody; a hundred thousand take all memory."""


def at_least_one(number: int, what: str) -> int:
    """A number of solutions.

    Raises
    ------
    ModelError
        If it is less than 1.
    """
    if index(number) < 1:
        raise ModelError(f"{what} must be at least 1, not {number}")
    return min(index(number), LARGEST)


def threads_of(number: int) -> int:
    """A number of threads.

    Raises
    ------
    ModelError
        If it is not one of 1 to `MOST_THREADS`.
    """
    if not 1 <= index(number) <= MOST_THREADS:
        raise ModelError(f"threads must be 1 to {MOST_THREADS:,}, not {number}")
    return index(number)


def target_of(number: int, objective: Objective) -> int:
    """The same question about scores with a target that is at most 1 beyond what any assignment scores."""
    lowest, highest = objective.bounds()
    return max(lowest - 1, min(highest + 1, index(number)))

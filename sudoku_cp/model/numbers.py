"""The numbers in questions, brought into the range that every backend accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudoku_cp._base.arguments import integer
from sudoku_cp._base.errors import ModelError

if TYPE_CHECKING:
    from sudoku_cp.model import Objective

LARGEST = 1 << 60
"""More solutions or nodes than any search can reach; larger numbers mean the same."""

MOST_THREADS = 1024
"""The limit on threads: more do not help, and a hundred thousand exhaust the memory."""


def at_least_one(number: int, what: str) -> int:
    """Check a number of solutions.

    Raises
    ------
    ModelError
        If it is less than 1.
    """
    checked = integer(number, what)
    if checked < 1:
        raise ModelError(f"{what} must be at least 1, not {checked}")
    return min(checked, LARGEST)


def threads_of(number: int) -> int:
    """Check a number of threads.

    Raises
    ------
    ModelError
        If it is not in the range from 1 to `MOST_THREADS`.
    """
    checked = integer(number, "threads")
    if not 1 <= checked <= MOST_THREADS:
        raise ModelError(f"threads must be 1 to {MOST_THREADS:,}, not {checked}")
    return checked


def target_of(number: int, objective: Objective) -> int:
    """The target, limited to 1 beyond the score of any assignment, where its meaning is the same."""
    lowest, highest = objective.bounds()
    return max(lowest - 1, min(highest + 1, integer(number, "the target")))

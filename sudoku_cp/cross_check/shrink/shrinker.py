"""The greedy loop: replace an object by a smaller one that still fails, until there is none.

It ends because every pass reduces some measure that no pass increases: constraints, their parts and cells, candidates,
terms, the size of constants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import process_time
from typing import TypeVar

from sudoku_cp.model import ModelError

_T = TypeVar("_T")

Pass = Callable[[_T], Iterator[_T]]
"""Yields smaller objects, the smallest first."""


class Budget:
    """The budget for trying smaller models.

    Parameters
    ----------
    tries
        The total number of tries.
    seconds
        The time from now on.
    clock
        The clock that measures it: processor time if this process does the work, so that other work does not count.
    """

    def __init__(self, tries: int = 3000, seconds: float = 20.0, clock: Callable[[], float] = process_time) -> None:
        self._tries = tries
        self._clock = clock
        self._end = clock() + seconds

    def take(self) -> bool:
        """Count a try; return whether it is within the budget."""
        self._tries -= 1
        return self._tries >= 0 and self._clock() < self._end


def shrink(thing: _T, fails: Callable[[_T], bool], passes: Sequence[Pass[_T]], budget: Budget) -> _T:
    """Shrink an object as long as it fails; one that cannot be checked does not count as failing."""
    improved = True
    while improved:
        improved = False
        for smaller in passes:
            while (found := _first(smaller(thing), fails, budget)) is not None:
                thing, improved = found, True
    return thing


def _first(things: Iterator[_T], fails: Callable[[_T], bool], budget: Budget) -> _T | None:
    while budget.take():
        try:
            thing = next(things)
            if fails(thing):
                return thing
        except ModelError:
            continue
        except StopIteration:
            break
    return None

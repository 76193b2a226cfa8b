"""The greedy loop: a smaller thing that still fails takes the place of the larger one, until none does.

It ends because every pass makes its things smaller in some measure that no pass makes larger: constraints, their
parts and cells, candidates, terms, the size of constants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import process_time
from typing import TypeVar

from sudoku_cp.model import ModelError

_T = TypeVar("_T")

Pass = Callable[[_T], Iterator[_T]]
"""Yields smaller things, the smallest first."""


class Budget:
    """How many smaller models may be tried, and for how long.

    Parameters
    ----------
    tries
        In all.
    seconds
        From now on.
    clock
        By which: that of the processor where the work is done in this process, so that other work does not count.
    """

    def __init__(self, tries: int = 3000, seconds: float = 20.0, clock: Callable[[], float] = process_time) -> None:
        self._tries = tries
        self._clock = clock
        self._end = clock() + seconds

    def take(self) -> bool:
        """Count a try; say whether it may be made."""
        self._tries -= 1
        return self._tries >= 0 and self._clock() < self._end


def shrink(thing: _T, fails: Callable[[_T], bool], passes: Sequence[Pass[_T]], budget: Budget) -> _T:
    """Make a thing smaller as long as it fails; a smaller one that cannot be asked about does not."""
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

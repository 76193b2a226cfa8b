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
_Item = TypeVar("_Item")

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


def without_some(items: Sequence[_Item]) -> Iterator[tuple[_Item, ...]]:
    """The items but for a half of them, a quarter, …, a single one; of none nothing.

    >>> list(without_some("abc"))
    [('b', 'c'), ('a', 'c'), ('a', 'b')]
    """
    size = len(items) // 2
    while True:
        size = max(size, 1)
        for start in range(0, len(items), size):
            yield (*items[:start], *items[start + size :])
        if size == 1:
            return
        size //= 2


def nearer(number: int, goal: int = 0) -> Iterator[int]:
    """Numbers between the goal and a number, the goal first.

    >>> list(nearer(9)), list(nearer(-2)), list(nearer(0))
    ([0, 4, 8], [0, -1], [])
    """
    distance = abs(number - goal)
    sign = 1 if number > goal else -1
    yield from dict.fromkeys(goal + sign * near for near in (0, distance // 2, distance - 1) if 0 <= near < distance)

"""Smaller lists, sets and numbers, the smallest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from sudoku_cp.model import Cell

_Item = TypeVar("_Item")


def without_some(items: Sequence[_Item]) -> Iterator[tuple[_Item, ...]]:
    """The items without a half of them, without a quarter, …, without a single one; nothing for no items.

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


def fewer(values: frozenset[int]) -> Iterator[frozenset[int]]:
    """The set without some of its values."""
    return (frozenset(some) for some in without_some(sorted(values)))


def nearer(number: int, goal: int = 0) -> Iterator[int]:
    """Numbers between the goal and a number, starting with the goal.

    >>> list(nearer(9)), list(nearer(-2)), list(nearer(0))
    ([0, 4, 8], [0, -1], [])
    """
    distance = abs(number - goal)
    sign = 1 if number > goal else -1
    yield from dict.fromkeys(goal + sign * near for near in (0, distance // 2, distance - 1) if 0 <= near < distance)


def smaller_values(value: Cell | int) -> Iterator[int]:
    """Numbers to replace a cell, or numbers nearer to 0 than a number."""
    return iter(value.domain[:3]) if isinstance(value, Cell) else nearer(value)

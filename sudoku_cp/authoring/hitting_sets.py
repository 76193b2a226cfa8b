"""Sets of least weight that meet every set of a collection; sets are integers with a bit for each element."""

from __future__ import annotations

from collections.abc import Callable, Sequence

MOST_NODES = 20_000
"""The largest number of branchings of one search: about 0.2 s. Searches that need more rarely end at all."""


class TooHard(Exception):  # noqa: N818 - it is no error: the caller keeps what it has
    """The search for a hitting set took too many branchings."""


def elements(chosen: int) -> list[int]:
    """The elements of a set, ascending.

    >>> elements(0b1011)
    [0, 1, 3]
    """
    return [place for place in range(chosen.bit_length()) if chosen >> place & 1]


def weight_of(chosen: int, weights: Sequence[int]) -> int:
    """The sum of the weights of the elements."""
    return sum(weights[place] for place in elements(chosen))


def without_supersets(sets: Sequence[int]) -> list[int]:
    """The sets that contain no other one, smallest first.

    >>> without_supersets([0b111, 0b10, 0b101])
    [2, 5]
    """
    kept: list[int] = []
    for each in sorted(set(sets), key=lambda each: (each.bit_count(), each)):
        if not any(smaller & ~each == 0 for smaller in kept):
            kept.append(each)
    return kept


def least_hitting_sets(sets: Sequence[int], weights: Sequence[int], most: int = 1) -> list[int]:
    """Sets of least weight that have an element in common with each of the sets.

    Parameters
    ----------
    sets
        The sets to meet, none of them empty.
    weights
        The weight of each element, at least 1.
    most
        The number of hitting sets to find, if there are several of least weight.

    Returns
    -------
    list
        Different hitting sets of least weight, ``most`` of them or all.

    Raises
    ------
    TooHard
        If the search takes too long.

    >>> least_hitting_sets([0b011, 0b110, 0b101], [1, 1, 1], most=9)
    [3, 5, 6]
    """
    search = _Search(weights, most)
    search.branch(without_supersets(sets), 0, 0)
    return sorted(search.found)


class _Search:
    """Branches on the elements of a smallest set; disjoint sets give a bound."""

    def __init__(self, weights: Sequence[int], most: int) -> None:
        self._weights = weights
        self._most = most
        self._least: int | None = None
        self._nodes = 0
        self.found: list[int] = []

    def branch(self, sets: list[int], chosen: int, weight: int) -> None:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise TooHard
        if not self._is_promising(weight + self._bound(sets)):
            return
        if not sets:
            if self._least is None or weight < self._least:
                self._least, self.found = weight, []
            self.found.append(chosen)
            return
        smallest = min(sets, key=int.bit_count)
        excluded = 0
        for place in sorted(elements(smallest), key=self._usefulness(sets)):
            bit = 1 << place
            left = [each & ~excluded for each in sets if not each & bit]
            if all(left):
                self.branch(left, chosen | bit, weight + self._weights[place])
            excluded |= bit

    def _usefulness(self, sets: Sequence[int]) -> Callable[[int], float]:
        return lambda place: -sum(each >> place & 1 for each in sets) / self._weights[place]

    def _is_promising(self, weight: int) -> bool:
        if self._least is None or weight < self._least:
            return True
        return weight == self._least and len(self.found) < self._most

    def _bound(self, sets: list[int]) -> int:
        taken, bound = 0, 0
        for each in sorted(sets, key=int.bit_count):
            if not each & taken:
                taken |= each
                bound += min(self._weights[place] for place in elements(each))
        return bound

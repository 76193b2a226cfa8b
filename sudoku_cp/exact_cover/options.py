"""Declared items and options: names for callers, numbers in flat arrays internally."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Iterator, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, TypeGuard

from sudoku_cp import _native
from sudoku_cp._base.arguments import refused
from sudoku_cp._base.text import shown
from sudoku_cp.model import ModelError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

NO_COLOUR = 0
"""The option uses the item without a colour."""

MAX_TOTAL = 1 << 40
"""The largest possible cost of a cover; the engine refuses options that could exceed it."""


class Options:
    """The items of a problem, numbered from 0 with primary ones first, and its options.

    Option i has the items ``items[begin[i]:begin[i + 1]]``, each with a colour, and a cost.

    Raises
    ------
    ModelError
        If an item is declared twice, or could be confused with another item with a colour.
    """

    def __init__(self, primary: Iterable[Hashable], secondary: Iterable[Hashable]) -> None:
        self.item_names = [*_each(primary, "the primary items")]
        self.primary = len(self.item_names)
        self.item_names += _each(secondary, "the secondary items")
        self._numbers: dict[Hashable, int] = {}
        for number, item in enumerate(self.item_names):
            if self._numbers.setdefault(_hashable(item), number) != number:
                raise ModelError(f"item {shown(item)} is declared twice")
        for item in self.item_names:
            if _is_pair(item) and self._numbers.get(item[0], -1) >= self.primary:
                raise ModelError(f"item {item!r} could be item {item[0]!r} with the colour {item[1]!r}: rename one")
        self.begin = array("q", [0])
        self.items = array("q")
        self.colours = array("q")
        self.costs = array("q")
        self._names: dict[int, Any] = {}
        self._colour_numbers: dict[Hashable, int] = {}
        self._last_colour = NO_COLOUR

    def __len__(self) -> int:
        return len(self.costs)

    def add(self, items: Iterable[Hashable], name: Any, cost: int) -> None:
        """Append an option. Faults other than unknown items and wrong costs are found by `compile`.

        Raises
        ------
        ModelError
            If an item is unknown, or the cost is not an integer or too large.
        """
        read = [self._read(item, name) for item in _each(items, "the items of an option")]
        try:
            self.costs.append(index(cost))
        except (TypeError, OverflowError):
            place = self._place(len(self), name)
            raise ModelError(f"{place}: a cost of {shown(cost)} is not an integer, or too large") from None
        for number, colour in read:
            self.items.append(number)
            self.colours.append(colour)
        self.begin.append(len(self.items))
        if name is not None:
            self._names[len(self) - 1] = name

    def fill(self, begin: ArrayLike, items: ArrayLike, colours: ArrayLike | None, costs: ArrayLike | None) -> None:
        """Take all options from arrays."""
        self.begin = _integers("begin", begin)
        self.items = _integers("items", items)
        self.colours = _zeros(len(self.items)) if colours is None else _integers("colours", colours)
        self.costs = _zeros(len(self.begin) - 1) if costs is None else _integers("costs", costs)
        self._colour_numbers = {colour: colour for colour in set(self.colours)}
        self._last_colour = max(self.colours, default=NO_COLOUR)

    def compile(self) -> _native.Problem:
        """Give the options to the engine, which validates them.

        Raises
        ------
        ModelError
            If an option lists an item twice, has no primary item, colours a primary item or has a negative cost, or
            if the arrays do not fit each other.
        """
        import numpy as np

        begin, items, colours, costs = (
            np.asarray(values, np.int64) for values in (self.begin, self.items, self.colours, self.costs)
        )
        secondary = len(self.item_names) - self.primary
        try:
            return _native.cover_problem(
                self.primary, secondary, begin, items, colours, costs if self.have_costs else None
            )
        except ValueError as error:
            raise ModelError(self._fault(*error.args)) from None

    @property
    def have_costs(self) -> bool:
        """Return whether any option has a cost."""
        return any(self.costs)

    def names(self, cover: Sequence[int]) -> tuple[Any, ...]:
        """The names of options; an option without a name has its number."""
        return tuple(self._names.get(option, option) for option in cover)

    def _read(self, item: Hashable, name: Any) -> tuple[int, int]:
        number = self._numbers.get(_hashable(item))
        if number is not None:
            return number, NO_COLOUR
        if _is_pair(item):
            number = self._numbers.get(item[0])
            if number is not None:
                return number, self._colour_number(item[1])
        raise ModelError(f"{self._place(len(self), name)}: there is no item {shown(item)}")

    def _colour_number(self, colour: Hashable) -> int:
        number = self._colour_numbers.get(colour)
        if number is None:
            self._last_colour += 1
            number = self._colour_numbers[colour] = self._last_colour
        return number

    def _fault(self, reason: str, option: int | None, item: int | None) -> str:
        parts = [reason]
        if item is not None:
            known = 0 <= item < len(self.item_names)
            parts.insert(0, f"item {self.item_names[item] if known else item!r}")
        if option is not None:
            parts.insert(0, self._place(option, self._names.get(option)))
        return ": ".join(parts)

    @staticmethod
    def _place(option: int, name: Any) -> str:
        return f"option {option}" if name is None else f"option {option} ({shown(name)})"


def _each(items: Iterable[Hashable], what: str) -> Iterator[Hashable]:
    """The items one by one; a text is its characters."""
    try:
        return iter(items)
    except TypeError:
        raise refused(what, "iterable", items) from None


def _hashable(item: Hashable) -> Hashable:
    try:
        hash(item)
    except TypeError:
        raise ModelError(f"{shown(item)} cannot name an item: it is not hashable") from None
    return item


def _is_pair(item: Hashable) -> TypeGuard[tuple[Hashable, Hashable]]:
    return isinstance(item, tuple) and len(item) == 2


def _zeros(length: int) -> array[int]:
    return array("q", bytes(8 * max(length, 0)))


def _integers(name: str, values: ArrayLike) -> array[int]:
    import numpy as np

    try:
        read = np.asarray(values)
    except ValueError:  # rows of different lengths
        read = np.empty((0, 0))
    if read.ndim != 1 or (read.size and read.dtype.kind not in "iu"):
        raise ModelError(f"`{name}` must be an array of integers with one dimension")
    return array("q", np.ascontiguousarray(read, np.int64).tobytes())

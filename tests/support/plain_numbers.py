"""Lines of models read twice: with cells they make constraints, and with numbers, by plain Python, a truth."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, product
from typing import Any

from sudoku_cp import Automaton, Constraint, Model, kernel
from sudoku_cp.kernel import functions

Values = tuple[int, ...]


class Number:
    """A number, with the operators and methods of expressions in plain Python; None is what has no value.

    A comparison with what has no value is false.
    """

    def __init__(self, value: int | None) -> None:
        self.value = value

    def _with(self, function: Callable[[int, int], int], other: Any, *, swapped: bool = False) -> Number:
        left, right = self.value, number(other)
        if left is None or right is None:
            return Number(None)
        try:
            return Number(function(right, left) if swapped else function(left, right))
        except ZeroDivisionError:
            return Number(None)

    def _holds(self, function: Callable[[int, int], bool], other: Any) -> Number:
        left, right = self.value, number(other)
        return Number(left is not None and right is not None and function(left, right))

    def __add__(self, other: object) -> Number:
        return self._with(operator.add, other)

    __radd__ = __add__

    def __sub__(self, other: object) -> Number:
        return self._with(operator.sub, other)

    def __rsub__(self, other: object) -> Number:
        return self._with(operator.sub, other, swapped=True)

    def __mul__(self, other: object) -> Number:
        return self._with(operator.mul, other)

    __rmul__ = __mul__

    def __floordiv__(self, other: object) -> Number:
        return self._with(operator.floordiv, other)

    def __rfloordiv__(self, other: object) -> Number:
        return self._with(operator.floordiv, other, swapped=True)

    def __mod__(self, other: object) -> Number:
        return self._with(operator.mod, other)

    def __rmod__(self, other: object) -> Number:
        return self._with(operator.mod, other, swapped=True)

    def __pow__(self, other: object) -> Number:
        return self._with(lambda base, power: base**power if power >= 0 else base // 0, other)

    def __rpow__(self, other: object) -> Number:
        return self._with(lambda base, power: base**power if power >= 0 else base // 0, other, swapped=True)

    def __abs__(self) -> Number:
        return Number(None if self.value is None else abs(self.value))

    def __eq__(self, other: object) -> Number:  # type: ignore[override]
        return self._holds(operator.eq, other)

    def __ne__(self, other: object) -> Number:  # type: ignore[override]
        return self._holds(operator.ne, other)

    def __lt__(self, other: object) -> Number:
        return self._holds(operator.lt, other)

    def __le__(self, other: object) -> Number:
        return self._holds(operator.le, other)

    def __gt__(self, other: object) -> Number:
        return self._holds(operator.gt, other)

    def __ge__(self, other: object) -> Number:
        return self._holds(operator.ge, other)

    def __and__(self, other: object) -> Number:
        return Number(bool(self) and bool(other))

    def __or__(self, other: object) -> Number:
        return Number(bool(self) or bool(other))

    def __xor__(self, other: object) -> Number:
        return Number(bool(self) is not bool(other))

    def __invert__(self) -> Number:
        return Number(not self)

    def implies(self, other: object) -> Number:
        return Number(not self or bool(other))

    def isin(self, values: Iterable[object]) -> Number:
        return Number(any(self == value for value in values))

    def __bool__(self) -> bool:
        return bool(self.value)

    __hash__ = None  # type: ignore[assignment]


def number(value: Any) -> int | None:
    return value.value if isinstance(value, Number) else int(value)


def on_numbers(function: Callable[..., int]) -> Callable[..., Number]:
    """A function of lists and numbers whose items are ints."""

    def plain(argument: Any) -> Any:
        return [number(item) for item in argument] if isinstance(argument, list | tuple) else number(argument)

    def applied(items: Any, *arguments: Any) -> Number:
        return Number(function(plain(items), *[plain(argument) for argument in arguments]))

    return applied


def _flat(conditions: tuple[Any, ...]) -> list[Any]:
    return list(conditions[0]) if len(conditions) == 1 and isinstance(conditions[0], list) else list(conditions)


class PlainArray:
    def __init__(self, items: Sequence[Any], first: int = 1) -> None:
        self.items, self.first = items, first

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, tuple):
            row = self[index[0]]
            return PlainArray(row, self.first)[index[1]] if isinstance(row, list) else row
        place = number(index)
        assert place is not None
        place -= self.first
        item = self.items[place] if 0 <= place < len(self.items) else None
        return item if isinstance(item, list) else Number(None if item is None else number(item))

    def __eq__(self, other: object) -> Number:  # type: ignore[override]
        return Number(all(number(item) == number(other) for item in self.items))

    __hash__ = None  # type: ignore[assignment]


class PlainTable:
    def __new__(cls, items: Sequence[Any], rows: Iterable[tuple[int, ...]]) -> Number:  # type: ignore[misc]
        return Number(any(tuple(map(number, items)) == row for row in rows))

    @staticmethod
    def where(items: Sequence[Any], predicate: Callable[..., bool]) -> Number:
        return Number(predicate(*map(number, items)))


def _automaton_accepts(items: Iterable[Any], allowed: Iterable[int]) -> bool:
    values: list[Any] = [item.value if isinstance(item, Number) else item for item in items]
    return all(y - x in allowed for x, y in pairwise(values))


PLAIN: dict[str, Any] = {
    "AllDifferent": lambda *items: len(set(map(number, _flat(items)))) == len(_flat(items)),
    "AllOf": lambda *conditions: Number(all(_flat(conditions))),
    "AnyOf": lambda *conditions: Number(any(_flat(conditions))),
    "Array": PlainArray,
    "Automaton": _automaton_accepts,
    "Cardinality": lambda items, counts: all([*map(number, items)].count(value) == counts[value] for value in counts),
    "Count": lambda items, value, wanted, sign="==": eval(
        f"{[*map(number, items)].count(value)} {sign} {number(wanted)}"
    ),
    "CountDistinct": on_numbers(lambda items, wanted: len(set(items)) == wanted),
    "Element": on_numbers(lambda items, index, value: 1 <= index <= len(items) and items[index - 1] == value),
    "Exactly": lambda wanted, *conditions: sum(map(bool, _flat(conditions))) == wanted,
    "Increasing": on_numbers(lambda items, step=1: all(x + step <= y for x, y in pairwise(items))),
    "Maximum": on_numbers(lambda items, value: max(items) == value),
    "Minimum": on_numbers(lambda items, value: min(items) == value),
    "Not": lambda condition: not condition,
    "Product": on_numbers(lambda items, value: items[0] * items[1] == value),
    "Table": PlainTable,
    "count_of": on_numbers(
        lambda items, values: sum(item in (values if isinstance(values, list) else [values]) for item in items)
    ),
    "distinct_of": on_numbers(lambda items: len(set(items))),
    "max_of": on_numbers(max),
    "min_of": on_numbers(min),
    "sum_of": sum,
}
"""The meaning of the names that the lines use, for numbers."""


def _automaton(items: Sequence[Any], allowed: Iterable[int]) -> Constraint:
    """Steps from each value to the next."""

    def step(last: int | None, value: int) -> int | None:
        return value if last is None or value - last in allowed else None

    return Automaton.stepping(items, None, step)


DECLARED: dict[str, Any] = {
    **{name: getattr(kernel if name[0].isupper() and name != "Array" else functions, name) for name in PLAIN},
    "Automaton": _automaton,
}


def numbers(text: str, names: str, size: int) -> set[Values]:
    """The values for which a line is true."""
    code, rows = compile(text, "line", "eval"), product(range(size), repeat=len(names))
    return {row for row in rows if eval(code, {**PLAIN, **dict(zip(names, map(Number, row), strict=True))})}


def declared(text: str, names: str, size: int) -> Model:
    model = Model()
    cells = model.variables(names, range(size))
    model += eval(text, {**DECLARED, **dict(zip(names, cells, strict=True))})
    return model

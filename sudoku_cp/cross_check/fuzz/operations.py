"""What random terms are made of: functions of items as models read them, and their meaning for numbers.

The two readings share no code. What has no value, such as an item outside its array, is `NOWHERE` in the second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any

from sudoku_cp.kernel import (
    AllDifferent,
    AllDifferentExcept,
    AllEqual,
    AllOf,
    AnyOf,
    Automaton,
    BinPacking,
    Cardinality,
    Circuit,
    Count,
    CountDistinct,
    Cumulative,
    Element,
    Exactly,
    GlobalCardinality,
    IfThenElse,
    Increasing,
    Inverse,
    LexChain,
    LexLess,
    Loop,
    Maximum,
    Minimum,
    NegativeTable,
    NoOverlap,
    Not,
    Path,
    ShortTable,
    Table,
    Xor,
)
from sudoku_cp.kernel.expression import Formula
from sudoku_cp.model import Array, Constraint, count_of, distinct_of, max_of, min_of

Values = tuple[int, ...]


class _Nowhere:
    """What has no value, such as an item outside its array: sums with it have none, and no comparison with it holds."""

    def _same(self, *_: object) -> _Nowhere:
        return self

    def _never(self, _: object) -> bool:
        return False

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __abs__ = _same
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _never
    __hash__ = None  # type: ignore[assignment]


NOWHERE = _Nowhere()
Number = Any
"""An int, or `NOWHERE`."""


def _term(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of items, which has no value if one of them has none, or it divides by 0."""

    def of(items: Sequence[Number], *arguments: Number) -> Number:
        if any(item is NOWHERE for item in (*items, *arguments)):
            return NOWHERE
        try:
            return function(items, *arguments)
        except ArithmeticError:
            return NOWHERE

    return of


def _global(function: Callable[..., Any]) -> Callable[..., bool]:
    """A constraint on items, which does not hold if one of them has no value."""

    def of(items: Sequence[Number], *arguments: Number) -> bool:
        return all(item is not NOWHERE for item in items) and bool(function(items, *arguments))

    return of


def _element(items: Sequence[int], first: int, index: int) -> Number:
    return items[index - first] if first <= index < first + len(items) else NOWHERE


@dataclass(frozen=True)
class Operation:
    """A function of some items and a number: as a model reads it, and as numbers have it."""

    least: int
    most: int
    declared: Callable[[Sequence[Any], int], Any]
    meaning: Callable[[Sequence[Any], int], Any]
    of_conditions: bool = False


def _increases(items: Sequence[int]) -> bool:
    return all(lower < higher for lower, higher in pairwise(items))


def _is_chain(lists: Sequence[tuple[int, int, int]]) -> bool:
    """Whether pairs are in the order of words; equal ones follow each other unless their last number is 1."""
    return all(
        one[0] < other[0] or (one[0] == other[0] and one[1] + other[2] <= other[1]) for one, other in pairwise(lists)
    )


WIDEST = 40
"""The largest absolute value in tables."""


@cache
def _pairs(remainder: int) -> frozenset[Values]:
    """The pairs in a table: their sums have a remainder."""
    values = range(-WIDEST, WIDEST + 1)
    return frozenset(pair for pair in product(values, repeat=2) if sum(pair) % 3 == remainder)


def _steps(items: Sequence[Any], number: int) -> Constraint:
    def step(last: int | None, value: int) -> int | None:
        return value if last is None or abs(value - last) <= abs(number) else None

    return Automaton.stepping(items, None, step)


TERMS: dict[str, Operation] = {
    "quotient": Operation(2, 2, lambda i, n: i[0] // i[1], _term(lambda i, n: i[0] // i[1])),
    "remainder": Operation(2, 2, lambda i, n: i[0] % i[1], _term(lambda i, n: i[0] % i[1])),
    "quotient_by": Operation(1, 1, lambda i, n: i[0] // (n or 2), _term(lambda i, n: i[0] // (n or 2))),
    "remainder_by": Operation(1, 1, lambda i, n: i[0] % (n or 2), _term(lambda i, n: i[0] % (n or 2))),
    "power": Operation(1, 1, lambda i, n: i[0] ** abs(n), _term(lambda i, n: i[0] ** abs(n))),
    "count_equal": Operation(
        2, 4, lambda i, n: count_of(i[1:], i[0]), _term(lambda i, n: [*map(int, i[1:])].count(i[0]))
    ),
}
"""Further terms."""

CONDITIONS: dict[str, Operation] = {
    "equal": Operation(2, 2, lambda i, n: i[0] == i[1], lambda i, n: i[0] == i[1]),
    "unequal": Operation(2, 2, lambda i, n: i[0] != i[1], lambda i, n: i[0] != i[1]),
    "less": Operation(2, 2, lambda i, n: i[0] < i[1], lambda i, n: i[0] < i[1]),
    "at_most": Operation(1, 1, lambda i, n: i[0] <= n, lambda i, n: i[0] <= n),
    "member": Operation(1, 1, lambda i, n: _isin(i[0], n), _global(lambda i, n: i[0] in (n, n + 3))),
    "both": Operation(2, 3, lambda i, n: AllOf(i), lambda i, n: all(i), of_conditions=True),
    "either": Operation(2, 3, lambda i, n: AnyOf(i), lambda i, n: any(i), of_conditions=True),
    "one_of": Operation(2, 3, lambda i, n: Exactly(1, i), lambda i, n: sum(i) == 1, of_conditions=True),
    "opposite": Operation(1, 1, lambda i, n: Not(i[0]), lambda i, n: not i[0], of_conditions=True),
    "implies": Operation(2, 2, lambda i, n: AnyOf(Not(i[0]), i[1]), lambda i, n: not i[0] or i[1], of_conditions=True),
    "unlike": Operation(2, 2, lambda i, n: i[0] ^ i[1], lambda i, n: i[0] != i[1], of_conditions=True),
    "alike": Operation(2, 2, lambda i, n: i[0] == i[1], lambda i, n: i[0] == i[1], of_conditions=True),
    "all_different": Operation(2, 4, lambda i, n: AllDifferent(i), _global(lambda i, n: len(set(i)) == len(i))),
    "increasing": Operation(2, 3, lambda i, n: Increasing(i), _global(lambda i, n: _increases(i))),
    "maximum": Operation(2, 4, lambda i, n: Maximum(i[1:], i[0]), _global(lambda i, n: max(i[1:]) == i[0])),
    "minimum": Operation(2, 4, lambda i, n: Minimum(i[1:], i[0]), _global(lambda i, n: min(i[1:]) == i[0])),
    "counted": Operation(2, 4, lambda i, n: Count(i[1:], n, i[0]), _global(lambda i, n: [*i[1:]].count(n) == i[0])),
    "distinct": Operation(
        2, 4, lambda i, n: CountDistinct(i[1:], i[0], "<="), _global(lambda i, n: len(set(i[1:])) <= i[0])
    ),
    "at": Operation(
        4,
        5,
        lambda i, n: Element(i[2:], i[0], i[1]),
        _global(lambda i, n: 1 <= i[0] <= len(i) - 2 and i[i[0] + 1] == i[1]),
    ),
    "often": Operation(2, 4, lambda i, n: Cardinality(i, {n: (0, 2)}), _global(lambda i, n: [*i].count(n) in (0, 2))),
    "in_table": Operation(
        2,
        2,
        lambda i, n: Table(i, _pairs(n % 3)),
        _global(lambda i, n: max(map(abs, i)) <= WIDEST and sum(i) % 3 == n % 3),
    ),
    "small_steps": Operation(
        2, 3, _steps, _global(lambda i, n: all(abs(one - other) <= abs(n) for one, other in pairwise(i)))
    ),
    "all_equal": Operation(2, 4, lambda i, n: AllEqual(i), _global(lambda i, n: len(set(i)) == 1)),
    "different_except": Operation(
        2,
        4,
        lambda i, n: AllDifferentExcept(i, n),
        _global(lambda i, n: all(item == n or [*i].count(item) == 1 for item in i)),
    ),
    "occurrences": Operation(
        3,
        4,
        lambda i, n: GlobalCardinality(i[1:], (n, n + 1), (i[0], (0, 1))),
        _global(lambda i, n: [*i[1:]].count(n) == i[0] and [*i[1:]].count(n + 1) < 2),
    ),
    "lower": Operation(4, 4, lambda i, n: LexLess(i[:2], i[2:]), _global(lambda i, n: [*i[:2]] < [*i[2:]])),
    "chain": Operation(
        4,
        4,
        lambda i, n: LexChain((i[:2], i[1:3], i[2:]), ties=n % 2 == 0),
        _global(lambda i, n: _is_chain([(one, other, n % 2) for one, other in pairwise(i)])),
    ),
    "inverse": Operation(
        4, 4, lambda i, n: Inverse(i[:2], i[2:]), _global(lambda i, n: [*i] in ([0, 1, 0, 1], [1, 0, 1, 0]))
    ),
    "no_overlap": Operation(
        2,
        3,
        lambda i, n: NoOverlap(i, [2] * len(i)),
        _global(lambda i, n: all(abs(one - other) > 1 for one, other in combinations(i, 2))),
    ),
    "cumulative": Operation(
        2,
        3,
        lambda i, n: Cumulative(i, [2] * len(i), [1] * len(i), 2),
        _global(lambda i, n: all(sum(0 <= time - start < 2 for start in i) <= 2 for time in i)),
    ),
    "bins": Operation(
        2,
        3,
        lambda i, n: BinPacking(i, (1, 2, 2)[: len(i)], 3),
        _global(lambda i, n: all(sum(1 + (at > 0) for at, b in enumerate(i) if b == one) <= 3 for one in i)),
    ),
    "choice": Operation(3, 3, lambda i, n: IfThenElse(*i), lambda i, n: i[1] if i[0] else i[2], of_conditions=True),
    "odd": Operation(2, 4, lambda i, n: Xor(i), lambda i, n: sum(i) % 2 == 1, of_conditions=True),
    "short_table": Operation(
        2,
        2,
        lambda i, n: ShortTable(i, [(n, "*"), ("*", n + 1)]),
        _global(lambda i, n: i[0] == n or i[1] == n + 1),
    ),
    "negative_table": Operation(
        2, 2, lambda i, n: NegativeTable(i, [(n, n), (0, "*")]), _global(lambda i, n: i[0] != 0 and {*i} != {n})
    ),
    "circuit": Operation(
        2,
        3,
        lambda i, n: Circuit(i, n),
        _global(lambda i, n: [item - n for item in i] in ([1, 0], [1, 2, 0], [2, 0, 1])),
    ),
    "loop": Operation(
        3,
        3,
        lambda i, n: Loop(i, ((0, 1), (1, 2), (2, 0)), (n, n + 1)),
        _global(lambda i, n: {*i} <= {n, n + 1}),
    ),
    "path": Operation(
        3,
        3,
        lambda i, n: Path(i, ((0, 1), (1, 2), (2, 3)), n, ends=0),
        _global(lambda i, n: i[0] == n and (i[1] == n or i[2] != n)),
    ),
}
"""Constraints on terms, which are 0 or 1 as terms themselves."""

OPERATIONS = {**TERMS, **CONDITIONS}


def _isin(item: Any, number: int) -> Any:
    return item.isin({number, number + 3}) if isinstance(item, Formula) else item in (number, number + 3)


DECLARED = {
    "max_of": max_of,
    "min_of": min_of,
    "count_of": count_of,
    "distinct_of": distinct_of,
    "element": lambda items, first, index: Array(items, first=first)[index],
    **{name: operation.declared for name, operation in OPERATIONS.items()},
}
"""The names in a text, as a model reads them."""

MEANING = {
    "max_of": _term(max),
    "min_of": _term(min),
    "count_of": lambda items, values: _term(lambda some: sum(item in values for item in some))(items),
    "distinct_of": _term(lambda items: len(set(items))),
    "element": _term(_element),
    **{name: operation.meaning for name, operation in OPERATIONS.items()},
}
"""The same names, as numbers have them."""

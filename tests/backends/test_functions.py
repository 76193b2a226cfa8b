"""Automata, functions and combinations on small domains, for every backend: solutions against a plain lambda's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import prod
from typing import Any

import pytest

from sudoku_cp import (
    DFA,
    AllDifferent,
    AllOf,
    AnyOf,
    Automaton,
    Combination,
    Constraint,
    Count,
    CountDistinct,
    Element,
    Exactly,
    Maximum,
    Minimum,
    Model,
    Not,
    Product,
    Relation,
    Table,
)
from sudoku_cp.backends.contract import Backend

D3 = (1, 2, 3)
D4 = range(4)
ODD = (-2, 0, 1, 5)
EQUAL, UNEQUAL, AT_MOST, AT_LEAST = Relation
Case = tuple[Sequence[Sequence[int]], Callable[..., Constraint], Callable[..., bool]]

NEVER_TWICE = DFA(({1: 1, 2: 2, 3: 0}, {2: 2, 3: 0}, {1: 1, 3: 0}), frozenset({0, 1, 2}))
"""Neither 11 nor 22."""
EVEN_ONES = DFA(({1: 1, 2: 0, 3: 0}, {1: 0, 2: 1, 3: 1}), frozenset({0}))
ODD_ONES = DFA(EVEN_ONES.transitions, frozenset({0}), start=1)
NOWHERE = DFA(({}, {0: 1}), frozenset({1}))


def no_repeats(*word: int) -> bool:
    return not {(1, 1), (2, 2)} & set(pairwise(word))


def append(word: Any, value: int) -> Any:
    return (*word, value) if len(word) < 3 else None


def sums_to_six(word: Any) -> bool:
    return bool(sum(word) == 6)


def number_so_far(length: int, modulus: int) -> Callable[[Any, int], Any]:
    """The step of an automaton with a state for each place and remainder: the digits read so far as a number."""

    def step(state: Any, digit: int) -> Any:
        place, remainder = state
        return (place + 1, (4 * remainder + digit) % modulus) if place < length else None

    return step


def number_dfa(length: int, modulus: int) -> DFA:
    return DFA.unfold((0, 0), number_so_far(length, modulus), lambda state: state in ((3, 7), (3, 49)), D4)


def from_the_last(dfa: DFA) -> DFA:
    """The same automaton with its states numbered from the other end."""
    last = len(dfa.transitions) - 1
    rows = [{digit: last - state for digit, state in row.items()} for row in reversed(dfa.transitions)]
    return DFA(tuple(rows), frozenset(last - state for state in dfa.accepting), last - dfa.start)


def number(*digits: int) -> int:
    return int("".join(map(str, digits)), 4)


def none_of_one(constraint: Constraint, times: int) -> Constraint:
    """Negations inside negations; an engine that tries each of them again and again does not come to an end."""
    for _ in range(times):
        constraint = Combination((constraint,), AT_MOST, 0)
    return constraint


BITING: dict[str, Case] = {
    "automaton": ([D3] * 3, lambda *c: Automaton(c, NEVER_TWICE), no_repeats),
    "automaton of one cell": ([D3], lambda a: Automaton((a,), EVEN_ONES), lambda a: a != 1),
    "automaton, another start": ([D3] * 3, lambda *c: Automaton(c, ODD_ONES), lambda *v: v.count(1) % 2 == 1),
    "automaton, repeated cell": (
        [D3] * 2, lambda a, b: Automaton((a, b, b, a, a), EVEN_ONES), lambda a, b: a != 1,
    ),
    "automaton, foreign and missing values": (
        [ODD] * 2,
        lambda a, b: Automaton((a, b), DFA(({-2: 1, 9: 0}, {0: 1, 5: 0}), frozenset({1}))),
        lambda a, b: (a, b) == (-2, 0),
    ),
    "automaton of all states merged": (
        [D3] * 3,
        lambda *c: Automaton.stepping(c, (), append, sums_to_six),
        lambda *v: sum(v) == 6,
    ),
    "automaton of more than 128 states": (
        [D4] * 4,
        lambda *c: Automaton.stepping(c, (0, 0), number_so_far(4, 97), lambda state: state[1] in (3, 60, 96)),
        lambda *v: number(*v) % 97 in (3, 60, 96),
    ),
    "automaton of more than 64 states that starts in the last one": (
        [D4] * 3,
        lambda *c: Automaton(c, from_the_last(number_dfa(3, 50))),
        lambda *v: number(*v) % 50 in (7, 49),
    ),
    "element": ([D3] * 3, lambda a, b, c: Element((a, b), c, 2), lambda a, b, c: c < 3 and (a, b)[c - 1] == 2),
    "element is a cell": (
        [D3] * 4, lambda a, b, c, d: Element((a, b), c, d), lambda a, b, c, d: c < 3 and (a, b)[c - 1] == d
    ),
    "element, first index 0": (
        [ODD, range(3), ODD],
        lambda a, b, c: Element((a, c), b, 0, first=0),
        lambda a, b, c: b < 2 and (a, c)[b] == 0,
    ),
    "element, negative index": (
        [ODD, D3], lambda a, b: Element((b, b, a), a, b, first=-2), lambda a, b: a == -2 or a == b == 0,
    ),
    "element of itself": ([D3] * 2, lambda a, b: Element((a, b, a), a, b), lambda a, b: b == (a, b, a)[a - 1]),
    "element, unaligned": (
        [(0, 7), (7, 8), (1, 2)], lambda a, b, c: Element((a, b), c, 7), lambda a, b, c: (a, b)[c - 1] == 7
    ),
    "count": ([D3] * 3, lambda *c: Count(c, frozenset({1, 3}), 2), lambda *v: sum(x != 2 for x in v) == 2),
    "count ≠": ([ODD] * 2, lambda *c: Count(c, frozenset({0, 9}), 1, UNEQUAL), lambda *v: v.count(0) != 1),
    "count ≤": ([ODD] * 3, lambda *c: Count(c, frozenset({0, 5, 1}), 1, AT_MOST), lambda *v: v.count(-2) >= 2),
    "count ≥": ([ODD] * 3, lambda *c: Count(c, frozenset({-2}), 1, AT_LEAST), lambda *v: -2 in v),
    "count is a cell": (
        [D3, D3, range(-1, 3)], lambda a, b, c: Count((a, b), frozenset({1}), c), lambda a, b, c: (a, b).count(1) == c
    ),
    "count of itself": (
        [range(3)] * 2, lambda a, b: Count((a, b), frozenset({1}), a, AT_LEAST), lambda a, b: (a, b).count(1) >= a
    ),
    "count with repetition": (
        [D3] * 2, lambda a, b: Count((a, b, a), frozenset({2}), 2), lambda a, b: (a, b, a).count(2) == 2
    ),
    "count of no cells": ([range(2)], lambda a: Count((), frozenset({1}), a), lambda a: a == 0),
    "distinct": ([D3] * 3, lambda *c: CountDistinct(c, 2), lambda *v: len(set(v)) == 2),
    "distinct ≠": ([D3] * 3, lambda *c: CountDistinct(c, 2, UNEQUAL), lambda *v: len(set(v)) != 2),
    "distinct ≤ a cell": (
        [ODD, ODD, range(3)], lambda a, b, c: CountDistinct((a, b), c, AT_MOST), lambda a, b, c: len({a, b}) <= c
    ),
    "distinct ≥ one of them": (
        [range(4)] * 3, lambda a, b, c: CountDistinct((a, b, c, a), b, AT_LEAST), lambda a, b, c: len({a, b, c}) >= b
    ),
    "distinct, unaligned": (
        [(1, 2), (2, 3), (3, 4)], lambda *c: CountDistinct(c, 3, EQUAL), lambda *v: len(set(v)) == 3
    ),
    "distinct, of no cells": ([range(2)], lambda a: CountDistinct((), a), lambda a: a == 0),
    "maximum": ([D3] * 3, lambda a, b, c: Maximum((a, b), c), lambda a, b, c: max(a, b) == c),
    "maximum is a number": ([ODD] * 3, lambda *c: Maximum(c, 1), lambda *v: max(v) == 1),
    "maximum, unaligned": (
        [ODD, (0, 3), (0, 5, 9)], lambda a, b, c: Maximum((a, b), c), lambda a, b, c: max(a, b) == c
    ),
    "maximum of itself": ([D3] * 2, lambda a, b: Maximum((a, b, a), a), lambda a, b: a >= b),
    "maximum of one": ([ODD] * 2, lambda a, b: Maximum((a,), b), lambda a, b: a == b),
    "minimum": ([D3] * 3, lambda a, b, c: Minimum((a, b), c), lambda a, b, c: min(a, b) == c),
    "minimum is a number": ([ODD] * 3, lambda *c: Minimum(c, 0), lambda *v: min(v) == 0),
    "minimum, unaligned": (
        [ODD, (0, 3), (-2, 0, 9)], lambda a, b, c: Minimum((a, b), c), lambda a, b, c: min(a, b) == c
    ),
    "minimum of itself": ([D3] * 2, lambda a, b: Minimum((b, a), b), lambda a, b: b <= a),
    "product": ([range(7)] * 2, lambda a, b: Product((a, b), 6), lambda a, b: a * b == 6),
    "product of the largest": ([D3, D4[1:]], lambda *c: Product(c, 9), lambda *v: v == (3, 3)),
    "product of the smallest": ([(2, 3, 5)] * 3, lambda *c: Product(c, 8), lambda *v: v == (2, 2, 2)),
    "product of all but the largest": ([(2, 3, 5)] * 3, lambda *c: Product(c, 75), lambda *v: prod(v) == 75),
    "positive product is a cell": (
        [D3, (2, 5), (1, 2, 5, 15, 16)], lambda a, b, c: Product((a, b), c), lambda a, b, c: a * b == c
    ),
    "product is a cell": ([ODD, range(-2, 3), ODD], lambda a, b, c: Product((a, b), c), lambda a, b, c: a * b == c),
    "product of nothing but zero": ([ODD] * 3, lambda *c: Product(c, 0), lambda *v: 0 in v),
    "negative product": ([range(-3, 4)] * 3, lambda *c: Product(c, -6), lambda *v: prod(v) == -6),
    "square": ([range(-3, 4), range(10)], lambda a, b: Product((a, a), b), lambda a, b: a * a == b),
    "product of itself": ([ODD] * 2, lambda a, b: Product((a, b), a), lambda a, b: a * b == a),
    "product of no cells": ([range(3)], lambda a: Product((), a), lambda a: a == 1),
    "any of": (
        [D3] * 3,
        lambda a, b, c: AnyOf(a < b, b < c, a + b + c == 6),
        lambda a, b, c: a < b or b < c or a + b + c == 6,
    ),
    "any of houses": (
        [D3] * 3, lambda a, b, c: AllDifferent((a, b)) | AllDifferent((b, c)), lambda a, b, c: a != b or b != c
    ),
    "any of tables": (
        [D3] * 3,
        lambda *c: Table(c, [(1, 2, 3), (3, 2, 1)]) | ~Table.where(c, lambda x, y, z: x != y),
        lambda a, b, c: a == b or (a, b, c) in {(1, 2, 3), (3, 2, 1)},
    ),
    "exactly": (
        [D3] * 3,
        lambda a, b, c: Exactly(2, a == 1, b == 1, c == 1, a + b + c == 7),
        lambda *v: v.count(1) + (sum(v) == 7) == 2,
    ),
    "listed twice": ([D3] * 2, lambda a, b: (lambda c: Exactly(2, c, c, b == 1))(a == b), lambda a, b: a == b != 1),
    "at most": (
        [D3] * 3, lambda a, b, c: Combination((a == b, b == c, a == c), AT_MOST, 1), lambda *v: len(set(v)) > 1
    ),
    "not just so many": (
        [D3] * 2, lambda a, b: Combination((a == 1, b == 1), UNEQUAL, 1), lambda a, b: (a == 1) == (b == 1)
    ),
    "any function": (
        [D3] * 4,
        lambda a, b, c, d: AnyOf(Maximum((a, b), c), Product((a, b), d), Automaton((c, d, a), ODD_ONES)),
        lambda a, b, c, d: max(a, b) == c or a * b == d or (c, d, a).count(1) % 2 == 1,
    ),
    "not zero of one": ([D3], lambda a: Combination((a == 1,), Relation.UNEQUAL, 0), lambda a: a == 1),
    "not one of one": ([D3], lambda a: Combination((a == 1,), Relation.UNEQUAL, 1), lambda a: a != 1),
    "not two of two": (
        [D3] * 2,
        lambda a, b: Combination((a == 1, a == b), Relation.UNEQUAL, 2),
        lambda *v: v != (1, 1),
    ),
    "none of one, nine times": ([D3], lambda a: none_of_one(a == 1, 9), lambda a: a != 1),
}  # fmt: skip
"""Constraints with solutions and other assignments."""

ALWAYS: dict[str, Case] = {
    "automaton of no cells": ([D3], lambda a: Automaton((), EVEN_ONES), lambda a: True),
    "count of all values": ([D3] * 2, lambda *c: Count(c, frozenset(D3), 2), lambda *v: True),
    "far less than": ([D3] * 2, lambda *c: Count(c, frozenset({1}), 10**30, AT_MOST), lambda *v: True),
    "product of no cells, 1": ([D3], lambda a: Product((), 1), lambda a: True),
    "all of nothing": ([D3], lambda a: AllOf(), lambda a: True),
    "not two of one": ([D3], lambda a: Not(Exactly(2, a == 1)), lambda a: True),
    "more than none": ([D3], lambda a: Combination((a == 1,), AT_LEAST, -(10**30)), lambda a: True),
    "all functions of all": ([D3], lambda a: Maximum((a,), a) & Minimum((a,), a) & Product((a,), a), lambda a: True),
}

NEVER: dict[str, Case] = {
    "automaton that accepts nothing": ([D3] * 2, lambda *c: Automaton(c, NOWHERE), lambda *v: False),
    "automaton of no cells, rejecting": ([D3], lambda a: Automaton((), ODD_ONES), lambda a: False),
    "element of nothing": ([D3], lambda a: Element((), a, a), lambda a: False),
    "element outside": ([D3] * 2, lambda a, b: Element((b,), a, b, first=7), lambda a, b: False),
    "count of too many": ([D3] * 2, lambda *c: Count(c, frozenset({1}), 3), lambda *v: False),
    "maximum of nothing": ([D3], lambda a: Maximum((), a), lambda a: False),
    "minimum of nothing": ([D3], lambda a: Minimum((), 0), lambda a: False),
    "product of no cells, 2": ([D3], lambda a: Product((), 2), lambda a: False),
    "prime factor too many": ([D3] * 2, lambda *c: Product(c, 5), lambda *v: False),
    "any of nothing": ([D3], lambda a: AnyOf(), lambda a: False),
    "two of one": ([D3], lambda a: Exactly(2, a == 1), lambda a: False),
    "house of a repeated cell": ([D3] * 2, lambda a, b: AllDifferent((a, b, a)), lambda a, b: False),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", [*BITING, *ALWAYS, *NEVER])
def test_solutions_are_those_of_the_lambda(name: str, solver: Backend, solutions_in_every_context: Any) -> None:
    domains, declare, holds = (BITING | ALWAYS | NEVER)[name]
    solutions = solutions_in_every_context(solver, domains, declare, holds)
    everything = prod(map(len, domains))
    assert len(solutions) == 0 if name in NEVER else len(solutions) > 0
    assert len(solutions) == everything if name in ALWAYS else len(solutions) < everything


def test_large_automata_are_large() -> None:
    """A set of states is one word of 64 bits in the engine; these take two and three."""
    sizes = []
    for name, (domains, declare, _) in BITING.items():
        if name.startswith("automaton of more than"):
            (automaton,) = [declare(*Model().variables("abcdef"[: len(domains)], D4))]
            assert isinstance(automaton, Automaton)
            sizes.append(len(automaton.dfa.transitions))
    assert sorted(size // 64 for size in sizes) == [1, 2]


def test_cases_have_names_of_their_own() -> None:
    assert len(BITING | ALWAYS | NEVER) == len(BITING) + len(ALWAYS) + len(NEVER)

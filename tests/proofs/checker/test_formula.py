"""What a rule makes of sums holds wherever they do, and where it changes nothing it loses nothing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, strategies as st

from sudoku_cp.proofs.checker.formula import RejectedError, Sum, normal

VARIABLES = 4
TERMS = st.lists(st.tuples(st.integers(-4, 4), st.integers(0, 2 * VARIABLES - 1)), max_size=5)
SUMS = st.builds(normal, TERMS, st.integers(-6, 8))
WORLDS = [
    frozenset(2 * variable + value for variable, value in enumerate(values))
    for values in product((0, 1), repeat=VARIABLES)
]
"""Every assignment, as the literals that are true."""


def reaches(known: Sum, world: frozenset[int]) -> bool:
    return sum(weight for literal, weight in known.coefficients.items() if literal in world) >= known.bound


def satisfied(known: Sum) -> set[frozenset[int]]:
    return {world for world in WORLDS if reaches(known, world)}


@given(TERMS, st.integers(-6, 8))
def test_the_normal_form_says_the_same(terms: list[tuple[int, int]], bound: int) -> None:
    known = normal(terms, bound)
    assert all(weight > 0 and literal ^ 1 not in known.coefficients for literal, weight in known.coefficients.items())
    for world in WORLDS:
        assert reaches(known, world) == (sum(weight for weight, literal in terms if literal in world) >= bound)


@pytest.mark.slow
@given(SUMS)
def test_a_negation_is_the_opposite(known: Sum) -> None:
    assert satisfied(known.negated()) == set(WORLDS) - satisfied(known)
    assert known.is_contradiction == (not satisfied(known))


@pytest.mark.slow
@given(st.lists(SUMS, min_size=1, max_size=4))
def test_addition(summands: list[Sum]) -> None:
    total = Sum.total(summands)
    assert satisfied(total) >= set.intersection(*map(satisfied, summands))
    assert all(weight > 0 and literal ^ 1 not in total.coefficients for literal, weight in total.coefficients.items())


@given(SUMS, st.integers(1, 5))
def test_multiplication_says_the_same(known: Sum, factor: int) -> None:
    assert satisfied(known.times(factor)) == satisfied(known)
    assert known.times(factor).divided(factor) == known


@pytest.mark.slow
@pytest.mark.parametrize(
    "rule",
    [lambda known: known.divided(2), lambda known: known.divided(3), Sum.saturated, lambda known: known.weakened(1)],
    ids=["division by 2", "division by 3", "saturation", "weakening"],
)
@given(SUMS)
def test_rules_on_one_sum(rule: Callable[[Sum], Sum], known: Sum) -> None:
    assert satisfied(rule(known)) >= satisfied(known)


@pytest.mark.slow
@given(SUMS)
def test_saturation_says_the_same(known: Sum) -> None:
    assert satisfied(known.saturated()) == satisfied(known)


@pytest.mark.parametrize("wrong", [0, -1])
def test_factors_are_positive(wrong: int) -> None:
    for rule in (Sum.times, Sum.divided):
        with pytest.raises(RejectedError, match="cannot be"):
            rule(Sum({0: 1}, 1), wrong)

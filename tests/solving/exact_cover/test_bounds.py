"""Wide cells over variables by bounds, beside enumeration: with clause learning from the first node, and as usual."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from sudoku_cp import AllDifferent, AnyOf, Exactly, Model
from sudoku_cp.kernel import Count, Element, Maximum, Minimum, Not
from sudoku_cp.model.answers import Status

SOLVERS = ("exact-cover:learn_after=0", "exact-cover:learn_after=5", "exact-cover")

Row = Sequence[int]


@dataclass(frozen=True)
class Said:
    """A constraint on cells, and what it means of their values."""

    declare: Callable[[Sequence[Any]], Any]
    holds: Callable[[Row], bool]


small = st.integers(-3, 3)
places = st.integers(0, 2)


@st.composite
def comparisons(draw: st.DrawFn) -> Said:
    weights = draw(st.lists(small, min_size=3, max_size=3))
    constant = draw(st.integers(-150, 250))
    relation = draw(st.sampled_from(["<=", ">=", "==", "!="]))
    compare: Callable[[Any, Any], Any] = {
        "<=": lambda left, right: left <= right,
        ">=": lambda left, right: left >= right,
        "==": lambda left, right: left == right,
        "!=": lambda left, right: left != right,
    }[relation]
    if not any(weights):
        weights[0] = 1

    def total(row: Sequence[Any]) -> Any:
        return sum(weight * each for weight, each in zip(weights, row, strict=True) if weight)

    return Said(lambda row: compare(total(row), constant), lambda row: compare(total(row), constant))


@st.composite
def memberships(draw: st.DrawFn) -> Said:
    place = draw(places)
    values = draw(st.frozensets(st.integers(-5, 120), max_size=6)) | frozenset(range(draw(st.integers(0, 60))))
    return Said(lambda row: row[place].isin(values), lambda row: row[place] in values)


conditions = comparisons() | memberships()


@st.composite
def combinations(draw: st.DrawFn) -> Said:
    parts = draw(st.lists(conditions, min_size=1, max_size=4))
    number = draw(st.integers(0, len(parts)))
    match draw(st.sampled_from(["any", "exactly", "not", "sum", "nested"])):
        case "any":
            return Said(
                lambda row: AnyOf(*(part.declare(row) for part in parts)),
                lambda row: any(part.holds(row) for part in parts),
            )
        case "exactly":
            return Said(
                lambda row: Exactly(number, *(part.declare(row) for part in parts)),
                lambda row: sum(part.holds(row) for part in parts) == number,
            )
        case "not":
            return Said(
                lambda row: Not(Exactly(number, *(part.declare(row) for part in parts))),
                lambda row: sum(part.holds(row) for part in parts) != number,
            )
        case "sum":
            return Said(
                lambda row: sum([part.declare(row) for part in parts]) >= number,
                lambda row: sum(part.holds(row) for part in parts) >= number,
            )
    return Said(
        lambda row: Exactly(1, AnyOf(*(part.declare(row) for part in parts)), parts[0].declare(row), row[0] <= number),
        lambda row: any(part.holds(row) for part in parts) + parts[0].holds(row) + (row[0] <= number) == 1,
    )


@st.composite
def globals_(draw: st.DrawFn) -> Said:
    constants = draw(st.lists(st.integers(0, 110), min_size=3, max_size=6))
    values = draw(st.frozensets(st.integers(0, 110), max_size=30))
    one, two, three = draw(st.permutations([0, 1, 2]))
    match draw(st.sampled_from(["different", "maximum", "minimum", "element", "cells", "count", "distance"])):
        case "different":
            return Said(AllDifferent, lambda row: len(set(row)) == 3)
        case "maximum":
            return Said(
                lambda row: Maximum([row[one], row[two]], row[three]), lambda row: max(row[one], row[two]) == row[three]
            )
        case "minimum":
            return Said(
                lambda row: Minimum([row[one], row[two]], row[three]), lambda row: min(row[one], row[two]) == row[three]
            )
        case "element":
            return Said(
                lambda row: Element(constants, row[one], row[two], 0),
                lambda row: 0 <= row[one] < len(constants) and constants[row[one]] == row[two],
            )
        case "cells":
            return Said(
                lambda row: Element([row[two], constants[0], row[three]], row[one], row[two], 1),
                lambda row: 1 <= row[one] <= 3 and (row[two], constants[0], row[three])[row[one] - 1] == row[two],
            )
        case "count":
            return Said(
                lambda row: Count(row[:2], values, row[2], "<="),
                lambda row: sum(value in values for value in row[:2]) <= row[2],
            )
    return Said(
        lambda row: abs(row[one] - row[two]) >= constants[0] % 40,
        lambda row: abs(row[one] - row[two]) >= constants[0] % 40,
    )


domains = st.one_of(
    st.builds(range, st.integers(-9, 3), st.just(4)),
    st.builds(lambda first, size: range(first, first + size), st.integers(-20, 5), st.integers(65, 75)),
    st.builds(lambda first, step: range(first, first + 66 * step, step), st.integers(-20, 5), st.integers(1, 3)),
    st.builds(lambda step: [*range(40), *range(50, 90, step), 1000, 70_000, 2**33], st.integers(1, 2)),
)


def enumerated(rows: Sequence[Sequence[int]], said: Sequence[Said]) -> set[tuple[int, ...]]:
    return {row for row in product(*rows) if all(each.holds(row) for each in said)}


@given(
    st.tuples(domains, domains, st.builds(range, st.integers(-1, 1), st.integers(2, 4))),
    st.lists(comparisons() | combinations() | globals_(), min_size=1, max_size=3),
    st.lists(small, min_size=3, max_size=3),
)
@settings(max_examples=60, deadline=None)
def test_models_beside_enumeration(rows: tuple[Sequence[int], ...], said: list[Said], weights: list[int]) -> None:
    expected = enumerated(rows, said)
    model = Model()
    cells = [model.variable(f"x{place}", domain) for place, domain in enumerate(rows)]
    model.add(*(each.declare(cells) for each in said))
    scored = model.with_objective(None)
    scored.minimize(sum(weight * cell for weight, cell in zip(weights, cells, strict=True)))
    for solver in SOLVERS:
        if len(expected) <= 500:
            found = [tuple(solution[cell] for cell in cells) for solution in model.solutions(solver=solver)]
            assert sorted(found) == sorted(expected)
        else:
            found = [
                tuple(solution[cell] for cell in cells)
                for solution, _ in zip(model.solutions(solver=solver), range(50), strict=False)
            ]
            assert len(set(found)) == 50
            assert expected.issuperset(found)
        result = scored.solve(solver=solver)
        if not expected:
            assert result.status is Status.INFEASIBLE
            continue
        totals = sorted(sum(weight * value for weight, value in zip(weights, row, strict=True)) for row in expected)
        assert (result.status, result.objective) == (Status.OPTIMAL, totals[0])
        target = totals[min(20, len(totals) - 1)]
        if totals.count(target) < 200:
            assert scored.count(solver=solver, target=target).count == sum(total <= target for total in totals)
        assert list(scored.best(3, solver=solver).objectives) == totals[:3]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("size", [65, 129, 321, 65_537, 300_000])
def test_totals_of_any_size(solver: str, size: int) -> None:
    model = Model()
    total, difference = model.variables(["total", "difference"], range(size))
    a, b, c = model.variables("abc", range(12))
    step = size // 23
    model += total == step * a + b
    model += difference == total - step * c
    model += AnyOf(difference <= 3, difference >= total, b == 11)
    expected = {
        (step * a + b, step * a + b - step * c, a, b, c)
        for a, b, c in product(range(12), repeat=3)
        if 0 <= step * a + b - step * c < size
        and (step * a + b - step * c <= 3 or step * a + b - step * c >= step * a + b or b == 11)
        and step * a + b < size
    }
    compiled = model.compile(solver)
    assert {solution.values_in_order for solution in compiled.solutions()} == expected
    assert compiled.count().count == len(expected)
    model.maximize(total - 2 * difference + 7 * c)
    result = model.solve(solver=solver)
    assert result.objective == max(row[0] - 2 * row[1] + 7 * row[4] for row in expected)


def shop(jobs: Sequence[Sequence[tuple[int, int]]], horizon: int) -> Model:
    """A job shop whose end is minimised."""
    model = Model()
    end = model.variable("end", range(horizon))
    tasks: dict[int, list[tuple[Any, int]]] = {}
    for number, job in enumerate(jobs):
        before: Any = 0
        for place, (machine, length) in enumerate(job):
            start = model.variable(f"start {number} {place}", range(horizon))
            model += start >= before
            before = start + length
            for other, its in tasks.setdefault(machine, []):
                model += AnyOf(start + length <= other, other + its <= start)
            tasks[machine].append((start, length))
        model += end >= before
    model.minimize(end)
    return model


def test_a_job_shop_takes_few_nodes() -> None:
    jobs = [
        [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
        [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
        [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
        [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
        [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
        [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
    ]
    model = shop([[(machine, 37 * length) for machine, length in job] for job in jobs], 4000)
    result = model.solve(solver="exact-cover:learn_after=0", nodes=30_000)
    assert (result.status, result.objective) == (Status.OPTIMAL, 37 * 55)

"""Combinations inside combinations: right at any depth, and compiled in a size that grows with what is declared."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, cast

import pytest

from sudoku_cp import AllDifferent, AllOf, AnyOf, Cell, Constraint, Model, Not
from sudoku_cp.kernel import Combination, Element, Maximum
from sudoku_cp.model import ModelError, Relation
from sudoku_cp.proofs import prove
from sudoku_cp.proofs.checker import check
from sudoku_cp.solvers.exact_cover.lowering import post
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding
from sudoku_cp.solving.registry import load_solver
from sudoku_cp.solving.solver import Solver
from tests.support import assert_same_sets

DOMAIN = (1, 2, 3)
DEPTHS = (10, 20, 30)

Meaning = Callable[[tuple[int, ...]], bool]

RELATES: dict[Relation, Callable[[int, int], bool]] = {
    Relation.EQUAL: lambda count, number: count == number,
    Relation.UNEQUAL: lambda count, number: count != number,
    Relation.AT_MOST: lambda count, number: count <= number,
    Relation.AT_LEAST: lambda count, number: count >= number,
}


def leaf(draw: random.Random, cells: tuple[Cell, ...]) -> tuple[Constraint, Meaning]:
    """A constraint of a few cells, and a plain lambda that says the same."""
    a, b, c = (draw.randrange(len(cells)) for _ in range(3))
    number = draw.randint(1, 3)
    return draw.choice(
        [
            (cells[a] == number, lambda v: v[a] == number),
            (cells[a] != cells[b], lambda v: v[a] != v[b]),
            (cells[a] < cells[b], lambda v: v[a] < v[b]),
            (cells[a] + cells[b] + cells[c] >= 2 * number, lambda v: v[a] + v[b] + v[c] >= 2 * number),
            (AllDifferent((cells[a], cells[b])), lambda v: a != b and v[a] != v[b]),
            (Maximum((cells[a], cells[b]), number), lambda v: max(v[a], v[b]) == number),
            (
                Element((cells[a], cells[b]), cells[c], number),
                lambda v: v[c] <= 2 and v[(a, b)[v[c] - 1]] == number,
            ),
        ]
    )


def nest(draw: random.Random, cells: tuple[Cell, ...], depth: int) -> tuple[Constraint, Meaning]:
    """A combination of that depth at most, with its meaning."""
    if depth == 0:
        return leaf(draw, cells)
    depths = [depth - 1, *(draw.choice([0, min(depth - 1, 2)]) for _ in range(draw.randint(0, 2)))]
    parts = [nest(draw, cells, inner) for inner in depths]
    relation, number = draw.choice(list(Relation)), draw.randint(0, len(parts))
    holding = Combination(tuple(part for part, _ in parts), relation, number)
    return holding, lambda v: RELATES[relation](sum(holds(v) for _, holds in parts), number)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_solutions_are_those_of_the_lambdas(seed: int, solver: Solver) -> None:
    draw = random.Random(seed)
    model = Model()
    cells = model.variables("abcd", DOMAIN)
    rules = [nest(draw, cells, draw.randint(2, 9)) for _ in range(draw.randint(1, 2))]
    model.add(*(constraint for constraint, _ in rules))
    expected = {values for values in product(DOMAIN, repeat=4) if all(holds(values) for _, holds in rules)}
    compiled = solver.compile(model)
    assert_same_sets((solution.values_in_order for solution in compiled.solutions()), expected)
    assert compiled.count().count == len(expected)


def ladder(depth: int, domain: Sequence[int] = DOMAIN) -> tuple[Model, Constraint, set[tuple[int, ...]]]:
    """A rung is "the one below does not hold, or two cells are equal": the model, the topmost rung, its solutions."""
    model = Model()
    cells = model.variables("abcd", domain)
    rung: Constraint = cells[0] == cells[1]
    kept = {values for values in product(domain, repeat=4) if values[0] == values[1]}
    for step in range(depth):
        one, other = step % 4, (step + 1) % 4
        rung = AnyOf(Not(rung), cells[one] == cells[other])
        equal = {values for values in product(domain, repeat=4) if values[one] == values[other]}
        kept = set(product(domain, repeat=4)) - kept | equal
    model.add(rung)
    return model, rung, kept


@pytest.mark.parametrize("depth", [12, 49])
def test_a_deep_nest(depth: int, solver: Solver) -> None:
    model, _, expected = ladder(depth)
    assert {solution.values_in_order for solution in solver.compile(model).solutions()} == expected


class Recorder:
    """Takes conditions as the engine does, and numbers them."""

    def __init__(self) -> None:
        self.added = 0

    def __getattr__(self, name: str) -> Callable[..., int]:
        return self._add

    def _add(self, *arguments: object) -> int:
        self.added += 1
        return self.added


def conditions_of(depth: int) -> int:
    recorder = Recorder()
    post(cast(Any, recorder), ladder(depth, range(6))[1])  # too many assignments for a table
    return recorder.added


def size_of_formula(depth: int) -> int:
    return len(Encoding(ladder(depth)[0], {}).formula.constraints)


@pytest.mark.parametrize("size", [conditions_of, size_of_formula])
def test_the_size_grows_with_the_depth_evenly(size: Callable[[int], int]) -> None:
    small, medium, large = map(size, DEPTHS)
    assert large - medium == medium - small > 0


def test_the_work_of_a_node_does_not_multiply_with_the_depth() -> None:
    """Twice as deep, it is some four times as much: each level looks at all below."""
    statistics = [load_solver("exact-cover").compile(ladder(depth)[0]).count().statistics for depth in (12, 24, 48)]
    work = [cost.propagations / cost.nodes for cost in statistics]
    assert work[1] < 6 * work[0]
    assert work[2] < 6 * work[1]


def test_a_deep_proof() -> None:
    model, _, expected = ladder(20)
    proof = prove(model)
    assert check(proof.formula, proof.steps).solutions == len(expected)


def test_nests_have_a_depth_and_a_size() -> None:
    (cell,) = Model().variables("a", DOMAIN)
    deep: Constraint = cell == 1
    for _ in range(100):
        deep = Not(deep)
    with pytest.raises(ModelError, match=r"^combinations are nested more than 100 deep$"):
        AnyOf(cell == 2, deep)
    wide = AllOf(*[cell == 1] * 99_999)
    AnyOf(wide, wide, *[cell == 1] * 2)
    with pytest.raises(ModelError, match=r"^a combination has more than 400,000 parts$"):
        AnyOf(wide, wide, *[cell == 1] * 3)

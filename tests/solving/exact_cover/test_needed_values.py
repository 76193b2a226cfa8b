"""Values that some cell of a constraint must have, which others cannot have, beside all solutions by meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from sudoku_cp import AllDifferent, Automaton, Cardinality, Cell, Model, Table
from sudoku_cp.kernel import DFA, Count
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.solving.registry import load_solver
from tests.support import assert_same_sets, brute_force

Say = Callable[[Sequence[Cell]], list[Constraint]]

NEIGHBOURS = DFA.unfold(
    (0, 0),
    lambda range_, value: (min(range_[0] or value, value), max(range_[1], value)),
    lambda range_: range_[1] - range_[0] == 2,
    range(1, 7),
)
"""Three different values in a row, in any order."""

NEED_TWO: dict[str, Say] = {
    "table": lambda cells: [Table(cells[:2], [(1, 2), (2, 1), (2, 3), (3, 2)])],
    "count": lambda cells: [Count(tuple(cells[:2]), frozenset({2}), 1)],
    "at least": lambda cells: [Count(tuple(cells), frozenset({2}), 1, Relation.AT_LEAST)],
    "cardinality": lambda cells: [Cardinality(tuple(cells), {2: (1, 2), 5: (0,)})],
    "once each": lambda cells: [Count(tuple(cells), frozenset({value}), 1) for value in (2, 3)],
    "automaton": lambda cells: [
        AllDifferent(cells),
        Automaton(cells, NEIGHBOURS),
        *(Count((cell,), frozenset({1, 5, 6}), 0) for cell in cells),
    ],
    "counts of different cells": lambda cells: [
        AllDifferent(cells),
        Count(tuple(cells), frozenset({2, 4, 6}), 1),
        Count(tuple(cells), frozenset({4, 6}), 0),
    ],
}

NEED_NONE: dict[str, Say] = {
    "table": lambda cells: [Table(cells[:2], [(1, 2), (2, 1), (2, 3), (3, 4)])],
    "at most": lambda cells: [Count(tuple(cells), frozenset({2}), 1, Relation.AT_MOST)],
    "cardinality": lambda cells: [Cardinality(tuple(cells), {2: (0, 2), 5: (0, 1)})],
    "counts of different cells": lambda cells: [
        AllDifferent(cells),
        Count(tuple(cells), frozenset({2, 4}), 1),
        Count(tuple(cells), frozenset({5, 6}), 1),
    ],
}


def three_beside_two(say: Say, unseen: int = 0) -> Model:
    """Three cells of which something is said, and two that are 2 and 5; these differ from all but the first few."""
    model = Model()
    cells = model.variables("abc", range(1, 7))
    others = model.variables("de", (2, 5))
    model.add(say(cells), AllDifferent(others))
    for cell in cells[unseen:]:
        for other in others:
            model.add(AllDifferent(cell, other))
    return model


@pytest.mark.parametrize("kind", NEED_TWO)
def test_it_goes_from_cells_that_differ_from_all_its_places(kind: str) -> None:
    """One of two cells that see all of the three would have to be a 2: no choice is needed to find that."""
    model = three_beside_two(NEED_TWO[kind])
    answer = load_solver("exact-cover").compile(model).count(2)
    assert (answer.count, answer.statistics.nodes) == (0, 0)
    assert not brute_force(model)


@pytest.mark.parametrize("kind", NEED_TWO)
def test_one_place_that_is_not_seen_is_enough(kind: str) -> None:
    model = three_beside_two(NEED_TWO[kind], unseen=1)
    found = load_solver("exact-cover").compile(model).solutions()
    assert_same_sets((solution.values_in_order for solution in found), brute_force(model))


@pytest.mark.parametrize("kind", NEED_NONE)
def test_what_need_not_occur_stays_with_others(kind: str) -> None:
    model = three_beside_two(NEED_NONE[kind])
    found = load_solver("exact-cover").compile(model).solutions()
    expected = brute_force(model)
    assert expected
    assert_same_sets((solution.values_in_order for solution in found), expected)


def constraint_of(random: Random, cells: Sequence[Cell]) -> list[Constraint]:
    values = range(1, 7)
    match random.randrange(5):
        case 0:
            pairs = [(a, b) for a in values for b in values if random.random() < 0.3]
            return [Table(cells[:2], pairs)]
        case 1:
            relation = random.choice(list(Relation))
            return [Count(tuple(cells), frozenset({random.choice(values)}), random.randint(0, 2), relation)]
        case 2:
            return [Cardinality(tuple(cells), {value: random.choice([(1,), (0, 2), (1, 2)]) for value in (2, 3)})]
        case 3:
            return [Count(tuple(cells), frozenset({value}), 1) for value in random.sample(values, 2)]
        case _:
            sets = [frozenset(random.sample(values, 3)) for _ in range(3)]
            counts = [Count(tuple(cells), each, random.choice([1, 2]), random.choice(list(Relation))) for each in sets]
            return [*[AllDifferent(cells)][: random.randrange(2)], *counts]


@pytest.mark.parametrize("seed", range(80))
def test_random_models(seed: int) -> None:
    random = Random(seed)
    model = Model()
    cells = model.variables([f"x{at}" for at in range(6)], range(1, 7))
    for cell in cells:
        model.add(*(cell != value for value in random.sample(range(1, 7), 2)))
    for _ in range(3):
        model.add(constraint_of(random, random.sample(cells, random.randint(2, 4))))
    for left in range(6):
        model.add(AllDifferent(cells[left], cells[right]) for right in range(left) if random.random() < 0.4)
    found = load_solver("exact-cover").compile(model).solutions()
    assert_same_sets((solution.values_in_order for solution in found), brute_force(model))

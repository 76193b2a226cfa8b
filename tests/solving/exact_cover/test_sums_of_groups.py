"""Sums whose cells split into groups of different cells, and sums inside a house, beside a list of all assignments."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from random import Random

import pytest

from sudoku_cp import AllDifferent, Cell, Model, Sudoku
from sudoku_cp.kernel import Linear
from sudoku_cp.model import Relation
from sudoku_cp.solving.registry import load_solver
from tests.solving.exact_cover.test_implied_sums import all_grids
from tests.support import assert_same_sets

Values = tuple[int, ...]

RELATIONS = [Relation.EQUAL, Relation.EQUAL, Relation.EQUAL, Relation.AT_MOST, Relation.AT_LEAST]


def holds(total: int, relation: Relation, constant: int) -> bool:
    return {Relation.EQUAL: total == constant, Relation.AT_MOST: total <= constant}.get(relation, total >= constant)


def weigh(weights: Sequence[int], values: Values) -> int:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def check(model: Model, cells: Sequence[Cell], weights: Sequence[int], rows: Sequence[Values], random: Random) -> None:
    """Enumerate a model with one sum more. The sum is that of a row, near the least or the largest one, or just off."""
    totals = sorted(weigh(weights, row) for row in rows)
    constant = totals[random.choice([0, 1, 2, -1, -2, -3, len(totals) // 2]) % len(totals)] + random.choice(
        [0, 0, 0, 1]
    )
    relation = random.choice(RELATIONS)
    model.add(Linear(tuple(zip(weights, cells, strict=True)), relation, constant))
    expected = [row for row in rows if holds(weigh(weights, row), relation, constant)]
    found = load_solver("exact-cover").compile(model).solutions()
    assert_same_sets((solution.values_in_order for solution in found), expected)


def house(model: Model, name: str, size: int, values: range, random: Random) -> tuple[Sequence[Cell], list[Values]]:
    """Different cells that lack candidates here and there, and what they can be."""
    cells = model.variables([f"{name}{at}" for at in range(size)], values)
    model.add(AllDifferent(cells))
    rows = list(permutations(values, size))
    solution = random.choice(rows)
    for at, cell in enumerate(cells):
        for value in random.sample(values, random.randint(0, len(values) // 2)):
            if value != solution[at]:
                model.add(cell != value)
                rows = [row for row in rows if row[at] != value]
    return cells, rows


@pytest.mark.parametrize("seed", range(100))
def test_groups(seed: int) -> None:
    random = Random(seed)
    first = random.choice([0, 1])
    values = range(first, first + 5)
    model = Model()
    sizes = random.choice([(3, 3), (4, 2), (2, 2, 2), (4, 1, 1), (1, 3, 1)])
    houses = [house(model, name, size, values, random) for name, size in zip("abc", sizes, strict=False)]
    weights = [weight for size in sizes for weight in [random.choice([1, 1, 1, -1, 2, 10])] * size]
    cells = [cell for part, _ in houses for cell in part]
    rows = [tuple(value for part in parts for value in part) for parts in product(*(rows for _, rows in houses))]
    check(model, cells, weights, rows, random)


@pytest.mark.parametrize("seed", range(100))
def test_cages_in_a_house(seed: int) -> None:
    random = Random(seed)
    model = Model()
    cells, rows = house(model, "a", 6, range(1, 7), random)
    caged = random.sample(range(6), random.choice([4, 5]))
    check(model, cells, [int(at in caged) for at in range(6)], rows, random)


@pytest.mark.parametrize("seed", range(100))
def test_cages_across_a_house(seed: int) -> None:
    random = Random(seed)
    model = Model()
    cells, inside = house(model, "a", 5, range(1, 6), random)
    outer, outside = house(model, "b", 2, range(7), random)
    caged = [*random.sample(range(5), random.choice([2, 3])), 5, 6]
    everything = [*cells, *outer]
    model.add(AllDifferent([everything[at] for at in caged]))
    rows = [
        row
        for row in (one + other for one, other in product(inside, outside))
        if len({row[at] for at in caged}) == len(caged)
    ]
    if rows:
        check(model, everything, [int(at in caged) for at in range(7)], rows, random)


@pytest.mark.parametrize("seed", range(60))
def test_long_sums_in_a_sudoku(seed: int) -> None:
    random = Random(seed)
    sudoku = Sudoku(4)
    chosen = random.choice([(0, 1), (0, 1, 1), (0, 1, -1), (1, 1, -1, 10)])
    check(sudoku, sudoku.cells, random.choices(chosen, k=16), all_grids(), random)


@pytest.mark.parametrize("sign", [1, -1])
def test_three_open_terms_make_up_for_each_other(sign: int) -> None:
    # Each open cell is low or 4 more, so that the sum is a multiple of 4 away from its least one. Bounds allow 6.
    model = Model()
    left, right = (model.variables([f"{name}{at}" for at in range(6)], range(1, 13)) for name in "ab")
    model.add(AllDifferent(left))
    model.add(AllDifferent(right))
    low = {left[0]: 1, left[1]: 4, right[0]: 2}
    for cell, least in low.items():
        model.add(*(cell != value for value in range(1, 13) if value not in (least, least + 4)))
    givens = dict(zip((*left[2:], *right[1:]), (9, 10, 11, 12, 3, 9, 10, 11, 12), strict=True))
    weights = dict.fromkeys(left, 1) | dict.fromkeys(right, sign)
    least_sum = sum(weights[cell] * value for cell, value in (givens | low).items()) - (4 if sign < 0 else 0)
    model.add(Linear(tuple((weights[cell], cell) for cell in weights), Relation.EQUAL, least_sum + 6))
    result = load_solver("exact-cover").compile(model).count(givens=givens)
    assert (result.count, result.statistics.nodes) == (0, 0)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("mirrored", [False, True])
def test_sums_near_a_bound_of_different_values(sign: int, mirrored: bool) -> None:
    # Where values may be equal, the bound is 6 away from that of different ones. The first cell has the least value or
    # 6 more, and the sum has room for 2; two cells beside it must be the least value and the next.
    model = Model()
    left, right = (model.variables([f"{name}{at}" for at in range(3)], range(1, 10)) for name in "ab")
    others = model.variables(["c", "d"], range(1, 10))
    for cells in (left, right, others, *((left[0], cell) for cell in others)):
        model.add(AllDifferent(cells))
    for cell, values in (left[0], (1, 7)), *((cell, (1, 2)) for cell in others):
        model.restrict(cell, [10 - value if mirrored else value for value in values])
    ends = (1, 2, 3), (1, 2, 3) if sign > 0 else (7, 8, 9)
    total = sum(ends[0]) + sign * sum(ends[1]) + 2
    if mirrored:
        total = (60 if sign > 0 else 0) - total
    terms = (*((1, cell) for cell in left), *((sign, cell) for cell in right))
    model.add(Linear(terms, Relation.EQUAL, total))
    result = load_solver("exact-cover").compile(model).count()
    assert (result.count, result.statistics.nodes) == (0, 0)


@pytest.mark.parametrize("seed", range(100))
def test_cages_beside_cells_that_differ(seed: int) -> None:
    random = Random(seed)
    model = Model()
    cells, inside = house(model, "a", 4, range(1, 7), random)
    others = model.variables(["b", "c"], range(1, 7))
    pairs = [(at, 4 + other) for other in range(2) for at in random.sample(range(4), random.choice([2, 3]))]
    everything = [*cells, *others]
    for at, other in pairs:
        model.add(AllDifferent((everything[at], everything[other])))
    rows = [row for one in inside for two in product(range(1, 7), repeat=2) if differ(row := one + two, pairs)]
    if rows:
        check(model, everything, [1, 1, 1, 1, 0, 0], rows, random)


def differ(row: Values, pairs: Sequence[tuple[int, int]]) -> bool:
    return all(row[one] != row[other] for one, other in pairs)


def test_a_value_of_a_cage_goes_from_cells_that_differ_from_all_its_places() -> None:
    # The cage has 1 to 4, and 1 is in the first or the second cell: the two others, 1 or 2 each, are both 2.
    model = Model()
    cage = model.variables([f"a{at}" for at in range(4)], range(1, 10))
    others = model.variables(["b", "c"], range(1, 10))
    model.add(AllDifferent(cage), AllDifferent(others), cage[2] != 1, cage[3] != 1)
    model.add(Linear(tuple((1, cell) for cell in cage), Relation.EQUAL, 10), *(cell <= 2 for cell in others))
    model.add(*(AllDifferent((cell, other)) for cell in cage[:2] for other in others))
    result = load_solver("exact-cover").compile(model).count()
    assert (result.count, result.statistics.nodes) == (0, 0)


def test_a_value_of_a_cage_goes_from_more_cells_when_it_has_fewer_places() -> None:
    # 1 can be in the third cell, too, until that is given.
    model = Model()
    cage = model.variables([f"a{at}" for at in range(4)], range(1, 10))
    others = model.variables(["b", "c"], range(1, 10))
    model.add(AllDifferent(cage), AllDifferent(others), cage[3] != 1)
    model.add(Linear(tuple((1, cell) for cell in cage), Relation.EQUAL, 10), *(cell <= 2 for cell in others))
    model.add(*(AllDifferent((cell, other)) for cell in cage[:2] for other in others))
    result = load_solver("exact-cover").compile(model).count(givens={cage[2]: 3})
    assert (result.count, result.statistics.nodes) == (0, 0)

"""Regions on small graphs, for every solver: solutions against those of a plain closure of steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import factorial, prod

import pytest
from hypothesis import given, settings, strategies as st

from sudoku_cp import Model, ModelError
from sudoku_cp.kernel import Regions
from sudoku_cp.solving.registry import SOLVERS, load_solver
from tests.support.contexts import in_every_context

Pairs = tuple[tuple[int, int], ...]
Case = tuple[Sequence[Sequence[int]], Sequence[int], Sequence[int], Pairs, int]
"""The domains, the cells with the digits, those with the numbers, the neighbours, and the size."""

D2, D3 = (1, 2), (1, 2, 3)
SQUARE = ((0, 1), (2, 3), (0, 2), (1, 3))
PATH = ((0, 1), (1, 2), (2, 3))
CASES: dict[str, Case] = {
    "square": ([D2] * 8, range(4), range(4, 8), SQUARE, 2),
    "square of few digits": ([D2] * 4 + [(2, 5)] * 4, range(4), range(4, 8), SQUARE, 2),
    "path": ([D2] * 8, range(4), range(4, 8), PATH, 2),
    "path without digits": ([D3] * 4, (), range(4), PATH, 2),
    "more numbers than regions": ([D2] * 4 + [D3] * 4, range(4), range(4, 8), PATH, 2),
    "all in one": ([D3] * 3 + [D2] * 3, range(3), range(3, 6), PATH[:2], 3),
    "alone": ([D2, D3, D3], range(2), (1, 2), (), 1),
    "digits are numbers": ([D3] * 4, (1, 2, 3, 0), range(4), PATH, 2),
    "a number at two places": ([D3] * 3 + [D2] * 2, (0, 1, 2), (3, 4, 3), PATH[:2], 3),
    "unaligned values": ([(1, 2), (2, 5), (1, 5), (2, 7), (0, 9), (9,), (0, 4, 9), (0, 4)], range(4), range(4, 8),
                         SQUARE, 2),
}  # fmt: skip
NEVER: dict[str, Case] = {
    "no neighbours": ([D2] * 2, (), range(2), (), 2),
    "too large": ([D2] * 2, (), range(2), PATH[:1], 10**30),
}


def are_regions(digits: Sequence[int], numbers: Sequence[int], neighbours: Pairs, size: int) -> bool:
    """Cut each region off its first place, step by step, and see whether all of it is reached."""
    for number in set(numbers):
        places = [place for place, other in enumerate(numbers) if other == number]
        reached = {places[0]}
        for _ in places:
            reached |= {
                other for pair in neighbours for other in pair if reached & {*pair} and numbers[other] == number
            }
        if len(places) != size or reached != set(places):
            return False
        if digits and len({digits[place] for place in places}) < size:
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", [*CASES, *NEVER])
def test_solutions_are_those_of_the_closure(name: str, solver: str) -> None:
    domains, digits, numbers, neighbours, size = (CASES | NEVER)[name]
    solutions = in_every_context(
        load_solver(solver),
        domains,
        lambda *cells: Regions(tuple(cells[at] for at in digits), tuple(cells[at] for at in numbers), neighbours, size),
        lambda *taken: are_regions([taken[at] for at in digits], [taken[at] for at in numbers], neighbours, size),
    )
    assert len(solutions) == 0 if name in NEVER else 0 < len(solutions) < prod(map(len, domains))


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["exact-cover", "exact-cover:learn_after=0", "cp-sat"])
@settings(max_examples=60)
@given(data=st.data())
def test_regions_on_graphs_of_any_shape(solver: str, data: st.DataObject) -> None:
    """With some numbers and digits fixed."""
    places, size = data.draw(st.sampled_from([(4, 2), (6, 2), (6, 3)]))
    pair = st.tuples(st.integers(0, places - 1), st.integers(0, places - 1))
    neighbours = tuple(data.draw(st.lists(pair, min_size=places, max_size=14)))
    numbers = range(1, places // size + 1)
    digits = (1, 2, 3) if places == 4 else tuple(range(1, size + 1))
    fixed = data.draw(st.lists(st.sampled_from([None, *numbers]), min_size=places, max_size=places))
    given_digits = data.draw(st.lists(st.sampled_from([None, None, 1, 2]), min_size=places, max_size=places))
    expected = {
        (*of_places, *of_regions)
        for of_regions in product(numbers, repeat=places)
        if all(want in (None, has) for want, has in zip(fixed, of_regions, strict=True))
        if are_regions((), of_regions, neighbours, size)
        for of_places in product(digits, repeat=places)
        if all(want in (None, has) for want, has in zip(given_digits, of_places, strict=True))
        if are_regions(of_places, of_regions, neighbours, size)
    }
    model = Model()
    cells = model.variables([f"d{place}" for place in range(places)], digits)
    regions = model.variables([f"n{place}" for place in range(places)], numbers)
    model.add(Regions(cells, regions, neighbours, size))
    for cell, want in zip((*cells, *regions), (*given_digits, *fixed), strict=True):
        if want is not None:
            model.give(cell, want)
    found = [solution.values_in_order for solution in load_solver(solver).compile(model).solutions()]
    assert len(found) == len(expected)
    assert set(found) == expected


def test_propagation_alone_sees_which_digits_a_region_lacks() -> None:
    """Of two rows of three: the region of 1 in a corner needs the 3 beside it, as its other ways on repeat a digit."""
    model = Model()
    places = [(row, column) for row in (1, 2) for column in (1, 2, 3)]
    cells = [model.variable(f"r{row}c{column}", D3) for row, column in places]
    numbers = [model.variable(f"region r{row}c{column}", D2) for row, column in places]
    model.add(Regions(tuple(cells), tuple(numbers), ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)), 3))
    for name, value in {"r1c1": 1, "region r1c1": 1, "r1c2": 3, "r1c3": 2, "r2c1": 2, "r2c2": 1}.items():
        model.give(name, value)
    assert load_solver("exact-cover").compile(model).count().count == 2
    model.give("region r1c2", 2)
    refuted = load_solver("exact-cover").compile(model).count()
    assert (refuted.count, refuted.statistics.nodes) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["exact-cover", "exact-cover:learn_after=0"])
@pytest.mark.parametrize(("rows", "columns", "size"), [(4, 4, 4), (3, 5, 5), (3, 6, 3)])
def test_a_grid_falls_into_all_regions_that_there_are(rows: int, columns: int, size: int, solver: str) -> None:
    """Each tiling is found once for each order of its numbers."""
    places = range(rows * columns)
    neighbours = tuple(
        (one, other) for one in places for other in (one + 1, one + columns)
        if other in places and (other - one > 1 or other % columns > 0)
    )  # fmt: skip

    def tilings(free: frozenset[int]) -> int:
        if not free:
            return 1
        groups = {frozenset({min(free)})}
        for _ in range(size - 1):
            groups = {
                group | {place}
                for group in groups
                for pair in neighbours
                for place in pair
                if group & {*pair} and place in free - group
            }
        return sum(tilings(free - group) for group in groups)

    count = rows * columns // size
    model = Model()
    numbers = model.variables([f"n{place}" for place in places], range(count))
    model.add(Regions((), numbers, neighbours, size))
    assert load_solver(solver).compile(model).count().count == tilings(frozenset(places)) * factorial(count)


def test_propagation_alone_sees_what_every_shape_needs_and_what_none_reaches() -> None:
    """On a path of 9 with regions of 3: between two places of one region, and three steps from a place."""
    for fixed, limited in (({0: 1, 2: 1}, {1: (2, 3)}), ({4: 1}, {7: (1,)}), ({3: 1, 5: 1}, {})):
        model = Model()
        numbers = [model.variable(f"n{place}", limited.get(place, D3)) for place in range(9)]
        model.add(Regions((), tuple(numbers), tuple((place, place + 1) for place in range(8)), 3))
        for place, number in fixed.items():
            model.give(f"n{place}", number)
        refuted = load_solver("exact-cover").compile(model).count()
        assert refuted.count == (2 if not limited else 0)
        assert refuted.statistics.nodes == 0 or not limited


@pytest.mark.parametrize("places", [63, 64, 128, 200, 500, 600])
def test_a_region_of_all_places_has_to_be_connected_though_it_is_given(places: int) -> None:
    """Its places fill whole words of a set, or almost."""
    model = Model()
    numbers = model.variables([f"n{place}" for place in range(places)], (1,))
    path = tuple((place, place + 1) for place in range(places - 1))
    model.add(Regions((), numbers, path, places))
    assert load_solver("exact-cover").compile(model).count().count == 1
    model.add(Regions((), numbers, (*path[:20], *path[21:]), places))
    assert load_solver("exact-cover").compile(model).count().count == 0


def test_areas_together_say_which_numbers_form_regions() -> None:
    model = Model()
    numbers = [model.variable(f"n{at}", range(3)) for at in range(4)]
    constraint = Regions((), tuple(numbers), PATH, 2)
    areas = list(constraint.areas())
    assert len(areas) == 3
    found = set()
    for taken in product(range(3), repeat=4):
        assignment = dict(zip(numbers, taken, strict=True))
        if all(area.holds(assignment) for area in areas):
            found.add(taken)
    assert found == {taken for taken in product(range(3), repeat=4) if are_regions((), taken, PATH, 2)}
    assert found == {(one, one, two, two) for one in range(3) for two in range(3) if one != two}


def test_what_has_no_place_is_refused() -> None:
    a, b, c = Model().variables("abc", D2)
    with pytest.raises(ModelError, match="1 cells cannot have 2 numbers"):
        Regions((a,), (b, c), (), 1)
    with pytest.raises(ModelError, match=r"neighbours: \(0, 2\) are not two places among 2 cells"):
        Regions((), (b, c), ((0, 2),), 1)
    with pytest.raises(ModelError, match="a region has at least one cell, not 0"):
        Regions((), (b, c), (), 0)


def test_its_name_says_what_it_is() -> None:
    a, b = Model().variables("ab", D2)
    assert str(Regions((), (a, b), ((0, 1),), 2)) == "regions of 2 by a b"
    assert Regions((), (), (), 3).holds({})

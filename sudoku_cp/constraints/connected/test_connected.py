"""Connected on small graphs, for every solver: solutions against those of a plain closure of steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings, strategies as st

from sudoku_cp import Connected, Model, ModelError, Not, Sudoku
from sudoku_cp.kernel import NoSquares, Shading
from sudoku_cp.model import OpenGrid
from sudoku_cp.solving.registry import SOLVERS, load_solver
from tests.support.contexts import in_every_context

Pairs = Sequence[tuple[int, int]]
Case = tuple[Sequence[Sequence[int]], Sequence[int], Pairs, set[int], int | None]

D3 = (1, 2, 3)
PATH = ((0, 1), (1, 2), (2, 3))
RING = (*PATH, (3, 0))
LONG = tuple((place, place + 1) for place in range(6))
D2 = (0, 1)
CASES: dict[str, Case] = {
    "path": ([D3] * 4, range(4), PATH, {1, 3}, None),
    "ring": ([D3] * 4, range(4), RING, {2}, None),
    "ring of a size": ([D3] * 4, range(4), RING, {1, 2}, 2),
    "star": ([D3] * 4, range(4), ((0, 3), (1, 3), (2, 3)), {1}, None),
    "two parts": ([D3] * 4, range(4), ((0, 1), (2, 3)), {1, 2}, 2),
    "long path": ([D2] * 7, range(7), LONG, {1}, None),
    "long path from its end": ([D2] * 7, range(6, -1, -1), LONG, {0}, None),
    "long path of six": ([D2] * 7, range(7), LONG, {1}, 6),
    "long path numbered to and fro": ([D2] * 7, (0, 6, 1, 5, 2, 4, 3), LONG, {1}, None),
    "no neighbours": ([D3] * 3, range(3), (), {1, 2}, None),
    "unaligned values": ([(1, 2), (2, 5, 9), (0, 1, 9)], range(3), PATH[:2], {2, 9}, None),
    "a neighbour of itself": ([D3] * 2, range(2), ((0, 0), (0, 1)), {1, 7}, None),
    "a cell at two places": ([D3] * 3, (0, 1, 0, 2), PATH, {1, 2}, None),
    "a cell at two places, of a size": ([D3] * 2, (0, 1, 0), PATH[:2], {3}, 3),
}
NEVER: dict[str, Case] = {
    "no cells": ([D3], (), (), {1}, None),
    "no values": ([D3] * 2, range(2), PATH[:1], set(), None),
    "size 0": ([D3] * 2, range(2), PATH[:1], {1}, 0),
    "too large": ([D3] * 2, range(2), PATH[:1], {1}, 10**30),
}


def is_group(inside: Sequence[bool], neighbours: Pairs, size: int | None) -> bool:
    """Close the steps over and over (Warshall) and see whether every member reaches every other."""
    places = range(len(inside))
    reach = [
        [one == other or (one, other) in neighbours or (other, one) in neighbours for other in places] for one in places
    ]
    for by, one, other in product(places, repeat=3):
        reach[one][other] |= inside[by] and reach[one][by] and reach[by][other]
    members = [place for place in places if inside[place]]
    return bool(members) and size in (None, len(members)) and all(reach[a][b] for a in members for b in members)


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", [*CASES, *NEVER])
def test_solutions_are_those_of_the_closure(name: str, solver: str) -> None:
    domains, order, neighbours, values, size = (CASES | NEVER)[name]
    solutions = in_every_context(
        load_solver(solver),
        domains,
        lambda *cells: Connected(tuple(cells[at] for at in order), tuple(neighbours), frozenset(values), size),
        lambda *taken: is_group([taken[at] in values for at in order], neighbours, size),
    )
    assert len(solutions) == 0 if name in NEVER else 0 < len(solutions) < prod(map(len, domains))


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat"])
@settings(max_examples=60)
@given(data=st.data())
def test_partial_groups_on_graphs_of_any_shape(solver: str, data: st.DataObject) -> None:
    """With some places fixed, so that parts must be joined and others cannot be reached."""
    places = data.draw(st.integers(3, 9))
    pair = st.tuples(st.integers(0, places - 1), st.integers(0, places - 1))
    neighbours = tuple(data.draw(st.lists(pair, min_size=2, max_size=14)))
    fixed = data.draw(st.lists(st.sampled_from([None, None, True, False]), min_size=places, max_size=places))
    size = data.draw(st.none() | st.integers(1, places))
    negated = data.draw(st.booleans())
    expected = {
        tuple(map(int, inside))
        for inside in product((False, True), repeat=places)
        if all(want in (None, has) for want, has in zip(fixed, inside, strict=True))
        and is_group(inside, neighbours, size) != negated
    }
    model = Model()
    cells = model.variables([f"x{place}" for place in range(places)], (0, 1))
    group = Connected(cells, neighbours, frozenset({1}), size)
    model.add(Not(group) if negated else group)
    for cell, want in zip(cells, fixed, strict=True):
        if want is not None:
            model.give(cell, int(want))
    found = [solution.values_in_order for solution in load_solver(solver).compile(model).solutions()]
    assert len(found) == len(expected)
    assert set(found) == expected


def test_propagation_alone_joins_what_must_be_joined() -> None:
    """Two ends of a corridor: all between them is in, a side room stays open, and what lies behind a wall is out."""
    sudoku = Sudoku(4, regions="")
    corridor = Connected.by_sides(sudoku.cells_at("r1c1 r1c2 r1c3 r1c4 r2c2 r3c1 r3c2"), [1, 2])
    model = Model()
    cells = [model.variable(cell.name, (0, 1), cell.row, cell.column) for cell in corridor.cells]
    model.add(Connected.by_sides(cells, [1]))
    model.give("r1c1", 1).give("r1c4", 1).give("r2c2", 0)
    compiled = load_solver("exact-cover").compile(model)
    assert compiled.solve().statistics.nodes == 0
    assert compiled.count().count == 1


def test_a_size_bounds_how_far_a_group_reaches() -> None:
    model = Model()
    cells = [model.variable(f"r{row}c{column}", (0, 1), row, column) for row in (1, 2, 3) for column in (1, 2, 3)]
    model.add(Connected.by_sides(cells, [1], 3))
    model.give("r1c1", 1).give("r1c3", 1)
    result = load_solver("exact-cover").compile(model).solve()
    assert result.statistics.nodes == 0
    assert result.solution is not None
    assert result.solution.values_in_order == (1, 1, 1, 0, 0, 0, 0, 0, 0)


def test_a_group_is_joined_by_its_own_cells() -> None:
    cells = Model().variables("abcd", (0, 1))
    ring = Connected(cells, ((0, 1), (1, 2), (2, 3), (0, 3)), frozenset({1}))
    accepted = {values for values in product((0, 1), repeat=4) if ring.holds(dict(zip(cells, values, strict=True)))}
    assert accepted == set(product((0, 1), repeat=4)) - {(0, 0, 0, 0), (1, 0, 1, 0), (0, 1, 0, 1)}
    three = Connected(cells, ring.neighbours, frozenset({1}), 3)
    assert {values for values in accepted if sum(values) == 3} == {
        values for values in product((0, 1), repeat=4) if three.holds(dict(zip(cells, values, strict=True)))
    }


def test_nothing_is_no_group() -> None:
    assert not Connected((), (), frozenset({1})).holds({})
    assert not Connected((), (), frozenset({1}), 0).holds({})


def test_cells_that_share_a_side_are_neighbours() -> None:
    sudoku = Sudoku(3, regions="")
    group = Connected.by_sides(sudoku.cells_at("r1c1 r2c1 r2c2 r3c3 r1c1"), [2, 1])
    assert group.cells == sudoku.cells_at("r1c1 r2c1 r2c2 r3c3")
    assert group.neighbours == ((0, 1), (1, 2))
    assert str(group) == "one group of 1, 2 in r1c1 r2c1 r2c2 r3c3"


def test_what_has_no_place_is_refused() -> None:
    model = Model("free")
    (a,) = model.variables("a", (1, 2))
    with pytest.raises(ModelError, match=r"neighbours: \(0, 1\) are not two places among 1 cells"):
        Connected((a,), ((0, 1),), frozenset({1}))
    with pytest.raises(ModelError, match="a is not in the grid"):
        Connected.by_sides((a,), [1])


def shadings(height: int, width: int, both: bool) -> set[tuple[int, ...]]:
    """All ways to shade cells, of which those with 1 are connected and form no square, and those with 0 neither."""
    places = [(row, column) for row in range(height) for column in range(width)]
    pairs = [
        (one, other)
        for one, (row, column) in enumerate(places)
        for other, (down, right) in enumerate(places)
        if (down - row, right - column) in ((0, 1), (1, 0))
    ]
    squares = [
        [row * width + column + step for step in (0, 1, width, width + 1)]
        for row, column in places
        if row + 1 < height and column + 1 < width
    ]
    return {
        taken
        for taken in product((0, 1), repeat=len(places))
        if all(
            is_group([value == colour for value in taken], pairs, None)
            and not any(all(taken[place] == colour for place in square) for square in squares)
            for colour in ((0, 1) if both else (1,))
        )
    }


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat", "python-constraint"])
@pytest.mark.parametrize("both", [True, False])
@pytest.mark.parametrize("size", [(2, 3), (3, 3), (3, 4)])
def test_shadings_of_grids(size: tuple[int, int], both: bool, solver: str) -> None:
    grid = OpenGrid(*size, digits=(0, 1))
    grid.add(Shading(grid.grid, 1, both))
    found = [solution.values_in_order for solution in load_solver(solver).compile(grid).solutions()]
    assert len(found) == len({*found})
    assert {*found} == shadings(*size, both) != set()


def test_squares_of_other_sizes() -> None:
    grid = OpenGrid(3, 3, digits=(0, 1))
    grid.add(NoSquares(grid.grid, {1}, 3))
    assert grid.count().count == 2**9 - 1
    grid.add(NoSquares(grid.grid[:4], 1, 1))
    assert grid.count().count == 2**5
    with pytest.raises(ModelError, match="a square has at least one row, not 0"):
        NoSquares(grid.grid, 1, 0)
    with pytest.raises(ModelError, match="x is not in the grid"):
        Shading([grid.variable("x", (0, 1))], 1)

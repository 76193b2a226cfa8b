"""Loops, paths and circuits on small graphs, for every solver: solutions against those of walks along their edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, permutations, product
from math import factorial

import pytest
from hypothesis import given, settings, strategies as st

from sudoku_cp import AllDifferent, Cell, Constraint, Model, ModelError, Not
from sudoku_cp.kernel import Circuit, Loop, Path
from sudoku_cp.proofs import prove
from sudoku_cp.proofs.checker import check
from sudoku_cp.solving.registry import SOLVERS, load_solver
from tests.support.cases import Case, assert_means

Edges = Sequence[tuple[int, int]]

BIT = (0, 1)
D3 = (1, 2, 3)
TRIANGLE = ((0, 1), (1, 2), (2, 0))
SQUARES = ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))
BOW_TIE = ((0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2))
TWO_TRIANGLES = ((0, 1), (1, 2), (2, 0), (5, 6), (6, 7), (7, 5))
TWICE = ((0, 1), (0, 1), (1, 2), (1, 1))


def walks(edges: Edges, start: int, nodes: set[int]) -> Iterator[tuple[frozenset[int], tuple[int, ...]]]:
    """All walks from a node through some nodes, none twice, and perhaps back to the first: their edges and nodes."""
    beside: dict[int, list[tuple[int, int]]] = {node: [] for node in nodes}
    for place, (one, other) in enumerate(edges):
        for here, there in {(one, other), (other, one)}:
            if {here, there} <= nodes:
                beside[here].append((place, there))
    left: list[tuple[frozenset[int], tuple[int, ...]]] = [(frozenset(), (start,))]
    while left:
        used, visited = left.pop()
        if used:
            yield used, visited
        if not used or visited[-1] != start:
            left += [
                (used | {place}, (*visited, there))
                for place, there in beside[visited[-1]]
                if place not in used and (there not in visited or there == start)
            ]


def loops(edges: Edges, visits: Sequence[int] = ()) -> set[frozenset[int]]:
    nodes = {*chain.from_iterable(edges)}
    return {
        used
        for start in nodes
        for used, visited in walks(edges, start, {node for node in nodes if node >= start})
        if visited[-1] == start and {*visits} <= {*visited}
    }


def paths(edges: Edges, visits: Sequence[int] = (), ends: Sequence[int] = ()) -> set[frozenset[int]]:
    nodes = {*chain.from_iterable(edges)}
    return {
        used
        for start in nodes
        for used, visited in walks(edges, start, nodes)
        if visited[-1] != start and {*visits} <= {*visited} and {*ends} <= {start, visited[-1]}
    }


def on_edges(
    edges: Edges,
    domain: Sequence[int] = BIT,
    values: Sequence[int] = (1,),
    visits: Sequence[int] = (),
    ends: Sequence[int] | None = None,
) -> Case:
    """A loop or, with ends, a path."""
    wanted = loops(edges, visits) if ends is None else paths(edges, visits, ends)

    def declare(*cells: Cell) -> Constraint:
        return Loop(cells, edges, values, visits) if ends is None else Path(cells, edges, values, visits, ends)

    def holds(*taken: int) -> bool:
        return frozenset(place for place, value in enumerate(taken) if value in values) in wanted

    return Case([domain] * len(edges), declare, holds, all_or_none=not wanted)


def is_circuit(values: Sequence[int], first: int = 0) -> bool:
    """Whether the numbers are those of some order of the nodes."""
    nodes = range(first, first + len(values))
    orders = ((first, *rest) for rest in permutations(nodes[1:]))
    return any(
        all(values[here - first] == there for here, there in zip(order, (*order[1:], first), strict=True))
        for order in orders
    )


CASES = {
    "a triangle": on_edges(TRIANGLE),
    "two squares": on_edges(SQUARES),
    "two squares, through a corner": on_edges(SQUARES, visits=(2,)),
    "two squares, through all": on_edges(SQUARES, visits=range(6)),
    "triangles that share a node": on_edges(BOW_TIE),
    "triangles that share a node, through all": on_edges(BOW_TIE, visits=range(5)),
    "triangles apart": on_edges(TWO_TRIANGLES),
    "other values": on_edges(TRIANGLE, (-2, 0, 5), (0, 5, 9)),
    "edges twice, and one from a node to itself": on_edges(TWICE, D3, (2,)),
    "a tree": on_edges(((0, 1), (1, 2), (1, 3))),
    "a node without edges": on_edges(TRIANGLE, visits=(4,)),
    "no edges": Case([BIT], lambda a: Loop((), ()), lambda a: False, all_or_none=True),
    "a cell for two edges": Case(
        [BIT] * 3, lambda a, b, c: Loop((a, b, c, a), ((0, 1), (1, 2), (2, 3), (3, 0))), lambda *v: v == (1, 1, 1)
    ),
    "values of each edge": Case(
        [D3] * 2,
        lambda a, b: Loop((a, a, b), TRIANGLE, ((1, 2), (2, 3), (3,))),
        lambda a, b: a == 2 and b == 3,
    ),
    "a path in a triangle": on_edges(TRIANGLE, ends=()),
    "a path in two squares": on_edges(SQUARES, ends=()),
    "a path from a corner": on_edges(SQUARES, ends=(0,)),
    "a path from corner to corner": on_edges(SQUARES, ends=(5, 0)),
    "a path through all": on_edges(SQUARES, visits=range(6), ends=()),
    "a path from a middle through a corner": on_edges(SQUARES, visits=(2,), ends=(4,)),
    "a path where triangles share a node": on_edges(BOW_TIE, ends=()),
    "a path where triangles are apart": on_edges(TWO_TRIANGLES, ends=()),
    "a path along edges twice": on_edges(TWICE, D3, (2,), ends=()),
    "a path to a node without edges": on_edges(TRIANGLE, ends=(4,)),
    "a path of no edges": Case([BIT], lambda a: Path((), ()), lambda a: False, all_or_none=True),
    "a circuit of 1": Case([range(3)], lambda a: Circuit([a]), lambda a: a == 0),
    "a circuit of 2": Case([range(3)] * 2, lambda *c: Circuit(c), lambda *v: v == (1, 0)),
    "a circuit of 3": Case([range(-1, 3)] * 3, lambda *c: Circuit(c), lambda *v: is_circuit(v)),
    "a circuit of 4 from 1 on": Case([range(1, 5)] * 4, lambda *c: Circuit(c, 1), lambda *v: is_circuit(v, 1)),
    "a circuit with a cell at two places": Case(
        [range(3)] * 2, lambda a, b: Circuit((a, b, a)), lambda *v: False, all_or_none=True
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_walks(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


def edges_of_grid(height: int, width: int) -> Edges:
    places = [(row, column) for row in range(height) for column in range(width)]
    return [
        (row * width + column, (row + down) * width + column + 1 - down)
        for row, column in places
        for down in (0, 1)
        if (row + down, column + 1 - down) in places
    ]


def on_cells_of(height: int, width: int) -> Model:
    edges = edges_of_grid(height, width)
    model = Model()
    model.add(Loop(model.variables([f"x{edge}" for edge in range(len(edges))], BIT), edges))
    return model


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["exact-cover", "exact-cover:learn_after=0", "cp-sat"])
@pytest.mark.parametrize("size", [(2, 2), (2, 5), (3, 3), (3, 4), (4, 4), (4, 5)])
def test_simple_loops_in_a_grid(size: tuple[int, int], solver: str) -> None:
    found = [
        frozenset(place for place, value in enumerate(solution.values_in_order) if value)
        for solution in load_solver(solver).compile(on_cells_of(*size)).solutions()
    ]
    assert len(found) == len({*found})
    assert {*found} == loops(edges_of_grid(*size))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "number"), [((2, 2), 1), ((3, 3), 13), ((4, 4), 213), ((5, 5), 9349)])
def test_the_number_of_simple_loops_in_a_square(size: tuple[int, int], number: int) -> None:
    """The numbers are those of A140517 in the On-Line Encyclopedia of Integer Sequences, too."""
    assert len(loops(edges_of_grid(*size))) == number
    assert load_solver("exact-cover").compile(on_cells_of(*size)).count().count == number


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["exact-cover", "exact-cover:learn_after=0", "cp-sat"])
@settings(max_examples=60)
@given(data=st.data())
def test_loops_and_paths_on_graphs_of_any_shape(solver: str, data: st.DataObject) -> None:
    """With some edges decided, so that chains must be joined and others cannot close."""
    nodes = data.draw(st.integers(2, 6))
    node = st.integers(0, nodes - 1)
    edges = data.draw(st.lists(st.tuples(node, node), min_size=1, max_size=11))
    visits = data.draw(st.lists(node, max_size=2))
    ends = data.draw(st.none() | st.lists(node, max_size=2, unique=True))
    fixed = data.draw(st.lists(st.sampled_from([None, None, 0, 1]), min_size=len(edges), max_size=len(edges)))
    negated = data.draw(st.booleans())
    case = on_edges(edges, visits=visits, ends=ends)
    expected = {
        taken
        for taken in product(BIT, repeat=len(edges))
        if all(want in (None, has) for want, has in zip(fixed, taken, strict=True)) and case.holds(*taken) != negated
    }
    model = Model()
    cells = model.variables([f"x{edge}" for edge in range(len(edges))], BIT)
    constraint = case.declare(*cells)
    assert isinstance(constraint, Constraint)
    model.add(Not(constraint) if negated else constraint)
    for cell, want in zip(cells, fixed, strict=True):
        if want is not None:
            model.give(cell, want)
    found = [solution.values_in_order for solution in load_solver(solver).compile(model).solutions()]
    assert len(found) == len(expected)
    assert {*found} == expected


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["exact-cover", "exact-cover:learn_after=0", "cp-sat"])
@pytest.mark.parametrize("size", range(1, 8))
def test_circuits_are_as_many_as_orders_of_the_other_nodes(size: int, solver: str) -> None:
    model = Model()
    model.add(Circuit(model.variables([f"x{node}" for node in range(size)], range(size))))
    assert load_solver(solver).compile(model).count().count == factorial(size - 1)


def test_propagation_alone_sees_chains_and_blocks() -> None:
    """A loop cannot cross a bridge, nor close while another chain is open."""
    model = Model()
    bridged = [*TRIANGLE, (2, 3), (3, 4), (4, 5), (5, 3)]
    cells = model.variables([f"x{edge}" for edge in range(7)], BIT)
    model.add(Loop(cells, bridged, visits=(0,)))
    model.give(cells[5], 1)
    refuted = load_solver("exact-cover").compile(model).count()
    assert (refuted.count, refuted.statistics.nodes) == (0, 0)
    model = on_cells_of(3, 3)
    first, *_ = model.cells
    edges = edges_of_grid(3, 3)
    for edge in ((0, 3), (3, 4), (7, 8)):
        model.give(model.cells[edges.index(edge)], 1)
    model.give(first, 1)
    solutions = list(load_solver("exact-cover").compile(model).solutions())
    assert [solution[model.cells[edges.index((1, 4))]] for solution in solutions] == [0]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["loops", "paths", "circuits", "loops refused"])
def test_numbers_of_solutions_are_proved(kind: str) -> None:
    model = Model()
    cells = model.variables([f"x{edge}" for edge in range(7)], BIT)
    expected = len(loops(SQUARES))
    if kind == "loops":
        model.add(Loop(cells, SQUARES))
    elif kind == "paths":
        model.add(Path(cells, SQUARES, ends=(0, 5)))
        expected = len(paths(SQUARES, ends=(0, 5)))
    elif kind == "loops refused":
        model.add(Not(Loop(cells, SQUARES)))
        expected = 2**7 - expected
    else:
        model = Model()
        model.add(Circuit(model.variables("abcd", range(4))))
        expected = 6
    proof = prove(model)
    claim = check(proof.formula, proof.steps)
    assert claim.complete
    assert claim.solutions == proof.solutions == expected


def test_what_has_no_place_is_refused() -> None:
    a, b = Model().variables("ab", BIT)
    with pytest.raises(ModelError, match="Loop: 2 cells cannot stand for 1 edges"):
        Loop((a, b), ((0, 1),))
    with pytest.raises(ModelError, match=r"Path: an edge has two nodes, not 3: \(0, 1, 2\)"):
        Path((a,), ((0, 1, 2),))
    with pytest.raises(ModelError, match="Loop: 2 edges cannot have 3 lists of values"):
        Loop((a, b), ((0, 1), (1, 0)), ((1,), (1,), (1,)))
    with pytest.raises(ModelError, match="at most two different nodes, not 0, 1, 2"):
        Path((a, b), ((0, 1), (1, 2)), ends=(0, 1, 2))
    with pytest.raises(ModelError, match="at most two different nodes, not 1, 1"):
        Path((a, b), ((0, 1), (1, 2)), ends=(1, 1))
    with pytest.raises(ModelError, match="Circuit needs at least one cell"):
        Circuit(())


def test_texts_and_nodes() -> None:
    a, b, c = Model().variables("abc", range(3))
    assert str(Loop((a, b, c), TRIANGLE, visits=1)) == "one loop along a b c through 1"
    assert str(Path((a, b), ((0, 1), (1, 2)), ends=(2, 0))) == "one path along a b, ending at 0, 2"
    assert str(Circuit((a, b), 1)) == "one circuit by a b from 1 on"
    assert repr(Loop((a, b), ((0, 1), (1, 0)))) == "Loop(cells=(a, b), edges=((0, 1), (1, 0)), values=({1}, {1}))"
    assert Path((a,), ((5, 3),), visits=9, ends=4).nodes == (3, 4, 5, 9)


def test_the_parts_of_a_circuit_mean_the_same() -> None:
    cells = Model().variables("abc", range(-1, 4))
    constraint = Circuit(cells)
    assert isinstance(constraint.parts[0], AllDifferent)
    for taken in product(range(-1, 4), repeat=3):
        assignment = dict(zip(cells, taken, strict=True))
        assert all(part.holds(assignment) for part in constraint.parts) == is_circuit(taken)

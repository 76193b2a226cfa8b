from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import pytest
from hypothesis import given, settings, strategies as st

from sudoku_cp import Model, ModelError, Not
from sudoku_cp.kernel import Sightlines
from sudoku_cp.solving.registry import SOLVERS, load_solver
from tests.support.cases import Case, assert_means
from tests.support.comparison import assert_same_sets
from tests.support.oracle import brute_force

D2, D3 = (1, 2), (1, 2, 3)
ODD = (-2, 0, 1, 5)


def seen(viewer: int, *lines: Sequence[int]) -> int:
    return 1 + sum(len(list(takewhile(lambda value: value == viewer, line))) for line in lines)


CASES = {
    "one line": Case([D3] * 4, lambda v, *line: Sightlines(v, (line,), 2), lambda v, *line: seen(v, line) == 2),
    "two lines": Case(
        [D2] * 6, lambda v, *c: Sightlines(v, (c[:2], c[2:]), 3), lambda v, *c: seen(v, c[:2], c[2:]) == 3
    ),
    "all that are the same": Case(
        [D3] * 4, lambda v, *c: Sightlines(v, [[x] for x in c], 3), lambda v, *c: 1 + c.count(v) == 3
    ),
    "a cell has the number": Case(
        [D2, D2, D2, D2, range(5)],
        lambda v, a, b, c, n: Sightlines(v, ((a, b), (c,)), n),
        lambda v, a, b, c, n: seen(v, (a, b), (c,)) == n,
    ),
    "the viewer has the number": Case(
        [D3] * 3, lambda v, a, b: Sightlines(v, ((a, b),), v), lambda v, a, b: seen(v, (a, b)) == v
    ),
    "a cell in the line has the number": Case(
        [D3] * 3, lambda v, a, b: Sightlines(v, ((a, b),), b), lambda v, a, b: seen(v, (a, b)) == b
    ),
    "a cell in two lines": Case(
        [D2] * 3, lambda v, a, b: Sightlines(v, ((a, b), (b, a)), 2), lambda v, a, b: seen(v, (a, b), (b, a)) == 2
    ),
    "the viewer in its line": Case(
        [D3] * 3, lambda v, a, b: Sightlines(v, ((v, a, b),), 3), lambda v, a, b: seen(v, (v, a, b)) == 3
    ),
    "unaligned values": Case(
        [ODD, (0, 5, 7), (1, 5), (-2, 5), (2, 3, 9)],
        lambda v, a, b, c, n: Sightlines(v, ((a, b), (c,)), n),
        lambda v, a, b, c, n: seen(v, (a, b), (c,)) == n,
    ),
    "nothing in common": Case([(1, 2), (3, 4)], lambda v, a: Sightlines(v, ((a,),), 1), lambda v, a: True,
                              all_or_none=True),
    "no lines": Case([D3] * 2, lambda v, n: Sightlines(v, (), n), lambda v, n: n == 1),
    "an empty line": Case([D3] * 2, lambda v, a: Sightlines(v, ((), (a,)), 2), lambda v, a: v == a),
    "more than there are": Case([D2] * 2, lambda v, a: Sightlines(v, ((a,),), 10**30), lambda v, a: False,
                                all_or_none=True),
    "fewer than itself": Case([D2] * 2, lambda v, a: Sightlines(v, ((a,),), 0), lambda v, a: False, all_or_none=True),
    "not": Case([D3] * 4, lambda v, *line: Not(Sightlines(v, (line,), 2)), lambda v, *line: seen(v, line) != 2),
    "not that of a cell": Case(
        [D3, D3, D3, range(4)],
        lambda v, a, b, n: Not(Sightlines(v, ((a,), (b,)), n)),
        lambda v, a, b, n: seen(v, (a,), (b,)) != n,
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


@pytest.mark.slow
@settings(max_examples=150)
@given(data=st.data())
def test_propagation_leaves_what_some_solution_has(data: st.DataObject) -> None:
    """Candidates without any search are those of all solutions, as no variable occurs twice."""
    lengths = data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    domains = st.sets(st.integers(1, 3), min_size=1)
    model = Model()
    viewer = model.variable("viewer", data.draw(domains))
    lines = tuple(
        tuple(model.variable(f"x{line}{place}", data.draw(domains)) for place in range(length))
        for line, length in enumerate(lengths)
    )
    number = model.variable("number", data.draw(st.sets(st.integers(0, 7), min_size=1)))
    model.add(Sightlines(viewer, lines, number))
    expected = brute_force(model)
    compiled = load_solver("exact-cover").compile(model)
    assert_same_sets((found.values_in_order for found in compiled.solutions()), expected)
    if not expected:
        assert compiled.count().statistics.nodes == 0


def test_a_sum_that_no_line_can_have_is_refuted_at_once() -> None:
    """One line has 0 or 2 that are seen, the other 0: 1 + 1 is out of reach."""
    model = Model()
    viewer, a, b, c = model.variables("vabc", D2)
    model.add(Sightlines(viewer, ((a, b), (c,)), 2))
    for cell, value in ((viewer, 1), (b, 1), (c, 2)):
        model.give(cell, value)
    result = model.count()
    assert (result.count, result.statistics.nodes) == (0, 0)


def test_scope_and_text() -> None:
    a, b, c, d = Model().variables("abcd", D3)
    assert Sightlines(a, [[b], [c, b]], d).scope == (a, b, c, b, d)
    assert str(Sightlines(a, ((b, c), (d,)), 2)) == "number of cells that a sees along b c, d = 2"
    assert str(Sightlines(a, (), d)) == "number of cells that a sees along no line = d"


def test_too_many_cells() -> None:
    cells = Model().variables([f"x{number}" for number in range(64)], D2)
    Sightlines(cells[0], (cells[1:63],), 2)
    with pytest.raises(ModelError, match="at most 63 cells can be seen, not 64"):
        Sightlines(cells[0], (cells[1:],), 2)

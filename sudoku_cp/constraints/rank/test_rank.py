from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings, strategies as st

from sudoku_cp import AllDifferent, Model, ModelError, Not, Sudoku
from sudoku_cp.kernel import Rank
from sudoku_cp.model import LoweringError
from sudoku_cp.solving.registry import SOLVERS, load_solver
from tests.support.cases import Case, assert_means
from tests.support.comparison import assert_same_sets
from tests.support.oracle import brute_force

D2, D3 = (1, 2), (1, 2, 3)
ODD = (-2, 0, 1, 5)


def place(own: Sequence[int], *others: Sequence[int], ties: bool = False) -> int:
    """The rank of the own numbers, or 0 if there are ties that are not allowed."""
    return 0 if own in others and not ties else 1 + sum(tuple(other) < tuple(own) for other in others)


CASES = {
    "of two": Case([D3] * 4, lambda *c: Rank(c[:2], (c[2:],), 1), lambda *v: v[:2] < v[2:]),
    "of three": Case([D2] * 6, lambda *c: Rank(c[:2], (c[2:4], c[4:]), 2), lambda *v: place(v[:2], v[2:4], v[4:]) == 2),
    "of three with ties": Case(
        [D2] * 6,
        lambda *c: Rank(c[:2], (c[2:4], c[4:]), 2, ties=True),
        lambda *v: place(v[:2], v[2:4], v[4:], ties=True) == 2,
    ),
    "of four numbers": Case(
        [D3] * 4, lambda a, *o: Rank((a,), tuple((x,) for x in o), 3), lambda a, *o: place([a], *([x] for x in o)) == 3
    ),
    "lines that begin in a house": Case(
        [D3] * 6,
        lambda *c: Rank(c[:2], ((c[2], c[5]), (c[3], c[5]), (c[4], c[5])), 2) & AllDifferent(c[2:5]),
        lambda *v: len({*v[2:5]}) == 3 and place(v[:2], (v[2], v[5]), (v[3], v[5]), (v[4], v[5])) == 2,
    ),
    "some lines of a house": Case(
        [D3] * 5,
        lambda a, b, c, d, e: Rank((a, e), ((b, e), (c, e)), 2) & AllDifferent((b, c, d)),
        lambda a, b, c, d, e: len({b, c, d}) == 3 and place((a, e), (b, e), (c, e)) == 2,
    ),
    "lines that cross": Case(
        [D2] * 4,
        lambda a, b, c, d: Rank((a, b), ((b, a), (c, d), (a, c)), 2, ties=True),
        lambda a, b, c, d: place((a, b), (b, a), (c, d), (a, c), ties=True) == 2,
    ),
    "a cell twice": Case([D3] * 3, lambda a, b, c: Rank((a, a), ((b, c),), 2), lambda a, b, c: (a, a) > (b, c)),
    "the line itself": Case([D2] * 2, lambda *c: Rank(c, (c,), 1), lambda *v: False, all_or_none=True),
    "the line itself with ties": Case([D2] * 2, lambda *c: Rank(c, (c,), 1, True), lambda *v: True, all_or_none=True),
    "unaligned values": Case(
        [ODD, (0, 5, 7), (1, 5), (-2, 5), (0, 5), (2, 3, 9)],
        lambda *c: Rank(c[:2], (c[2:4], c[4:]), 2),
        lambda *v: place(v[:2], v[2:4], v[4:]) == 2,
    ),
    "no others": Case([D2] * 2, lambda *c: Rank(c, (), 1), lambda *v: True, all_or_none=True),
    "no such rank": Case([D2] * 2, lambda a, b: Rank((a,), ((b,),), 3), lambda *v: False, all_or_none=True),
    "far away": Case([D2] * 2, lambda a, b: Rank((a,), ((b,),), -(10**30)), lambda *v: False, all_or_none=True),
    "empty lines": Case([D2], lambda a: Rank((), ((), ()), 1), lambda a: False, all_or_none=True),
    "empty lines with ties": Case([D2], lambda a: Rank((), ((), ()), 1, True), lambda a: True, all_or_none=True),
    "not": Case([D2] * 6, lambda *c: Not(Rank(c[:2], (c[2:4], c[4:]), 2)), lambda *v: place(v[:2], v[2:4], v[4:]) != 2),
    "not with ties": Case(
        [D2] * 6,
        lambda *c: Not(Rank(c[:2], (c[2:4], c[4:]), 1, True)),
        lambda *v: place(v[:2], v[2:4], v[4:], ties=True) != 1,
    ),
    "not of empty lines": Case([D2], lambda a: Not(Rank((), ((),), 1)), lambda a: True, all_or_none=True),
}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


@pytest.mark.slow
@settings(max_examples=150)
@given(data=st.data())
def test_two_lines_are_left_what_some_solution_has(data: st.DataObject) -> None:
    """Of two lines without a common cell, propagation leaves no value that no solution has, so that none is tried."""
    length = data.draw(st.integers(1, 3))
    domains = st.sets(st.integers(1, 4), min_size=1)
    model = Model()
    line, other = (
        tuple(model.variable(f"{name}{place}", data.draw(domains)) for place in range(length)) for name in "ab"
    )
    model.add(Rank(line, (other,), data.draw(st.integers(1, 2)), data.draw(st.booleans())))
    expected = brute_force(model)
    compiled = load_solver("exact-cover").compile(model)
    assert_same_sets((found.values_in_order for found in compiled.solutions()), expected)
    if not expected:
        assert compiled.count().statistics.nodes == 0


@pytest.mark.slow
@settings(max_examples=60)
@given(data=st.data())
def test_lines_of_grids(data: st.DataObject) -> None:
    """Rows and columns from all sides, each of which has one line that begins with a digit."""
    sudoku = Sudoku(3, regions="")
    lines = [(*line[::way],) for line in (*sudoku.rows, *sudoku.columns) for way in (1, -1)]
    for _ in range(data.draw(st.integers(1, 2))):
        own = data.draw(st.sampled_from(range(len(lines))))
        others = tuple(line for at, line in enumerate(lines) if at != own)
        sudoku.add(Rank(lines[own], others, data.draw(st.integers(1, 12)), data.draw(st.booleans())))
    compiled = load_solver("exact-cover").compile(sudoku)
    assert_same_sets((found.values_in_order for found in compiled.solutions()), brute_force(sudoku))


def test_the_rank_says_how_a_line_begins() -> None:
    """Four lines begin with each digit, and the line has its place among those."""
    sudoku = Sudoku(4)
    lines = [(*line[::way],) for line in (*sudoku.rows, *sudoku.columns) for way in (1, -1)]
    sudoku.add(Rank(lines[2], (*lines[:2], *lines[3:]), 8))
    sudoku.give(lines[2][0], 1)
    result = sudoku.count()
    assert (result.count, result.statistics.nodes) == (0, 0)


def test_lines_that_cannot_be_higher_do_not_begin_like_the_line() -> None:
    """The line that begins with 1 is lower, so the one that begins with 2 is higher, and only the first can be."""
    model = Model()
    a, b, c, d, e, f = model.variables("abcdef", D3)
    model.add(AllDifferent((b, c, d)))
    model.add(Rank((a, f), ((b, e), (c, f), (d, f)), 2))
    model.give(a, 2).give(f, 2).give(c, 1)
    result = model.count()
    assert (result.count, result.statistics.nodes) == (1, 0)


def test_scope_and_text() -> None:
    a, b, c, d = Model().variables("abcd", D3)
    assert Rank([a, b], [[c, d], [b, a]], 2).scope == (a, b, c, d, b, a)
    assert str(Rank((a, b), ((c, d), (d, a)), 2)) == "rank of a b among c d, d a = 2"
    assert str(Rank((a,), (), 1, ties=True)) == "rank of a among no others with ties = 1"


def test_lines_have_one_length() -> None:
    a, b, c = Model().variables("abc", D3)
    with pytest.raises(ModelError, match="the lines of Rank must have the same length"):
        Rank((a,), ((b, c),), 1)


@pytest.mark.parametrize("rank", [1.0, True, "1", None])
def test_a_rank_is_an_integer(rank: object) -> None:
    with pytest.raises(ModelError, match="the rank of Rank must be an integer"):
        Rank((), (), rank)  # type: ignore[arg-type]


def test_too_many_values() -> None:
    model = Model()
    a, b = model.variable("a", range(33)), model.variable("b", range(32, 65))
    model.add(Rank((a,), ((b,),), 1))
    with pytest.raises(LoweringError, match="at most 64 values can be ranked"):
        load_solver("exact-cover").compile(model)
    assert load_solver("cp-sat").compile(model).count().count == 33 * 33 - 1

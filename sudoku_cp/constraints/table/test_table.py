from __future__ import annotations

from itertools import product

import pytest

from sudoku_cp import Model, ModelError, Table
from sudoku_cp.kernel import Tables
from sudoku_cp.kernel.table import MAX_COMBINATIONS
from sudoku_cp.solving.registry import SOLVERS
from tests.support.cases import Case, assert_means

D3 = (1, 2, 3)


CASES = {
    "table": Case([D3] * 2, lambda a, b: Table((a, b), [(1, 2), (3, 3)]), lambda *v: v in {(1, 2), (3, 3)}),
    "table of three": Case(
        [D3] * 3,
        lambda *cells: Table(cells, [(1, 2, 3), (2, 2, 2), (1, 2, 2), (3, 1, 1)]),
        lambda *v: v in {(1, 2, 3), (2, 2, 2), (1, 2, 2), (3, 1, 1)},
    ),
    "predicate": Case(
        [range(5)] * 3, lambda *cells: Table.where(cells, lambda a, b, c: a * b == c), lambda a, b, c: a * b == c
    ),
    "full table": Case(
        [(1, 2)] * 3, lambda *cells: Table.where(cells, lambda *v: True), lambda *v: True, all_or_none=True
    ),
    "empty table": Case([(1, 2)] * 3, lambda *cells: Table(cells, []), lambda *v: False, all_or_none=True),
    "foreign values": Case([(1, 2)] * 2, lambda a, b: Table((a, b), [(1, 9), (2, 1), (7, 7)]), lambda *v: v == (2, 1)),
    "foreign values only": Case([(1, 2)] * 3, lambda *c: Table(c, [(9, 9, 9)]), lambda *v: False, all_or_none=True),
    "table of one cell": Case([range(4)], lambda a: Table((a,), [(0,), (3,)]), lambda a: a in {0, 3}),
    "table of no cells, true": Case([(1, 2)], lambda a: Table((), [()]), lambda a: True, all_or_none=True),
    "table of no cells, false": Case([(1, 2)], lambda a: Table((), []), lambda a: False, all_or_none=True),
    "repeated cell in a table": Case(
        [D3] * 2,
        lambda a, b: Table((a, b, a), [(1, 2, 1), (1, 3, 2), (3, 1, 3), (2, 2, 2)]),
        lambda *v: v in {(1, 2), (3, 1), (2, 2)},
    ),
    "one table in many places": Case(
        [D3] * 3,
        lambda a, b, c: Tables([(a, b), (b, c), (c, c)], [(1, 2), (2, 3), (3, 1), (1, 1), (2, 2)]),
        lambda a, b, c: {(a, b), (b, c), (c, c)} <= {(1, 2), (2, 3), (3, 1), (1, 1), (2, 2)},
    ),
    "one table in no place": Case([(1, 2)], lambda a: Tables([], [(1,)]), lambda a: True, all_or_none=True),
    "one false table of no cells": Case([(1, 2)], lambda a: Tables([()], []), lambda a: False, all_or_none=True),
    "the same cell twice": Case([D3], lambda a: Table((a, a), [(1, 1), (2, 3)]), lambda a: a == 1),
}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


def test_holds() -> None:
    a, b = Model().variables("ab", (1, 2, 3))
    table = Table([a, b], [[1, 2], (3, 3), (3, 3)])
    assert {(x, y) for x, y in product((1, 2, 3), repeat=2) if table.holds({a: x, b: y})} == {(1, 2), (3, 3)}
    assert table.scope == (a, b)
    assert str(table) == "(a, b) in 2 tuples"


def test_empty_and_repeated_scopes() -> None:
    (a,) = Model().variables("a", (1, 2))
    assert Table((), [()]).holds({})
    assert not Table((), []).holds({})
    assert not Table((a,), []).holds({a: 1})
    assert [value for value in (1, 2) if Table((a, a), [(1, 1), (1, 2)]).holds({a: value})] == [1]


def test_predicate_is_tried_on_the_domains() -> None:
    model = Model()
    a, b = model.variable("a", (0, 5)), model.variable("b", (1, 2))
    assert Table.where((a, b), lambda x, y: x > y).tuples == {(5, 1), (5, 2)}
    assert Table.where((a, b, a), lambda x, y, z: x == z and y == 1).tuples == {(0, 1, 0), (5, 1, 5)}
    assert Table.where((), lambda: True).tuples == {()}


def test_tuples_of_a_wrong_length_are_refused() -> None:
    a, b = Model().variables("ab", (1, 2))
    with pytest.raises(ModelError, match=r"over 2 cells has a tuple of 1 values: \(1,\)"):
        Table((a, b), [(1, 2), (1,)])


def test_predicates_over_too_many_combinations_are_refused() -> None:
    cells = Model().variables("abcdefg", range(9))
    assert MAX_COMBINATIONS < 9**7
    with pytest.raises(ModelError, match="4,782,969 combinations"):
        Table.where(cells, lambda *values: True)


def test_one_table_in_many_places() -> None:
    cells = a, b, c = Model().variables("abc", (1, 2, 3))
    tables = Tables([[a, b], (c, b), (a, a)], [[1, 2], (2, 3), (2, 2), (1, 1)])
    kept = {values for values in product((1, 2, 3), repeat=3) if tables.holds(dict(zip(cells, values, strict=True)))}
    assert kept == {(1, 1, 1), (1, 2, 1), (1, 2, 2), (2, 2, 1), (2, 2, 2), (2, 3, 2)}
    assert tables.scope == (a, b, c, b, a, a)
    assert str(tables) == "(a, b) (c, b) (a, a) each in 4 tuples"
    assert Tables((), [(1,)]).holds({})
    assert Tables([(), ()], [()]).holds({})
    assert not Tables([()], []).holds({})


def test_a_table_in_many_places_says_in_which_it_is_broken() -> None:
    model = Model()
    a, b, c = model.variables("abc", (1, 2))
    model.add(Tables([(a, b), (b, c), (a, c)], [(1, 2), (2, 1)], "differ"))
    (constraint,) = model.constraints
    assert [str(part) for part in constraint.parts] == ["differ"] * 3
    assert [(str(found), found.constraint) for found in model.violations((1, 2, 2))] == [
        ("differ is broken: b=2 c=2", constraint)
    ]


def test_places_of_a_wrong_length_are_refused() -> None:
    a, b = Model().variables("ab", (1, 2))
    with pytest.raises(ModelError, match="have 1 and 2 entries"):
        Tables([(a, b), (a,)], [(1, 2)])
    with pytest.raises(ModelError, match="have 1 and 2 entries"):
        Tables([(a, b)], [(1,)])

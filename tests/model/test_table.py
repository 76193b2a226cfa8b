from __future__ import annotations

from itertools import product

import pytest

from sudoku_cp import Model, ModelError, Table, Tables
from sudoku_cp.constraints.table.meaning import MAX_COMBINATIONS


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

"""Wrong arguments of models, cells and constraints: refused where they are given, by name."""

# mypy: disable-error-code="arg-type,dict-item,call-overload,misc,operator,comparison-overlap,index,list-item"

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest

from sudoku_cp import Automaton, Cardinality, Cell, Kakuro, Model, ModelError, MultiGrid, Sudoku, Table
from sudoku_cp.kernel import Combination, Count, Linear, Tables
from sudoku_cp.model import Relation
from sudoku_cp.rules import negator


@pytest.fixture
def sudoku() -> Sudoku:
    return Sudoku(4)


@pytest.fixture
def cells() -> tuple[Cell, ...]:
    return Model().variables("abc", domain=(1, 2, 3))


WRONG: list[tuple[Callable[..., object], str]] = [
    (lambda a, b, c: Count((a, b), "2", c), "the values of Count must be an integer, or a list of integers, not '2'"),
    (lambda a, b, c: Count((a, b), {2}, 1.5), "the number of Count must be a cell or an integer, not 1.5"),
    (
        lambda a, b, c: Count((a, b), {2}, 1, "<"),
        "the relation of Count must be a Relation, or one of == != <= >=, not",
    ),
    (lambda a, b, c: Cardinality((a, b), [1]), "the counts of Cardinality must be allowed numbers by value, such as"),
    (lambda a, b, c: Automaton((a, b), "a*"), "the machine of Automaton must be a DFA or an NFA"),
    (lambda a, b, c: Automaton("ab", "a*"), "Automaton: the cells must be a list of cells, not 'ab'"),
    (lambda a, b, c: Table((a, b), [(1, "*")]), "Table: an entry of a tuple must be an integer, not '*'"),
    (lambda a, b, c: Table((a, b), [(1, None)]), "Table: an entry of a tuple must be an integer, not None"),
    (lambda a, b, c: Table((a, b), [(1, 2.0)]), "Table: an entry of a tuple must be an integer, not 2.0"),
    (
        lambda a, b, c: Table((a, b), [12]),
        "Table: the tuples must be lists of integers, such as [(1, 2), (2, 3)], not 12",
    ),
    (lambda a, b, c: Tables([(a, "1")], []), "Tables: '1' is not a cell"),
    (lambda a, b, c: Combination([a == 1], ">", 2), "the relation of Combination must be a Relation, or one of"),
    (lambda a, b, c: Combination([a == 1], ">=", "2"), "the number of Combination must be an integer, not '2'"),
    (lambda a, b, c: Linear([(1, "a")], "<=", 3), "Linear: 'a' is not a cell"),
    (lambda a, b, c: a + "a", "+ 'a': expected a cell, a sum of cells or an integer"),
    (lambda a, b, c: a == None, "= None: expected a cell, a sum of cells or an integer"),  # noqa: E711
    (lambda a, b, c: sum("ab", a), "+ 'a': expected a cell, a sum of cells or an integer"),
    (
        lambda a, b, c: a * 10**9999 + 1,
        "a weight must be an integer of at most 4,096 bits, not an object of the type int",
    ),
    (lambda a, b, c: a + np.array([0.5]), "expected a cell, a sum of cells or an integer"),
]


@pytest.mark.parametrize(("call", "message"), WRONG)
def test_constraints_name_what_is_wrong(cells: tuple[Cell, ...], call: Callable[..., object], message: str) -> None:
    with pytest.raises(ModelError, match=re.escape(message)):
        call(*cells)


def test_one_value_stands_for_a_set(cells: tuple[Cell, ...]) -> None:
    a, b, c = cells
    assert Count((a, b), 2, c).values == Count([a, b], np.array([2]), c).values == {2}
    assert Cardinality((a, b), {1: 1}).counts == {1: (1,)}


def test_signs_stand_for_relations(cells: tuple[Cell, ...]) -> None:
    a, b, _ = cells
    parts = [a == 1, b == 1]
    signs = ("==", "!=", "<=", ">=", "=", "≠", "≤", "≥")
    assert [Combination(parts, sign, 2).relation for sign in signs] == [*Relation, *Relation]
    assert Linear(((1, a),), ">=", 2).relation is Relation.AT_LEAST


@pytest.mark.parametrize(
    ("domain", "message"),
    [
        ((1.0, 2.5), "the domain of x must be a list of integers, not 1.0"),
        ("123", "the domain of x must be a list of integers, not '123'"),
        (("1", "2"), "the domain of x must be a list of integers, not '1'"),
        (5, "the domain of x must be a list of integers, not 5"),
        ((True, False), "the domain of x must be a list of integers, not True"),
        ((), "x has an empty domain"),
    ],
)
def test_domains(domain: object, message: str) -> None:
    model = Model()
    with pytest.raises(ModelError, match=re.escape(message)):
        model.variable("x", domain)
    assert model.cells == ()


def test_domains_of_numpy_are_ints() -> None:
    model = Model()
    x = model.variable("x", np.arange(1, 4))
    assert x.domain == (1, 2, 3)
    assert {type(value) for value in x.domain} == {int}
    assert model.count().count == 3


def test_a_given_at_a_row_and_a_column(sudoku: Sudoku) -> None:
    assert sudoku.give((1, 2), 3).givens == {sudoku["r1c2"]: 3}
    assert sudoku.restrict((1, 1), [1, 2]).pencilmarks == {sudoku["r1c1"]: (1, 2)}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda grid: grid[0], "a cell must be given as (row, column) or by name, such as 'r1c2', not 0"),
        (lambda grid: grid[1.5], "a cell must be given as (row, column) or by name, such as 'r1c2', not 1.5"),
        (lambda grid: grid[1:2], "not slice(1, 2, None)"),
        (lambda grid: grid[1, 2, 3], "not (1, 2, 3)"),
        (lambda grid: grid["x"], "sudoku has no cell x"),
        (lambda grid: Model()[0], "the name of a cell must be text, not 0"),
        (lambda grid: grid.give((5, 1), 1), "(5, 1) is outside the grid"),
        (lambda grid: grid.give("r1c1", "1"), "the value of r1c1 must be an integer, not '1'"),
        (lambda grid: grid.give(1, 1), "a cell must be given as (row, column) or by name"),
        (lambda grid: grid.give(Sudoku(4)["r1c1"], 1), "r1c1 is not a cell of sudoku, but of another model"),
        (lambda grid: grid.restrict("r1c1", 5), "the candidates of r1c1 must be a list of integers, not 5"),
        (
            lambda grid: grid.give_grid(7),
            "the grid must be a text, or a list, nested lists or an array of digits, with 0 or None for open cells, "
            "not 7",
        ),
        (lambda grid: grid.cells_at(7), "the cells must be a text such as 'r1c1 r1c2', or a list of cells, not 7"),
        (lambda grid: grid.add("r1c1"), "add: 'r1c1' is neither a constraint nor a clue"),
        (lambda grid: grid.maximize("3"), "an objective must be a sum of cells, not '3'"),
        (lambda grid: grid.maximize(bonuses={"r1c1": 2}), "the bonuses must be points by cell and value"),
        (lambda grid: Sudoku("9"), "the size must be an integer, or (rows, columns), not '9'"),
        (lambda grid: Sudoku((1, 2, 3)), "the size must be an integer, or (rows, columns), not (1, 2, 3)"),
        (lambda grid: Sudoku(4, box=2), "the box must be (height, width), not 2"),
        (lambda grid: Sudoku(4, digits="1234"), "the digits must be a list of integers, not '1234'"),
        (lambda grid: Sudoku(4, regions=4), "the regions must be a text, or rows of labels, not 4"),
        (lambda grid: MultiGrid("r1c1"), "the grids must be a list of places such as r1c1, not 'r1c1'"),
        (lambda grid: Kakuro(None), "the layout must be text, not None"),
    ],
)
def test_boards_name_what_is_wrong(sudoku: Sudoku, call: Callable[[Sudoku], object], message: str) -> None:
    with pytest.raises(ModelError, match=re.escape(message)):
        call(sudoku)
    assert sudoku.givens == {}
    assert sudoku.objective is None


def test_violations_of_what_is_no_solution(sudoku: Sudoku) -> None:
    whole = "1234341221434321"
    assert sudoku.violations({cell.name: int(digit) for cell, digit in zip(sudoku.cells, whole, strict=True)}) == []
    for partial, message in (
        (
            {sudoku["r1c1"]: 1},
            "the solution must have a value for each cell of sudoku, and 15 of 16 cells have none: r1c2",
        ),
        (whole, "the solution must be a list of integers, one for each cell, not '1234341221434321'"),
        ([1, 2, 3], "sudoku has 16 cells, not 3"),
        ([None] * 16, "the solution must be a list of integers, one for each cell, not None"),
        (None, "the solution must be a list of integers, one for each cell, not None"),
    ):
        with pytest.raises(ModelError, match=re.escape(message)):
            sudoku.violations(partial)


def test_violations_of_a_grid_with_negators(sudoku: Sudoku) -> None:
    sudoku.add(negator("r1c1"))
    digits = [int(digit) for digit in "1234341221434321"]
    with pytest.raises(ModelError, match="sudoku has 17 cells, not 16"):
        sudoku.violations(digits)
    with pytest.raises(ModelError, match="1 of 17 cells have none: value of r1c1"):
        sudoku.violations(dict(zip(sudoku.grid, digits, strict=True)))
    assert sudoku.violations([*digits, -1]) == []
    assert [str(broken) for broken in sudoku.violations([*digits, 1])] != []

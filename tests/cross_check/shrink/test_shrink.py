"""What is left of a model is the part that fails, and nothing else."""

from __future__ import annotations

import pytest

from sudoku_cp import DFA, AllDifferent, AnyOf, Automaton, Connected, Constraint, Model, ModelError, Not, Sudoku, Table
from sudoku_cp.cross_check.instances import nearer, smaller_constraints, without_some
from sudoku_cp.cross_check.shrink import Budget, shrink, smallest_board, smallest_model
from sudoku_cp.cross_check.source_text import python_source
from sudoku_cp.kernel import (
    Circuit,
    Count,
    CountDistinct,
    Element,
    Linear,
    Loop,
    Maximum,
    Path,
    Precedence,
    Product,
    Rank,
    Regions,
    Sightlines,
)
from sudoku_cp.model import Relation
from sudoku_cp.rules import anti_knight, any_of, killer, thermo


def test_the_guilty_constraint_is_left() -> None:
    sudoku = Sudoku(4).give("r1c1", 1)
    a, b, c, d = sudoku.rows[1]
    sudoku.restrict("r3c3", [1, 2])
    sudoku.add(a + b <= 5, AnyOf(a < b, Not(Product((b, c, d), 12))), Table((a, b), [(1, 2), (3, 4)]))
    sudoku.maximize(a + 2 * b)

    def fails(model: Model) -> bool:
        return "Product" in python_source(model, model.givens, ()) and len(model.cells) > 0

    smallest = smallest_model(sudoku, fails, Budget())
    assert [str(constraint) for constraint in smallest.constraints] == ["1 = 0"]
    assert (len(smallest.cells), smallest.objective, smallest.givens) == (1, None, {})
    assert smallest.cells[0].name == "a"
    assert len(smallest.cells[0].domain) == 1


def test_what_does_not_fail_stays() -> None:
    model = Model()
    model.variable("a", (1, 2))
    assert smallest_model(model, lambda smaller: False, Budget()) is model


def test_a_board_keeps_the_guilty_clue() -> None:
    sudoku = Sudoku(6).give("r1c1", 1).give("r6c6", 2)
    sudoku.add(thermo("r1c1 r2c2 r3c3"), any_of([killer("r2c2 r2c3 r2c4", sum=9), anti_knight()]))
    smallest = smallest_board(sudoku, lambda model: any("killer" in str(clue) for clue in _clues(model)), Budget())
    assert smallest is not None
    assert [str(clue) for clue in smallest.clues] == ["killer r2c4"]
    assert (smallest.givens, smallest.size) == ({}, 6)


def _clues(model: Model) -> list[str]:
    return [str(clue) for clue in model.clues]


def test_what_is_no_board_of_clues() -> None:
    sudoku = Sudoku(4)
    sudoku.add(sudoku["r1c1"] < sudoku["r4c4"])
    assert smallest_board(sudoku, lambda model: True, Budget()) is None
    assert smallest_board(Model(), lambda model: True, Budget()) is None


def test_smaller_constraints_end() -> None:
    """Whatever is taken, however often: there is an end, and no constraint comes back."""
    a, b, c = Model().variables("abc", domain=(1, 2, 3))
    moves = ({1: 1, 2: 0}, {3: 1})
    constraints: list[Constraint] = [
        AllDifferent((a, b, a)),
        Linear(((3, a), (-2, b)), Relation.EQUAL, -7),
        Table((a, b), [(1, 2), (3, 3), (2, 1)]),
        Automaton((a, b), DFA(moves, frozenset({0, 1}))),
        Element((a, b), c, 3, -2),
        Count((a, b), frozenset({1, 2}), c),
        AnyOf(a == 1, Not(AllDifferent((b, c)))),
        CountDistinct((a, b), c),
        Maximum((a, b), c),
        Product((a, b), 6),
        Connected((a, b, c), ((0, 1), (1, 2)), frozenset({1, 2})),
        Connected((a, b, c), ((0, 1), (1, 2)), frozenset({1, 2}), 2),
        Regions((a, b, c), (b, c, a), ((0, 1), (1, 2)), 2),
        Sightlines(a, ((b, c), (c,)), b),
        Loop((a, b, c), ((0, 1), (1, 2), (2, 0)), {1, 3}, 1),
        Path((a, b, c), ((0, 1), (1, 2), (2, 0)), 2, {0, 1}, (0, 2)),
        Circuit((a, b, c), -3),
        Precedence((a, b, c), -3),
        Rank((a, b), ((b, c), (c, a)), 3),
    ]
    for constraint in constraints:
        for choose in (0, -1):
            current, steps = constraint, 0
            while choices := list(smaller_constraints(current)):
                current, steps = choices[choose], steps + 1
                assert steps < 200, f"{constraint} never ends"


def test_a_group_of_a_size_becomes_one_of_any_size() -> None:
    a, b = Model().variables("ab", domain=(1, 2))
    smaller = list(smaller_constraints(Connected((a, b), ((0, 1),), frozenset({1}), 2)))
    whole = [constraint for constraint in smaller if isinstance(constraint, Connected) and constraint.size is None]
    assert [(constraint.cells, constraint.neighbours, constraint.values) for constraint in whole] == [
        ((a, b), ((0, 1),), frozenset({1}))
    ]


def test_the_budget_is_kept() -> None:
    tried = []

    def fails(number: int) -> bool:
        tried.append(number)
        return True

    assert shrink(1000, fails, [lambda number: iter([number - 1])], Budget(tries=10)) == 990
    assert len(tried) == 10


def test_what_cannot_be_asked_about_does_not_fail() -> None:
    def fails(number: int) -> bool:
        if number == 3:
            raise ModelError("no such model")
        return number > 2

    assert shrink(5, fails, [lambda number: iter([3, number - 1])], Budget()) == 4


@pytest.mark.parametrize("number", [0, 1, -1, 7, -100])
@pytest.mark.parametrize("goal", [0, 1, -1])
def test_nearer_is_nearer(number: int, goal: int) -> None:
    assert all(abs(near - goal) < abs(number - goal) for near in nearer(number, goal))


def test_without_some() -> None:
    assert list(without_some("")) == []
    assert list(without_some("a")) == [()]
    assert all(len(some) < 5 for some in without_some("abcde"))

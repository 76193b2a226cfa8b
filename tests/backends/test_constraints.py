"""Houses, sums and tables on small domains, for every backend: their solutions against those of a plain lambda."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import pytest

from sudoku_cp import AllDifferent, Cell, Constraint, Linear, Relation, Sudoku, Table, Tables
from sudoku_cp.backends.contract import Backend

ONE_TO_THREE = (1, 2, 3)


@dataclass
class Case:
    name: str
    domains: Sequence[Sequence[int]]
    declare: Callable[..., Constraint | Sequence[Constraint]]
    holds: Callable[..., bool]
    all_or_none: bool = False
    """Whether every assignment or none is to be a solution; every other case must have both kinds."""


def linear(weights: Sequence[int], relation: Relation, constant: int) -> Callable[..., Constraint]:
    return lambda *cells: Linear(tuple(zip(weights, cells, strict=True)), relation, constant)


CASES = [
    Case(
        "all different", [ONE_TO_THREE] * 3, lambda a, b, c: AllDifferent((a, b, c)), lambda a, b, c: a != b != c != a
    ),
    Case("partial house", [range(5)] * 3, lambda a, b, c: AllDifferent((a, b, c)), lambda a, b, c: a != b != c != a),
    Case("too few values", [(1, 2)] * 3, lambda *cells: AllDifferent(cells), lambda *v: False, all_or_none=True),
    Case(
        "permutation of unequal domains",
        [(1, 2), (2, 3), (1, 3)],
        lambda *cells: AllDifferent(cells),
        lambda *v: len(set(v)) == 3,
    ),
    Case("different, of no cells", [(1, 2)], lambda a: AllDifferent(()), lambda a: True, all_or_none=True),
    Case("different, of one cell", [(1, 2)], lambda a: AllDifferent((a,)), lambda a: True, all_or_none=True),
    Case("different, repeated", [(1, 2)] * 2, lambda a, b: AllDifferent((a, b, a)), lambda *v: False, all_or_none=True),
    Case("less", [range(1, 6)] * 2, lambda a, b: a < b, lambda a, b: a < b),
    Case("at most", [range(1, 6)] * 2, lambda a, b: a <= b, lambda a, b: a <= b),
    Case("greater", [range(-2, 3)] * 2, lambda a, b: a > b + 1, lambda a, b: a > b + 1),
    Case("at least", [range(-2, 3)] * 2, lambda a, b: 2 * a >= 3 * b, lambda a, b: 2 * a >= 3 * b),
    Case("equal", [range(1, 6)] * 2, lambda a, b: a == b, lambda a, b: a == b),
    Case("unequal", [range(1, 6)] * 2, lambda a, b: a != b, lambda a, b: a != b),
    Case("sum of three", [range(1, 6)] * 3, lambda a, b, c: a + b == c, lambda a, b, c: a + b == c),
    Case("sum of three ≤", [range(4)] * 3, lambda a, b, c: a + b - 2 * c <= 1, lambda a, b, c: a + b - 2 * c <= 1),
    Case("sum of three ≥", [range(-2, 3)] * 3, lambda a, b, c: 3 * a - b + c >= 4, lambda a, b, c: 3 * a - b + c >= 4),
    Case("sum of three ≠", [range(4)] * 3, lambda a, b, c: a + 2 * b - c != 2, lambda a, b, c: a + 2 * b - c != 2),
    Case("sum of four, gaps", [(-5, 0, 7)] * 4, lambda a, b, c, d: a + b + c + d == 2, lambda *v: sum(v) == 2),
    Case(
        "cage",
        [range(1, 7)] * 3,
        lambda *cells: [AllDifferent(cells), sum(cells) == 11],
        lambda *v: sum(v) == 11 and len(set(v)) == 3,
    ),
    Case(
        "cage of negative weight, at most",
        [range(1, 6)] * 3,
        lambda *cells: [AllDifferent(cells), -sum(cells) <= -9],
        lambda *v: -sum(v) <= -9 and len(set(v)) == 3,
    ),
    Case(
        "cage in a larger house",
        [range(1, 5)] * 4,
        lambda a, b, c, d: [AllDifferent((a, b, c, d)), 2 * a + 2 * b + 2 * c == 14],
        lambda a, b, c, d: a + b + c == 7 and len({a, b, c, d}) == 4,
    ),
    Case("one cell", [range(5)], lambda a: 2 * a <= 5, lambda a: 2 * a <= 5),
    Case("one cell ≠", [range(5)], lambda a: a != 3, lambda a: a != 3),
    Case("odd sum of even", [range(4)] * 3, linear((2, 2, 4), Relation.EQUAL, 5), lambda *v: False, all_or_none=True),
    Case("zero weight", [range(3)] * 2, linear((0, 1), Relation.EQUAL, 2), lambda a, b: b == 2),
    Case("zero weights only", [(1, 2)] * 2, linear((0, 0), Relation.AT_MOST, 0), lambda *v: True, all_or_none=True),
    Case("no terms, false", [(1, 2)], lambda a: Linear((), Relation.UNEQUAL, 0), lambda a: False, all_or_none=True),
    Case("no terms, true", [(1, 2)], lambda a: Linear((), Relation.AT_LEAST, -1), lambda a: True, all_or_none=True),
    Case(
        "repeated cell in a sum",
        [range(4)] * 2,
        lambda a, b: Linear(((1, a), (1, b), (1, a)), Relation.EQUAL, 5),
        lambda a, b: 2 * a + b == 5,
    ),
    Case(
        "repeated cell that cancels out",
        [range(3)] * 2,
        lambda a, b: Linear(((1, a), (1, b), (-1, a)), Relation.AT_LEAST, 1),
        lambda a, b: b >= 1,
    ),
    Case("large numbers", [(-(10**11), 0, 10**11)] * 3, lambda a, b, c: a + b == c, lambda a, b, c: a + b == c),
    Case("table", [ONE_TO_THREE] * 2, lambda a, b: Table((a, b), [(1, 2), (3, 3)]), lambda *v: v in {(1, 2), (3, 3)}),
    Case(
        "table of three",
        [ONE_TO_THREE] * 3,
        lambda *cells: Table(cells, [(1, 2, 3), (2, 2, 2), (1, 2, 2), (3, 1, 1)]),
        lambda *v: v in {(1, 2, 3), (2, 2, 2), (1, 2, 2), (3, 1, 1)},
    ),
    Case(
        "predicate",
        [range(5)] * 3,
        lambda *cells: Table.where(cells, lambda a, b, c: a * b == c),
        lambda a, b, c: a * b == c,
    ),
    Case(
        "full table",
        [(1, 2)] * 3,
        lambda *cells: Table.where(cells, lambda *v: True),
        lambda *v: True,
        all_or_none=True,
    ),
    Case("empty table", [(1, 2)] * 3, lambda *cells: Table(cells, []), lambda *v: False, all_or_none=True),
    Case("foreign values", [(1, 2)] * 2, lambda a, b: Table((a, b), [(1, 9), (2, 1), (7, 7)]), lambda *v: v == (2, 1)),
    Case("foreign values only", [(1, 2)] * 3, lambda *c: Table(c, [(9, 9, 9)]), lambda *v: False, all_or_none=True),
    Case("table of one cell", [range(4)], lambda a: Table((a,), [(0,), (3,)]), lambda a: a in {0, 3}),
    Case("table of no cells, true", [(1, 2)], lambda a: Table((), [()]), lambda a: True, all_or_none=True),
    Case("table of no cells, false", [(1, 2)], lambda a: Table((), []), lambda a: False, all_or_none=True),
    Case(
        "repeated cell in a table",
        [ONE_TO_THREE] * 2,
        lambda a, b: Table((a, b, a), [(1, 2, 1), (1, 3, 2), (3, 1, 3), (2, 2, 2)]),
        lambda *v: v in {(1, 2), (3, 1), (2, 2)},
    ),
    Case(
        "one table in many places",
        [ONE_TO_THREE] * 3,
        lambda a, b, c: Tables([(a, b), (b, c), (c, c)], [(1, 2), (2, 3), (3, 1), (1, 1), (2, 2)]),
        lambda a, b, c: {(a, b), (b, c), (c, c)} <= {(1, 2), (2, 3), (3, 1), (1, 1), (2, 2)},
    ),
    Case("one table in no place", [(1, 2)], lambda a: Tables([], [(1,)]), lambda a: True, all_or_none=True),
    Case("one false table of no cells", [(1, 2)], lambda a: Tables([()], []), lambda a: False, all_or_none=True),
    Case("the same cell twice", [ONE_TO_THREE], lambda a: Table((a, a), [(1, 1), (2, 3)]), lambda a: a == 1),
]


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_solutions_are_those_of_the_lambda(case: Case, solver: Backend, solutions_in_every_context: Any) -> None:
    solutions = solutions_in_every_context(solver, case.domains, case.declare, case.holds)
    assert case.all_or_none == (len(solutions) in (0, prod(map(len, case.domains))))


def three(sudoku: Sudoku) -> tuple[Cell, Cell, Cell]:
    """Two cells of a row and one that sees neither."""
    return sudoku[1, 1], sudoku[1, 2], sudoku[3, 3]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("declare", "holds"),
    [
        (lambda a, b, c: [a < b], lambda a, b, c: a < b),
        (lambda a, b, c: [a + b == 2 * c], lambda a, b, c: a + b == 2 * c),
        (lambda a, b, c: [a + b + c == 8], lambda a, b, c: a + b + c == 8),
        (lambda a, b, c: [AllDifferent((a, b, c)), a + b + c >= 8], lambda a, b, c: b != c != a and a + b + c >= 8),
        (lambda a, b, c: [AllDifferent((b, c))], lambda a, b, c: b != c),
        (lambda a, b, c: [Table.where((a, b, c), lambda a, b, c: a * b > c * c)], lambda a, b, c: a * b > c * c),
    ],
)
def test_constraint_within_a_grid(declare: Any, holds: Any, solver: Backend, brute_force: Any) -> None:
    plain, sudoku = Sudoku(4), Sudoku(4)
    sudoku.add(*declare(*three(sudoku)))
    grids = brute_force(plain)
    expected = {grid for grid in grids if holds(*(grid[cell.index] for cell in three(plain)))}
    assert 0 < len(expected) < len(grids)
    found = [solution.values_in_order for solution in solver.compile(sudoku).solutions()]
    assert len(found) == len(set(found))
    assert set(found) == expected

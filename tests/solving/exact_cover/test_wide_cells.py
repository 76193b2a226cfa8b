"""Cells of more than 64 values in every kind of constraint and question, beside predicates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod

import pytest

from sudoku_cp import DFA, AllDifferent, AnyOf, Automaton, Cardinality, Connected, Constraint, Increasing, Model, Table
from sudoku_cp.kernel import Count, CountDistinct, Element, Maximum, Minimum, Polynomial, Product, Tables
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.model import LoweringError
from sudoku_cp.model.answers import Status
from sudoku_cp.solvers.exact_cover.compiled import ExactCoverSolver
from sudoku_cp.solving.registry import load_solver
from tests.support.cases import Case, assert_means

WIDE = range(-3, 67)
SQUARES = tuple(number * number for number in range(70))
STEPS = range(5, 5 + 7 * 66, 7)
SMALL = (0, 2, 5)
EVENS = DFA(({value: value % 2 for value in WIDE}, {value: 1 - value % 2 for value in WIDE}), frozenset({0}))

CASES = {
    "a sum": Case([WIDE, SMALL, WIDE], lambda a, b, c: a + 2 * b == c + 3, lambda a, b, c: a + 2 * b == c + 3),
    "a sum is at most": Case([SQUARES, WIDE], lambda a, b: a - 3 * b <= 40, lambda a, b: a - 3 * b <= 40),
    "steps": Case([STEPS, WIDE], lambda a, b: a - b == 100, lambda a, b: a - b == 100),
    "unequal": Case([WIDE, SQUARES], lambda a, b: a != b, lambda a, b: a != b),
    "all different": Case([WIDE, SMALL, WIDE], lambda *c: AllDifferent(c), lambda *v: len({*v}) == 3),
    "all different, one twice": Case(
        [WIDE, SMALL], lambda a, b: AllDifferent((a, b, a)), lambda a, b: False, all_or_none=True
    ),
    "a table": Case(
        [WIDE, SMALL, SQUARES],
        lambda *c: Table(c, [(1, 2, 4), (66, 5, 0), (66, 0, 9), (-3, 2, 4761), (7, 7, 7), (100, 2, 4)]),
        lambda *v: v in {(1, 2, 4), (66, 5, 0), (66, 0, 9), (-3, 2, 4761)},
    ),
    "tables": Case(
        [WIDE, SMALL],
        lambda a, b: Tables(((a, b), (b, a)), [(0, 2), (2, 0), (5, 9)]),
        lambda a, b: (a, b) in {(0, 2), (2, 0)},
    ),
    "a product": Case([WIDE, WIDE], lambda a, b: Product((a, b), 60), lambda a, b: a * b == 60),
    "a product is a cell": Case([SMALL, SMALL, WIDE], lambda a, b, c: Product((a, b), c), lambda a, b, c: a * b == c),
    "products": Case(
        [WIDE, SQUARES],
        lambda a, b: Polynomial(((1, (a, a)), (-2, (a, b)), (3, (b,))), Relation.AT_LEAST, -500),
        lambda a, b: a * a - 2 * a * b + 3 * b >= -500,
    ),
    "the largest": Case([WIDE, SMALL, WIDE], lambda a, b, c: Maximum((a, b), c), lambda a, b, c: max(a, b) == c),
    "the smallest": Case([WIDE, SMALL], lambda a, b: Minimum((a, b), 2), lambda a, b: min(a, b) == 2),
    "an element": Case(
        [SMALL, WIDE, WIDE],
        lambda a, b, c: Element((a, b), c, 5, 60),
        lambda a, b, c: (c == 60 and a == 5) or (c == 61 and b == 5),
    ),
    "an element of a wide array": Case(
        [WIDE, WIDE, SMALL],
        lambda a, b, c: Element((a, b, a), c, b, 0),
        lambda a, b, c: c in (0, 2) and a == b,
    ),
    "a count": Case(
        [WIDE, SMALL, WIDE],
        lambda *c: Count(c, {1, 2, 60}, 2),
        lambda *v: sum(value in (1, 2, 60) for value in v) == 2,
    ),
    "a count is a cell": Case(
        [WIDE, SMALL, SMALL],
        lambda a, b, c: Count((a, b), {2, 60}, c, Relation.AT_MOST),
        lambda a, b, c: (a in (2, 60)) + (b in (2, 60)) <= c,
    ),
    "a count is a wide cell": Case(
        [SMALL, SMALL, WIDE],
        lambda a, b, c: Count((a, b), {2, 60}, c),
        lambda a, b, c: (a in (2, 60)) + (b in (2, 60)) == c,
    ),
    "distinct values": Case([WIDE, SMALL, WIDE], lambda *c: CountDistinct(c, 2), lambda *v: len({*v}) == 2),
    "distinct values are a cell": Case(
        [WIDE, SMALL], lambda a, b: CountDistinct((a, b, a), b), lambda a, b: len({a, b}) == b
    ),
    "increasing": Case([WIDE, SMALL, WIDE], lambda *c: Increasing(c, 3), lambda a, b, c: a + 3 <= b <= c - 3),
    "cardinality": Case(
        [WIDE, SMALL, WIDE],
        lambda *c: Cardinality(c, {5: (0, 2), 66: 1}),
        lambda *v: v.count(5) in (0, 2) and v.count(66) == 1,
    ),
    "an automaton": Case([WIDE, SMALL], lambda *c: Automaton(c, EVENS), lambda a, b: (a + b) % 2 == 0),
    "a combination": Case(
        [WIDE, SMALL],
        lambda a, b: AnyOf(a == b, (a > 50) & (b != 2), ~(a >= 0)),
        lambda a, b: a == b or (a > 50 and b != 2) or a < 0,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str) -> None:
    assert_means(CASES[name], "exact-cover")


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, case in CASES.items() if prod(map(len, case.domains)) < 5000])
def test_solutions_of_cp_sat_are_those_of_the_predicate(name: str) -> None:
    assert_means(CASES[name], "cp-sat")


Declare = Callable[..., Sequence[Constraint]]


@pytest.mark.parametrize("size", [65, 66, 127, 130, 1000, 4096, 5000, 70_000, 300_000])
def test_each_value_has_its_digits(size: int) -> None:
    model = Model()
    wide = model.variable("wide", range(-7, size - 7))
    compiled = load_solver("exact-cover").compile(model)
    assert compiled.count(limit=size + 1 if size < 5000 else 1).count == (size if size < 5000 else 1)
    for value in {-7, -6, 57, size // 2, size - 8}:
        result = compiled.solve(givens={wide: value})
        assert result.solution is not None
        assert result.solution[wide] == value


def test_pencil_marks_and_givens() -> None:
    model = Model()
    a, b = model.variables("ab", range(100))
    model.restrict(a, (3, 50, 99)).give(b, 52)
    model += abs(a - b) <= 3
    compiled = model.compile("exact-cover")
    assert [solution[a] for solution in compiled.solutions()] == [50]
    assert compiled.count(givens={b: 97}).count == 1
    assert compiled.count(givens={b: 97, a: 98}).status is Status.INFEASIBLE
    assert compiled.candidates(givens={}).values[a] == (3, 50, 99)
    assert len(compiled.candidates(givens={}).values[b]) == 7 + 7 + 4


def test_objectives() -> None:
    model = Model()
    a, b, c = model.variables("abc", range(-40, 60))
    model.add(a * b <= 900, a + b + c == 50)
    expected = max(
        (3 * x - y + (7 if 50 - x - y == 2 else 0), x, y)
        for x, y in product(range(-40, 60), repeat=2)
        if x * y <= 900 and 50 - x - y in range(-40, 60)
    )
    model.maximize(3 * a - b, bonuses={(c, 2): 7})
    for solver in ("exact-cover", "cp-sat"):
        result = model.solve(solver=solver)
        assert (result.status, result.objective) == (Status.OPTIMAL, expected[0])
    compiled = model.compile("exact-cover")
    assert compiled.best(2).objectives[0] == expected[0]
    assert compiled.worst().status is Status.OPTIMAL
    assert compiled.reach(expected[0] + 1).status is Status.INFEASIBLE
    assert compiled.count(target=expected[0]).count == model.count(target=expected[0], solver="cp-sat").count


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("learn_after", [0, 1, None])
def test_every_searcher(threads: int, learn_after: int | None) -> None:
    model = Model()
    a, b, c = model.variables("abc", range(1, 90))
    model.add(a * a + b * b == c * c, a < b)
    solver = ExactCoverSolver(learn_after=learn_after, threads=threads)
    squares = {number * number for number in range(1, 90)}
    assert solver.compile(model).count().count == sum(
        x * x + y * y in squares for x, y in product(range(1, 90), repeat=2) if x < y
    )


def test_what_has_no_digits_names_what_can_solve_it() -> None:
    model = Model()
    cells = model.variables("abcd", range(100))
    model += Connected(cells, [(0, 1), (2, 3)], {1})
    with pytest.raises(LoweringError, match=r"exact-cover cannot express .* more than 64 values"):
        model.compile("exact-cover")

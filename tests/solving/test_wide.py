"""Domains and hidden terms of any width: what newcomers type first, with counts by loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import pytest

from sudoku_cp import AllDifferent, Constraint, Model
from sudoku_cp.model.answers import Status
from sudoku_cp.solvers.cp_sat.compiled import CompiledCpSat
from sudoku_cp.solving.registry import load_solver

SOLVERS = ("exact-cover", "cp-sat")

Rows = set[tuple[int, ...]]


def assert_solutions(
    solver: str,
    domains: Sequence[Sequence[int]],
    declare: Callable[..., Sequence[Constraint]],
    holds: Callable[..., bool],
    number: int | None = None,
) -> None:
    """The solver finds the assignments for which the predicate holds, as often as is known."""
    expected = {values for values in product(*domains) if holds(*values)}
    assert number is None or len(expected) == number
    assert_finds(solver, domains, declare, expected)


def assert_finds(
    solver: str, domains: Sequence[Sequence[int]], declare: Callable[..., Sequence[Constraint]], expected: Rows
) -> None:
    model = Model()
    cells = [model.variable(f"x{place}", domain) for place, domain in enumerate(domains)]
    model.add(*declare(*cells))
    compiled = model.compile(solver)
    found = [tuple(solution[cell] for cell in cells) for solution in compiled.solutions()]
    assert sorted(found) == sorted(expected)
    result = compiled.count()
    assert (result.count, result.status) == (len(expected), Status.COMPLETE if expected else Status.INFEASIBLE)


@pytest.mark.parametrize("solver", SOLVERS)
class TestHiddenTerms:
    """Products and differences with more values than a mask has bits, of cells with few."""

    def test_pythagorean_triples(self, solver: str) -> None:
        assert_solutions(
            solver,
            [range(1, 31)] * 3,
            lambda a, b, c: [a * a + b * b == c * c, a < b],
            lambda a, b, c: a * a + b * b == c * c and a < b,
            11,
        )

    def test_two_digits_times_one(self, solver: str) -> None:
        def declare(a, b, c, d, e):  # type: ignore[no-untyped-def]
            return [(10 * a + b) * c == 100 * d + 10 * e + a, AllDifferent([a, b, c, d, e]), a != 0, c != 0, d != 0]

        def holds(a: int, b: int, c: int, d: int, e: int) -> bool:
            is_product = (10 * a + b) * c == 100 * d + 10 * e + a
            return is_product and len({a, b, c, d, e}) == 5 and 0 not in (a, c, d)

        assert_solutions(solver, [range(10)] * 5, declare, holds, 14)

    def test_two_digits_times_two(self, solver: str) -> None:
        assert_solutions(
            solver,
            [range(10)] * 4,
            lambda a, b, c, d: [
                (10 * a + b) * (10 * c + d) == 1000 + 100 * a + 10 * d + b,
                AllDifferent([a, b, c, d]),
            ],
            lambda a, b, c, d: (10 * a + b) * (10 * c + d) == 1000 + 100 * a + 10 * d + b and len({a, b, c, d}) == 4,
            4,
        )

    def test_cubes_and_signs(self, solver: str) -> None:
        assert_solutions(
            solver,
            [range(-12, 13)] * 3,
            lambda a, b, c: [a * a * a - b * (b - 2 * c) >= 900, (a - b) * (b - c) * a != 0],
            lambda a, b, c: a**3 - b * (b - 2 * c) >= 900 and (a - b) * (b - c) * a != 0,
        )

    @pytest.mark.parametrize("constant", [-1, 0, 7, 70])
    def test_absolute_values(self, solver: str, constant: int) -> None:
        assert_solutions(
            solver,
            [range(-20, 20), range(40)],
            lambda a, b: [abs(a - 2 * b) != constant, abs(a + b) <= 30],
            lambda a, b: abs(a - 2 * b) != constant and abs(a + b) <= 30,
        )
        assert_solutions(
            solver,
            [range(-20, 20), range(40)],
            lambda a, b: [abs(a - 2 * b) >= constant, abs(3 * a - b) != 5],
            lambda a, b: abs(a - 2 * b) >= constant and abs(3 * a - b) != 5,
        )
        assert_solutions(
            solver,
            [range(-20, 20), range(40)],
            lambda a, b: [abs(a - 2 * b) == constant],
            lambda a, b: abs(a - 2 * b) == constant,
        )


@pytest.mark.parametrize("solver", SOLVERS)
class TestWideCells:
    """Cells with more values than a mask has bits."""

    def test_a_sum(self, solver: str) -> None:
        assert_solutions(solver, [range(65)] * 2, lambda a, b: [a + b == 5], lambda a, b: a + b == 5, 6)

    def test_coins(self, solver: str) -> None:
        ways: Rows = {
            (q, d, (100 - 25 * q - 10 * d) // 5) for q in range(5) for d in range(11) if 25 * q + 10 * d <= 100
        }
        assert len(ways) == 29
        assert_finds(solver, [range(101)] * 3, lambda q, d, n: [25 * q + 10 * d + 5 * n == 100], ways)

    def test_squares(self, solver: str) -> None:
        expected: Rows = {(f, a) for f in range(10, 1000) for a in range(10, 1000) if f * f == 10 * a - 491}
        assert expected
        assert_finds(solver, [range(10, 1000)] * 2, lambda f, a: [f * f == 10 * a - 491], expected)


@pytest.mark.parametrize("solver", SOLVERS)
def test_queens_by_absolute_differences(solver: str) -> None:
    model = Model()
    queens = model.variables([f"q{row}" for row in range(34)], range(34))
    model += AllDifferent(queens)
    for row in range(34):
        for other in range(row):
            model += abs(queens[row] - queens[other]) != row - other
    result = model.solve(solver=solver)
    assert result.status is Status.SOLVED
    assert result.solution is not None
    columns = [result.solution[queen] for queen in queens]
    for line in (columns, [c + r for r, c in enumerate(columns)], [c - r for r, c in enumerate(columns)]):
        assert len(set(line)) == 34


def test_cp_sat_has_no_literal_for_each_value() -> None:
    model = Model()
    total = model.variable("total", range(100_000))
    a, b = model.variables("ab", range(100))
    model += total == 1000 * a + b
    compiled = load_solver("cp-sat").compile(model)
    assert isinstance(compiled, CompiledCpSat)
    assert len(compiled._literals.proto.variables) < 300
    assert compiled.count().count == 100 * 100
    assert compiled.count(givens={total: 99_099}).count == 1
    assert compiled.count(givens={total: 99_100}).status is Status.INFEASIBLE
    for solver in SOLVERS:
        found = model.compile(solver).candidates(givens={a: 3})
        assert found.values[total] == tuple(range(3000, 3100))
        assert found.status is Status.COMPLETE
    assert compiled.count(givens={a: 7}).count == 100
    assert compiled.count().count == 100 * 100  # with the givens gone

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations, product
from operator import mul

import pytest

from sudoku_cp import AllDifferent, AllOf, AnyOf, Cell, Constraint, Model, Not, Sudoku
from sudoku_cp.rules import AppliedRule
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver
from tests.support import Values, assert_same_sets, satisfying

collect_ignore = ["ten_rules.py", "oracles"]
"""What tests load: a user's file, and the oracles, which can be registered once only."""

Grid = tuple[Values, ...]
Select = Callable[[Sudoku, AppliedRule, Callable[[Grid], bool]], None]
Compare = Callable[[Model, AppliedRule, Sequence[Cell], Callable[[Values], bool]], None]


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check no solution by itself, which takes longer than to find it, where all of them are compared with others."""
    monkeypatch.setattr(LoweredModel, "verified", lambda compiled, solution, *arguments, **options: solution)


@pytest.fixture
def latin() -> Sudoku:
    """A 4×4 grid with digits 1–4."""
    return Sudoku(4, regions="")


@pytest.fixture
def agrees() -> Compare:
    """Compare a clue's constraints with a plain predicate on all values of some cells."""

    def compare(model: Model, clue: AppliedRule, cells: Sequence[Cell], predicate: Callable[[Values], bool]) -> None:
        constraints = list(clue.constraints(model))
        rows = list(product(*(cell.domain for cell in cells)))
        expected = {row for row in rows if predicate(row)}
        assert_same_sets(satisfying(constraints, cells), expected)
        assert 0 < len(expected) < len(rows), "the example shows nothing"

    return compare


@pytest.fixture
def selects(unchecked: None) -> Select:
    """Compare the solutions of a grid with a clue with those solutions of the grid alone that pass a plain predicate.

    The predicate gets the rows of digits. Both solvers are asked, and the meanings of the constraints unless the clue
    declares variables.
    """

    def compare(sudoku: Sudoku, clue: AppliedRule, predicate: Callable[[Grid], bool]) -> None:
        across, size = sudoku.width, len(sudoku.cells)
        grids = {found.values_in_order for found in load_solver().compile(sudoku).solutions()}
        rows = range(0, len(sudoku.grid), across)
        expected = {v for v in grids if predicate(tuple(v[start : start + across] for start in rows))}
        sudoku.add(clue)
        if len(sudoku.cells) == size:
            assert_same_sets((values for values in grids if not sudoku.violations(values)), expected)
        for solver in ("exact-cover", "cp-sat"):
            found = (solution.values_in_order[:size] for solution in load_solver(solver).compile(sudoku).solutions())
            assert_same_sets(found, expected)
        assert 0 < len(expected) < len(grids), "the example shows nothing"

    return compare


@pytest.fixture
def means(unchecked: None) -> Compare:
    """Compare a clue with a plain predicate on all values of some cells: its meaning, and what both solvers find.

    The grid has no houses here. A solver is asked for the clue by itself, negated, as an alternative, and for the best
    score.
    """

    def compare(sudoku: Model, clue: AppliedRule, cells: Sequence[Cell], predicate: Callable[[Values], bool]) -> None:
        clued = list(clue.constraints(sudoku))
        rows = list(product(*(cell.domain for cell in cells)))
        expected = {row for row in rows if predicate(row)}
        assert 0 < len(expected) < len(rows), "the example shows nothing"
        assert_same_sets(satisfying(clued, cells), expected)
        others = {cell: cell.domain[0] for cell in sudoku.cells if cell not in set(cells)}
        least, places = cells[0].domain[0], [cell.index for cell in cells]

        weights = [(-2) ** place for place in range(len(cells))]
        score = sum(weight * cell for weight, cell in zip(weights, cells, strict=True))

        def solutions(solver: str, *constraints: Constraint) -> list[Values]:
            sudoku.constraints[:] = constraints
            found = load_solver(solver).compile(sudoku).solutions(others)
            return [tuple(map(solution.values_in_order.__getitem__, places)) for solution in found]

        for solver in ("exact-cover", "cp-sat"):
            assert_same_sets(solutions(solver, *clued), expected)
            assert_same_sets(solutions(solver, Not(AllOf(*clued))), set(rows) - expected)
            alternative = solutions(solver, AnyOf(AllOf(*clued), cells[0] == least))
            assert_same_sets(alternative, [row for row in rows if row in expected or row[0] == least])
        sudoku.constraints[:] = clued
        sudoku.maximize(score)
        for solver in ("exact-cover", "cp-sat"):
            best = load_solver(solver).compile(sudoku).solve(others).objective
            assert best == max(sum(map(mul, weights, row)) for row in expected)
        sudoku.objective = None

    return compare


@pytest.fixture
def line_says(unchecked: None) -> Compare:
    """Compare a clue that speaks of a line with a plain predicate on all words of different digits.

    The meanings of the constraints, exact cover and CP-SAT are asked; exact cover also for the clue negated and as an
    alternative.
    """

    def compare(sudoku: Model, clue: AppliedRule, line: Sequence[Cell], predicate: Callable[[Values], bool]) -> None:
        clued = list(clue.constraints(sudoku))
        words = set(permutations(line[0].domain, len(line)))
        expected = {word for word in words if predicate(word)}
        assert 0 < len(expected) < len(words), "the example shows nothing"
        assert_same_sets(satisfying([AllDifferent(line), *clued], line), expected)
        others = {cell: cell.domain[0] for cell in sudoku.cells if cell not in set(line)}
        least, places = line[0].domain[0], [cell.index for cell in line]

        def solutions(*constraints: Constraint, solver: str = "exact-cover") -> list[Values]:
            sudoku.constraints[:] = (AllDifferent(line), *constraints)
            found = load_solver(solver).compile(sudoku).solutions(others)
            return [tuple(map(solution.values_in_order.__getitem__, places)) for solution in found]

        assert_same_sets(solutions(*clued), expected)
        assert_same_sets(solutions(*clued, solver="cp-sat"), expected)
        assert_same_sets(solutions(Not(AllOf(*clued))), words - expected)
        alternative = solutions(AnyOf(AllOf(*clued), line[0] == least))
        assert_same_sets(alternative, [word for word in words if word in expected or word[0] == least])

    return compare

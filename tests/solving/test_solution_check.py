"""The quick check of a solution says what `Model.violations` says, of right and of wrong values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from sudoku_cp import AllDifferent, Model, Sudoku
from sudoku_cp.model import LoweringError, UnsoundAnswerError
from sudoku_cp.solving.batch import ArrayCheck
from sudoku_cp.solving.solution_check import SolutionCheck
from sudoku_cp.solving.solver import Solver
from tests.support import brute_force, tiny_models


@pytest.mark.slow
@given(data=st.data())
def test_tiny_models(data: Any) -> None:
    model = data.draw(tiny_models())
    check = SolutionCheck(model)
    solutions = brute_force(model)[:20]
    assert all(check(values, {}) for values in solutions)
    noise = st.tuples(*(st.sampled_from([*cell.domain, -(10**9), -1, 0]) for cell in model.cells))
    for values in data.draw(st.lists(noise, max_size=5)):
        assert check(values, {}) is not bool(model.violations(values, {}))
    for solution in solutions[:5] if model.cells else ():
        at = data.draw(st.integers(0, len(solution) - 1))
        wrong = (*solution[:at], solution[at] + data.draw(st.sampled_from([-1, 1])), *solution[at + 1 :])
        assert check(wrong, {}) is not bool(model.violations(wrong, {}))


@pytest.mark.parametrize("size", [1, 9, 16, 36])
def test_every_row_column_and_box(size: int) -> None:
    sudoku = Sudoku(size)
    check = SolutionCheck(sudoku)
    step = int(size**0.5)
    values = [(row * step + row // step + column) % size + 1 for row in range(size) for column in range(size)]
    assert check(tuple(values), {})
    for cell in range(0, size * size, 7):
        for other in {1, size, size + 1} - {values[cell]}:
            assert not check((*values[:cell], other, *values[cell + 1 :]), {})


def test_candidates_and_repeated_cells() -> None:
    model = Model()
    a, b, c = model.variables("abc", domain=(1, 3))
    model.restrict(c, (3,))
    assert [SolutionCheck(model)((1, 1, value), {}) for value in (1, 2, 3)] == [False, False, True]
    model.add(AllDifferent((a, b)), AllDifferent((b,)), AllDifferent(()))
    assert [SolutionCheck(model)((1, value, 3), {}) for value in (1, 3)] == [False, True]
    model.add(AllDifferent((a, a)))
    assert not SolutionCheck(model)((1, 3, 3), {})


@pytest.mark.parametrize("solver", ["cp-sat", "python-constraint"])
def test_values_beyond_64_bits(solver: str) -> None:
    for value in (2**63 - 1, 1 - 2**63):
        model = Model()
        model.variables("a", domain=(1, value))
        solution = model.solve({"a": value}, solver=solver).solution
        assert solution is not None
        assert solution.values_in_order == (value,)
    for value in (2**63, -(2**63), 10**30):
        model = Model()
        model.variables("a", domain=(1, value))
        with pytest.raises(LoweringError, match="the domain of a has values of more than 64 bits"):
            model.solve({"a": 1}, solver=solver)


def test_what_a_check_refuses_never_passes(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though `Model.violations` finds nothing wrong: one of the two checks is at fault, and nobody knows which."""
    sudoku = Sudoku(4)
    sudoku.maximize(sudoku["r1c1"])
    compiled = solver.compile(sudoku)
    givens = np.zeros((3, 16), np.int8)
    monkeypatch.setattr(SolutionCheck, "__call__", lambda check, values, givens: False)
    monkeypatch.setattr(ArrayCheck, "__call__", lambda check, solutions, *_: np.zeros(len(solutions), bool))
    questions: list[Callable[[], object]] = [
        compiled.solve,
        compiled.count,
        compiled.candidates,
        lambda: next(compiled.solutions()),
        lambda: next(compiled.improvements()),
        lambda: compiled.best(1),
        lambda: compiled.solve_many(givens),
        lambda: compiled.best_many(givens),
    ]
    for question in questions:
        with pytest.raises(UnsoundAnswerError, match="the quick check refuses it, although the model finds nothing"):
            question()

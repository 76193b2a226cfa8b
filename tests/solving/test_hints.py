"""Hints to every solver: they change no answer, whatever they are, and save work where they are right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, note, settings, strategies as st

from sudoku_cp import AllDifferent, Model, ModelError, Sudoku
from sudoku_cp.model.answers import Status
from sudoku_cp.solving.registry import load_solver
from sudoku_cp.solving.solver import Solver
from tests.support import brute_force, tiny_models


@pytest.mark.slow
@settings(max_examples=40)
@given(model=tiny_models(), data=st.data())
def test_hints_change_no_answer(model: Model, data: st.DataObject, solvers: Sequence[Solver]) -> None:
    solutions = brute_force(model)
    if not model.cells:
        return
    is_right: bool = data.draw(st.booleans())
    values = data.draw(st.sampled_from(solutions)) if solutions and is_right else None
    hinted = data.draw(st.lists(st.sampled_from(model.cells), unique=True))
    hint = {cell: data.draw(st.sampled_from(cell.domain)) if values is None else values[cell.index] for cell in hinted}
    for solver in solvers:
        note(f"{solver.name} {hint}")
        compiled = solver.compile(model)
        plain, result = compiled.solve(), compiled.solve(hint=hint)
        assert result.status is plain.status
        assert (result.objective, result.bound) == (plain.objective, plain.bound)
        assert (result.solution is None) is (not solutions)
        if result.solution is not None:
            assert result.solution.values_in_order in solutions
        if values is not None and model.objective is None and len(hint) == len(model.cells):
            assert result.solution == model.solution(values)


@pytest.mark.parametrize("name", ["exact-cover", "cp-sat", "python-constraint"])
def test_a_right_hint_is_taken(name: str) -> None:
    model = Model()
    cells = model.variables("abcdef", range(6))
    model += AllDifferent(cells)
    values = (3, 0, 5, 1, 4, 2)
    whole = dict(zip("abcdef", values, strict=True))
    assert model.solve(solver=name, hint=whole).solution == model.solution(values)
    part = model.solve(solver=name, hint={"a": 3, "f": 2}).solution
    assert part is not None
    assert part["a"] == 3
    assert model.solve({"a": 2}, solver=name, hint=whole).solution is not None
    assert model.count(solver=name).count == 720


def test_a_hint_saves_nodes() -> None:
    sudoku = Sudoku(9)
    sudoku.give_grid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    compiled = sudoku.compile()
    plain = compiled.solve()
    assert plain.solution is not None
    assert plain.statistics.nodes > 100
    grid = list(plain.solution.values_in_order)
    assert compiled.solve(hint=grid).statistics.nodes == 0
    assert compiled.solve(hint="".join(map(str, grid))).solution == plain.solution
    assert compiled.solve(hint=[None, *grid[1:]]).solution == plain.solution
    assert compiled.solve(hint=plain.solution).solution == plain.solution


def test_a_hint_is_the_answer_where_a_limit_comes_first() -> None:
    sudoku = Sudoku(9)
    sudoku.maximize(sum(weight * weight % 11 * cell for weight, cell in enumerate(sudoku.cells)))
    known = sudoku.with_objective(None).solve().solution
    assert known is not None
    result = sudoku.solve(hint=known, nodes=1)
    assert result.solution is not None
    assert sudoku.objective is not None
    assert result.objective is not None
    assert result.objective >= sudoku.objective.value(known)
    assert result.status is Status.LIMIT


@pytest.mark.parametrize(
    ("hint", "message"),
    [
        ("12", "the hint: sudoku has 16 cells, not 2"),
        ({"r9c9": 1}, "the hint: sudoku has no cell r9c9"),
        ({"r1c1": 9}, "the hint: r1c1 = 9: the digits are 1–4"),
        ({"r1c1": "x"}, "the hint: the value of r1c1 must be an integer"),
        ("x" * 16, "the hint: 'x' is neither one of the digits"),
        ([9] * 16, "the hint: r1c1 = 9"),
        (7, "the hint: the values must be values by cell"),
    ],
)
@pytest.mark.parametrize("name", ["exact-cover", "cp-sat", "python-constraint"])
def test_bad_hints_are_refused(hint: Any, message: str, name: str) -> None:
    with pytest.raises(ModelError) as refused:
        Sudoku(4).solve(hint=hint, solver=name)
    assert str(refused.value).startswith(message)
    with pytest.raises(ModelError) as refused:
        load_solver(name).compile(Sudoku(4)).solve(hint=hint)
    assert str(refused.value).startswith(message)


def test_a_cell_of_another_model_is_refused() -> None:
    model, other = Model(), Model("other")
    model.variables("ab", range(3))
    (c,) = other.variables("c", range(3))
    with pytest.raises(ModelError, match="the hint: c is not a cell of model"):
        model.solve(hint={c: 1})
    with pytest.raises(ModelError, match="takes no hint"):
        model.solve(hint={"a": 1}, cubes=4)

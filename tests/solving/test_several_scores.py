"""Several scores, to every solver: the order of the scores, targets, and fronts, against brute force."""

from __future__ import annotations

import signal
import threading
from collections.abc import Sequence
from threading import Event
from typing import Any

import pytest
from hypothesis import given, note, settings, strategies as st

from sudoku_cp import Model, ModelError, Sudoku
from sudoku_cp.model import Maximize, Minimize, UnsoundAnswerError, max_of, min_of
from sudoku_cp.model.answers import Result, Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.solver import Solver
from tests.support import brute_force
from tests.support.strategies import free_models

Scores = tuple[int, ...]


def small(draw: st.DrawFn) -> tuple[Model, list[Any]]:
    """Four cells under a constraint, and expressions to score them by."""
    model = Model()
    a, b, c, d = model.variables("abcd", draw(st.sampled_from([range(3), (-2, 0, 1), range(1, 4)])))
    model += draw(st.sampled_from([a + b != c, a * b >= d, (a == b) | (c < d), max_of([a, b]) == c, a > 9]))
    x, y = draw(st.sampled_from([(a, b), (b, c), (d, a)]))
    expressions = [x, -y, 2 * x - y + 3, x * y, (x == y) + (y != c), x > y, abs(x - d), 7, True, min_of([x, y, d])]
    return model, expressions


@st.composite
def models_and_goals(draw: st.DrawFn) -> tuple[Model, list[Any]]:
    """A model, and one to three goals over it."""
    model, expressions = small(draw)
    chosen = draw(st.lists(st.sampled_from(expressions), min_size=1, max_size=3))
    return model, [draw(st.sampled_from([Maximize, Minimize]))(expression) for expression in chosen]


def value(expression: Any, solution: Any) -> int:
    """The value of what stands for a score, by its own meaning."""
    return int(expression if isinstance(expression, int) else expression.linear().value(solution))


def scores_of(model: Model, goals: Sequence[Any]) -> list[Scores]:
    """The scores of all solutions, in the sense that more is better, by brute force."""
    found = []
    for values in brute_force(model):
        solution = dict(zip(model.cells, values, strict=True))
        signs = [1 if isinstance(goal, Maximize) else -1 for goal in goals]
        found.append(tuple(sign * value(goal.expression, solution) for sign, goal in zip(signs, goals, strict=True)))
    return found


def all_scores(result: Result) -> Scores:
    """The scores of a result, whether there are several or one."""
    assert result.objective is not None
    assert len(result.scores) != 1
    return result.scores or (result.objective,)


def gains(goals: Sequence[Any], scores: Scores) -> Scores:
    return tuple(score if isinstance(goal, Maximize) else -score for goal, score in zip(goals, scores, strict=True))


@settings(max_examples=60)
@given(drawn=models_and_goals())
def test_the_order_of_scores(drawn: tuple[Model, list[Any]], solvers: Sequence[Solver]) -> None:
    model, goals = drawn
    expected = sorted(scores_of(model, goals), reverse=True)
    first, *rest = goals
    (model.maximize if isinstance(first, Maximize) else model.minimize)(first.expression, then=rest)
    for solver in solvers:
        note(solver.name)
        compiled = solver.compile(model)
        result = compiled.solve()
        if not expected:
            assert (result.status, result.solution, result.scores) == (Status.INFEASIBLE, None, ())
            assert compiled.worst().status is Status.INFEASIBLE
            continue
        assert result.status is Status.OPTIMAL
        scores = all_scores(result)
        assert result.objective == result.bound == scores[0]
        assert gains(goals, scores) == expected[0]
        assert len(goals) == 1 or result.bounds == result.scores
        assert compiled.count(target=list(scores)).count == expected.count(expected[0])
        listed = compiled.solutions(target=scores)
        assert len({solution.values_in_order for solution in listed}) == expected.count(expected[0])
        assert compiled.count(target=scores[0]).count == sum(each[0] == expected[0][0] for each in expected)
        worst = compiled.worst()
        assert gains(goals, all_scores(worst)) == expected[-1]
        ranking = compiled.best(5)
        ranked = ranking.scores or [(score,) for score in ranking.objectives]
        assert [gains(goals, each) for each in ranked] == expected[:5]
        *_, last = compiled.improvements()
        assert gains(goals, all_scores(last)) == expected[0]
        beyond = [score + (1 if isinstance(goal, Maximize) else -1) for goal, score in zip(goals, scores, strict=True)]
        assert compiled.reach(beyond).status is Status.INFEASIBLE
        assert compiled.reach(list(scores)).objective == scores[0]


@settings(max_examples=60)
@given(drawn=models_and_goals())
def test_fronts(drawn: tuple[Model, list[Any]], solvers: Sequence[Solver]) -> None:
    model, goals = drawn
    scores = set(scores_of(model, goals))
    expected = sorted(
        (one for one in scores if not any(other != one and all(map(int.__ge__, other, one)) for other in scores)),
        reverse=True,
    )
    for solver in solvers:
        note(solver.name)
        front = model.pareto(*goals, solver=solver.name)
        assert [gains(goals, point.scores) for point in front.points] == expected
        assert front.status is (Status.COMPLETE if expected else Status.INFEASIBLE)
        for point in front.points:
            assert not model.violations(point.solution)
            assert point.scores == tuple(value(goal.expression, point.solution) for goal in goals)
        assert front.scores == solver.compile(model).pareto(*goals).scores


@settings(max_examples=40)
@given(model=free_models(), data=st.data())
def test_bonuses_in_several_scores(model: Model, data: st.DataObject, solvers: Sequence[Solver]) -> None:
    cells = model.cells[:2]
    if len(cells) < 2 or len(brute_force(model)) > 300:
        return
    one, other = cells
    points = {(one, one.domain[0]): data.draw(st.integers(-3, 3)), (other, other.domain[-1]): 2}
    goals = (Minimize(one, points), Maximize(bonuses=points))
    keys = {}
    for values in brute_force(model):
        solution = dict(zip(model.cells, values, strict=True))
        bonus = sum(number for (cell, digit), number in points.items() if solution[cell] == digit)
        keys[values] = (-(solution[one] + bonus), bonus)
    for solver in solvers:
        model.minimize(one, then=goals[1], bonuses=points)
        result = model.solve(solver=solver.name)
        assert (result.scores == ()) is (not keys)
        if keys:
            assert (-result.scores[0], result.scores[1]) == max(keys.values())
            assert max(keys.values())[0] == -model.pareto(*goals, solver=solver.name).scores[0][0]


def test_the_second_objective_replaces_the_first() -> None:
    model = Model()
    a, b = model.variables("ab", range(5))
    model += a + b == 4
    model.maximize(a)
    assert repr(model.objective) == "<Objective: maximize a>"
    model.minimize(a, then=Maximize(b))
    assert repr(model.objective) == "<Objective: minimize a, then maximize b; replaces maximize a>"
    assert model.solve().scores == (0, 4)
    model.maximize(b)
    assert repr(model.objective) == "<Objective: maximize b; replaces minimize a, then maximize b>"
    assert model.solve().objective == 4
    with pytest.raises(ModelError, match="not a cell of model"):
        model.maximize(Model().variable("c", (1, 2)))
    assert repr(model.objective).startswith("<Objective: maximize b;")


def test_wrong_goals_are_refused() -> None:
    model = Model()
    (a,) = model.variables("a", (1, 2))
    wrong: Any
    for wrong in ("a", [a, "b"], 1.5, [[a]]):
        with pytest.raises(ModelError):
            model.maximize(a, then=wrong)
    assert model.objective is None
    with pytest.raises(ModelError, match="at least one score"):
        model.pareto()
    with pytest.raises(ModelError, match="not a cell of model"):
        model.pareto(a, Model().variable("c", (1, 2)))
    model.maximize(a, then=-a)
    with pytest.raises(ModelError, match="must have 2 scores, not 3"):
        model.count(target=[1, 2, 3])
    with pytest.raises(ModelError, match="has one score, and model has 2"):
        model.solve(cubes=4)
    with pytest.raises(ModelError, match="has one score, and model has 2"):
        model.compile().best_many([[0]])  # type: ignore[arg-type]


def test_limits_keep_what_is_proved(solver: Solver) -> None:
    model = Model()
    cells = model.variables("abcdefgh", range(4))
    model += sum(cells) == 12
    goals = (sum(cells[:4]), Minimize(sum(cells[::2])), cells[0] - cells[7])
    full = model.pareto(*goals, solver=solver.name).scores if solver.plain_name != "python-constraint" else ()
    stopped = Event()

    def stop(_: object) -> None:
        stopped.set()

    stopped.set()
    front = solver.compile(model).pareto(*goals, limits=Limits(cancel=stopped))
    assert (front.status, front.points) == (Status.LIMIT, ())
    front = solver.compile(model).pareto(*goals, nodes=100)
    assert front.status is Status.LIMIT or front.scores == full
    assert not full or front.scores == full[: len(front.points)]
    model.maximize(goals[0], then=goals[1:])
    result = model.solve(solver=solver.name, nodes=1)
    assert result.status in (Status.LIMIT, Status.OPTIMAL)
    assert len(result.bounds) in (0, 3)
    if result.solution is not None:
        assert result.scores == model.objective.scores(result.solution)  # type: ignore[union-attr]


@pytest.mark.slow
def test_an_interrupt_keeps_the_points_so_far() -> None:
    sudoku = Sudoku(9)
    goals = [sum(weight % 7 * cell for weight, cell in enumerate(sudoku.cells[place::3], place)) for place in range(3)]
    threading.Timer(1.0, signal.raise_signal, [signal.SIGINT]).start()
    front = sudoku.pareto(*goals)
    assert front.status is Status.LIMIT
    assert all(not sudoku.violations(point.solution) for point in front.points)


def test_a_solver_that_denies_its_own_solution_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from sudoku_cp.solvers.exact_cover.compiled import CompiledExactCover

    model = Model()
    a, b = model.variables("ab", range(5))
    model.maximize(a, then=b)
    compiled = model.compile()
    solve = CompiledExactCover.solve

    def denying(self: CompiledExactCover, *arguments: Any, **options: Any) -> Any:
        result = solve(self, *arguments, **options)
        if self is compiled:
            return result
        return type(result)(result.solver, Status.INFEASIBLE)

    monkeypatch.setattr(CompiledExactCover, "solve", denying)
    with pytest.raises(UnsoundAnswerError, match="denies"):
        compiled.solve()

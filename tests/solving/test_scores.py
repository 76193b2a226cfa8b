"""Questions about scores, to every solver: tiny models against brute force."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event
from typing import Any

import numpy as np
import pytest
from hypothesis import given, note, settings

from sudoku_cp import Model, ModelError, Sudoku
from sudoku_cp.model import Sense, UnsoundAnswerError
from sudoku_cp.model.answers import Status
from sudoku_cp.model.batches import UNKNOWN
from sudoku_cp.model.limits import Limits, Progress
from sudoku_cp.solving.registry import load_solver
from sudoku_cp.solving.solver import Solver
from tests.support import assert_same_sets, brute_force, scored_models
from tests.support.endless import unprovable


def scores_of(model: Model, solutions: Any) -> list[int]:
    """The scores of solutions, the best first."""
    assert model.objective is not None
    scores = [model.objective.value(model.solution(values)) for values in solutions]
    return sorted(scores, reverse=model.objective.sense is Sense.MAXIMIZE)


def ringed(size: int = 9) -> Sudoku:
    """An empty grid with a weight for each ring."""
    sudoku = Sudoku(size)
    sudoku.maximize(
        sum(
            (min(row, column, size + 1 - row, size + 1 - column) * sudoku[row, column])
            for row in range(1, size + 1)
            for column in range(1, size + 1)
        )
    )
    return sudoku


@pytest.mark.slow
@settings(max_examples=15)
@given(model=scored_models())
def test_the_best_solutions(model: Model, solvers: Sequence[Solver]) -> None:
    for solver in solvers:
        note(solver.name)
        expected = scores_of(model, brute_force(model))
        compiled = solver.compile(model)
        for number in {1, 2, len(expected) + 1, max(len(expected), 1)}:
            ranking = compiled.best(number)
            assert list(ranking.objectives) == expected[:number]
            if not expected:
                assert (ranking.status, ranking.bound) == (Status.INFEASIBLE, None)
            elif number > len(expected):
                assert (ranking.status, ranking.bound) == (Status.COMPLETE, None)
            else:
                assert (ranking.status, ranking.bound) == (Status.OPTIMAL, expected[number - 1])


@pytest.mark.slow
@settings(max_examples=15)
@given(model=scored_models())
def test_targets(model: Model, solvers: Sequence[Solver]) -> None:
    for solver in solvers:
        note(solver.name)
        assert model.objective is not None
        solutions = brute_force(model)
        scores = scores_of(model, solutions)
        compiled = solver.compile(model)
        for target in {*scores[:2], *scores[-1:], max(scores, default=0) + 1, min(scores, default=0) - 1}:
            good = {
                values
                for values in solutions
                if not model.objective.better(target, model.objective.value(model.solution(values)))
            }
            assert_same_sets((solution.values_in_order for solution in compiled.solutions(target=target)), good)
            count, reached = compiled.count(target=target), compiled.reach(target)
            assert (count.count, count.exact) == (len(good), True)
            assert reached.status is (Status.SOLVED if good else Status.INFEASIBLE)
            if reached.solution is not None:
                assert reached.solution.values_in_order in good
                assert reached.objective == model.objective.value(reached.solution)


@pytest.mark.slow
@settings(max_examples=15)
@given(model=scored_models())
def test_improvements_and_extremes(model: Model, solvers: Sequence[Solver]) -> None:
    for solver in solvers:
        note(solver.name)
        assert model.objective is not None
        expected = scores_of(model, brute_force(model))
        compiled = solver.compile(model)
        better = compiled.improvements()
        found = [result.objective for result in better if result.objective is not None]
        best, worst = compiled.extremes()
        assert better.result.status is best.status
        if not expected:
            assert found == []
            assert best.status is worst.status is Status.INFEASIBLE
            continue
        assert found == sorted(set(found), reverse=model.objective.sense is Sense.MINIMIZE)
        assert found[-1] == better.result.objective == best.objective == expected[0]
        assert (worst.objective, worst.bound) == (expected[-1], expected[-1])


@pytest.mark.slow
@settings(max_examples=8)
@given(model=scored_models().filter(lambda model: len(model.cells) > 1))
def test_best_of_many(model: Model, solvers: Sequence[Solver]) -> None:
    for solver in solvers:
        note(solver.name)
        cell = model.cells[0]
        model.givens.pop(cell, None)
        empty = max({*range(-99, 1)} - {value for each in model.cells for value in each.domain})
        puzzles = np.full((len(cell.domain) + 1, len(model.cells)), empty)
        puzzles[1:, 0] = cell.domain
        batch = solver.compile(model).best_many(puzzles, threads=2)
        assert batch.objectives is not None
        assert batch.bounds is not None
        assert batch.exact.all()
        for row, score, bound, count in zip(puzzles, batch.objectives, batch.bounds, batch.counts, strict=True):
            fixed = {cell: int(row[0])} if row[0] != empty else {}
            expected = scores_of(model, brute_force(model, fixed))
            assert count == min(1, len(expected))
            assert score == (expected[0] if expected else UNKNOWN)
            assert bound == score


@pytest.mark.slow
def test_a_limit_keeps_the_best_and_the_bound() -> None:
    seen: list[Progress] = []
    cancel = Event()

    def look(progress: Progress) -> None:
        seen.append(progress)
        if progress.best is not None and progress.bound is not None:
            cancel.set()

    result = load_solver().compile(unprovable(excused=True)).solve(limits=Limits(cancel=cancel, on_progress=look))
    assert (result.status, result.objective, result.bound) == (Status.LIMIT, 1, 0)
    assert (seen[-1].best, seen[-1].bound) == (1, 0)


def test_a_closed_improver_keeps_the_best() -> None:
    better = load_solver().compile(ringed(16)).improvements()
    first = next(better)
    second = next(better)
    better.close()
    assert better.result == second
    assert (first.status, second.status) == (Status.SOLVED, Status.SOLVED)
    assert first.objective is not None
    assert second.objective is not None
    assert second.bound is not None
    assert first.objective < second.objective <= second.bound


@pytest.mark.parametrize("name", ["exact-cover", "cp-sat"])
def test_a_limit_of_a_ranking_is_told(name: str) -> None:
    cancel = Event()
    cancel.set()
    ranking = load_solver(name).compile(ringed(4)).best(3, limits=Limits(cancel=cancel))
    assert ranking.status is Status.LIMIT
    assert ranking.solutions == ranking.objectives == ()
    assert ranking.bound is None or isinstance(ranking.bound, int)


def test_questions_about_scores_need_an_objective(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = solver.compile(Sudoku(2))
    monkeypatch.setattr(compiled, "_solve", lambda *_: pytest.fail("it is searched first"))
    for question in (
        lambda: compiled.reach(1),
        lambda: compiled.best(1),
        compiled.improvements,
        compiled.extremes,
        lambda: compiled.count(target=1),
        lambda: compiled.solutions(target=1),
        lambda: compiled.best_many(np.zeros((1, 4), int)),
    ):
        with pytest.raises(ModelError, match="sudoku has no score"):
            question()
    with pytest.raises(ModelError, match="at least 1"):
        solver.compile(ringed(2)).best(0)


def test_a_wrong_ranking_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = load_solver().compile(ringed(2))
    ranking = compiled.best(2)
    from dataclasses import replace

    for wrong in (
        replace(ranking, solutions=ranking.solutions[:1] * 2, objectives=ranking.objectives[:1] * 2),
        replace(ranking, objectives=(ranking.objectives[0], ranking.objectives[0] + 1)),
    ):
        monkeypatch.setattr(compiled, "_rank", lambda *_, wrong=wrong: wrong)
        with pytest.raises(UnsoundAnswerError):
            compiled.best(2)


def test_worse_than_the_target_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = load_solver().compile(ringed(4))
    everything = compiled._enumerate
    monkeypatch.setattr(compiled, "_enumerate_reaching", lambda target, givens, limits: everything(givens, limits))
    with pytest.raises(UnsoundAnswerError, match="worse than"):
        list(compiled.solutions(target=compiled.solve().objective))

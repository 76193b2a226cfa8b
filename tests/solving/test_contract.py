"""The contract, for every solver: tiny models against brute force, then limits, cancellation and errors."""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, note, settings, strategies as st

from sudoku_cp import Model, ModelError, Sudoku, Table
from sudoku_cp.kernel import Linear
from sudoku_cp.model import Relation, Sense
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits, Progress
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.solver import Solver
from tests.support import assert_same_sets, brute_force, tiny_models

Values = tuple[int, ...]


@pytest.fixture
def many() -> Sudoku:
    """An empty 9×9 grid, whose solutions nobody can list."""
    return Sudoku(9)


@pytest.mark.slow
@settings(max_examples=100)
@given(model=tiny_models())
def test_answers_are_those_of_brute_force(model: Model, solvers: Sequence[Solver]) -> None:
    """Every solver answers every question about a model, which takes longer to draw than to solve."""
    expected = brute_force(model)
    for solver in solvers:
        note(solver.name)
        compiled = solver.compile(model)
        assert_solutions(compiled, expected)
        assert_best(compiled, expected)
        assert_count(compiled, expected)
        assert_candidates(compiled, expected)


def assert_solutions(compiled: LoweredModel, expected: Sequence[Values]) -> None:
    enumeration = compiled.solutions()
    assert_same_sets((solution.values_in_order for solution in enumeration), expected)
    assert enumeration.status is (Status.COMPLETE if expected else Status.INFEASIBLE)


def assert_best(compiled: LoweredModel, expected: Sequence[Values]) -> None:
    answer, model = compiled.solve(), compiled.model
    assert answer.solver == compiled.solver_name
    if not expected:
        assert (answer.status, answer.solution, answer.objective, answer.bound) == (Status.INFEASIBLE, None, None, None)
        return
    assert answer.solution is not None
    assert answer.solution.values_in_order in expected
    if model.objective is None:
        assert (answer.status, answer.objective, answer.bound) == (Status.SOLVED, None, None)
    else:
        scores = [model.objective.value(model.solution(values)) for values in expected]
        best = max(scores) if model.objective.sense is Sense.MAXIMIZE else min(scores)
        assert (answer.status, answer.objective, answer.bound) == (Status.OPTIMAL, best, best)
        assert model.objective.value(answer.solution) == best


def assert_count(compiled: LoweredModel, expected: Sequence[Values]) -> None:
    total = len(expected)
    for limit in {None, 1, 2, max(total, 1), total + 1}:
        answer = compiled.count(limit)
        assert answer.solver == compiled.solver_name
        assert answer.count == (total if limit is None else min(limit, total))
        assert (answer.solution is None) == (total == 0)
        assert answer.solution is None or answer.solution.values_in_order in expected
        if limit is not None and total >= limit:
            assert answer.status is Status.LIMIT
        else:
            assert answer.status is (Status.COMPLETE if total else Status.INFEASIBLE)


def assert_candidates(compiled: LoweredModel, expected: Sequence[Values]) -> None:
    answer = compiled.candidates()
    assert answer.status is (Status.COMPLETE if expected else Status.INFEASIBLE)
    assert dict(answer.values) == {
        cell: tuple(sorted({values[cell.index] for values in expected})) for cell in compiled.model.cells
    }


@pytest.mark.slow
@settings(max_examples=40)
@given(data=st.data())
def test_a_compiled_model_takes_other_givens(data: Any, solvers: Sequence[Solver]) -> None:
    model = data.draw(tiny_models().filter(lambda model: model.cells))
    cells = data.draw(st.lists(st.sampled_from(model.cells), min_size=len(model.cells) // 3, unique=True))
    others = {cell: data.draw(st.sampled_from(cell.domain)) for cell in cells}
    compiled_models = [solver.compile(model) for solver in solvers]
    for givens in (None, others, None):
        expected = brute_force(model, givens)
        for compiled in compiled_models:
            note(compiled.solver_name)
            assert compiled.count(givens=givens).count == len(expected)
            assert_same_sets((solution.values_in_order for solution in compiled.solutions(givens)), expected)
            assert (compiled.solve(givens).solution is None) == (not expected)


def test_two_enumerations_at_a_time(solver: Solver) -> None:
    sudoku = Sudoku(4)
    compiled = solver.compile(sudoku)
    one, other = compiled.solutions({sudoku[1, 1]: 1}), compiled.solutions({sudoku[1, 1]: 2})
    ones, others = [next(one)], [next(other)]
    assert compiled.count(givens={sudoku[1, 1]: 3}).count == 72
    ones.extend(one)
    others.extend(other)
    assert len(set(ones)) == len(set(others)) == 72
    assert {solution[sudoku[1, 1]] for solution in ones} == {1}
    assert {solution[sudoku[1, 1]] for solution in others} == {2}


def test_enumeration_closed_early(solver: Solver, many: Sudoku) -> None:
    compiled = solver.compile(many)
    for _ in range(3):
        enumeration = compiled.solutions()
        assert next(enumeration) != next(enumeration)
        enumeration.close()
        assert enumeration.status is Status.LIMIT
        assert next(enumeration, None) is None
    assert compiled.solve().status is Status.SOLVED


def test_cancelled_enumeration_is_not_complete(solver: Solver) -> None:
    cancel = threading.Event()
    enumeration = solver.compile(Sudoku(4)).solutions(limits=Limits(cancel=cancel))
    found = [next(enumeration)]
    cancel.set()
    found.extend(enumeration)
    assert enumeration.status is (Status.COMPLETE if len(found) == 288 else Status.LIMIT)


@pytest.mark.slow
@pytest.mark.parametrize("limits", [Limits(seconds=0.1), Limits(seconds=0), Limits(nodes=100), Limits(nodes=0)])
def test_limits_end_a_count(solver: Solver, many: Sudoku, limits: Limits) -> None:
    answer = solver.compile(many).count(limits=limits)
    assert answer.status is Status.LIMIT
    assert not answer.exact
    assert (answer.solution is None) == (answer.count == 0)


@pytest.mark.slow
def test_limits_end_every_question(solver: Solver, many: Sudoku) -> None:
    compiled = solver.compile(many)
    enumeration = compiled.solutions(limits=Limits(seconds=0.1))
    deque(enumeration, maxlen=0)  # how many they are is a matter of the machine
    assert enumeration.status is Status.LIMIT
    enumeration = compiled.solutions(limits=Limits(nodes=5000))
    assert sum(1 for _ in enumeration) > 0
    assert enumeration.status is Status.LIMIT
    assert compiled.candidates(limits=Limits(nodes=0)).status is Status.LIMIT
    assert compiled.solve(limits=Limits(seconds=0)).status in (Status.LIMIT, Status.SOLVED)


@pytest.mark.slow
def test_limited_optimisation_keeps_what_it_knows(solver: Solver, many: Sudoku) -> None:
    weights = [(cell.row or 0) * 7 % 5 - (cell.column or 0) * 3 % 4 for cell in many.cells]
    many.maximize(sum(weight * cell for weight, cell in zip(weights, many.cells, strict=True)))
    answer = solver.compile(many).solve(limits=Limits(seconds=0.2))
    assert answer.status in (Status.LIMIT, Status.OPTIMAL)
    assert (answer.objective is None) == (answer.solution is None)
    if answer.objective is not None and answer.bound is not None:
        assert answer.bound >= answer.objective


def test_cancelled_before_the_start(solver: Solver, many: Sudoku) -> None:
    cancel = threading.Event()
    cancel.set()
    limits = Limits(cancel=cancel)
    compiled = solver.compile(many)
    assert compiled.count(limits=limits).status is Status.LIMIT
    assert compiled.candidates(limits=limits).status is Status.LIMIT
    enumeration = compiled.solutions(limits=limits)
    deque(enumeration, maxlen=0)  # ends, after how many solutions is a matter of the machine
    assert enumeration.status is Status.LIMIT


@pytest.mark.slow
def test_cancelled_on_the_way(solver: Solver, many: Sudoku) -> None:
    """By another thread, once some solutions are found, however long that takes."""
    found, cancel = threading.Event(), threading.Event()

    def cancel_once_found() -> None:
        found.wait()
        cancel.set()

    def look(progress: Progress) -> None:
        if progress.count:
            found.set()

    threading.Thread(target=cancel_once_found, daemon=True).start()
    answer = solver.compile(many).count(limits=Limits(cancel=cancel, on_progress=look))
    assert answer.status is Status.LIMIT
    assert answer.count > 0


@pytest.mark.slow
def test_interrupt_is_raised_and_leaves_the_handler_and_the_compiled_model_alone(solver: Solver, many: Sudoku) -> None:
    compiled = solver.compile(many)
    handler = signal.getsignal(signal.SIGINT)

    def count_until_interrupted() -> None:
        threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
        compiled.count()

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            count_until_interrupted()
        assert signal.getsignal(signal.SIGINT) is handler
    assert compiled.solve().status is Status.SOLVED


@pytest.mark.slow
def test_progress_is_reported(solver: Solver, many: Sudoku) -> None:
    seen: list[Progress] = []
    enough = threading.Event()

    def look(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) >= 3 and progress.count:
            enough.set()

    solver.compile(many).count(limits=Limits(cancel=enough, on_progress=look))
    assert all(early.seconds < late.seconds and early.count <= late.count for early, late in pairwise(seen))
    assert len(seen) <= 1 + 50 * seen[-1].seconds


def test_statistics(solver: Solver) -> None:
    sudoku = Sudoku(4)
    answer = solver.compile(sudoku).count()
    assert answer.count == 288
    assert answer.statistics.nodes > 0
    assert answer.statistics.seconds > 0


def test_givens_that_contradict(solver: Solver) -> None:
    sudoku = Sudoku(4)
    sudoku.restrict("r1c1", [1, 2])
    compiled = solver.compile(sudoku)
    for givens in ({sudoku[1, 1]: 3}, {sudoku[1, 2]: 1, sudoku[2, 1]: 2}, {sudoku[4, 4]: 1, sudoku[4, 3]: 1}):
        assert compiled.solve(givens).status is Status.INFEASIBLE
        assert compiled.count(givens=givens).status is Status.INFEASIBLE
        assert list(compiled.solutions(givens)) == []
        answer = compiled.candidates(givens)
        assert answer.status is Status.INFEASIBLE
        assert set(answer.values.values()) == {()}
    assert compiled.count(givens={}).count == 144


def test_cell_without_candidates(solver: Solver) -> None:
    model = Model()
    a, b, c = model.variables("abc", domain=(1, 2))
    model.restrict(a, [])
    assert solver.compile(model).count().status is Status.INFEASIBLE
    model.add(a + b + c >= 4, a != b, Table((a, b, c), [(1, 1, 1), (2, 2, 2)]))
    model.maximize(a + b)
    compiled = solver.compile(model)
    assert compiled.count().status is compiled.solve().status is compiled.candidates().status is Status.INFEASIBLE


def test_model_without_cells(solver: Solver) -> None:
    model = Model()
    compiled = solver.compile(model)
    assert compiled.solve().status is Status.SOLVED
    assert (compiled.count().count, compiled.count().status) == (1, Status.COMPLETE)
    assert compiled.candidates().status is Status.COMPLETE
    model.add(Linear((), Relation.EQUAL, 1))
    assert solver.compile(model).count().status is Status.INFEASIBLE


def test_foreign_givens_are_refused(solver: Solver) -> None:
    sudoku, stranger = Sudoku(4), Sudoku(9)
    compiled = solver.compile(sudoku)
    for givens in ({stranger[1, 1]: 1}, {stranger[9, 9]: 1}, {sudoku[1, 1]: 5}):
        for ask in (compiled.solve, compiled.solutions, compiled.candidates):
            with pytest.raises(ModelError, match="is not"):
                ask(givens)
        with pytest.raises(ModelError, match="is not"):
            compiled.count(givens=givens)


@pytest.mark.parametrize("limit", [0, -1])
def test_count_needs_a_positive_limit(solver: Solver, limit: int) -> None:
    with pytest.raises(ModelError, match="at least 1"):
        solver.compile(Sudoku(1)).count(limit)

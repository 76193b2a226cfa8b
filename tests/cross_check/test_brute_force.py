"""The referee against an enumeration that knows no search."""

from __future__ import annotations

from itertools import product
from threading import Event
from time import monotonic

import pytest
from hypothesis import given, settings

from sudoku_cp import Model, Sudoku
from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits
from tests.support import tiny_models


@pytest.mark.slow
@settings(max_examples=50)
@given(model=tiny_models().filter(lambda model: len(model.cells) <= 5))
def test_every_question(model: Model) -> None:
    everything = product(*(cell.domain for cell in model.cells))
    expected = [values for values in everything if not model.violations(values)]
    compiled = BruteForce().compile(model)
    listed = compiled.solutions()
    assert sorted(solution.values_in_order for solution in listed) == expected
    final = Status.COMPLETE if expected else Status.INFEASIBLE
    assert listed.status is final
    count = compiled.count()
    assert (count.status, count.count) == (final, len(expected))
    assert dict(compiled.candidates().values) == {
        cell: tuple(sorted({values[cell.index] for values in expected})) for cell in model.cells
    }
    best = compiled.solve()
    if not expected:
        assert (best.status, best.solution) == (Status.INFEASIBLE, None)
    elif model.objective is None:
        assert best.status is Status.SOLVED
    else:
        scores = [model.objective.value(model.solution(values)) for values in expected]
        assert best.status is Status.OPTIMAL
        assert best.objective == best.bound
        assert best.objective == (max(scores) if model.objective.sense.value == "maximize" else min(scores))


@pytest.mark.slow
def test_what_is_remembered() -> None:
    sudoku = Sudoku(4)
    compiled = BruteForce().compile(sudoku)
    assert compiled.count().count == 288
    assert compiled.count(limits=Limits(nodes=100)).count == 288
    assert compiled.count(givens={sudoku["r1c1"]: 1}).count == 72
    assert compiled.count().count == 288


def test_what_a_limit_left_is_remembered_for_that_limit() -> None:
    compiled = BruteForce().compile(Sudoku(4))
    few, again = (compiled.count(limits=Limits(nodes=400)) for _ in range(2))
    assert (few.status, again.status) == (Status.LIMIT, Status.LIMIT)
    assert (again.count, again.statistics.nodes) == (few.count, 0)
    assert few.count < compiled.count(limits=Limits(nodes=800)).count < compiled.count().count == 288


def test_limits() -> None:
    compiled = BruteForce().compile(Sudoku(4))
    few = compiled.count(limits=Limits(nodes=100))
    assert few.status is Status.LIMIT
    assert few.count < 288
    cancel = Event()
    cancel.set()
    assert compiled.count(limits=Limits(cancel=cancel)).status is Status.LIMIT
    assert compiled.solve(limits=Limits(nodes=3)).status is Status.LIMIT


def test_no_cells() -> None:
    assert BruteForce().compile(Model()).count().count == 1


def test_its_seconds_are_those_that_pass() -> None:
    compiled = BruteForce().compile(Sudoku(4))
    start = monotonic()
    found, remembered = compiled.solutions(), compiled.solutions()
    assert len(list(found)) == len(list(remembered)) == 288
    answers = (compiled.solve().statistics, compiled.count().statistics, found.statistics, remembered.statistics)
    assert all(statistics.seconds >= 0 for statistics in answers)
    assert sum(statistics.seconds for statistics in answers) <= monotonic() - start

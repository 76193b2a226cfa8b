"""The referee against an enumeration that knows no search."""

from __future__ import annotations

from itertools import product
from threading import Event
from time import monotonic

import pytest
from hypothesis import given, settings

from sudoku_cp import Model, Sudoku
from sudoku_cp.backends.contract import Limits, Status
from sudoku_cp.cross_check.brute_force import BruteForce
from tests.support import tiny_models


@pytest.mark.slow
@settings(max_examples=50)
@given(model=tiny_models().filter(lambda model: len(model.cells) <= 5))
def test_every_question(model: Model) -> None:
    everything = product(*(cell.domain for cell in model.cells))
    expected = [values for values in everything if not model.violations(values)]
    program = BruteForce().compile(model)
    listed = program.solutions()
    assert sorted(solution.values_in_order for solution in listed) == expected
    final = Status.COMPLETE if expected else Status.INFEASIBLE
    assert listed.status is final
    count = program.count()
    assert (count.status, count.count) == (final, len(expected))
    assert dict(program.candidates().values) == {
        cell: tuple(sorted({values[cell.index] for values in expected})) for cell in model.cells
    }
    best = program.solve()
    if not expected:
        assert (best.status, best.solution) == (Status.INFEASIBLE, None)
    elif model.objective is None:
        assert best.status is Status.SOLVED
    else:
        scores = [model.objective.value(model.solution(values)) for values in expected]
        assert best.status is Status.OPTIMAL
        assert best.objective == best.bound
        assert best.objective == (max(scores) if model.objective.sense.value == "maximize" else min(scores))


def test_what_is_remembered() -> None:
    sudoku = Sudoku(4)
    program = BruteForce().compile(sudoku)
    assert program.count().count == 288
    assert program.count(limits=Limits(nodes=100)).count == 288
    assert program.count(givens={sudoku["r1c1"]: 1}).count == 72
    assert program.count().count == 288


def test_what_a_limit_left_is_remembered_for_that_limit() -> None:
    program = BruteForce().compile(Sudoku(4))
    few, again = (program.count(limits=Limits(nodes=400)) for _ in range(2))
    assert (few.status, again.status) == (Status.LIMIT, Status.LIMIT)
    assert (again.count, again.statistics.nodes) == (few.count, 0)
    assert few.count < program.count(limits=Limits(nodes=800)).count < program.count().count == 288


def test_limits() -> None:
    program = BruteForce().compile(Sudoku(4))
    few = program.count(limits=Limits(nodes=100))
    assert few.status is Status.LIMIT
    assert few.count < 288
    cancel = Event()
    cancel.set()
    assert program.count(limits=Limits(cancel=cancel)).status is Status.LIMIT
    assert program.solve(limits=Limits(nodes=3)).status is Status.LIMIT


def test_no_cells() -> None:
    assert BruteForce().compile(Model()).count().count == 1


def test_its_seconds_are_those_that_pass() -> None:
    program = BruteForce().compile(Sudoku(4))
    start = monotonic()
    found, remembered = program.solutions(), program.solutions()
    assert len(list(found)) == len(list(remembered)) == 288
    answers = (program.solve().statistics, program.count().statistics, found.statistics, remembered.statistics)
    assert all(statistics.seconds >= 0 for statistics in answers)
    assert sum(statistics.seconds for statistics in answers) <= monotonic() - start

from __future__ import annotations

from functools import partial
from threading import Event

import numpy as np
import pytest

from sudoku_cp import Sudoku
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model.answers import Result
from sudoku_cp.model.batches import Batch
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.batch import Form, read_grids, solve_one_by_one
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver

EMPTY = read_grids(Form(Sudoku(9)), np.zeros((3, 81), np.int8))


@pytest.fixture(scope="module")
def compiled() -> LoweredModel:
    return load_solver("python-constraint").compile(Sudoku(9))


def solve(compiled: LoweredModel, limits: Limits, limit: int = 10**9) -> Batch:
    return solve_one_by_one(compiled.model, partial(compiled.count, limit), EMPTY, limits)


def test_the_time_is_for_all_together(compiled: LoweredModel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each puzzle takes a second and a quarter of the clock: nothing is left for the third."""
    now, granted = [100.0], []
    for module in ("solving.batch", "model.limits"):
        monkeypatch.setattr(f"sudoku_cp.{module}.monotonic", lambda: now[0])

    def ask(givens: Givens, limits: Limits) -> Result:
        granted.append(limits.seconds)
        found = compiled.count(1, givens)
        now[0] += 1.25
        return found

    batch = solve_one_by_one(compiled.model, ask, EMPTY, Limits(seconds=2))
    assert granted == [2, 0.75]
    assert batch.counts.tolist() == [1, 1, 0]
    assert batch.solutions.any(axis=1).tolist() == [True, True, False]
    assert batch.seconds == 2.5


def test_the_time_ends_a_puzzle(compiled: LoweredModel) -> None:
    batch = solve(compiled, Limits(seconds=0.1))
    assert not batch.exact.any()
    assert batch.counts[1:].tolist() == [0, 0]
    assert batch.seconds >= 0.1


def test_the_nodes_are_for_each_puzzle(compiled: LoweredModel) -> None:
    batch = solve(compiled, Limits(nodes=200))
    assert batch.nodes.all()
    assert not batch.exact.any()


def test_cancelled(compiled: LoweredModel) -> None:
    cancel = Event()
    cancel.set()
    assert not solve(compiled, Limits(cancel=cancel)).counts.any()


def test_the_limit_of_solutions(compiled: LoweredModel) -> None:
    batch = solve(compiled, Limits(), 3)
    assert batch.counts.tolist() == [3, 3, 3]
    assert not batch.exact.any()

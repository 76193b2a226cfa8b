from __future__ import annotations

from functools import partial
from threading import Event

import numpy as np
import pytest

from sudoku_cp import Sudoku
from sudoku_cp.backends import backend
from sudoku_cp.backends.batch import Batch, Form, read_grids
from sudoku_cp.backends.contract import CompiledModel, Limits
from sudoku_cp.backends.one_by_one import solve_one_by_one


@pytest.fixture(scope="module")
def compiled() -> CompiledModel:
    return backend("python-constraint").compile(Sudoku(9))


def solve(compiled: CompiledModel, limits: Limits, limit: int = 10**9) -> Batch:
    grids = read_grids(Form(compiled.model), np.zeros((3, 81), np.int8))
    return solve_one_by_one(compiled.model, partial(compiled.count, limit), grids, limits)


def test_the_time_is_for_all_together(compiled: CompiledModel) -> None:
    batch = solve(compiled, Limits(seconds=0.2))
    assert not batch.exact.any()
    assert batch.counts[0] > 0
    assert batch.counts[1:].tolist() == [0, 0]
    assert not batch.solutions[1:].any()
    assert batch.seconds >= 0.2


def test_the_nodes_are_for_each_puzzle(compiled: CompiledModel) -> None:
    batch = solve(compiled, Limits(nodes=200))
    assert batch.nodes.all()
    assert not batch.exact.any()


def test_cancelled(compiled: CompiledModel) -> None:
    cancel = Event()
    cancel.set()
    assert not solve(compiled, Limits(cancel=cancel)).counts.any()


def test_the_limit_of_solutions(compiled: CompiledModel) -> None:
    batch = solve(compiled, Limits(), 3)
    assert batch.counts.tolist() == [3, 3, 3]
    assert not batch.exact.any()

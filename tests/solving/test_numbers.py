"""Numbers of any size in questions to any solver."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.exact_cover import ExactCover
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import SOLVERS, load_solver

HUGE = [10**18, 2**62, 2**63 - 1, 2**63, 2**64, 10**30]


@pytest.fixture(params=SOLVERS)
def compiled(request: pytest.FixtureRequest) -> LoweredModel:
    """A 4×4 grid of 24 solutions with several scores."""
    sudoku = Sudoku(4)
    sudoku.restrict("r1c1", [1]).restrict("r2c1", [2])
    sudoku.maximize(sudoku.rows[0][0] + 2 * sudoku.rows[0][3] + sudoku.rows[3][3] + 3 * sudoku.rows[1][1])
    compiled: LoweredModel = load_solver(request.param).compile(sudoku)
    return compiled


@pytest.mark.slow
@pytest.mark.parametrize("number", HUGE)
def test_a_target_beyond_every_score(compiled: LoweredModel, number: int) -> None:
    assert compiled.reach(number).status is Status.INFEASIBLE
    assert compiled.count(target=number).status is Status.INFEASIBLE
    assert list(compiled.solutions(target=number)) == []
    assert compiled.reach(-number).status is Status.SOLVED
    assert compiled.count(target=-number).count == 24
    assert sum(1 for _ in compiled.solutions(target=-number)) == 24


@pytest.mark.slow
@pytest.mark.parametrize("number", HUGE)
def test_a_limit_beyond_every_search(compiled: LoweredModel, number: int) -> None:
    for target in (None, 5):
        counted = compiled.count(number, target=target)
        assert (counted.status, counted.count) == (Status.COMPLETE, 24)
    assert len(compiled.best(number).solutions) == 24
    grids = np.zeros((2, 16), int)
    assert compiled.solve_many(grids, limit=number).counts.tolist() == [24, 24]
    nodes = Limits(nodes=number)
    assert compiled.solve(limits=nodes).status is Status.OPTIMAL
    assert compiled.count(limits=nodes).count == 24
    assert compiled.candidates(limits=nodes).status is Status.COMPLETE
    assert compiled.best_many(grids, limits=nodes).exact.all()


@pytest.mark.slow
def test_the_target_is_cut_at_the_scores(compiled: LoweredModel) -> None:
    best, worst = compiled.extremes()
    assert best.objective is not None
    assert worst.objective is not None
    for target in range(worst.objective - 2, best.objective + 3):
        expected = Status.SOLVED if target <= best.objective else Status.INFEASIBLE
        assert compiled.reach(target).status is expected
        assert compiled.count(target=-target).count == 24
    opposite = compiled.opposite
    assert opposite.reach(worst.objective - 1).status is Status.INFEASIBLE
    assert opposite.reach(-(10**30)).status is Status.INFEASIBLE
    assert opposite.reach(10**30).status is Status.SOLVED


@pytest.mark.parametrize("number", [0, -1, -(10**30)])
def test_numbers_below_one(compiled: LoweredModel, number: int) -> None:
    grids = np.zeros((1, 16), int)
    questions: list[Callable[[], Any]] = [
        lambda: compiled.count(number),
        lambda: compiled.best(number),
        lambda: compiled.count(threads=number),
        lambda: compiled.solve_many(grids, limit=number),
        lambda: compiled.solve_many(grids, threads=number),
        lambda: compiled.best_many(grids, threads=number),
        lambda: ExactCover("a").count(number),
    ]
    for ask in questions:
        with pytest.raises(ModelError, match=f"must be .*1.*, not {number}"):
            ask()
    assert compiled.count(limits=Limits(nodes=number)).status is Status.LIMIT


@pytest.mark.parametrize("threads", [1025, 100_000, 10**30])
def test_more_threads_than_help(compiled: LoweredModel, threads: int) -> None:
    with pytest.raises(ModelError, match=f"threads must be 1 to 1,024, not {threads}"):
        compiled.count(threads=threads)


def test_a_time_limit_that_is_no_number() -> None:
    with pytest.raises(ModelError, match="not nan"):
        Limits(seconds=float("nan"))
    assert load_solver().compile(Sudoku(1)).solve(limits=Limits(seconds=float("inf"))).status is Status.SOLVED


@pytest.mark.parametrize("number", HUGE)
def test_covers(number: int) -> None:
    cover = ExactCover("a")
    cover.add_option("a", cost=1)
    assert cover.count(number, max_cost=number, limits=Limits(nodes=number)).count == 1
    assert cover.minimum(Limits(nodes=number)).cost == 1


@pytest.mark.slow
def test_where_the_system_starts_no_more_threads() -> None:
    """Root may start any number of them, so it is nobody that asks."""
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody with no other process")
    program = (
        "import numpy, os, resource\n"
        "from sudoku_cp import ModelError, Sudoku\n"
        "from sudoku_cp.solving.registry import load_solver\n"
        "compiled = load_solver().compile(Sudoku(4))\n"
        "open_grid = load_solver().compile(Sudoku(9))\n"
        "grids = numpy.zeros((40, 16), int)\n"
        "compiled.solve_many(grids)\n"
        "resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))\n"
        "os.setuid(54321)\n"
        "for ask in (lambda: compiled.solve_many(grids, threads=8), lambda: open_grid.count(10**5, threads=8)):\n"
        "    try:\n"
        "        ask()\n"
        "    except ModelError as error:\n"
        "        print(error)\n"
        "print(compiled.solve_many(grids, limit=300).counts.sum())\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    refusal = "8 threads cannot be started: Resource temporarily unavailable\n"
    assert (run.returncode, run.stdout, run.stderr) == (0, f"{2 * refusal}{40 * 288}\n", "")

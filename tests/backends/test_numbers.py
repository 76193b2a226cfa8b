"""Numbers of any size in questions to any backend."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.backends import BACKENDS, backend
from sudoku_cp.backends.contract import Limits, Program, Status
from sudoku_cp.exact_cover import ExactCover

HUGE = [10**18, 2**62, 2**63 - 1, 2**63, 2**64, 10**30]


@pytest.fixture(params=BACKENDS)
def program(request: pytest.FixtureRequest) -> Program:
    """A 4×4 grid, 288 solutions, whose scores go from 10 to 19."""
    sudoku = Sudoku(4)
    sudoku.maximize(sudoku.rows[0][0] + 2 * sudoku.rows[0][3] + sudoku.rows[3][3] + 3 * sudoku.rows[1][1])
    compiled: Program = backend(request.param).compile(sudoku)
    return compiled


@pytest.mark.slow
@pytest.mark.parametrize("number", HUGE)
def test_a_target_beyond_every_score(program: Program, number: int) -> None:
    assert program.reach(number).status is Status.INFEASIBLE
    assert program.count(target=number).status is Status.INFEASIBLE
    assert list(program.solutions(target=number)) == []
    assert program.reach(-number).status is Status.SOLVED
    assert program.count(target=-number).count == 288
    assert sum(1 for _ in program.solutions(target=-number)) == 288


@pytest.mark.slow
@pytest.mark.parametrize("number", HUGE)
def test_a_limit_beyond_every_search(program: Program, number: int) -> None:
    for target in (None, 5):
        counted = program.count(number, target=target)
        assert (counted.status, counted.count) == (Status.COMPLETE, 288)
    assert len(program.best(number).solutions) == 288
    grids = np.zeros((2, 16), int)
    assert program.solve_many(grids, limit=number).counts.tolist() == [288, 288]
    nodes = Limits(nodes=number)
    assert program.solve(limits=nodes).status is Status.OPTIMAL
    assert program.count(limits=nodes).count == 288
    assert program.candidates(limits=nodes).status is Status.COMPLETE
    assert program.best_many(grids, limits=nodes).exact.all()


@pytest.mark.slow
def test_the_target_is_cut_at_the_scores(program: Program) -> None:
    best, worst = program.extremes()
    assert best.objective is not None
    assert worst.objective is not None
    for target in range(worst.objective - 2, best.objective + 3):
        expected = Status.SOLVED if target <= best.objective else Status.INFEASIBLE
        assert program.reach(target).status is expected
        assert program.count(target=-target).count == 288
    opposite = program.opposite
    assert opposite.reach(worst.objective - 1).status is Status.INFEASIBLE
    assert opposite.reach(-(10**30)).status is Status.INFEASIBLE
    assert opposite.reach(10**30).status is Status.SOLVED


@pytest.mark.parametrize("number", [0, -1, -(10**30)])
def test_numbers_below_one(program: Program, number: int) -> None:
    grids = np.zeros((1, 16), int)
    questions: list[Callable[[], Any]] = [
        lambda: program.count(number),
        lambda: program.best(number),
        lambda: program.count(threads=number),
        lambda: program.solve_many(grids, limit=number),
        lambda: program.solve_many(grids, threads=number),
        lambda: program.best_many(grids, threads=number),
        lambda: ExactCover("a").count(number),
    ]
    for ask in questions:
        with pytest.raises(ModelError, match=f"must be .*1.*, not {number}"):
            ask()
    assert program.count(limits=Limits(nodes=number)).status is Status.LIMIT


@pytest.mark.parametrize("threads", [1025, 100_000, 10**30])
def test_more_threads_than_help(program: Program, threads: int) -> None:
    with pytest.raises(ModelError, match=f"threads must be 1 to 1,024, not {threads}"):
        program.count(threads=threads)


def test_a_time_limit_that_is_no_number() -> None:
    with pytest.raises(ModelError, match="not nan"):
        Limits(seconds=float("nan"))
    assert backend().compile(Sudoku(1)).solve(limits=Limits(seconds=float("inf"))).status is Status.SOLVED


@pytest.mark.parametrize("number", HUGE)
def test_covers(number: int) -> None:
    cover = ExactCover("a")
    cover.add_option("a", cost=1)
    assert cover.count(number, max_cost=number, limits=Limits(nodes=number)).count == 1
    assert cover.minimum(Limits(nodes=number)).cost == 1


def test_where_the_system_starts_no_more_threads() -> None:
    """Root may start any number of them, so it is nobody that asks."""
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody with no other process")
    program = (
        "import numpy, os, resource\n"
        "from sudoku_cp import ModelError, Sudoku\n"
        "from sudoku_cp.backends import backend\n"
        "program = backend().compile(Sudoku(4))\n"
        "open_grid = backend().compile(Sudoku(9))\n"
        "grids = numpy.zeros((40, 16), int)\n"
        "program.solve_many(grids)\n"
        "resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))\n"
        "os.setuid(54321)\n"
        "for ask in (lambda: program.solve_many(grids, threads=8), lambda: open_grid.count(10**5, threads=8)):\n"
        "    try:\n"
        "        ask()\n"
        "    except ModelError as error:\n"
        "        print(error)\n"
        "print(program.solve_many(grids, limit=300).counts.sum())\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    refusal = "8 threads cannot be started: Resource temporarily unavailable\n"
    assert (run.returncode, run.stdout, run.stderr) == (0, f"{2 * refusal}{40 * 288}\n", "")

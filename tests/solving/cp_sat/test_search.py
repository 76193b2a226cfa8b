"""Searches of CP-SAT: in the calling thread, beside it, at the end of the process, and after a failure."""

from __future__ import annotations

import subprocess
import sys
from threading import Event

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits, Progress
from sudoku_cp.solvers.cp_sat import enumeration, search
from sudoku_cp.solving.registry import load_solver
from tests.support import brute_force

TIMEOUT = 60
"""Seconds after which a search is given up that should end by itself."""


def test_a_search_that_is_not_brief_goes_on_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    sudoku = Sudoku(4)
    sudoku.give("r1c1", 2)
    compiled = load_solver("cp-sat").compile(sudoku)
    monkeypatch.setattr(search, "BRIEF_CONFLICTS", 0)
    answer = compiled.solve(limits=Limits(seconds=10_000))
    assert answer.status is Status.SOLVED
    assert answer.solution is not None
    assert answer.solution.values_in_order in brute_force(sudoku)
    assert compiled.solve({sudoku[1, 1]: 1, sudoku[1, 2]: 1}).status is Status.INFEASIBLE
    assert compiled.candidates({}).values[sudoku[3, 3]] == (1, 2, 3, 4)


def test_a_node_limit_within_the_brief_search_is_final(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "Search", None)
    assert load_solver("cp-sat").compile(Sudoku(9)).solve(limits=Limits(nodes=0)).status is Status.LIMIT


def test_slow_reader_gets_every_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "BUFFER", 1)
    enumerated = load_solver("cp-sat").compile(Sudoku(4)).solutions()
    assert len(set(enumerated)) == 288
    assert enumerated.status is Status.COMPLETE


def test_exception_in_a_progress_report_stops_the_search() -> None:
    def fail(progress: Progress) -> None:
        raise ValueError(f"seen {progress.count}")

    compiled = load_solver("cp-sat").compile(Sudoku(9))
    with pytest.raises(ValueError, match="seen"):
        compiled.count(limits=Limits(on_progress=fail))
    with pytest.raises(ValueError, match="seen"):
        list(compiled.solutions(limits=Limits(on_progress=fail)))
    assert compiled.count(limit=3).count == 3


@pytest.mark.slow
def test_process_ends_while_a_search_runs() -> None:
    script = """
import threading
from sudoku_cp import Sudoku
from sudoku_cp.solving.registry import load_solver
compiled = load_solver("cp-sat").compile(Sudoku(9))
solutions = compiled.solutions()
next(solutions)
threading.Thread(target=compiled.count, daemon=True).start()
print("end")
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "end\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("sense", ["maximize", "minimize"])
def test_limited_optimisation_gives_solution_and_bound(sense: str) -> None:
    sudoku = Sudoku(9)
    score = sum((cell.index**2 % 11 * cell for cell in sudoku.cells), 0 * sudoku[1, 1] + 1000)
    getattr(sudoku, sense)(score)
    compiled = load_solver("cp-sat").compile(sudoku)
    answer, best = compiled.solve(limits=Limits(nodes=1)), compiled.solve()
    assert (answer.status, best.status) == (Status.LIMIT, Status.OPTIMAL)
    assert answer.objective is not None
    assert answer.bound is not None
    assert best.objective is not None
    assert best.objective == best.bound
    low, high = sorted((answer.objective, answer.bound))
    assert low <= best.objective <= high
    assert (answer.bound > answer.objective) == (sense == "maximize")


@pytest.mark.slow
def test_cancelled_with_all_solutions_found_but_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[search.Search] = []

    class Seen(search.Search):
        def start(self) -> None:
            searches.append(self)
            super().start()

    monkeypatch.setattr(enumeration, "Search", Seen)
    cancel = Event()
    solutions = load_solver("cp-sat").compile(Sudoku(4)).solutions(limits=Limits(cancel=cancel))
    next(solutions)
    assert searches[0].ended(TIMEOUT)
    cancel.set()
    assert list(solutions) == []
    assert solutions.status is Status.LIMIT


@pytest.mark.slow
def test_progress_of_an_optimisation_is_told_in_its_own_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "SLICE", 0.0)
    sudoku = Sudoku(9)
    sudoku.maximize(sum((cell.index**2 % 11 * cell for cell in sudoku.cells), 0 * sudoku[1, 1] + 1000))
    seen: list[Progress] = []
    answer = load_solver("cp-sat").compile(sudoku).solve(limits=Limits(on_progress=seen.append))
    known = [progress for progress in seen if progress.best is not None and progress.bound is not None]
    assert known
    assert all((p.best or 0) <= (answer.objective or 0) <= (p.bound or 0) for p in known)

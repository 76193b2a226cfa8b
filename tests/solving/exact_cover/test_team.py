"""One puzzle on several threads: the same answers as on one."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.kernel import Linear
from sudoku_cp.model import Relation
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits, Progress
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver
from tests.support.comparison import assert_same_sets
from tests.support.endless import unprovable

TEAMS = ("exact-cover:threads=2,learn_after=1", "exact-cover:threads=3,learn_after=2", "exact-cover:threads=2")


def open_killer() -> Sudoku:
    """A 6×6 killer with some hundred solutions, more than clause learning remembers."""
    sudoku = Sudoku(6, box=(2, 3))
    for row in range(1, 6, 2):
        for column in range(1, 6, 2):
            cage = [(row + down, column + right) for down in (0, 1) for right in (0, 1)]
            total = sum((3 * ((row - 1) % 2) + (row - 1) // 2 + column) % 6 + 1 for row, column in cage)
            sudoku.add(Linear(tuple((1, sudoku[place]) for place in cage), Relation.EQUAL, total))
    return sudoku


@pytest.mark.parametrize("team", TEAMS)
def test_the_solutions_of_a_killer(team: str) -> None:
    killer = open_killer()
    alone = [solution.values_in_order for solution in load_solver().compile(killer).solutions()]
    together = [solution.values_in_order for solution in load_solver(team).compile(killer).solutions()]
    assert len(alone) > 64
    assert len(together) == len(set(together))
    assert_same_sets(together, alone)
    assert load_solver(team).compile(killer).count().count == len(alone)
    assert load_solver(team).compile(killer).count(70).count == 70


@pytest.mark.parametrize("team", TEAMS)
def test_the_best_score_and_the_candidates(team: str) -> None:
    killer = open_killer()
    killer.maximize(sum(weight % 7 * cell for weight, cell in enumerate(killer.cells, 1)))
    alone, together = load_solver().compile(killer), load_solver(team).compile(killer)
    assert together.solve().objective == alone.solve().objective
    assert together.best(5).objectives == alone.best(5).objectives
    assert together.candidates().values == alone.candidates().values


@pytest.mark.parametrize("ask", [LoweredModel.count, LoweredModel.solve, LoweredModel.candidates])
def test_a_team_stops_when_it_is_asked_to(ask: Callable[..., Any]) -> None:
    compiled = load_solver("exact-cover:threads=2,learn_after=1").compile(unprovable())
    assert ask(compiled, limits=Limits(seconds=0.3)).status is Status.LIMIT
    cancel, seen = Event(), []

    def look(progress: Progress) -> None:
        seen.append(progress.nodes)
        if len(seen) == 3:
            cancel.set()

    assert ask(compiled, limits=Limits(cancel=cancel, on_progress=look)).status is Status.LIMIT
    assert seen == sorted(seen)

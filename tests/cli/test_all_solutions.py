from __future__ import annotations

import signal
from collections.abc import Callable, Iterable
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest

from sudoku_cp.model.answers import Statistics, Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.model.questions import Enumerator
from sudoku_cp.solvers.exact_cover.compiled import CompiledExactCover

GRID = "12.............."


def differ(houses: Iterable[Iterable[str]]) -> bool:
    return all(len(set(house)) == 4 for house in houses)


@cache
def grids(first: str) -> set[str]:
    """All 4×4 sudokus that begin so, by trying all rows of two boxes, and all pairs of these."""
    rows = ["".join(row) for row in permutations("1234")]
    bands = [
        (top, bottom) for top, bottom in product(rows, rows) if differ([top[:2] + bottom[:2], top[2:] + bottom[2:]])
    ]
    squares = (upper + lower for upper, lower in product(bands, bands))
    found = {"".join(square) for square in squares if differ(zip(*square, strict=True))}
    return {grid for grid in found if grid.startswith(first)}


@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat"])
def test_every_solution_and_then_how_many(run: Callable[..., Any], solver: str) -> None:
    outcome = run("solve", "--all", GRID, "--solver", solver)
    *solutions, last = outcome.records
    assert outcome.code == 0
    assert [record["number"] for record in solutions] == list(range(1, len(solutions) + 1))
    assert {record["solution"] for record in solutions} == grids("12")
    assert {(record["status"], record["source"], record["line"]) for record in solutions} == {
        ("solved", "<argument>", 1)
    }
    assert (last["status"], last["verdict"], last["solution"]) == ("complete", "several", None)
    assert (last["count"], last["exact"]) == (len(solutions), True) == (len(grids("12")), True)


def test_a_line_a_solution(run: Callable[..., Any]) -> None:
    outcome = run("solve", "--all", GRID, "--format", "line")
    assert sorted(outcome.out.split("\n")) == ["", *sorted(grids("12"))]


def test_text(run: Callable[..., Any]) -> None:
    lines = run("solve", "--all", GRID, "--format", "text", "--color", "never").out.splitlines()
    captions = [line for line in lines if line.startswith("solution ")]
    assert captions == [f"solution {number}" for number in range(1, len(grids("12")) + 1)]
    assert lines[-1].startswith(f"<argument>:1: sudoku: {len(captions)} solutions (exact-cover, ")


def test_as_many_as_asked_for(run: Callable[..., Any]) -> None:
    outcome = run("solve", "--all", "--limit", "3", GRID)
    *solutions, last = outcome.records
    assert outcome.code == 0
    assert len({record["solution"] for record in solutions} & grids("12")) == len(solutions) == 3
    assert (last["status"], last["count"], last["exact"]) == ("solved", 3, False)


def test_no_solution(run: Callable[..., Any]) -> None:
    outcome = run("solve", "--all", "11..............")
    assert outcome.code == 1
    [record] = outcome.records
    assert (record["status"], record["count"]) == ("infeasible", 0)
    assert run("solve", "--all", "11..............", "--format", "line").out == ""


def test_several_puzzles(run: Callable[..., Any]) -> None:
    lines = run(
        "solve", "--all", "--format", "line", stdin="1234............\n11..............\n1243............\n"
    ).out
    assert sorted(lines.split()) == sorted(grids("1234") | grids("1243"))


def test_each_has_its_score(run: Callable[..., Any]) -> None:
    *solutions, last = run("solve", "--all", "target").records
    assert last["count"] == len({record["solution"] for record in solutions}) == 11
    weights = [5 + min(row, column, 10 - row, 10 - column) for row in range(1, 10) for column in range(1, 10)]
    for record in solutions:
        digits = map(int, record["solution"])
        assert record["objective"] == sum(w * digit for w, digit in zip(weights, digits, strict=True))
    assert max(record["objective"] for record in solutions) == 2856


def test_ctrl_c_keeps_what_is_known(run: Callable[..., Any], replace_solver: Callable[..., None]) -> None:
    def interrupted(self: CompiledExactCover, givens: Any, limits: Limits) -> Enumerator:
        yield from list(CompiledExactCover._enumerate(self, givens, Limits()))[:2]
        signal.raise_signal(signal.SIGINT)
        assert limits.cancel is not None
        assert limits.cancel.is_set()
        return Status.LIMIT, Statistics()

    replace_solver("exact-cover", _enumerate=interrupted)
    outcome = run("solve", "--all", GRID, GRID)
    *solutions, last = outcome.records
    assert outcome.code == 130
    assert [record["number"] for record in solutions] == [1, 2]
    assert (last["status"], last["count"], last["exact"]) == ("limit", 2, False)

"""Scores that options of `solve` declare, orders of scores, and fronts, against all grids and plain Python."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp import Sudoku
from tests.support import brute_force

GRID = "1..............."
BOTH = pytest.mark.parametrize("solver", ["exact-cover", "cp-sat"])

SCORED = """
size = 4
grid = '1...............'
minimize = '''
0 1 0 0
0 1 0 0
0 0 0 0
0 0 0 0
'''
"""

Cells = dict[str, int]
Scores = tuple[int, ...]


@cache
def grids() -> list[Cells]:
    sudoku = Sudoku(4)
    sudoku.give_grid(GRID)
    names = [cell.name for cell in sudoku.cells]
    return [dict(zip(names, values, strict=True)) for values in brute_force(sudoku)]


def cells_of(solution: str) -> Cells:
    return {f"r{place // 4 + 1}c{place % 4 + 1}": int(digit) for place, digit in enumerate(solution)}


def gains(scores: Scores, signs: Scores) -> Scores:
    """Scores converted so that more is better."""
    return tuple(score * sign for score, sign in zip(scores, signs, strict=True))


# The options, the direction of each score (1: more is better), and the scores in plain Python.
CASES: dict[str, tuple[list[str], Scores, Callable[[Cells], Scores]]] = {
    "sum": (
        ["--maximize", "r1c2 + 2*r2c2 - 3"],
        (1,),
        lambda at: (at["r1c2"] + 2 * at["r2c2"] - 3,),
    ),
    "distance": (
        ["--minimize", "abs(r1c2 - r4c4)"],
        (-1,),
        lambda at: (abs(at["r1c2"] - at["r4c4"]),),
    ),
    "product": (
        ["--maximize", "max(r1c2, r1c3) * min(r4c1, r4c2)"],
        (1,),
        lambda at: (max(at["r1c2"], at["r1c3"]) * min(at["r4c1"], at["r4c2"]),),
    ),
    "quotients": (
        ["--maximize", "sum(r1c2, r3c3, r4c4) % 5 + r2c2 // 2"],
        (1,),
        lambda at: ((at["r1c2"] + at["r3c3"] + at["r4c4"]) % 5 + at["r2c2"] // 2,),
    ),
    "conditions": (
        ["--maximize", "(r1c2 == 2) + (r4c4 >= 3) + ((r2c1 < r3c1) & ~(r2c2 == 4) | (r3c4 > 3))"],
        (1,),
        lambda at: (
            (at["r1c2"] == 2) + (at["r4c4"] >= 3) + ((at["r2c1"] < at["r3c1"] and at["r2c2"] != 4) or at["r3c4"] > 3),
        ),
    ),
    "in order": (
        ["--minimize=-r1c2", "--then", "r4c4", "--then", "maximize r2c1"],
        (-1, -1, 1),
        lambda at: (-at["r1c2"], at["r4c4"], at["r2c1"]),
    ),
    "condition": (
        ["--maximize", "+r1c2", "--then", "minimize r4c4 != 2"],
        (1, -1),
        lambda at: (at["r1c2"], int(at["r4c4"] != 2)),
    ),
}


@BOTH
@pytest.mark.parametrize("name", CASES)
def test_scores_of_options(run: Callable[..., Any], name: str, solver: str) -> None:
    options, signs, scores = CASES[name]
    best = max(gains(scores(grid), signs) for grid in grids())
    [record] = run("solve", GRID, *options, "--solver", solver).records
    assert record["verdict"] == "best"
    assert gains(scores(cells_of(record["solution"])), signs) == best
    assert gains(tuple(record.get("scores", [record["objective"]])), signs) == best


@BOTH
def test_the_best_and_all_of_the_best(run: Callable[..., Any], solver: str) -> None:
    options, signs, scores = CASES["in order"]
    ranked = sorted((gains(scores(grid), signs) for grid in grids()), reverse=True)
    *records, last = run("solve", GRID, *options, "--best", 5, "--solver", solver).records
    assert last["verdict"] == "best"
    assert [gains(tuple(record["scores"]), signs) for record in records] == ranked[:5]
    listed = run("solve", GRID, *options, "--all", "--target", "best", "--solver", solver).records[:-1]
    assert [gains(tuple(record["scores"]), signs) for record in listed] == [ranked[0]] * ranked.count(ranked[0])


def test_further_scores_of_a_document(run: Callable[..., Any], tmp_path: Path) -> None:
    """They have the direction of the document's own, and `--maximize` takes its place."""
    path = tmp_path / "scored.toml"
    path.write_text(SCORED)
    low = min((at["r1c2"] + at["r2c2"], at["r4c4"], -at["r3c3"]) for at in grids())
    [record] = run("solve", path, "--then", "r4c4", "--then", "maximize r3c3").records
    assert record["scores"] == [low[0], low[1], -low[2]]
    [record] = run("solve", path, "--maximize", "r3c3 - r1c2").records
    assert record["objective"] == max(at["r3c3"] - at["r1c2"] for at in grids())
    best = sum((at["r1c2"] + at["r2c2"], at["r4c4"]) == low[:2] for at in grids())
    path.write_text(f"{SCORED}\nthen_minimize = '''\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 1\n'''\n")
    assert run("count", path, "--target", "best").records[0]["count"] == best


@BOTH
@pytest.mark.parametrize("name", ["in order", "condition"])
def test_a_front(run: Callable[..., Any], name: str, solver: str) -> None:
    options, signs, scores = CASES[name]
    found = {gains(scores(grid), signs) for grid in grids()}
    front = [one for one in found if not any(one != other and all(map(int.__ge__, other, one)) for other in found)]
    *points, last = run("solve", GRID, *options, "--pareto", "--solver", solver).records
    assert (last["verdict"], last["count"], len(last["goals"])) == ("front", len(front), len(signs))
    assert [gains(tuple(point["scores"]), signs) for point in points] == sorted(front, reverse=True)
    assert [scores(cells_of(point["solution"])) for point in points] == [tuple(point["scores"]) for point in points]
    text = run("solve", GRID, *options, "--pareto", "--solver", solver, "--format", "text").out
    assert f"a front of {len(front)} point" in text


def test_a_front_without_points(run: Callable[..., Any]) -> None:
    options = ("--maximize", "r1c1", "--then", "r1c2", "--pareto")
    outcome = run("solve", "11..............", *options)
    assert (outcome.code, outcome.records[0]["verdict"], outcome.records[0]["count"]) == (1, "none", 0)
    assert "no solution" in run("solve", "11..............", *options, "--format", "text").out
    outcome = run("solve", "." * 81, *options, "--time-limit", "1e-9")
    assert (outcome.code, outcome.records[-1]["verdict"]) == (3, "unknown")
    assert "limit reached: 0 points" in run("solve", "." * 81, *options, "--time-limit", "1e-9", "--format", "text").out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--maximize", "r1c9"], "<argument>:1: the score r1c9: sudoku has no cell r1c9"),
        (["--maximize", "r1c1 +"], "'r1c1 +' is not a score such as r1c1 + 2*r1c2: invalid syntax"),
        (["--maximize", ""], "'' is not a score"),
        (["--maximize", "minimize r1c1"], "'minimize r1c1' is not a score"),
        (["--maximize", "r1c1", "--then", "minimize"], "'' is not a score"),
        (["--maximize", "r1c1 r1c2"], "'r1c1 r1c2' is not a score"),
        (["--maximize", "r1c1 ** 2"], "'r1c1 ** 2' cannot be part of a score"),
        (["--maximize", "r1c1 / 2"], "'r1c1 / 2' cannot be part of a score"),
        (["--maximize", "r1c1.name"], "'r1c1.name' cannot be part of a score"),
        (["--maximize", "r1c1 < r1c2 < r1c3"], "'r1c1 < r1c2 < r1c3' cannot be part of a score"),
        (["--maximize", "open(r1c1)"], "'open(r1c1)' cannot be part of a score"),
        (["--maximize", "True"], "'True' cannot be part of a score"),
        (["--maximize", "0.5 * r1c1"], "'0.5' cannot be part of a score"),
        (["--maximize", "(" * 5000], "is not a score"),
        (["--maximize", "~" * 50000 + "r1c1"], "is not a score that can be read"),
        (["--maximize", "9" * 5000], "is not a score"),
        (["--maximize", "1 // 0"], "the score 1 // 0: integer division or modulo by zero"),
        (["--maximize", "max()"], "the score max(): max_of needs at least one cell"),
        (["--maximize", "abs(r1c1, 2)"], "the score abs(r1c1, 2): "),
        (["--maximize", "r1c1", "--minimize", "r1c1"], "not allowed with argument --maximize"),
        (["--then", "r1c1"], "sudoku has no score before --then: --maximize or --minimize declares one"),
        (["--pareto"], "sudoku has no score"),
        (["--maximize", "r1c1", "--pareto"], "sudoku has one score: a front needs several"),
        (["--pareto", "--best", "2"], "--pareto finds a front: leave out --all, --limit, --target, --best and --worst"),
        (["--pareto", "--target", "0"], "--pareto finds a front"),
        (["--random", "--maximize", "r1c1"], "--random finds one solution"),
        (["--pareto", "--journal", "x"], "--pareto cannot be divided: leave out --journal"),
        (["--maximize", "r1c1", "--then", "r1c2", "--executor", "threads"], "is divided has one score"),
    ],
)
def test_what_is_refused(run: Callable[..., Any], options: list[str], message: str) -> None:
    outcome = run("solve", GRID, *options)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert len(outcome.err.splitlines()) < 20

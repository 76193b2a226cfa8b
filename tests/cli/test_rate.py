from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
POINTING = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
NONE = EASY[:2] + "5" + EASY[3:]
TWO = f"{EASY}\n{POINTING}\n"


@pytest.mark.parametrize("threads", [1, 2])
def test_records(run: Callable[..., Any], threads: int) -> None:
    outcome = run("rate", "--threads", threads, stdin=TWO)
    assert outcome.code == 0
    assert [record["explainer"] for record in outcome.records] == [
        {"er": 1.2, "ep": 1.2, "ed": 1.2, "hardest": "hidden single"},
        {"er": 2.6, "ep": 1.2, "ed": 1.2, "hardest": "pointing"},
    ]
    assert [(record["status"], record["line"]) for record in outcome.records] == [("rated", 1), ("rated", 2)]


@pytest.mark.parametrize("threads", [1, 2])
def test_lines(run: Callable[..., Any], threads: int) -> None:
    outcome = run("rate", "--threads", threads, "--format", "line", stdin=f"{TWO}{NONE}\n{'.' * 81}\n")
    assert (outcome.code, outcome.out) == (1, "1.2 1.2 1.2\n2.6 1.2 1.2\nno solution\nseveral solutions\n")


def test_text(run: Callable[..., Any]) -> None:
    assert run("rate", POINTING, "--format", "text").out == "<argument>:1: classic: ER 2.6, EP 1.2, ED 1.2 (pointing)\n"
    assert "no solution, so no rating" in run("rate", NONE, "--format", "text").out


def test_tables(run: Callable[..., Any]) -> None:
    outcome = run("rate", "--column", "grid", stdin=f"grid,name\n{EASY},a\n{POINTING},b\n")
    assert outcome.out.splitlines() == [
        "grid,name,answer,status",
        f"{EASY},a,1.2 1.2 1.2,rated",
        f"{POINTING},b,2.6 1.2 1.2,rated",
    ]


@pytest.mark.parametrize("threads", [1, 2])
def test_other_puzzles_are_refused_after_the_answers_before(run: Callable[..., Any], threads: int) -> None:
    outcome = run("rate", "--threads", threads, "--format", "line", stdin=f"{EASY}\n{'.' * 16}\n")
    assert (outcome.code, outcome.out) == (2, "1.2 1.2 1.2\n")
    assert "<stdin>:2: " in outcome.err
    assert "only classic 9×9 sudokus have a rating" in run("rate", "target").err
    assert "--steps rates any puzzle" in run("rate", "target").err


@pytest.mark.parametrize("threads", [1, 2])
def test_a_line_that_is_no_puzzle(run: Callable[..., Any], threads: int) -> None:
    outcome = run("rate", "--threads", threads, "--format", "line", stdin=f"{EASY}\n{EASY[:-1]}x\n")
    assert (outcome.code, outcome.out) == (2, "1.2 1.2 1.2\n")


@pytest.mark.parametrize("threads", [1, 2])
def test_the_score_of_hodoku(run: Callable[..., Any], threads: int) -> None:
    outcome = run("rate", "--hodoku", "--threads", threads, stdin=f"{TWO}{'.' * 81}\n")
    easy, pointing, several = (record["hodoku"] for record in outcome.records)
    assert (easy["status"], easy["level"], easy["hardest"]) == ("rated", "easy", "naked single")
    assert (pointing["level"], pointing["hardest"]) == ("medium", "locked triple")
    assert several == {"status": "several solutions", "score": None, "level": None, "hardest": None}
    lines = run("rate", "--hodoku", "--threads", threads, "--format", "line", stdin=TWO).out
    assert lines == f"1.2 1.2 1.2 {easy['score']} easy\n2.6 1.2 1.2 {pointing['score']} medium\n"
    text = run("rate", POINTING, "--hodoku", "--format", "text").out
    assert text.endswith(f"(pointing); HoDoKu: {pointing['score']}, medium (locked triple)\n")


@pytest.mark.slow
def test_steps_rate_any_puzzle(run: Callable[..., Any]) -> None:
    [path] = run("path", "thermo").records
    [record] = run("rate", "--steps", "thermo").records
    sizes = [step["size"][0] for step in path["steps"]]
    assert record["status"] == "solved"
    assert set(sizes) == {0, 1, 2}
    assert record["steps"] == {
        "number": len(sizes),
        "largest": max(sizes),
        "sum": sum(sizes),
        "sizes": {str(size): sizes.count(size) for size in sorted(set(sizes))},
        "least": True,
    }
    assert run("rate", "--steps", "1....4..3......2", "--format", "line").out == "solved 0 0 12\n"
    text = run("rate", "--steps", "1....4..3......2", "--format", "text").out
    assert text.endswith("solved, 12 steps: 12 of size 0; sum 0\n")


def test_steps_that_end_early(run: Callable[..., Any]) -> None:
    outcome = run("rate", "--steps", "1...............", "--format", "line")
    assert (outcome.code, outcome.out) == (3, "stuck 0 0 0\n")
    assert run("rate", "--steps", "11..............", "--format", "line").code == 1


@pytest.mark.slow
def test_steps_on_any_number_of_processes(run: Callable[..., Any]) -> None:
    puzzles = [EASY, "1" + "." * 80, POINTING, "11" + "." * 79] * 2
    text = "".join(f"{puzzle}\n" for puzzle in puzzles)
    one, three = (
        run("rate", "--steps", "--threads", n, "--time-limit", 10_000, "--format", "line", stdin=text) for n in (1, 3)
    )
    assert (one.code, one.out) == (three.code, three.out)
    assert [line.split()[0] for line in one.out.splitlines()] == ["solved", "stuck", "solved", "infeasible"] * 2
    damaged = run("rate", "--steps", "--threads", 2, "--format", "line", stdin=f"{EASY}\n{EASY[:-1]}x\n{EASY}\n")
    assert (damaged.code, len(damaged.out.splitlines())) == (2, 1)
    assert "line 2" in damaged.err or ":2" in damaged.err


def test_steps_refuse_another_scale(run: Callable[..., Any]) -> None:
    refused = run("rate", "--steps", EASY, "--hodoku")
    assert (refused.code, refused.out) == (2, "")
    assert "--hodoku is for ratings on other scales" in refused.err


def test_limits_are_for_steps(run: Callable[..., Any]) -> None:
    assert run("rate", "--steps", "." * 81, "--time-limit", "0.000001").records[0]["status"] == "unknown"
    refused = run("rate", EASY, "--time-limit", "1")
    assert (refused.code, refused.out) == (2, "")
    assert "--time-limit needs --steps" in refused.err

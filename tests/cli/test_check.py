from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sudoku_cp.model.answers import Result, Status
from sudoku_cp.model.limits import Limits


def test_a_scored_puzzle(run: Callable[..., Any]) -> None:
    outcome = run("check", "target")
    [record] = outcome.records
    assert (outcome.code, outcome.err) == (0, "")
    assert (record["verdict"], record["status"], record["solver"]) == ("agree", "optimal", "exact-cover,cp-sat")
    assert (record["count"], record["exact"]) == (11, True)
    assert record["objective"] == record["bound"] == 2856
    assert len(record["solution"]) == 81
    assert {question: answer["verdict"] for question, answer in record["questions"].items()} == {
        "solvable": "agree",
        "unique": "agree",
        "number of solutions": "agree",
        "set of solutions": "agree",
        "best value": "agree",
        "best solutions": "agree",
    }
    assert record["solvers"]["cp-sat"]["solve"]["objective"] == 2856
    assert (record["faults"], record["reasons"], record["reproduction"]) == ([], [], None)


def test_text_of_a_scored_puzzle(run: Callable[..., Any]) -> None:
    outcome = run("check", "target", "--format", "text")
    lines = outcome.out.splitlines()
    assert lines[0] == "target:1"
    assert lines[1].startswith("┏")
    assert any(line.split() == ["best", "value", "2856", "2856", "agree"] for line in lines)
    assert any(line.split() == ["exact-cover", "cp-sat"] for line in lines)
    assert lines[-1] == "verdict: agree"


def test_lines_of_many_kinds(run: Callable[..., Any], puzzle: str) -> None:
    several = puzzle.replace("5", ".")
    none = "11" + puzzle[2:]
    outcome = run("check", "--format", "line", "--limit", 50, stdin="\n".join([puzzle, several, none]))
    assert (outcome.code, outcome.out, outcome.err) == (1, "agree\nagree\nagree\n", "3 puzzles: 3 agree\n")
    assert run("check", "--quiet", stdin=f"{puzzle}\n{puzzle}\n").err == ""


def test_three_solvers(run: Callable[..., Any]) -> None:
    outcome = run("check", "--solver", "exact-cover,cp-sat,python-constraint", "12" + "." * 14)
    [record] = outcome.records
    assert (outcome.code, record["verdict"]) == (0, "agree")
    assert record["questions"]["number of solutions"]["answers"]["python-constraint"] == str(record["count"])


def test_a_disagreement(run: Callable[..., Any], replace_solver: Callable[..., None], puzzle: str) -> None:
    def deny(self: Any, givens: Any, limits: Limits) -> Result:
        return Result("cp-sat", Status.INFEASIBLE)

    replace_solver("cp-sat", _solve=deny)
    outcome = run("check", puzzle)
    [record] = outcome.records
    assert (outcome.code, record["verdict"]) == (4, "disagree")
    assert {fault["solver"] for fault in record["faults"]} == {"cp-sat"}
    first, *rest = record["reproduction"].splitlines()
    assert first == "# sudoku-cp check --solver exact-cover,cp-sat THIS_FILE"
    assert "grid" in tomllib.loads("\n".join(rest))
    again = run("check", stdin=record["reproduction"])
    assert (again.code, again.records[0]["verdict"]) == (4, "disagree")
    text = run("check", puzzle, "--format", "text").out
    assert "verdict: disagree\n  cp-sat is wrong: solve: no solution, but exact-cover has one" in text
    assert record["reproduction"] in text
    line = run("check", puzzle, "--format", "line").out
    assert line.startswith("disagree: cp-sat is wrong: ")


def test_a_limit(run: Callable[..., Any], replace_solver: Callable[..., None], puzzle: str) -> None:
    def tire(self: Any, givens: Any, limits: Limits) -> Result:
        return Result("cp-sat", Status.LIMIT)

    def tire_of_counting(self: Any, givens: Any, limit: int, limits: Limits) -> Result:
        return Result("cp-sat", Status.LIMIT)

    replace_solver("cp-sat", _solve=tire, _count=tire_of_counting)
    outcome = run("check", puzzle, "--set-limit", 1)
    assert (outcome.code, outcome.records[0]["verdict"]) == (0, "agree")
    replace_solver("cp-sat", _solve=tire, _count=tire_of_counting)
    outcome = run("check", puzzle.replace("5", "."), "--set-limit", 1)
    assert (outcome.code, outcome.records[0]["verdict"]) == (3, "inconclusive")
    assert "number of solutions: not proved by cp-sat" in outcome.records[0]["reasons"]


def test_a_page(run: Callable[..., Any], replace_solver: Callable[..., None], puzzle: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run("check", "target", puzzle, "--html", page, "-q").code == 0
    text = page.read_text(encoding="utf-8")
    assert text.count('<section class="right">') == text.count("<svg") == 2
    assert "2 puzzles: 2 agree" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")

    def deny(self: Any, givens: Any, limits: Limits) -> Result:
        return Result("cp-sat", Status.INFEASIBLE)

    replace_solver("cp-sat", _solve=deny)
    run("check", puzzle, "--html", page, "-q")
    text = page.read_text(encoding="utf-8")
    assert text.count('<section class="wrong">') == 1
    assert "# sudoku-cp check --solver exact-cover,cp-sat THIS_FILE" in text


def test_solvers_with_settings(run: Callable[..., Any]) -> None:
    [record] = run("check", "12" + "." * 14, "--solver", "brute-force,exact-cover~batch,exact-cover~relabel").records
    assert (record["verdict"], len(record["solvers"])) == ("agree", 3)

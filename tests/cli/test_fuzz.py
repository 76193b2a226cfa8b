from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp.cross_check.configurations import plain_name
from sudoku_cp.model.limits import Limits


@pytest.mark.slow
def test_a_short_run(run: Callable[..., Any]) -> None:
    outcome = run("fuzz", "--cases", 25, "--solver", "exact-cover", "--seed", 3)
    [summary] = outcome.records
    assert (outcome.code, outcome.err) == (0, "")
    assert (summary["cases"], summary["faults"], summary["seed"]) == (25, 0, 3)
    assert summary["verdicts"]["disagree"] == 0
    assert summary["solvers"]["brute-force"]["cases"] == summary["tiny"] > 15
    assert sum(sum(contexts.values()) for contexts in summary["rules"].values()) >= 25
    again = run("fuzz", "--cases", 25, "--solver", "exact-cover", "--seed", 3).records[0]
    assert again["rules"] == summary["rules"]


def test_text(run: Callable[..., Any]) -> None:
    out = run("fuzz", "--cases", 8, "--only", "killer,thermo", "--size", "2,3", "--format", "text").out.splitlines()
    assert out[0].split() == ["cases", "top", "any", "of", "all", "of", "not", "exactly", "at", "most"]
    assert {line.split()[0] for line in out[1 : out.index("")]} <= {"killer", "thermo"}
    assert out[-1].startswith("8 cases (")


def _lose_the_last(self: Any, givens: Any, limits: Limits) -> Any:
    """Lose a solution of what has an automaton."""
    from sudoku_cp import Automaton
    from sudoku_cp.solvers.exact_cover.compiled import CompiledExactCover

    enumerator = CompiledExactCover._enumerate(self, givens, limits)
    if any(isinstance(constraint, Automaton) for constraint in self.model.constraints):
        next(enumerator, None)
    return (yield from enumerator)


@pytest.mark.slow
def test_a_fault_is_shrunk_kept_known_and_replayed(
    run: Callable[..., Any], replace_solver: Callable[..., None], tmp_path: Path
) -> None:
    replace_solver("cp-sat", _enumerate=_lose_the_last)
    options = ["fuzz", "--cases", 12, "--only", "regular_line", "--size", 2, "--solver", "cp-sat", "--keep", tmp_path]
    outcome = run(*options, "--html", tmp_path / "page.html")
    *findings, summary = outcome.records
    assert outcome.code == 4
    assert summary["faults"] == len(findings) == 1
    [finding] = findings
    assert (finding["solver"], finding["kind"], finding["constraints"]) == ("cp-sat", "loses solutions", ["Automaton"])
    assert finding["python"].count("model.add(") == 1
    files = [Path(file) for file in finding["files"]]
    assert [file.suffix for file in files] == [".py", ".toml"]
    assert "[[regular_line]]" in files[1].read_text(encoding="utf-8")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count('<section class="wrong"') == 1
    assert page.count("<section") == page.count("<svg") > 1
    assert finding["fault"] in page
    again = run(*options)
    assert again.code == 0
    assert list(again.records[-1]["known"]) == [finding["fault"]]
    replayed = run("fuzz", "--replay", files[0])
    assert (replayed.code, replayed.records[0]["fault"]) == (4, finding["fault"])
    assert {plain_name(fault["solver"]) for fault in replayed.records[0]["faults"]} == {"cp-sat"}
    assert run("fuzz", "--replay", files[1], "--solver", "cp-sat").code == 4


def _break_down(self: Any, givens: Any, limits: Limits) -> Any:
    raise OverflowError("out of order")


@pytest.mark.slow
def test_a_breakdown_is_a_finding(run: Callable[..., Any], replace_solver: Callable[..., None]) -> None:
    replace_solver("cp-sat", _enumerate=_break_down)
    *findings, summary = run("fuzz", "--cases", 6, "--only", "killer", "--size", 2, "--solver", "cp-sat").records
    assert summary["cases"] == 6
    [finding] = findings
    assert (finding["solver"], finding["kind"]) == ("cp-sat", "fails")
    assert "OverflowError: out of order" in finding["reason"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "kiler"], "there is no rule kiler: did you mean killer?"),
        (["--size", "26"], "sizes of boards must be from 1 to 25"),
        (["--time", "soon"], "not a time such as 90s"),
        (["--jobs", "1000"], "limit of 64 processes"),
        (["--solver", "guess"], "there is no solver guess"),
        (["--replay", "missing.py"], "missing.py: cannot be read"),
    ],
)
def test_bad_options(run: Callable[..., Any], arguments: list[str], message: str) -> None:
    outcome = run("fuzz", *arguments)
    assert outcome.code == 2
    assert message in outcome.err


def test_a_rule_that_refuses_every_clue(run: Callable[..., Any], tmp_path: Path) -> None:
    rules = tmp_path / "picky.py"
    rules.write_text(
        "from sudoku_cp.rules import Cells, rule\n\n\n"
        '@rule("picky")\ndef picky(line: Cells):\n    """Nothing will do."""\n    yield line[99] == 1\n'
    )
    outcome = run("fuzz", "--cases", 3, "--size", 2, "--rules", rules, "--only", "picky,killer")
    assert outcome.code == 0
    assert "no clue of picky was tried" in outcome.err
    assert "killer was" not in outcome.err

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Command = Callable[..., Any]


def test_a_proof_is_written_and_verified(run: Command, tmp_path: Path, puzzle: str) -> None:
    none = "11" + puzzle[2:]
    written = run("check", "--proof", tmp_path / "both.pbp", "--quiet", stdin=f"{puzzle}\n{none}\n")
    assert written.code == 1
    assert [record["proof"]["steps"] for record in written.records] == [
        str(tmp_path / name) for name in ("both.pbp", "both-2.pbp")
    ]
    outcome = run("verify", tmp_path / "both.pbp", tmp_path / "both-2.pbp")
    assert outcome.code == 0
    assert [(record["verdict"], record["claim"]) for record in outcome.records] == [
        ("verified", "exactly one solution"),
        ("verified", "no solution"),
    ]


def test_the_best_score_in_words(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "target.pbp"
    text = run("check", "target", "--proof", tmp_path / "target", "--format", "text").out
    assert text.splitlines()[-1] == f"proof: {path.with_suffix('.opb')} {path}"
    outcome = run("verify", path, "--format", "text")
    assert outcome.out == f"{path}: verified: the least value of the objective is -2856\n"


def test_a_proof_that_does_not_hold(run: Command, tmp_path: Path, puzzle: str) -> None:
    path = tmp_path / "one.pbp"
    run("check", "--proof", path, puzzle)
    steps = path.read_text(encoding="utf-8")
    path.write_text(steps.replace("ENUMERATION_COMPLETE 1", "ENUMERATION_COMPLETE 2"), encoding="utf-8")
    outcome = run("verify", path)
    [record] = outcome.records
    assert (outcome.code, record["verdict"]) == (4, "rejected")
    assert record["reason"].endswith("2 is concluded, 1 was shown")


def test_what_cannot_be_read(run: Command, tmp_path: Path) -> None:
    (tmp_path / "lonely.pbp").write_text("pseudo-Boolean proof version 3.0\n", encoding="utf-8")
    (tmp_path / "other.txt").write_text("1...\n", encoding="utf-8")
    (tmp_path / "binary.pbp").write_bytes(b"\xff\xfe")
    for name, message in {
        "missing.pbp": "cannot be read: No such file or directory",
        "other.txt": 'is not a proof: its first line would begin with pseudo-Boolean proof or {"bound certificate"',
        "binary.pbp": "is not a text",
    }.items():
        outcome = run("verify", tmp_path / name)
        assert (outcome.code, outcome.out, outcome.err) == (2, "", f"{tmp_path / name}: {message}\n")
    outcome = run("verify", tmp_path / "lonely.pbp")
    assert (outcome.code, outcome.err) == (2, f"{tmp_path / 'lonely.opb'}: cannot be read: No such file or directory\n")


def test_a_proof_that_takes_too_long(run: Command, tmp_path: Path) -> None:
    outcome = run(
        "check", "--proof", tmp_path / "open", "--limit", 2, "--time-limit", "0.000001", "--model", "classic", "." * 81
    )
    assert outcome.code == 3

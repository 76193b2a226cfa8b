from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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


@pytest.mark.slow
def test_the_best_score_in_words(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "target.pbp"
    text = run("check", "target", "--proof", tmp_path / "target", "--format", "text").out
    assert text.splitlines()[-1] == f"proof: {path.with_suffix('.opb')} {path}"
    outcome = run("verify", path, "--format", "text", "--puzzle", "target")
    assert outcome.out == f"{path}: verified: the best score is 2856 (formula of target:1)\n"


@pytest.mark.slow
def test_a_proof_that_does_not_hold(run: Command, tmp_path: Path, puzzle: str) -> None:
    path = tmp_path / "one.pbp"
    run("check", "--proof", path, puzzle)
    steps = path.read_text(encoding="utf-8")
    path.write_text(steps.replace("ENUMERATION_COMPLETE 1", "ENUMERATION_COMPLETE 2"), encoding="utf-8")
    outcome = run("verify", path)
    [record] = outcome.records
    assert (outcome.code, record["verdict"]) == (4, "rejected")
    assert record["reason"].endswith("2 is concluded, but 1 was shown")


SCORED = 'size = 4\nmaximize = """\n2 1 1 1\n1 1 1 1\n1 1 1 1\n1 1 1 3"""\n'


@pytest.fixture
def documents(tmp_path: Path) -> dict[str, Path]:
    """A scored puzzle, and others that differ from it in a given or in a weight."""
    texts = {
        "own": SCORED + 'grid = "1..............."\n',
        "renamed": 'name = "another"\n' + SCORED + 'grid = "1..............."\n',
        "given": SCORED + 'grid = "2..............."\n',
        "weight": SCORED.replace("3", "4") + 'grid = "1..............."\n',
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    return {name: tmp_path / f"{name}.toml" for name in texts}


@pytest.mark.slow
def test_a_proof_is_of_the_puzzle_that_is_named(run: Command, tmp_path: Path, documents: dict[str, Path]) -> None:
    run("check", documents["own"], "--proof", tmp_path / "proof", "--quiet")
    for puzzle, path in documents.items():
        outcome = run("verify", tmp_path / "proof.pbp", "--puzzle", path)
        [record] = outcome.records
        if puzzle in ("own", "renamed"):
            assert (outcome.code, record["verdict"], record["puzzle"]) == (0, "verified", f"{path}:1")
        else:
            assert (outcome.code, record["verdict"]) == (4, "rejected")
            assert f" is not the formula of the puzzle: {path}:1 has " in record["reason"]
    both = tmp_path / "both.txt"
    both.write_text("12..............\n1...............\n", encoding="utf-8")
    run("check", "1...............", "--proof", tmp_path / "plain", "--quiet", "--limit", 300)
    outcome = run("verify", tmp_path / "plain.pbp", "--puzzle", both)
    assert [record["puzzle"] for record in outcome.records] == [f"{both}:2"]
    outcome = run("verify", tmp_path / "plain.pbp", "--puzzle", tmp_path / "missing")
    assert (outcome.code, outcome.out) == (2, "")


@pytest.mark.slow
def test_what_is_spoken_of_is_told(run: Command, tmp_path: Path, documents: dict[str, Path]) -> None:
    """An altered puzzle has another hash, and other givens where it is these that were altered."""
    hashes = {}
    for puzzle, path in documents.items():
        run("check", path, "--proof", tmp_path / "proof", "--quiet")
        [record] = run("verify", tmp_path / "proof.pbp").records
        assert record["givens"] == ["r1c1=2" if puzzle == "given" else "r1c1=1"]
        hashes[puzzle] = record["sha256"]
        words = run("verify", tmp_path / "proof.pbp", "--format", "text").out
        assert f"sha256 {record['sha256'][:16]}, givens {record['givens'][0]})" in words
    assert len(set(hashes.values())) == 3
    assert hashes["own"] == hashes["renamed"]


def test_pencil_marks_are_no_givens(run: Command, tmp_path: Path) -> None:
    document = tmp_path / "marked.toml"
    document.write_text("size = 2\nbox = [1, 2]\n[candidates]\nr1c1 = [2]\n", encoding="utf-8")
    run("check", document, "--proof", tmp_path / "marked", "--quiet")
    [record] = run("verify", tmp_path / "marked.pbp").records
    assert (record["claim"], record["givens"]) == ("exactly one solution", [])


def test_a_changed_formula_is_not_that_of_the_puzzle(run: Command, tmp_path: Path) -> None:
    """Two equal givens in a row contradict each other wherever they stand: the steps still hold."""
    run("check", "11..............", "--proof", tmp_path / "none", "--quiet")
    formula = tmp_path / "none.opb"
    text = formula.read_text(encoding="utf-8")
    assert text.count("\n1 x5 >= 1 ;\n") == 1
    formula.write_text(text.replace("\n1 x5 >= 1 ;\n", "\n1 x9 >= 1 ;\n"), encoding="utf-8")
    [record] = run("verify", tmp_path / "none.pbp").records
    assert (record["verdict"], record["givens"]) == ("verified", ["r1c1=1", "r1c3=1"])
    outcome = run("verify", tmp_path / "none.pbp", "--puzzle", "11..............")
    [record] = outcome.records
    assert (outcome.code, record["verdict"]) == (4, "rejected")


def test_what_cannot_be_read(run: Command, tmp_path: Path) -> None:
    (tmp_path / "lonely.pbp").write_text("pseudo-Boolean proof version 3.0\n", encoding="utf-8")
    (tmp_path / "other.txt").write_text("1...\n", encoding="utf-8")
    (tmp_path / "binary.pbp").write_bytes(b"\xff\xfe")
    for name, message in {
        "missing.pbp": "cannot be read: No such file or directory",
        "other.txt": "is not a proof: the first line must begin with pseudo-Boolean proof",
        "binary.pbp": "is not a text file",
    }.items():
        outcome = run("verify", tmp_path / name)
        assert (outcome.code, outcome.out, outcome.err) == (2, "", f"{tmp_path / name}: {message}\n")
    outcome = run("verify", tmp_path / "lonely.pbp")
    assert (outcome.code, outcome.err) == (2, f"{tmp_path / 'lonely.opb'}: cannot be read: No such file or directory\n")


def test_a_proof_that_takes_too_long(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_cp.solving.compiling.LEAST", 60)  # the limit is for the proof
    outcome = run(
        "check", "--proof", tmp_path / "open", "--limit", 2, "--time-limit", "0.000001", "--model", "classic", "." * 81
    )
    [record] = outcome.records
    assert (outcome.code, record["verdict"], record["proof"]) == (3, "inconclusive", None)
    assert re.match(r"<argument>:1: no proof is written: the search was stopped after \d+ s", outcome.err)
    assert not list(tmp_path.iterdir())


def test_what_a_proof_does_not_cover(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is kept, and the next puzzle has its proof."""
    monkeypatch.setattr("sudoku_cp.solvers.pseudo_boolean.encoding.MAX_EDGES", 8)
    text = 'size = 4\n[[regular_line]]\nline = "r1c1 r1c2 r1c3 r1c4"\nexpression = "[12].*"\n'
    (tmp_path / "wide.toml").write_text(text, encoding="utf-8")
    outcome = run("check", tmp_path / "wide.toml", "12..............", "--proof", tmp_path / "out", "--format", "line")
    assert (outcome.code, outcome.out) == (3, "agree\nagree\n")
    refused, summary = outcome.err.splitlines()
    assert refused.startswith(
        f"{tmp_path}/wide.toml:1: no proof is written: pseudo-Boolean formulas do not cover regular_line"
    )
    assert summary == f"2 puzzles: 2 agree; proofs: {tmp_path}/out-2.pbp"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out-2.opb", "out-2.pbp", "wide.toml"]


@pytest.mark.slow
def test_rules_of_the_user(run: Command, tmp_path: Path) -> None:
    (tmp_path / "falling.py").write_text(
        "from sudoku_cp.rules import Cells, rule\n"
        '@rule("falling")\n'
        "def falling(line: Cells):\n"
        '    """Digits fall."""\n'
        "    yield from (one > other for one, other in zip(line, line[1:]))\n",
        encoding="utf-8",
    )
    (tmp_path / "scored.toml").write_text(
        'size = 4\nmaximize = { r1c1 = [0, 0, 1, 2] }\n[[falling]]\nline = "r1c1 r1c2 r3c2"\n', encoding="utf-8"
    )
    proof = tmp_path / "falling.pbp"
    command = [sys.executable, "-m", "sudoku_cp"]  # a rule stays known in a process
    rules = ["--rules", str(tmp_path / "falling.py")]
    document = str(tmp_path / "scored.toml")
    written = [*command, "check", document, "--proof", str(proof), *rules]
    assert subprocess.run(written, capture_output=True, check=False, timeout=60).returncode == 0
    verify = [*command, "verify", str(proof), "--puzzle", document]
    refused = subprocess.run(verify, capture_output=True, text=True, check=False, timeout=60)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "falling" in refused.stderr
    verified = subprocess.run([*verify, *rules], capture_output=True, check=False, timeout=60)
    assert (verified.returncode, json.loads(verified.stdout)["optimum"]) == (0, -2)


def test_places_that_cannot_be_written_to(run: Command, tmp_path: Path) -> None:
    missing = tmp_path / "missing" / "x"
    for place, message in (
        (missing, f"{missing}: the folder {missing.parent} does not exist"),
        (tmp_path, f"'{tmp_path}' is not the name of a file"),
    ):
        outcome = run("check", "target", "--proof", place)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.splitlines()[-1] == f"sudoku-cp check: error: argument --proof: {message}"

"""What the command line answers about scores."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp import models
from sudoku_cp.cli import main
from sudoku_cp.solving.registry import load_solver
from tests.support import brute_force

SMALL = """
size = 4
grid = '1...............'
maximize = '''
1 2 3 4
2 3 4 1
3 1 2 2
5 1 1 1
'''
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return path


@pytest.fixture
def scores() -> list[int]:
    """The scores of all solutions, the best first."""
    from io import BytesIO

    from sudoku_cp.formats import Document, read

    [document] = read(BytesIO(SMALL.encode()), "small")
    assert isinstance(document, Document)
    model = document.model
    assert model.objective is not None
    return sorted((model.objective.value(model.solution(values)) for values in brute_force(model)), reverse=True)


def records(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_targets(small: Path, scores: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(small), "--target", str(scores[0])]) == 0
    assert main(["solve", str(small), "--target", str(scores[0] + 1)]) == 1
    reached, missed = records(capsys)
    assert (reached["status"], reached["objective"]) == ("solved", scores[0])
    assert (missed["status"], missed["objective"]) == ("infeasible", None)
    assert main(["solve", str(small), "--target", str(scores[0] + 1), "--format", "text"]) == 1
    assert f"no solution that scores {scores[0] + 1} or better" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["exact-cover", "cp-sat"])
def test_all_that_are_good_enough(
    small: Path, scores: list[int], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for target, least in (("best", scores[0]), (str(scores[4]), scores[4])):
        good = [score for score in scores if score >= least]
        assert main(["count", str(small), "--target", target, "--solver", name]) == 0
        assert records(capsys)[0]["count"] == len(good)
        assert main(["solve", str(small), "--all", "--target", target, "--solver", name]) == 0
        assert sorted((record["objective"] for record in records(capsys)[:-1]), reverse=True) == good


def test_the_best_and_the_worst(small: Path, scores: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(small), "--best", "5"]) == 0
    *ranked, last = records(capsys)
    assert [record["objective"] for record in ranked] == scores[:5]
    assert (last["verdict"], last["count"], last["objective"], last["bound"]) == ("best", 5, scores[0], scores[4])
    assert main(["solve", str(small), "--best", str(len(scores) + 1)]) == 0
    assert records(capsys)[-1]["verdict"] == "all"
    assert main(["solve", str(small), "--worst"]) == 0
    [record] = records(capsys)
    assert (record["objective"], record["worst"], record["worst_bound"]) == (scores[0], scores[-1], scores[-1])


def test_a_proof_is_written_and_verified(
    small: Path, scores: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "small.pbp"
    assert main(["check", str(small), "--proof", str(path)]) == 0
    proof = records(capsys)[0]["proof"]
    assert (proof["steps"], proof["best"], proof["bound"]) == (str(path), scores[0], scores[0])
    assert main(["verify", str(path)]) == 0
    [record] = records(capsys)
    assert (record["verdict"], record["optimum"]) == ("verified", -scores[0])
    forged = path.read_text().replace(f"BOUNDS {-scores[0]}", f"BOUNDS {-scores[0] + 1}")
    path.write_text(forged)
    assert main(["verify", str(path)]) == 4
    assert records(capsys)[0]["verdict"] == "rejected"


def test_a_proof_that_a_target_is_out_of_reach(
    small: Path, scores: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the target is reached, the answer is given all the same, and so is the one after it."""
    path = tmp_path / "small.pbp"
    options = ["--proof", str(path), "--target"]
    assert main(["check", str(small), *options, str(scores[0] + 2)]) == 0
    proof = records(capsys)[0]["proof"]
    assert (proof["complete"], proof["best"], proof["bound"]) == (False, None, scores[0] + 1)
    assert main(["verify", str(path), "--puzzle", str(small), "--format", "text"]) == 0
    assert f": verified: no score is better than {scores[0] + 1} (formula of " in capsys.readouterr().out
    path.unlink()
    assert main(["check", str(small), str(small), *options, str(scores[0])]) == 3
    output = capsys.readouterr()
    assert [json.loads(line)["proof"] for line in output.out.splitlines()] == [None, None]
    assert output.err.splitlines()[0] == f"{small}:1: no proof is written: a solution scores {scores[0]}"
    assert not path.exists()
    assert main(["check", str(small), *options, "best"]) == 0
    assert records(capsys)[0]["proof"]["best"] == scores[0]


def test_a_target_of_a_proof_needs_both(small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(small), "--target", "5"]) == 2
    assert "--target needs --proof FILE" in capsys.readouterr().err
    assert main(["check", "classic", "--target", "5", "--proof", str(tmp_path / "x")]) == 2
    assert "classic has no score" in capsys.readouterr().err


def test_certificates_were_replaced(small: Path, tmp_path: Path, run: Callable[..., Any]) -> None:
    """The option and files of former versions say what has taken their place."""
    outcome = run("solve", small, "--certificate", tmp_path / "x")
    assert (outcome.code, outcome.out) == (2, "")
    assert "`check PUZZLE --proof FILE`" in outcome.err
    assert "--certificate" not in run("solve", "--help").out
    old = tmp_path / "old.cert"
    old.write_text('{"bound certificate":1,"puzzle":"size = 4","beyond":1,"scale":1,"houses":[]}\n')
    outcome = run("verify", old)
    assert (outcome.code, outcome.out) == (2, "")
    message = "is a certificate; proofs have replaced certificates: `check PUZZLE --proof FILE` writes one"
    assert outcome.err == f"{old}: {message}\n"


def test_puzzles_without_score_have_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    for options in (
        ["--target", "5"],
        ["--best", "2"],
        ["--worst"],
        ["--target", "best", "--all"],
    ):
        assert main(["solve", "classic", *options]) == 2
        assert "has no score" in capsys.readouterr().err


def test_bad_targets_are_refused(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(small), "--target", "high"]) == 2
    assert "neither a whole number nor 'best'" in capsys.readouterr().err


def test_a_file_of_scored_puzzles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = models.load("target")
    grid = "645217389193548276278639145357492618482163597916875432831726954769354821524981763"
    puzzles = [
        "".join("." if place % 7 == number % 7 else mark for place, mark in enumerate(grid)) for number in range(99)
    ]
    path = tmp_path / "many.txt"
    path.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    assert main(["solve", str(path), "--model", "target", "--format", "line", "--threads", "2"]) == 0
    found = capsys.readouterr().out.splitlines()
    assert len(found) == len(puzzles)
    assert target.objective is not None
    compiled = load_solver("cp-sat").compile(target)
    for puzzle, line in list(zip(puzzles, found, strict=True))[:7]:
        givens = {cell: int(mark) for cell, mark in zip(target.cells, puzzle, strict=True) if mark != "."}
        assert target.violations([int(mark) for mark in line], givens) == []
        best = compiled.solve(givens).objective
        assert target.objective.value(target.solution(map(int, line))) == best


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat"])
def test_a_target_of_any_size(run: Callable[..., Any], solver: str, tmp_path: Path) -> None:
    far = 10**20 - 1
    for command in (["solve"], ["solve", "--all"], ["count"]):
        assert run(*command, "target", "--solver", solver, "--target", far).code == 1
        assert run(*command, "target", "--solver", solver, "--target", -far, "--limit", 3).code == 0
    if solver == "exact-cover":
        assert run("check", "target", "--target", far, "--proof", tmp_path / "far").code == 0
        assert run("verify", tmp_path / "far.pbp").code == 0

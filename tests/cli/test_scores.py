"""What the command line answers about scores."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp import models
from sudoku_cp.backends import backend
from sudoku_cp.certificates import writing
from sudoku_cp.certificates.writing import NotCertifiedError
from sudoku_cp.cli import main
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
        assert main(["count", str(small), "--target", target, "--backend", name]) == 0
        assert records(capsys)[0]["count"] == len(good)
        assert main(["solve", str(small), "--all", "--target", target, "--backend", name]) == 0
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


def test_a_certificate_is_written_and_verified(
    small: Path, scores: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "small.cert"
    assert main(["solve", str(small), str(small), "--certificate", str(path)]) == 0
    assert [record["certificate"] for record in records(capsys)] == [str(path), str(tmp_path / "small-2.cert")]
    assert main(["verify", str(path)]) == 0
    [record] = records(capsys)
    assert (record["verdict"], record["optimum"]) == ("verified", scores[0])
    forged = path.read_text().replace(f'"beyond":{scores[0] + 1}', f'"beyond":{scores[0]}')
    path.write_text(forged)
    assert main(["verify", str(path)]) == 4
    assert records(capsys)[0]["verdict"] == "rejected"


def test_puzzles_without_score_have_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    for options in (
        ["--target", "5"],
        ["--best", "2"],
        ["--worst"],
        ["--certificate", "x"],
        ["--target", "best", "--all"],
    ):
        assert main(["solve", "classic", *options]) == 2
        assert "has no score" in capsys.readouterr().err


def test_only_the_engine_gives_evidence(small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(small), "--backend", "cp-sat", "--certificate", str(tmp_path / "x")]) == 2
    assert "cp-sat gives no evidence" in capsys.readouterr().err
    for several in (["--all"], ["--best", "2"]):
        assert main(["solve", str(small), *several, "--certificate", str(tmp_path / "x")]) == 2
        assert "goes with neither --all nor --best" in capsys.readouterr().err


def test_no_certificate_and_why(
    small: Path, scores: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is given all the same, and so is the one after it."""

    def stopped(*_: object) -> None:
        raise NotCertifiedError("the search for the evidence was stopped: allow more")

    options = ["--certificate", str(tmp_path / "x")]
    assert main(["solve", str(small), str(small), "--target", str(scores[0]), *options]) == 3
    output = capsys.readouterr()
    assert [json.loads(line)["certificate"] for line in output.out.splitlines()] == [None, None]
    assert output.err.splitlines()[0] == f"{small}:1: no certificate is written: a solution scores {scores[0]}"
    monkeypatch.setattr(writing, "certify_result", stopped)
    assert main(["solve", str(small), *options]) == 3
    output = capsys.readouterr()
    assert json.loads(output.out)["objective"] == scores[0]
    assert output.err == f"{small}:1: no certificate is written: the search for the evidence was stopped: allow more\n"
    assert not (tmp_path / "x").exists()


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
    program = backend("cp-sat").compile(target)
    for puzzle, line in list(zip(puzzles, found, strict=True))[:7]:
        givens = {cell: int(mark) for cell, mark in zip(target.cells, puzzle, strict=True) if mark != "."}
        assert target.violations([int(mark) for mark in line], givens) == []
        best = program.solve(givens).objective
        assert target.objective.value(target.solution(map(int, line))) == best


@pytest.mark.parametrize("backend", ["exact-cover", "cp-sat"])
def test_a_target_of_any_size(run: Callable[..., Any], backend: str, tmp_path: Path) -> None:
    far = 10**20 - 1
    for command in (["solve"], ["solve", "--all"], ["count"]):
        assert run(*command, "target", "--backend", backend, "--target", far).code == 1
        assert run(*command, "target", "--backend", backend, "--target", -far, "--limit", 3).code == 0
    if backend == "exact-cover":
        certificate = tmp_path / "far.cert"
        assert run("solve", "target", "--target", far, "--certificate", certificate).code == 1
        assert run("verify", certificate).code == 0

"""Solvers that err in every way are found out; right ones are not."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp import InputError, ModelError, Sudoku
from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.cross_check.external import ExternalSolver, Mistake, Query, Trial, TrialResult, command, function
from sudoku_cp.cross_check.shrink import Budget
from sudoku_cp.model.limits import Limits
from sudoku_cp.rules import doubler
from tests.cross_check.external.dawdling import FOREVER, LIMIT, clocked, dawdle

UNIQUE, SEVERAL, NONE = "1234....21......", "12..3...........", "12..1..........."


def solutions(line: str) -> list[str]:
    board = Sudoku(4)
    board.give_grid(None if mark == "." else int(mark) for mark in line)
    return ["".join(map(str, s.values_in_order)) for s in BruteForce().compile(board).solutions()]


def queries(*lines: str) -> list[Query]:
    board = Sudoku(4)
    cells = [{cell: int(mark) for cell, mark in zip(board.grid, line, strict=True) if mark != "."} for line in lines]
    return [Query(board, givens, "1234") for givens in cells]


def tried(solver: ExternalSolver, *lines: str, limit: int = 1000) -> list[TrialResult]:
    return list(Trial(solver, limit, Limits(seconds=600)).run(queries(*lines)))


def mistakes(call: Callable[[str], Any], limit: int = 1000) -> list[Mistake | None]:
    return [found.judgement.mistake for found in tried(function(call), UNIQUE, SEVERAL, NONE, limit=limit)]


def test_the_examples() -> None:
    assert [len(solutions(line)) for line in (UNIQUE, SEVERAL, NONE)] == [4, 12, 0]


@pytest.mark.slow
@pytest.mark.parametrize(
    "call",
    [
        solutions,
        lambda line: next(iter(solutions(line)), None),
        lambda line: str(len(solutions(line))),
        lambda line: len(solutions(line)),
    ],
)
def test_right_ones(call: Callable[[str], Any]) -> None:
    assert mistakes(call) == [None] * 3


def die(line: str) -> str:
    os._exit(7)


@pytest.mark.slow
def test_a_function_that_does_not_return_is_ended(tmp_path: Path) -> None:
    def sometimes(line: str) -> Any:
        return dawdle(str(tmp_path / "dawdles"), FOREVER) if line == SEVERAL else solutions(line)

    trial = Trial(function(sometimes), 1000, Limits(seconds=LIMIT))
    with clocked(tmp_path / "dawdles"):
        found = list(trial.run(queries(UNIQUE, SEVERAL, NONE)))
    assert [one.judgement.verdict for one in found] == ["right", "open", "right"]
    assert f"no answer within {LIMIT} s" in found[1].judgement.reason


def test_a_function_that_ends_its_process() -> None:
    [found] = tried(function(die), UNIQUE)
    assert "it ended with code 7" in found.judgement.reason


def crash(line: str) -> str:
    raise ZeroDivisionError("no")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda line: None, [Mistake.LOST, Mistake.LOST, None]),
        (lambda line: "1" * 16, [Mistake.BROKEN] * 3),
        (lambda line: solutions(SEVERAL)[-1], [Mistake.OTHER, None, Mistake.OTHER]),
        (lambda line: solutions(line)[:1] * 2, [Mistake.REPEATED, Mistake.REPEATED, None]),
        (lambda line: str(len(solutions(line)) + 1), [Mistake.MISCOUNTED] * 3),
        (lambda line: "4", [None, Mistake.MISCOUNTED, Mistake.MISCOUNTED]),
        (crash, [Mistake.FAILED] * 3),
        (lambda line: "13\n13", [Mistake.SURPLUS] * 3),
    ],
)
def test_wrong_ones(call: Callable[[str], Any], expected: list[Mistake | None]) -> None:
    assert mistakes(call) == expected


def test_numbers_beyond_the_limit_are_not_told_apart() -> None:
    assert mistakes(lambda line: str(min(len(solutions(line)), 2)), limit=2) == [None] * 3


def test_a_command_that_answers_all_at_once() -> None:
    program = "import sys; [print('no') for line in sys.stdin]"
    found = tried(command(shlex.join([sys.executable, "-c", program])), UNIQUE, NONE)
    assert [item.judgement.mistake for item in found] == [Mistake.LOST, None]


@pytest.mark.slow
def test_a_command_that_says_nothing_where_there_is_no_solution(tmp_path: Path) -> None:
    solver = tmp_path / "solver.py"
    solver.write_text(
        f"import sys\nknown = {dict.fromkeys([UNIQUE], solutions(UNIQUE)[0])!r}\n"
        "for line in sys.stdin:\n    if line.strip() in known: print(known[line.strip()])\n"
    )
    found = tried(command(shlex.join([sys.executable, str(solver)])), NONE, UNIQUE, NONE, SEVERAL)
    assert [item.judgement.mistake for item in found] == [None, None, None, Mistake.LOST]


@pytest.mark.slow
def test_a_command_that_takes_too_long() -> None:
    sleeping = command(shlex.join([sys.executable, "-c", "import time; time.sleep(600)"]))
    trial = Trial(sleeping, 2, Limits(seconds=0.2))
    for found in trial.run(queries(UNIQUE, NONE)):
        assert (found.judgement.verdict, found.judgement.reason) == ("open", "no answer within 0.2 s")


@pytest.mark.slow
def test_the_smallest_puzzle() -> None:
    """It errs where a 4 stands in the first cell or a 3 in the second one: one given is enough to show it."""
    trial = Trial(function(lambda line: None if line[0] == "1" else solutions(line)[0]), 2, Limits())
    [found] = trial.run(queries(UNIQUE))
    smallest = trial.smallest(found, Budget())
    assert [query.text("line") for query in smallest] == ["1" + "." * 15 + "\n"]


def test_a_scored_puzzle() -> None:
    board = Sudoku(4)
    board.maximize(board["r1c1"] + 2 * board["r1c2"])
    puzzle = Query(board, {board["r1c3"]: 4}, "1234")
    for number, expected in ((8, None), (9, Mistake.VALUE)):
        [found] = Trial(function(lambda line, number=number: number), 2, Limits()).run([puzzle])  # type: ignore[misc]
        assert found.judgement.mistake is expected


def test_formats() -> None:
    [puzzle] = queries(UNIQUE)
    assert puzzle.text("line") == UNIQUE + "\n"
    assert puzzle.text("json").startswith('{"puzzle": "1234')
    assert 'grid = """' in puzzle.text("toml")
    assert puzzle.text("leetcode37").startswith('[["1"')


def test_bad_commands(tmp_path: Path) -> None:
    for line, message in (
        ("no-such-program", "cannot be run"),
        ("'", "is not a command"),
        ("", "needs a command"),
        ("missing.py:solve", "there is no such file"),
    ):
        with pytest.raises(InputError, match=message):
            tried(command(line), UNIQUE, SEVERAL)
    (tmp_path / "mine.py").write_text("solve = 3\n")
    with pytest.raises(InputError, match="declares no function solve"):
        command(f"{tmp_path}/mine.py:solve")


def test_variables_outside_the_grid_cannot_be_told() -> None:
    board = Sudoku(4)
    board.add(doubler("r1c1"))
    with pytest.raises(ModelError, match="has variables outside its grid"):
        next(Trial(function(lambda line: None), 2, Limits()).run([Query(board, {}, "1234")]))

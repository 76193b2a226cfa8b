"""Deliberately wrong solvers of ten kinds are convicted for the right reason; right ones that behave oddly are not.

The solvers are programs that know all solutions of eight small puzzles beforehand, and err in what they do with them.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator
from inspect import getsource
from pathlib import Path
from typing import NamedTuple

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.cross_check.external import ExternalSolver, Mistake, Query, Trial, TrialResult, command, run
from sudoku_cp.cross_check.shrink import Budget
from sudoku_cp.model.limits import Limits
from tests.cross_check.external.dawdling import FOREVER, LIMIT, clocked, dawdle

PUZZLES = (
    "...3..2.4..13...",
    "12..3...........",
    "3......4...2..1.",
    "...13...2.....4.",
    "12..1...........",
    ".24.4.....1....2",
    "..3..4...2....1.",
    "..2....41.4....1",
)
SEVERAL, NONE = 1, 4
"""The places of the puzzles with several solutions and with none; the others have one."""

BOARD = Sudoku(4)
SCORED = Sudoku(4)
SCORED.maximize(SCORED["r1c1"] + 2 * SCORED["r2c2"] + 3 * SCORED["r3c4"])


def queries(board: Sudoku = BOARD) -> list[Query]:
    return [
        Query(board, {cell: int(mark) for cell, mark in zip(board.grid, line, strict=True) if mark != "."}, "1234")
        for line in PUZZLES
    ]


def solutions(query: Query) -> list[str]:
    found = BruteForce().compile(query.board).solutions(query.givens)
    return sorted("".join(map(str, solution.values_in_order)) for solution in found)


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with all solutions, by puzzle; those of several puzzles after their score."""
    score = SCORED.objective
    assert score is not None

    def best_first(grid: str) -> int:
        return -score.value(dict(zip(SCORED.grid, map(int, grid), strict=True)))

    path = tmp_path_factory.mktemp("known") / "solutions.json"
    path.write_text(
        json.dumps(
            {line: sorted(solutions(query), key=best_first) for line, query in zip(PUZZLES, queries(), strict=True)}
        )
    )
    return path


PROLOGUE = """
import os, signal, sys, time
known = eval(open(sys.argv[1]).read())
lines = (line.strip() for line in sys.stdin)
def say(*words, **options): print(*words, flush=True, **options)
def answer(line): return known[line][0] if known[line] else "-"
def score(grid): return int(grid[0]) + 2 * int(grid[5]) + 3 * int(grid[11])
puzzles = list(known)
def wait(seconds): dawdle(sys.argv[1] + ".dawdles", seconds)
"""


def solver(program: str, known: Path, *, form: str = "line", one_a_start: bool = False) -> ExternalSolver:
    imports = "import json\n" if "json." in program else ""
    words = [sys.executable, "-I", "-S", "-c", getsource(dawdle) + PROLOGUE + imports + program, str(known)]
    return command(shlex.join(words), form, one_a_start=one_a_start)


def test_the_puzzles() -> None:
    numbers = [len(solutions(query)) for query in queries()]
    assert [number for place, number in enumerate(numbers) if place not in (SEVERAL, NONE)] == [1] * 6
    assert (numbers[SEVERAL], numbers[NONE]) == (12, 0)


class Wrong(NamedTuple):
    """A wrong solver and what it is to be found guilty of."""

    program: str
    place: int
    """The first puzzle of which its answer is not right."""
    mistake: Mistake | None
    """None for an answer that does not come in time."""
    reason: str
    wrong: int
    """How many answers are not right."""
    board: Sudoku = BOARD


ALONE = "; alone it is right"
BEFORE = r"it gives the solution of the puzzle (just|\d places) before it"
AFTER = r"it gives the solution of the puzzle (just|\d places) after it"
LATE = f"no answer within {LIMIT} s"

WRONG: dict[str, Wrong] = {
    # state
    "state: the first answer for all": Wrong(
        "first = answer(next(lines)); say(first)\nfor line in lines: say(first)",
        1,
        Mistake.DEPENDENT,
        f"after another puzzle: {BEFORE}{ALONE}",
        7,
    ),
    "state: raises at the fourth puzzle": Wrong(
        "for number, line in enumerate(lines): say(answer(line) if number < 3 else 1 / 0)",
        3,
        Mistake.DEPENDENT,
        f"after 3 other puzzles: it ended with code 1: ZeroDivisionError: division by zero{ALONE}",
        2,
    ),
    "state: denies all after three": Wrong(
        "for number, line in enumerate(lines): say(answer(line) if number < 3 else '-')",
        3,
        Mistake.DEPENDENT,
        f"after 3 other puzzles: it says '-', but there is a solution{ALONE}",
        4,
    ),
    "state: wrong once there was no solution": Wrong(
        "wrong = False\nfor line in lines:\n    say('1' * 16 if wrong else answer(line))\n    wrong |= not known[line]",
        5,
        Mistake.DEPENDENT,
        f"after 5 other puzzles: r1c2=1 overrides the given 2{ALONE}",
        3,
    ),
    "state: stops after three": Wrong(
        "for number, line in zip(range(3), lines): say(answer(line))",
        3,
        Mistake.DEPENDENT,
        f"after 3 other puzzles: it says nothing, but there is a solution{ALONE}",
        2,
    ),
    "state: takes puzzles with as many givens for the same": Wrong(
        "seen = {}\nfor line in lines: say(seen.setdefault(line.count('.'), answer(line)))",
        3,
        Mistake.DEPENDENT,
        f"after 3 other puzzles: {BEFORE}{ALONE}",
        5,
    ),
    # order
    "order: from the last to the first": Wrong(
        "for line in [*lines][::-1]: say(answer(line))",
        0,
        Mistake.OTHER,
        AFTER,
        8,
    ),
    "order: two by two exchanged": Wrong(
        "for line in lines:\n    other = next(lines)\n    say(answer(other))\n    say(answer(line))",
        0,
        Mistake.OTHER,
        AFTER,
        6,
    ),
    "order: sorted": Wrong(
        "for text in sorted(map(answer, lines)): say(text)",
        0,
        Mistake.LOST,
        "it says '-', but there is a solution",
        5,
    ),
    "order: the first one last": Wrong(
        "first = next(lines)\nfor line in lines: say(answer(line))\nsay(answer(first))",
        0,
        Mistake.LOST,
        "it says nothing, but there is a solution",
        2,
    ),
    "order: the last one first": Wrong(
        "texts = [answer(line) for line in lines]\nfor text in texts[-1:] + texts[:-1]: say(text)",
        0,
        Mistake.OTHER,
        "in addition to its own solution it gives that of the puzzle 7 places after it",
        2,
    ),
    # crash
    "crash: at once": Wrong(
        "print('no licence', file=sys.stderr); sys.exit(3)",
        0,
        Mistake.FAILED,
        "it ended with code 3: no licence",
        8,
    ),
    "crash: raises at one puzzle": Wrong(
        "for line in lines: say(answer(line) if line != puzzles[5] else [][1])",
        5,
        Mistake.FAILED,
        "it ended with code 1: IndexError: list index out of range",
        1,
    ),
    "crash: a signal at one puzzle": Wrong(
        "for line in lines: say(answer(line)) if line != puzzles[2] else os.kill(os.getpid(), signal.SIGSEGV)",
        2,
        Mistake.FAILED,
        "it was ended by SIGSEGV",
        1,
    ),
    "crash: its output is lost": Wrong(
        "for line in lines:\n    if line == puzzles[5]: os._exit(9)\n    print(answer(line))",
        5,
        Mistake.FAILED,
        "it ended with code 9",
        1,
    ),
    "crash: its output is lost after three": Wrong(
        "for number, line in enumerate(lines):\n    if number == 3: os._exit(9)\n    print(answer(line))",
        3,
        Mistake.DEPENDENT,
        f"after 3 other puzzles: it ended with code 9{ALONE}",
        2,
    ),
    "crash: after all": Wrong(
        "for line in lines: say(answer(line))\nos.kill(os.getpid(), signal.SIGABRT)",
        7,
        Mistake.FAILED,
        "it was ended by SIGABRT",
        1,
    ),
    # hang
    "hang: always": Wrong(
        f"wait({FOREVER})",
        0,
        None,
        LATE,
        8,
    ),
    "hang: at one puzzle": Wrong(
        f"for line in lines: say(answer(line)) if line != puzzles[3] else wait({FOREVER})",
        3,
        None,
        LATE,
        1,
    ),
    "hang: at the fourth puzzle": Wrong(
        f"for number, line in enumerate(lines): say(answer(line)) if number != 3 else wait({FOREVER})",
        3,
        Mistake.DEPENDENT,
        f"after 3 other puzzles: {LATE}{ALONE}",
        1,
    ),
    "hang: never ends": Wrong(
        f"for line in lines: say(answer(line))\nwait({FOREVER})",
        7,
        None,
        f"it has answered all puzzles, and does not end within {LIMIT} s",
        1,
    ),
    "hang: at one puzzle, its output held back": Wrong(
        f"for line in lines: print(answer(line)) if line != puzzles[3] else wait({FOREVER})",
        3,
        None,
        LATE,
        1,
    ),
    "hang: writes without end": Wrong(
        "while True: print('1' * 4000)",
        0,
        Mistake.FAILED,
        "it writes more than 1 MB",
        8,
    ),
    # banner
    "banner: a line before all": Wrong(
        "say('Sudoku solver 1.0')\nfor line in lines: say(answer(line))",
        0,
        Mistake.UNCLEAR,
        "it writes 'Sudoku solver 1.0', which is not understood",
        1,
    ),
    "banner: three lines before all": Wrong(
        "say('Sudoku solver\\n(c) 2026\\nready')\nfor line in lines: say(answer(line))",
        0,
        Mistake.UNCLEAR,
        "it writes 'Sudoku solver', which is not understood",
        1,
    ),
    "banner: a line after all": Wrong(
        "for line in lines: say(answer(line))\nsay('8 puzzles in 0.1 s')",
        7,
        Mistake.UNCLEAR,
        "it writes '8 puzzles in 0.1 s', which is not understood",
        1,
    ),
    "banner: a log line before each": Wrong(
        "for line in lines: say(f'[INFO] {line}'); say(answer(line))",
        0,
        Mistake.UNCLEAR,
        r"it writes '\[INFO\] .*', which is not understood",
        8,
    ),
    "banner: now and then": Wrong(
        "for number, line in enumerate(lines, 1):\n    say(answer(line))\n    if number == 3: say('3 done')",
        3,
        Mistake.DEPENDENT,
        f"after 3 other puzzles: it writes '3 done', which is not understood{ALONE}",
        1,
    ),
    # counts
    "counts: always one": Wrong(
        "for line in lines: say(1)",
        1,
        Mistake.MISCOUNTED,
        "it says 1, but there are 12",
        2,
    ),
    "counts: one too many": Wrong(
        "for line in lines: say(len(known[line]) + 1)",
        0,
        Mistake.MISCOUNTED,
        "it says 2, but there are 1",
        8,
    ),
    "counts: no more than two": Wrong(
        "for line in lines: say(min(2, len(known[line])))",
        1,
        Mistake.MISCOUNTED,
        "it says 2, but there are 12",
        1,
    ),
    "counts: beside a right solution": Wrong(
        "for line in lines:\n"
        "    number = len(known[line])\n"
        "    say(json.dumps({'solution': answer(line).strip('-'), 'count': max(1, number - 1)}))",
        1,
        Mistake.MISCOUNTED,
        "it says 11, but there are 12",
        2,
    ),
    "counts: those before, too": Wrong(
        "total = 0\nfor line in lines: total += len(known[line]); say(total)",
        1,
        Mistake.DEPENDENT,
        f"after another puzzle: it says 13, but there are 12{ALONE}",
        7,
    ),
    # optimum
    "optimum: the worst": Wrong(
        "for line in lines: say(known[line][-1] if known[line] else '-')",
        1,
        Mistake.VALUE,
        r"its solution scores \d+, but \d+ is the best",
        1,
        SCORED,
    ),
    "optimum: the second best": Wrong(
        "for line in lines:\n"
        "    rest = [grid for grid in known[line] if score(grid) < score(known[line][0])]\n"
        "    say((rest or known[line] or ['-'])[0])",
        1,
        Mistake.VALUE,
        r"its solution scores \d+, but \d+ is the best",
        1,
        SCORED,
    ),
    "optimum: the value of the worst": Wrong(
        "for line in lines: say(score(known[line][-1]) if known[line] else -1)",
        1,
        Mistake.VALUE,
        r"it says \d+, but \d+ is the best",
        1,
        SCORED,
    ),
    "optimum: a value beyond the best": Wrong(
        "for line in lines: say(score(known[line][0]) + 1 if known[line] else -1)",
        0,
        Mistake.VALUE,
        r"it says \d+, but \d+ is the best",
        7,
        SCORED,
    ),
    "optimum: the best value of the worst": Wrong(
        "for line in lines:\n"
        "    grids = known[line] or [None]\n"
        "    say(json.dumps({'solution': grids[-1], 'objective': grids[0] and score(grids[0])}))",
        1,
        Mistake.VALUE,
        r"it says \d+, but its solution scores \d+",
        1,
        SCORED,
    ),
    "optimum: all solutions": Wrong(
        "for line in lines: say('\\n'.join(known[line] or '-'))",
        1,
        Mistake.VALUE,
        r"its solution scores \d+, but \d+ is the best",
        1,
        SCORED,
    ),
    # duplicates
    "duplicates: each solution twice": Wrong(
        "for line in lines: say(answer(line)); say(answer(line))",
        1,
        Mistake.REPEATED,
        "in addition to its own solution it gives that of the puzzle just before it",
        7,
    ),
    "duplicates: in a list": Wrong(
        "for line in lines: say(json.dumps({'solutions': known[line] + known[line][:1]}))",
        0,
        Mistake.REPEATED,
        "only 1 of its 2 solutions are different",
        7,
    ),
    "duplicates: the first of several once more": Wrong(
        "for line in lines: say('\\n'.join(known[line] + known[line][:1] * (len(known[line]) > 1)) or '-')",
        2,
        Mistake.DEPENDENT,
        f"after 2 other puzzles: in addition to its own solution it gives that of the puzzle just before it{ALONE}",
        1,
    ),
    "duplicates: a denial after each solution": Wrong(
        "for line in lines: say(answer(line)); say('none')",
        1,
        Mistake.SURPLUS,
        "in addition to its answer it writes 'none'",
        7,
    ),
    "duplicates: a line once more": Wrong(
        "for number, line in enumerate(lines): say(*[answer(line)] * (1 + (number == 2)), sep='\\n')",
        3,
        Mistake.DEPENDENT,
        f"after 3 other puzzles: in addition to its own solution it gives that of the puzzle just before it{ALONE}",
        1,
    ),
    # late output
    "late: each answer with the next puzzle, the last one never": Wrong(
        "before = None\nfor line in lines:\n    if before: say(answer(before))\n    before = line",
        7,
        Mistake.LOST,
        "it says nothing, but there is a solution",
        1,
    ),
    "late: after a denial": Wrong(
        "before = '-'\nfor line in lines: say(before); before = answer(line)",
        0,
        Mistake.SURPLUS,
        "in addition to its answer it writes '-'",
        2,
    ),
    "late: beyond the limit": Wrong(
        f"for line in lines: line == puzzles[6] and wait({3 * LIMIT}); say(answer(line))",
        6,
        None,
        LATE,
        1,
    ),
    "late: one answer after all others": Wrong(
        "for line in lines: line == puzzles[2] or say(answer(line))\nsay(answer(puzzles[2]))",
        2,
        Mistake.DEPENDENT,
        f"after 2 other puzzles: it says nothing, but there is a solution{ALONE}",
        2,
    ),
    "late: it writes while it ends, and too slowly": Wrong(
        f"texts = [answer(line) for line in lines]\nfor text in texts[:7]: say(text)\nwait({FOREVER})",
        7,
        None,
        LATE,
        1,
    ),
    # partial lines
    "partial: a cell is missing": Wrong(
        "for line in lines: say(answer(line)[:15])",
        0,
        Mistake.UNCLEAR,
        r"it writes '\d{15}', which is not understood",
        7,
    ),
    "partial: the last line is cut off": Wrong(
        "sys.stdout.write('\\n'.join(map(answer, lines))[:-1])",
        7,
        Mistake.UNCLEAR,
        r"it writes '\d{15}', which is not understood",
        1,
    ),
    "partial: a row is missing": Wrong(
        "for line in lines: print(*[answer(line)[at : at + 4] for at in (0, 4, 8)], sep='\\n', end='\\n\\n')",
        0,
        Mistake.UNCLEAR,
        r"it writes '3 of 4 rows: \d{4}', which is not understood",
        7,
    ),
    "partial: a cell stays open": Wrong(
        "for line in lines: say(answer(line)[:15] + '.')",
        0,
        Mistake.LOST,
        "it says 'a grid with open cells', but there is a solution",
        7,
    ),
    "partial: JSON is cut off": Wrong(
        "for line in lines: say(json.dumps({'solution': answer(line)})[:20])",
        0,
        Mistake.UNCLEAR,
        "it writes '{.*', which is not understood",
        8,
    ),
    "partial: a cell too many": Wrong(
        "for line in lines: say(answer(line) + '1' * len(known[line]))",
        0,
        Mistake.UNCLEAR,
        r"it writes '\d{17}', which is not understood",
        7,
    ),
}


@pytest.fixture(autouse=True)
def clock(known: Path) -> Iterator[None]:
    with clocked(known.with_name(f"{known.name}.dawdles")):
        yield


def found(solver: ExternalSolver, board: Sudoku = BOARD) -> tuple[Trial, list[TrialResult]]:
    trial = Trial(solver, 1000, Limits(seconds=LIMIT))
    asked = queries(board)
    results = list(trial.run(asked))
    assert [result.query for result in results] == asked
    return trial, results


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_wrong(name: str, known: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "MOST_WRITTEN", 1 << 20)
    wrong = WRONG[name]
    _, results = found(solver(wrong.program, known), wrong.board)
    verdicts = [result.judgement.verdict for result in results]
    place = next(place for place, verdict in enumerate(verdicts) if verdict != "right")
    judgement = results[place].judgement
    assert (place, judgement.mistake) == (wrong.place, wrong.mistake), judgement.reason
    assert re.fullmatch(wrong.reason, judgement.reason), judgement.reason
    assert verdicts[place] == ("wrong" if wrong.mistake else "open")
    assert 8 - verdicts.count("right") == wrong.wrong


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "place", "expected"),
    [
        ("state: the first answer for all", 7, 2),
        ("state: raises at the fourth puzzle", 7, 4),
        ("state: wrong once there was no solution", 7, 2),
        ("crash: its output is lost after three", 7, 4),
        ("hang: at the fourth puzzle", 3, 4),
    ],
)
def test_the_shortest_sequence(name: str, place: int, expected: int, known: Path) -> None:
    wrong = WRONG[name]
    trial, results = found(solver(wrong.program, known))
    assert results[place].judgement.mistake is Mistake.DEPENDENT
    shortest = trial.smallest(results[place], Budget(tries=30))
    assert len(shortest) == expected
    assert shortest[-1] is results[place].query
    if name == "state: wrong once there was no solution":
        assert shortest[0] is results[NONE].query


def test_there_are_fifty_of_ten_kinds() -> None:
    kinds = [name.split(":")[0] for name in WRONG]
    assert len(WRONG) >= 50
    assert len(set(kinds)) == 10
    assert min(map(kinds.count, kinds)) >= 5


class Right(NamedTuple):
    """A right solver that behaves oddly."""

    program: str
    board: Sudoku = BOARD
    form: str = "line"
    one_a_start: bool = False


RIGHT: dict[str, Right] = {
    "plain": Right("for line in lines: say(answer(line))"),
    "slow": Right(f"for line in lines: wait({LIMIT - 20}); say(answer(line))"),
    "slow to start": Right(f"wait({LIMIT - 20})\nfor line in lines: say(answer(line))"),
    "buffering": Right("texts = [answer(line) for line in lines]\nsay(*texts, sep='\\n')"),
    "slow and buffering": Right(f"for line in lines: wait({LIMIT - 20}); print(answer(line))"),
    "in blocks": Right(
        "for number, line in enumerate(lines): print('\\n' * (number > 0), answer(line), end='', flush=number == 3)"
    ),
    "blank lines": Right("for line in lines: say('\\n', answer(line), '\\n\\n')"),
    "no line end": Right("sys.stdout.write('\\n'.join(map(answer, lines)))"),
    "Windows line ends": Right("for line in lines: say(answer(line), end='\\r\\n')"),
    "JSON": Right("for line in lines: say(json.dumps({'solution': known[line][0] if known[line] else None}))"),
    "JSON to JSON": Right(
        "for line in lines: say(json.dumps({'solutions': known[json.loads(line)['puzzle']]}))", form="json"
    ),
    "grids": Right(
        "for line in lines: say(*[answer(line)[at : at + 4] for at in (0, 4, 8, 12)], sep='\\n', end='\\n\\n')"
    ),
    "numbers": Right("for line in lines: say(len(known[line]))"),
    "all solutions": Right("for line in lines: say('\\n'.join(known[line] or '-'))"),
    "nothing where there is no puzzle": Right("for line in lines:\n    if known[line]: say(answer(line))"),
    "all solutions or nothing": Right("for line in lines:\n    for grid in known[line]: say(grid)"),
    "with its times": Right("for line in lines: say(answer(line), '0.1 ms') if known[line] else say('-')"),
    "messages on standard error": Right(
        "for line in lines: print('x' * 9999, file=sys.stderr); say(answer(line))\nsys.exit(1)"
    ),
    "one a start": Right("say(answer(next(lines)))", one_a_start=True),
    "the best": Right("for line in lines: say(answer(line))", SCORED),
    "the best value": Right("for line in lines: say(score(known[line][0]) if known[line] else -1)", SCORED),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", RIGHT)
def test_right(name: str, known: Path) -> None:
    right = RIGHT[name]
    _, results = found(solver(right.program, known, form=right.form, one_a_start=right.one_a_start), right.board)
    assert [(result.judgement.verdict, result.judgement.reason) for result in results if result.judgement.mistake] == []
    assert {result.judgement.verdict for result in results} == {"right"}

"""Puzzles with no, two and many solutions; layouts that cannot be filled; text that is not a puzzle."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from functools import partial

from benchmarks.agreement.classic import check_counts, checker, compiled, givens_of
from benchmarks.agreement.settings import Check, Settings
from benchmarks.agreement.tally import Tally
from benchmarks.data import lines, rows, spread
from sudoku_cp import Sudoku
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.registry import load_solver

LARGEST = 200_000_000
"""The number of solutions up to which puzzles are counted."""

JIGSAW_LIMITS = Limits(seconds=1)

GOOD = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........\n"

MALFORMED = {
    "nothing": b"",
    "empty lines": b"\n\n \n",
    "only a comment": b"# nothing\n",
    "80 characters": b"." * 80 + b"\n",
    "82 characters": b"." * 82 + b"\n",
    "a letter": b"." * 80 + b"x\n",
    "a wrong line after a right one": GOOD.encode() + b"...\n",
    "a wrong line after many right ones": GOOD.encode() * 500 + b"." * 80 + b"\n",
    "not UTF-8": b"\xff\xfe" + b"." * 79 + b"\n",
    "a NUL": b"." * 40 + b"\0" + b"." * 40 + b"\n",
    "ten rows": b".........\n" * 9 + b"1........\n",
    "a short row": b".........\n" * 8 + b"........\n",
    "an endless line": b"." * 1_000_000,
    "binary": bytes(range(256)) * 8,
    "JSON cut off": b'[["5","3",".",',
    "JSON of the wrong shape": b'[["5","3"],["."]]',
    "JSON of numbers": b"[1,2,3]",
    "TOML of an unknown rule": b'[[nonsense]]\ncells = "r1c1"\n',
    "TOML of an unknown model": b'model = "nonsense"\ngrid = "...."\n',
    "TOML that is none": b'model = "classic"\ngrid = """\n',
    "a digit too high": b"7" + b"." * 15 + b"\n",
    "a frame of nothing": b"+---+\n|   |\n+---+\n",
}
"""Texts that are not puzzles; each must give exit code 2 and one message with a place, never a traceback."""


def _none(settings: Settings, tally: Tally) -> None:
    puzzles = [line[:81] for line in lines(settings.data / "robust" / "zero_solution_hard.txt")]
    check_counts(puzzles, [0] * len(puzzles), settings, tally)


def _two(settings: Settings, tally: Tally) -> None:
    for file in ("clues16_two_solutions.txt", "clues77_two_solutions.txt"):
        puzzles = [line[:81] for line in lines(settings.data / "robust" / file)]
        check_counts(puzzles, [2] * len(puzzles), settings, tally)


def _ladder(settings: Settings, tally: Tally) -> None:
    table = rows(settings.data / "robust" / "multi_solution_ladder.tsv")
    check_counts([puzzle for puzzle, _ in table], [int(count) for _, count in table], settings, tally)


def _tdoku(settings: Settings, tally: Tally) -> None:
    fields = [line.split(":") for line in lines(settings.data / "robust" / "tdoku_test_puzzles.txt")]
    check_counts([field[0] for field in fields], [int(field[1]) for field in fields], settings, tally)


def _cases(settings: Settings, tally: Tally) -> None:
    """Textbook cases, some with too many solutions to count."""
    exact = []
    for name, puzzle, known in rows(settings.data / "robust" / "sudopedia_norvig_cases.tsv"):
        if known.startswith(">="):
            least = int(known.removeprefix(">="))
            answer = compiled().count(least, givens_of(puzzle))
            tally.judge(name, answer.count == least, answer)
            report = checker().check(givens_of(puzzle), count_limit=1000)
            tally.compare(name, report.count.low is not None and report.count.low >= 1000, report)
        else:
            exact.append((puzzle, int(known)))
    check_counts([puzzle for puzzle, _ in exact], [count for _, count in exact], settings, tally)


def _norvig(settings: Settings, tally: Tally) -> None:
    """The count of Norvig's puzzle with 148,357,268 solutions."""
    table = rows(settings.data / "robust" / "sudopedia_norvig_cases.tsv")
    (puzzle,) = (row[1] for row in table if row[0].startswith("norvig hard1"))
    answer = compiled().count(LARGEST, givens_of(puzzle), Limits(seconds=60 * settings.seconds))
    tally.judge("norvig hard1", answer.count == 148_357_268 if answer.exact else None, answer)


def _jigsaws(share: int, settings: Settings, tally: Tally) -> None:
    """Layouts without a solution; their empty grids are unlike everyday puzzles."""
    layouts = [layout for _, layout in rows(settings.data / "robust" / "jigsaw_layouts_infeasible.tsv")]
    for layout in spread(layouts, settings.sample // share):
        sudoku = Sudoku(9, regions=layout)
        ours, theirs = (
            load_solver(name).compile(sudoku).solve(limits=JIGSAW_LIMITS).status for name in ("exact-cover", "cp-sat")
        )
        tally.judge(layout, None if ours is Status.LIMIT else ours is Status.INFEASIBLE, ours)
        tally.compare(layout, None if theirs is Status.LIMIT else theirs is Status.INFEASIBLE, theirs)


def _malformed(settings: Settings, tally: Tally) -> None:
    del settings
    for name, text in MALFORMED.items():
        for command in (["solve"], ["check"], ["judge", "poj3074"], ["judge", "poj3076"], ["judge", "leetcode37"]):
            if command[0] == "judge" and name in _FINE_FOR_JUDGES:
                continue
            ended = subprocess.run(
                [sys.executable, "-m", "sudoku_cp", *command], input=text, capture_output=True, check=False
            )
            message = ended.stderr.decode(errors="replace")
            right = ended.returncode == 2 and message.startswith("<stdin>") and "Traceback" not in message
            tally.judge(f"{name}, {' '.join(command)}", right, f"code {ended.returncode}: {message[-200:]}")


_FINE_FOR_JUDGES = ("nothing", "empty lines", "only a comment", "a frame of nothing")
"""The texts without a puzzle, which judges accept."""

CHECKS: Mapping[str, Check] = {
    "zero": _none,
    "two": _two,
    "ladder": _ladder,
    "tdoku-tests": _tdoku,
    "cases": _cases,
    "norvig": _norvig,
    "jigsaws": partial(_jigsaws, 10),
    "malformed": _malformed,
}

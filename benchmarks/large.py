"""Boards of 16×16 and more, and quasigroups: the number done in ten seconds by exact cover and by CP-SAT.

    python -m benchmarks.large --sets gecode25,qwh30 --cp-sat 10

The task is to prove sudokus unique, and to fill or refute Latin squares. Times are processor times, so that other work
of the machine does not count. The exit code is 4 if the two disagree.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from threading import Event
from time import process_time
from typing import TypeAlias

from benchmarks.data import add_data_option, ranks_of, rows, spread
from benchmarks.table import print_table, seconds, times
from sudoku_cp import Sudoku
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits, Progress
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver

HEADER = (
    *("set", "puzzles", "done", "median", "slowest"),
    *("cp-sat: puzzles", "done", "median", "slowest", "cp-sat / exact-cover"),
)

FILES = {
    "gecode16": "gecode_sudoku_16x16",
    "janko16": "puzzlekit_janko_16x16",
    "sgt16": "sgt_16x16",
    "amtal16": "amtal_16test",
    "amtal16b": "amtal_16test2",
    "sgt25": "sgt_25x25",
    "hakank25": "hakank_25x25_250",
    "hakank25b": "hakank_25x25_378",
    "gecode25": "gecode_sudoku_25x25",
    "qcp": "qcp_minizinc",
    "qwh30": "qwh_order30",
}

LATIN = ("qcp", "qwh30")

Question: TypeAlias = tuple[str, LoweredModel, Givens, int]
"""A puzzle, what answers about it, its givens, and the number of solutions to look for."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"


@dataclass(frozen=True, slots=True)
class TimedCount:
    """The answer to one puzzle."""

    count: int | None
    """The number of solutions, up to the requested number; None if a limit was reached."""
    time: float


def main() -> int:
    parser = ArgumentParser(prog="python -m benchmarks.large", description=__doc__.splitlines()[0])
    add_data_option(parser)
    parser.add_argument("--sets", metavar="NAME,…", type=lambda text: text.split(","), default=list(FILES))
    parser.add_argument(
        "--cp-sat", metavar="N", type=int, default=0, help="puzzles of each set for CP-SAT (default: 0)"
    )
    parser.add_argument("--seconds", type=float, default=10, help="time limit for a puzzle (default: %(default)s)")
    options = parser.parse_args()
    if unknown := [name for name in options.sets if name not in FILES]:
        parser.error(f"there is no set {unknown[0]}; the sets are {', '.join(FILES)}")
    table, disagreements = [], 0
    for name in options.sets:
        puzzles = rows(options.data / "big" / f"{FILES[name]}.tsv")
        ours = _answers("exact-cover", name, puzzles, options.seconds)
        theirs = _answers("cp-sat", name, spread(puzzles, options.cp_sat), options.seconds)
        table.append(_row(name, ours, theirs))
        print("  ".join(table[-1]), flush=True)
        for puzzle, answer in ours.items():
            other = theirs.get(puzzle)
            if answer.count is None:
                print(f"    {puzzle}: {_shown(answer)}" + (f"; cp-sat: {_shown(other)}" if other else ""), flush=True)
            if other and None not in (answer.count, other.count) and answer.count != other.count:
                print(f"    DISAGREE on {puzzle}: {answer.count} and {other.count}", flush=True)
                disagreements += 1
    print_table(f"Done in {options.seconds:g} s of processor time", HEADER, table)
    return int(ExitCode.DISAGREE if disagreements else ExitCode.ANSWERED)


def _answers(solver: str, name: str, puzzles: Sequence[Sequence[str]], limit: float) -> dict[str, TimedCount]:
    return {
        puzzle: _answer(compiled, givens, most, limit)
        for puzzle, compiled, givens, most in _questions(solver, name, puzzles)
    }


def questions(solver: str, name: str, data: Path) -> Iterator[Question]:
    """The questions about the puzzles of a set."""
    return _questions(solver, name, rows(data / "big" / f"{FILES[name]}.tsv"))


def _questions(solver: str, name: str, puzzles: Sequence[Sequence[str]]) -> Iterator[Question]:
    by_size: dict[int, LoweredModel] = {}
    for puzzle in puzzles:
        ranks = [int(rank) for rank in puzzle[4].split()] if name in LATIN else ranks_of(puzzle[1], LETTERS)
        size = round(len(ranks) ** 0.5)
        if size not in by_size:
            by_size[size] = load_solver(solver).compile(Sudoku(size, regions=()) if name in LATIN else Sudoku(size))
        compiled = by_size[size]
        givens = {cell: rank for cell, rank in zip(compiled.model.cells, ranks, strict=True) if rank}
        yield puzzle[0], compiled, givens, 1 if name in LATIN else 2


def _answer(compiled: LoweredModel, givens: Givens, most: int, limit: float) -> TimedCount:
    """Count solutions up to a limit."""
    start, cancel = process_time(), Event()

    def look(_: Progress) -> None:
        if process_time() - start > limit:
            cancel.set()

    limits = Limits(cancel=cancel, on_progress=look)
    result = compiled.solve(givens, limits) if most == 1 else compiled.count(most, givens, limits)
    is_open = result.status is Status.LIMIT and result.count < most
    return TimedCount(None if is_open else result.count, process_time() - start)


def _row(name: str, ours: Mapping[str, TimedCount], theirs: Mapping[str, TimedCount]) -> tuple[str, ...]:
    ratio = "" if not theirs else times(median(answer.time / ours[puzzle].time for puzzle, answer in theirs.items()))
    return (name, *_summary(ours), *_summary(theirs), ratio)


def _summary(answers: Mapping[str, TimedCount]) -> tuple[str, ...]:
    if not answers:
        return ("0", "", "", "")
    spent = [answer.time for answer in answers.values()]
    done = sum(answer.count is not None for answer in answers.values())
    return (str(len(answers)), str(done), seconds(median(spent)), seconds(max(spent)))


def _shown(answer: TimedCount) -> str:
    return f"{'open' if answer.count is None else 'done'} after {seconds(answer.time)}"


if __name__ == "__main__":
    sys.exit(main())

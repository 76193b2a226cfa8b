"""9×9: all puzzles in exact cover, many in the cross-check; solutions are checked against the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.agreement.settings import Check, Settings
from benchmarks.agreement.tally import Tally
from benchmarks.data import CLASSIC, grids, lines, ranks_of, rows, spread
from sudoku_cp import Cell, Sudoku
from sudoku_cp.cross_check import CrossChecker, Verdict
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver

SYMBOLS = "123456789"

MANY = 30_000
"""The number of solutions up to which CP-SAT counts."""


@cache
def sudoku() -> Sudoku:
    """A plain 9×9 model, which all checks share."""
    return Sudoku(9)


@cache
def compiled() -> LoweredModel:
    """The model compiled for exact cover."""
    return load_solver().compile(sudoku())


@cache
def checker() -> CrossChecker:
    """The cross-check of exact cover and CP-SAT for it."""
    return CrossChecker(sudoku())


def check_counts(puzzles: Sequence[str], counts: Sequence[int], settings: Settings, tally: Tally) -> None:
    """Compare the number of solutions of every puzzle with the known one."""
    givens = grids(puzzles)
    most = max(counts, default=0) + 1
    batch = compiled().solve_many(givens, limit=most, threads=2)
    sound = (batch.counts == 0) | keep_the_rules(batch.solutions, givens)
    for number, (puzzle, known) in enumerate(zip(puzzles, counts, strict=True)):
        right = bool(batch.counts[number] == known and batch.exact[number] and sound[number])
        tally.judge(puzzle, right, f"{batch.counts[number]} solutions, not {known}, or breaks the rules")
    cross_check([item for item in zip(puzzles, counts, strict=True) if item[1] <= MANY], settings, tally)


def cross_check(known: Sequence[tuple[str, int]], settings: Settings, tally: Tally) -> None:
    """Ask both solvers all questions about a sample: existence, uniqueness, number and set of solutions."""
    for puzzle, count in spread(known, settings.sample):
        report = checker().check(givens_of(puzzle), count_limit=count + 2, set_limit=count + 2)
        same = report.verdict is Verdict.AGREE and report.count.exact and report.count.low == count
        tally.compare(puzzle, None if report.verdict is Verdict.INCONCLUSIVE else same, report)


def keep_the_rules(solutions: NDArray[np.integer], givens: NDArray[np.integer]) -> NDArray[np.bool_]:
    """For each 9×9 solution, whether it has every digit in every house and keeps the givens."""
    cube = solutions.reshape(-1, 9, 9)
    boxes = solutions.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
    kept = ((solutions == givens) | (givens == 0)).all(axis=1)
    for houses in (cube, cube.swapaxes(1, 2), boxes):
        kept &= (np.sort(houses, axis=2) == np.arange(1, 10)).all(axis=(1, 2))
    return np.asarray(kept)


def givens_of(puzzle: str) -> dict[Cell, int]:
    """The givens in a line of 81 characters."""
    return {cell: rank for cell, rank in zip(sudoku().cells, ranks_of(puzzle, SYMBOLS), strict=True) if rank}


def _unique(name: str, settings: Settings, tally: Tally) -> None:
    puzzles = [line[:81] for line in lines(settings.data / "classic" / CLASSIC[name])]
    check_counts(puzzles, [1] * len(puzzles), settings, tally)


def _solved(name: str, settings: Settings, tally: Tally) -> None:
    file = settings.data / "classic" / CLASSIC[name].replace(".txt", ".solved.txt")
    fields = [line.split(":") for line in lines(file)]
    check_counts([puzzle for puzzle, _, _ in fields], [int(count) for _, count, _ in fields], settings, tally)
    found = compiled().solve_many(grids([puzzle for puzzle, _, _ in fields])).solutions
    for (puzzle, _, solution), row in zip(fields, found, strict=True):
        if "".join(map(str, row)) != solution:
            tally.disagreements.append(f"{puzzle}: the solution differs from the known one, which is unique")


def _serg(settings: Settings, tally: Tally) -> None:
    """Exact counts of the puzzles in the classic set of the same name."""
    table = rows(settings.data / "robust" / "serg_counts_exact.tsv")
    classic = [line[:81] for line in lines(settings.data / "classic" / CLASSIC["serg"])]
    if [puzzle for puzzle, _ in table] != classic:
        tally.disagreements.append("the counts belong to other puzzles")
    check_counts([puzzle for puzzle, _ in table], [int(count) for _, count in table], settings, tally)


def _gecode(settings: Settings, tally: Tally) -> None:
    table = rows(settings.data / "big" / "gecode_sudoku_9x9.tsv")
    check_counts([row[1] for row in table], [1] * len(table), settings, tally)


CHECKS: Mapping[str, Check] = {
    "17clue": partial(_unique, "17clue"),
    "top1465": partial(_solved, "top1465"),
    "forum11+": partial(_unique, "forum11+"),
    "forum1106": partial(_solved, "forum1106"),
    "serg": _serg,
    "gecode9": _gecode,
}

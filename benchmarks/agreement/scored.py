"""Scored puzzles: the best value and the number of solutions from both solvers."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

from benchmarks.agreement.settings import Check, Settings
from benchmarks.agreement.tally import Tally
from benchmarks.data import ranks_of, rows
from sudoku_cp import models
from sudoku_cp.cli.judge import judge
from sudoku_cp.cross_check import CrossChecker, Verdict


def _generated(settings: Settings, tally: Tally) -> None:
    sudoku = models.load("target")
    checker = CrossChecker(sudoku)
    for puzzle, solutions, best, _ in rows(settings.data / "scored" / "generated_scored.tsv"):
        count, score = int(solutions), int(best)
        givens = {cell: rank for cell, rank in zip(sudoku.cells, ranks_of(puzzle, "123456789"), strict=True) if rank}
        report = checker.check(givens, count_limit=count + 1, set_limit=count + 1)
        ours = report.answers[0].results
        right = ours["count"].count == count and ours["count"].exact
        right &= ours["solve"].exact and ours["solve"].objective == (None if score < 0 else score)
        tally.judge(puzzle, right, report)
        same = report.verdict is Verdict.AGREE and report.count.low == report.count.high == count
        tally.compare(puzzle, None if report.verdict is Verdict.INCONCLUSIVE else same, report)


def _samples(settings: Settings, tally: Tally) -> None:
    for given in sorted((settings.data / "scored").glob("noip2009_sample?.in")):
        answer = BytesIO()
        judge("acwing183", BytesIO(given.read_bytes()), answer)
        right = answer.getvalue().split() == given.with_suffix(".out").read_bytes().split()
        tally.judge(given.name, right, answer.getvalue())


CHECKS: Mapping[str, Check] = {"scored": _generated, "noip2009": _samples}

"""Samples of online judges, compared byte by byte for supported judges, otherwise digit by digit."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

from benchmarks.agreement.classic import SYMBOLS, checker, givens_of
from benchmarks.agreement.settings import Check, Settings
from benchmarks.agreement.tally import Tally
from sudoku_cp.cli.judge import judge
from sudoku_cp.cross_check import Verdict

OURS = {
    "hdu1426_sample.in": "hdu1426",
    "hdu1426_two_cases.in": "hdu1426",
    "leetcode37_example1.json": "leetcode37",
    "leetcode37_testcase2.json": "leetcode37",
    "poj2676_sample.in": "poj2676",
    "poj3074_acwing166_sample.in": "poj3074",
    "poj3076_acwing169_sample.in": "acwing171",
    "poj3076_two_cases.in": "acwing171",
    "spoj_SUDOKU_sample.in": "spoj",
    "uva989_sample.in": "uva989",
}
"""The judge of the 16×16 samples, which have an empty line after the last grid, as AcWing requires and POJ does not."""

OTHERS = {
    "lanqiao_sample1.in": 0,
    "lanqiao_sample2.in": 0,
    "vijos1586_sample.in": 0,
}
"""Single 9×9 grids, and the lines before them."""


def _bytes(settings: Settings, tally: Tally) -> None:
    for name, problem in OURS.items():
        given = settings.data / "judge" / name
        expected = given.with_suffix(".out.json" if given.suffix == ".json" else ".out").read_bytes()
        tally.judge(name, *_answers(problem, given.read_bytes(), expected))
        if problem == "acwing171":
            tally.judge(f"{name} (POJ)", *_answers("poj3076", given.read_bytes(), expected.removesuffix(b"\n")))


def _answers(problem: str, given: bytes, expected: bytes) -> tuple[bool, bytes]:
    answer = BytesIO()
    judge(problem, BytesIO(given), answer)
    return answer.getvalue() == expected, answer.getvalue()


def _digits(settings: Settings, tally: Tally) -> None:
    for name, header in OTHERS.items():
        given = settings.data / "judge" / name
        text = "".join("".join(line.split()) for line in given.read_text().splitlines()[header:])
        _one_grid(name, text, "".join(given.with_suffix(".out").read_text().split()), tally)
    spoj = settings.data / "judge" / "spoj_SUD_sample.in"
    solutions = [line for line in spoj.with_suffix(".out").read_text().split() if len(line) == 81]
    for number, (puzzle, solution) in enumerate(zip(spoj.read_text().split()[1:], solutions, strict=False)):
        _one_grid(f"{spoj.name}, {number + 1}", puzzle, solution, tally)
    sixteen = settings.data / "judge" / "spoj_SUDOKU_sample.in"
    answer = BytesIO()
    judge("poj3076", BytesIO(sixteen.read_bytes().partition(b"\n")[2]), answer)
    right = answer.getvalue().split() == sixteen.with_suffix(".out").read_bytes().split()
    tally.judge(sixteen.name, right, answer.getvalue())


def _one_grid(name: str, puzzle: str, solution: str, tally: Tally) -> None:
    report = checker().check(givens_of(puzzle))
    values = () if report.solution is None else report.solution.values_in_order
    tally.judge(name, "".join(SYMBOLS[value - 1] for value in values) == solution, report)
    tally.compare(name, report.verdict is Verdict.AGREE and report.count.high == 1, report)


CHECKS: Mapping[str, Check] = {"judge-bytes": _bytes, "judge-digits": _digits}

"""Scored puzzles: proofs of the best score by exact cover, compared with CP-SAT and a program for the judge.

    python -m benchmarks.scored --cp-sat-time 60 --program ./acwing183

The puzzles are random grids, whose cells are opened at random with a fixed seed. The file of scored puzzles is used as
well, if ``--data`` has it.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.data import add_data_option, ranks_of, rows
from benchmarks.table import print_table, seconds, times
from benchmarks.timing import run_program
from sudoku_cp import Cell, Model, Sudoku, models
from sudoku_cp.cross_check.configurations import configured
from sudoku_cp.model import Board
from sudoku_cp.model.answers import Result, Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.proofs import prove
from sudoku_cp.proofs.checker import check
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver

GIVENS = (0, 5, 8, 11, 14, 17, 20, 25)
RANDOM_GIVENS = (17, 21, 25)
EMPTY_16 = (60, 80, 100, 120, 140, 160, 200, 256)

HEADER = (
    "puzzles",
    "number",
    "proved",
    "median",
    "slowest",
    "nodes",
    "cp-sat proved",
    "cp-sat",
    "cp-sat / ours",
    "worse",
)

NamedGivens = dict[Cell, int]
ScoredPuzzle = tuple[Board, NamedGivens]


@dataclass(frozen=True, slots=True)
class TimedResult:
    """A solver's answer to a puzzle, with its time."""

    result: Result
    seconds: float

    @property
    def proved(self) -> bool:
        """Whether the best score is known."""
        return self.result.status in (Status.OPTIMAL, Status.INFEASIBLE)


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.scored", description=__doc__.splitlines()[0])
    add_data_option(parser)
    parser.add_argument(
        "--sample", metavar="N", type=int, default=20, help="puzzles of each kind (default: %(default)s)"
    )
    parser.add_argument(
        "--time",
        metavar="S",
        type=float,
        default=60,
        help="time limit of our engine for a puzzle (default: %(default)s)",
    )
    parser.add_argument(
        "--cp-sat-time",
        metavar="S",
        type=float,
        default=60,
        help="time limit of CP-SAT for a puzzle, 0 to skip it (default: %(default)s)",
    )
    parser.add_argument("--cp-sat", metavar="NAME", default="cp-sat:workers=2", help="(default %(default)s)")
    parser.add_argument("--program", metavar="PATH", help="a program for AcWing 183, run on the puzzles of the file")
    parser.add_argument("--only", metavar="KIND", choices=KINDS, help=f"one of {', '.join(KINDS)}")
    options = parser.parse_args()
    for name, measure in KINDS.items():
        if options.only in (None, name):
            measure(options)


def _targets(options: Namespace) -> None:
    """The rings of the judge's problem, with an increasing number of open cells."""
    sudoku = models.load("target")
    grids = [_random_grid(9, seed) for seed in range(options.sample)]
    table = []
    for number in GIVENS:
        puzzles = [(sudoku, _some_of(sudoku, grid, number, seed)) for seed, grid in enumerate(grids)]
        table.append(_compare(f"{number} givens", puzzles if number else puzzles[:1], options))
    print_table(f"Target sudokus, cp-sat within {options.cp_sat_time:g} s", HEADER, table)
    _proofs(grids)


def _proofs(grids: Sequence[Sequence[int]]) -> None:
    table = []
    for number in GIVENS:
        sudoku = models.load("target")
        givens = _some_of(sudoku, grids[0], number, 0)
        start = perf_counter()
        proof = prove(sudoku, givens)
        written = perf_counter()
        claim = check(proof.formula, proof.steps)
        checked = perf_counter() - written
        size = f"{len(proof.steps):,} B"
        table.append((f"{number} givens", claim.steps, size, seconds(written - start), seconds(checked), proof.best))
    header = ("puzzles", "steps", "size", "solved and written", "verified", "best")
    print_table("Proofs, of one puzzle each", header, table)


def _hexadokus(options: Namespace) -> None:
    """16×16 with rings of 6 to 13."""
    sudoku = _ringed(16)
    grids = [_random_grid(16, seed) for seed in range(min(options.sample, 5))]
    table = []
    for number in EMPTY_16:
        puzzles = [(sudoku, _some_of(sudoku, grid, 256 - number, seed)) for seed, grid in enumerate(grids)]
        table.append(_compare(f"{number} empty", puzzles if number < 256 else puzzles[:1], options))
    print_table(f"16×16, rings of 6 to 13, cp-sat within {options.cp_sat_time:g} s", HEADER, table)


def _random_points(options: Namespace) -> None:
    """Random points for each digit of each cell."""
    table = []
    for number in RANDOM_GIVENS:
        puzzles = []
        for seed in range(options.sample):
            sudoku, random = Sudoku(9), Random(seed)
            sudoku.maximize(
                bonuses={(cell, digit): random.randint(-100, 100) for cell in sudoku.cells for digit in cell.domain}
            )
            puzzles.append((sudoku, _some_of(sudoku, _random_grid(9, seed), number, seed)))
        table.append(_compare(f"{number} givens", puzzles, options))
    print_table(
        f"Random points −100…100 for each digit of each cell, cp-sat within {options.cp_sat_time:g} s", HEADER, table
    )


def _file(options: Namespace) -> None:
    """The puzzles of the file: best values, counts and times."""
    path = options.data / "scored" / "generated_scored.tsv"
    sudoku = models.load("target")
    fields = rows(path)
    puzzles = [
        (sudoku, {cell: rank for cell, rank in zip(sudoku.cells, ranks_of(row[0], "123456789"), strict=True) if rank})
        for row in fields
    ]
    compiled = load_solver().compile(sudoku)
    right = 0
    for (_, givens), (_, count, best, *_rest) in zip(puzzles, fields, strict=True):
        result = compiled.solve(givens)
        right += compiled.count(givens=givens).count == int(count) and (result.objective or -1) == int(best)
    start = perf_counter()
    for _, givens in puzzles:
        compiled.solve(givens)
    ours = perf_counter() - start
    print(f"{path.name}: {right} of {len(puzzles)} values and counts are right; {seconds(ours)} in all")
    if options.program is not None:
        theirs = sum(_judge(options.program, row[0]) for row in fields)
        print(f"{Path(options.program).name}: {seconds(theirs)} in all, {times(theirs / ours)}")
    print_table("The puzzles of the file", HEADER, [_compare(path.name, puzzles, options)])


def _judge(program: str, puzzle: str) -> float:
    """The time of a whole process, including its start."""
    digits = ["0" if mark in ".0" else mark for mark in puzzle]
    text = "".join(" ".join(digits[row : row + 9]) + "\n" for row in range(0, 81, 9))
    sample, _ = run_program([program], text.encode())
    return sample.wall


def _compare(name: str, puzzles: Sequence[ScoredPuzzle], options: Namespace) -> tuple[object, ...]:
    ours = _answers(puzzles, load_solver().compile, options.time)
    proved = [answer for answer in ours if answer.proved]
    line: list[object] = [
        name,
        len(puzzles),
        f"{len(proved)}",
        seconds(median(answer.seconds for answer in ours)),
        seconds(max(answer.seconds for answer in ours)),
        f"{median(answer.result.statistics.nodes for answer in ours):,.0f}",
    ]
    if options.cp_sat_time <= 0:
        return (*line, "–", "–", "–", "–")
    theirs = _answers(puzzles, configured(options.cp_sat).compile, options.cp_sat_time)
    for own, other in zip(ours, theirs, strict=True):
        if own.proved and other.proved and own.result.objective != other.result.objective:
            raise SystemExit(f"{name}: {own.result.objective} and {other.result.objective} are both called the best")
    worse = sum(
        own.result.objective is not None and own.result.objective != other.result.objective
        for own, other in zip(ours, theirs, strict=True)
    )
    return (
        *line,
        f"{sum(answer.proved for answer in theirs)}",
        seconds(median(answer.seconds for answer in theirs)),
        times(median(other.seconds / own.seconds for own, other in zip(ours, theirs, strict=True))),
        worse,
    )


def _answers(
    puzzles: Sequence[ScoredPuzzle], compile_model: Callable[[Model], LoweredModel], limit: float
) -> list[TimedResult]:
    answers = []
    compiled: LoweredModel | None = None
    for sudoku, givens in puzzles:
        if compiled is None or compiled.model is not sudoku:
            compiled = compile_model(sudoku)
        start = perf_counter()
        result = compiled.solve(givens, Limits(seconds=limit))
        answers.append(TimedResult(result, perf_counter() - start))
    return answers


def _random_grid(size: int, seed: int) -> list[int]:
    """A solved grid: the first solution of a search with random points."""
    sudoku, random = Sudoku(size), Random(seed)
    points = {(cell, digit): random.randint(0, 9) for cell in sudoku.cells for digit in cell.domain}
    sudoku.maximize(bonuses=points)
    better = load_solver().compile(sudoku).improvements()
    next(better)
    better.close()
    assert better.result.solution is not None
    return list(better.result.solution.values_in_order)


def _some_of(sudoku: Board, grid: Sequence[int], number: int, seed: int) -> NamedGivens:
    places = Random(seed).sample(range(len(grid)), number)
    return {sudoku.cells[place]: grid[place] for place in places}


def hexadoku_puzzle(empty: int, seed: int) -> ScoredPuzzle:
    """A 16×16 grid with rings of 6 to 13, and the givens that leave some cells open.

    Parameters
    ----------
    empty
        The number of open cells.
    seed
        The seed of the grid and of the choice.
    """
    sudoku = _ringed(16)
    return sudoku, _some_of(sudoku, _random_grid(16, seed), 256 - empty, seed)


def _ringed(size: int) -> Sudoku:
    sudoku = Sudoku(size, name="rings")
    ends = size + 1
    lines = range(1, ends)
    sudoku.maximize(
        sum(
            (5 + min(row, column, ends - row, ends - column)) * sudoku[row, column] for row in lines for column in lines
        )
    )
    return sudoku


KINDS: dict[str, Callable[[Namespace], None]] = {
    "target": _targets,
    "file": _file,
    "16x16": _hexadokus,
    "points": _random_points,
}

if __name__ == "__main__":
    main()

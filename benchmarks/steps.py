"""Whole paths of variant puzzles: the sizes of their steps, times, and each step proved by CP-SAT.

    python -m benchmarks.steps --data DIR --puzzles 20 --seconds 60

The puzzles are spread over the sets of ``variants`` and ``fpuzzles``. Times are processor times, without the proofs.
The exit code is 4 if a step does not follow, or a path ends with other digits than the known solution.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import process_time

from benchmarks.data import add_data_option, spread
from benchmarks.table import print_table, seconds
from benchmarks.variants.puzzles import BenchmarkPuzzle, sets
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.human.finder import SearchStoppedError, StepFinder
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.paths import Path, sizes_of
from sudoku_cp.human.step import Step, check_step
from sudoku_cp.model import UnsoundAnswerError
from sudoku_cp.model.limits import Limits

HEADER = ("puzzle", "ending", "steps", "largest", "sizes", "first", "median", "longest", "all", "proved")


@dataclass
class _Run:
    """The path of a puzzle as far as it was followed."""

    steps: list[Step] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    proved: int = 0
    ending: str = "stopped"
    is_right: bool = True


def main() -> int:
    parser = ArgumentParser(prog="python -m benchmarks.steps", description=__doc__.splitlines()[0])
    add_data_option(parser)
    parser.add_argument("--puzzles", metavar="N", type=int, default=20, help="puzzles in all (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=60, help="processor time for a path (default: %(default)s)")
    parser.add_argument("--no-check", action="store_true", help="leave the proofs out")
    options = parser.parse_args()
    rows = []
    all_right = True
    for puzzle in _chosen(sets(options.data), options.puzzles):
        run = _follow(puzzle, options.seconds, not options.no_check)
        all_right &= run.is_right
        rows.append(_row(puzzle, run))
        print(*rows[-1], sep="  ", file=sys.stderr)
    print_table("paths of the smallest steps", HEADER, rows)
    return ExitCode.ANSWERED if all_right else ExitCode.DISAGREE


def _chosen(known: Mapping[str, list[BenchmarkPuzzle]], number: int) -> list[BenchmarkPuzzle]:
    """Puzzles of all sets, about as many of each."""
    names = [name for name in known if not name.startswith("ISS ")]
    f_puzzles = known["f-puzzles"]
    each = spread([name for name in names if name != "f-puzzles"], number - number // 2)
    return [spread(known[name], 3)[1] for name in each] + list(spread(f_puzzles, number // 2))


def _follow(puzzle: BenchmarkPuzzle, limit: float, is_checked: bool) -> _Run:
    run = _Run()
    model = puzzle.model()
    marks = Marks(model)
    spent = process_time()
    proofs = 0.0
    finder = StepFinder(model, lambda: process_time() - spent - proofs > limit)
    try:
        while True:
            start = process_time()
            steps = finder.steps(marks)
            run.times.append(process_time() - start)
            if not steps:
                break
            run.steps.append(steps[0])
            start = process_time()
            if is_checked:
                run.proved += check_step(steps[0], marks, limits=Limits(seconds=60))
            proofs += process_time() - start
            steps[0].apply(marks)
        path = Path(tuple(run.steps), Marks(model), marks)
        run.ending = "solved" if path.is_solved else "no solution" if path.is_contradictory else "stuck"
        run.is_right = not path.is_contradictory
    except SearchStoppedError:
        pass
    except UnsoundAnswerError as error:
        print(error, file=sys.stderr)
        run.ending, run.is_right = "wrong step", False
    solution = puzzle.known_of(model).solution
    if solution is not None:
        pairs = zip(model.cells, solution, strict=False)
        run.is_right &= all(value == 0 or value in marks.values(cell) for cell, value in pairs)
    return run


def _row(puzzle: BenchmarkPuzzle, run: _Run) -> tuple[object, ...]:
    sizes = sizes_of(run.steps)
    later = sorted(run.times[1:]) or [0.0]
    return (
        f"{puzzle.set} {puzzle.id}"[:40],
        run.ending if run.is_right else f"WRONG ({run.ending})",
        len(run.steps),
        max(sizes, default=0),
        " ".join(f"{size}:{number}" for size, number in sizes.items()),
        seconds(run.times[0]) if run.times else "–",
        seconds(later[len(later) // 2]),
        seconds(later[-1]),
        seconds(sum(run.times)),
        run.proved,
    )


if __name__ == "__main__":
    sys.exit(main())

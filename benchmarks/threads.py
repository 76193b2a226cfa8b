"""Hard puzzles on one thread and on several: wall-clock time, and whether the counts are the same.

    python -m benchmarks.threads --sets "ISS EXAMPLE_EXTREME_KILLERS,qwh30" --threads 2

Each puzzle is searched for two solutions, a Latin square for one, on one thread and on several in turn. Puzzles that
one thread finishes sooner than --least are left out. The exit code is 4 if the counts differ.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from statistics import geometric_mean, median

from benchmarks.data import add_data_option
from benchmarks.large import FILES, Question, questions
from benchmarks.table import print_table, seconds, times
from benchmarks.timing import alternate
from benchmarks.variants.puzzles import sets
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model.answers import Result, Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver

HEADER = ("set", "puzzle", "solutions", "1 thread", "several", "1 / several", "nodes on 1", "on several")


def main() -> int:
    parser = ArgumentParser(prog="python -m benchmarks.threads", description=__doc__.splitlines()[0])
    add_data_option(parser)
    parser.add_argument("--sets", metavar="NAME,…", type=lambda text: text.split(","), required=True)
    parser.add_argument("--threads", type=int, default=2, help="(default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=60, help="time limit for a puzzle (default: %(default)s)")
    parser.add_argument("--least", type=float, default=0.2, help="seconds of a hard puzzle (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each puzzle (default: %(default)s)")
    options = parser.parse_args()
    table, ratios, wrong = [], [], 0
    for name in options.sets:
        for puzzle, compiled, givens, most in _puzzles(name, options):
            row, ratio, same = _compare(options, compiled, givens, most)
            if ratio is None:
                continue
            table.append((name, puzzle, *row))
            ratios.append(ratio)
            wrong += not same
            print("  ".join(table[-1]) + ("" if same else "  DIFFER"), flush=True)
    print_table(f"Wall-clock time on 1 thread and on {options.threads}", HEADER, table)
    if ratios:
        print(f"geometric mean of 1 / several: {times(geometric_mean(ratios))}")
    return int(ExitCode.DISAGREE if wrong else ExitCode.ANSWERED)


def _puzzles(name: str, options: Namespace) -> Iterator[Question]:
    """The puzzles of a set, each with the number of solutions to look for."""
    if name in FILES:
        yield from questions("exact-cover", name, options.data)
        return
    for puzzle in sets(options.data)[name]:
        model = puzzle.model()
        yield puzzle.id, load_solver("exact-cover").compile(model), model.givens, 2


def _compare(
    options: Namespace, compiled: LoweredModel, givens: Givens, most: int
) -> tuple[tuple[str, ...], float | None, bool]:
    """A row of the table, the ratio of times, and whether the counts are the same; no ratio for an easy puzzle."""
    results: dict[str, Result] = {}

    def asked(name: str, threads: int) -> Callable[[], None]:
        def ask() -> None:
            results[name] = compiled.count(most, givens, Limits(seconds=options.seconds), threads=threads)

        return ask

    asked("one", 1)()
    one = results["one"]
    if one.statistics.seconds < options.least or (one.status is Status.LIMIT and one.count < most):
        return (), None, True
    samples = alternate({"one": asked("one", 1), "several": asked("several", options.threads)}, options.rounds)
    alone, together = (median(sample.wall for sample in samples[name]) for name in ("one", "several"))
    nodes = [f"{results[name].statistics.nodes:,}" for name in ("one", "several")]
    row = (str(one.count), seconds(alone), seconds(together), times(alone / together), *nodes)
    return row, alone / together, results["several"].count == one.count


if __name__ == "__main__":
    sys.exit(main())

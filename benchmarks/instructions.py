"""Instructions of the engine per 9×9 puzzle, a measure that other programs on the machine do not disturb.

    python -m benchmarks.instructions --sets 17clue

Callgrind counts them in a process that solves each set once, and in one that solves it twice; it does not support
AVX-512.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np

from benchmarks.data import CLASSIC, add_data_option, grids, lines
from benchmarks.exits import bad_input
from benchmarks.permuted import permuted
from benchmarks.table import print_table
from sudoku_cp import Sudoku, _native
from sudoku_cp.backends.exact_cover.lowering import lower
from sudoku_cp.backends.exact_cover.many import NO_GIVEN

HEADER = ("set", "puzzles", "instructions/puzzle", "nodes/puzzle", "instructions/board")


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.instructions", description=__doc__.splitlines()[0])
    add_data_option(parser)
    parser.add_argument("--sets", metavar="NAME,…", type=lambda text: text.split(","), default=list(CLASSIC))
    parser.add_argument(
        "--puzzles", metavar="N", type=int, default=4096, help="puzzles of each set (default: %(default)s)"
    )
    parser.add_argument(
        "--times", type=int, help="solve the set this many times and print its nodes; used with Callgrind"
    )
    options = parser.parse_args()
    if options.times is not None:
        print(sum(solve(name, options.data, options.puzzles, options.times) for name in options.sets))
        return
    table = [_row(name, options) for name in options.sets]
    print_table("Instructions of the engine, up to 2 solutions per puzzle", HEADER, table)


def solve(name: str, data: Path, count: int, times: int) -> int:
    """Solve permuted puzzles of a set; return the nodes of one run."""
    puzzles = permuted(grids([line[:81] for line in lines(data / "classic" / CLASSIC[name])]), count)
    givens = np.where(puzzles == 0, NO_GIVEN, puzzles - 1).astype(np.uint8)
    solutions, exact = np.empty_like(givens), np.empty(count, np.uint8)
    counts, nodes = np.empty(count, np.int64), np.empty(count, np.int64)
    problem = lower(Sudoku(9))
    for _ in range(times):
        _native.solve_many(problem, givens, 2, 1, solutions, counts, nodes, exact)
    return int(nodes.sum())


def _row(name: str, options: Namespace) -> tuple[str, ...]:
    puzzles: int = options.puzzles
    (once, nodes), (twice, _) = (_counted(name, options.data, puzzles, times) for times in (1, 2))
    boards = puzzles + 2 * nodes
    spent = twice - once
    return (name, f"{puzzles:,}", f"{spent / puzzles:,.0f}", f"{nodes / puzzles:.2f}", f"{spent / boards:,.0f}")


def _counted(name: str, data: Path, puzzles: int, times: int) -> tuple[int, int]:
    """Run under Callgrind; return the instructions of the whole process, and the nodes."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable, "-m"]
    command += ["benchmarks.instructions", "--data", str(data), "--sets", name]
    command += ["--puzzles", str(puzzles), "--times", str(times)]
    environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}  # waiting threads spin
    try:
        ended = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    except OSError as error:
        raise bad_input(f"valgrind: {error.strerror}") from None
    found = re.search(r"Collected : (\d+)", ended.stderr)
    if ended.returncode != 0 or found is None:
        raise bad_input(f"valgrind ended with code {ended.returncode}: {ended.stderr[-500:]}")
    return int(found[1]), int(ended.stdout)


if __name__ == "__main__":
    main()

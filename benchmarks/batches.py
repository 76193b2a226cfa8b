"""Boards of 16×16 and 25×25: a set in one call, and puzzle by puzzle, from arrays to verified arrays.

    python -m benchmarks.batches --sets janko16 --copies 16

Times are processor times for a proof that each puzzle has one solution.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.data import add_data_option, ranks_of, rows
from benchmarks.large import FILES, LETTERS
from benchmarks.table import print_table, times
from benchmarks.timing import alternate, cpu_ratio, middle_cpu
from sudoku_cp import Sudoku
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver

HEADER = ("set", "puzzles", "batch: ms/puzzle", "one by one: ms/puzzle", "batch / one by one")


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.batches", description=__doc__.splitlines()[0])
    add_data_option(parser)
    sets = [name for name in FILES if name.endswith(("16", "25"))]
    parser.add_argument("--sets", metavar="NAME,…", type=lambda text: text.split(","), default=sets)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each way (default: %(default)s)")
    parser.add_argument("--copies", type=int, default=1, help="times that each puzzle occurs (default: %(default)s)")
    options = parser.parse_args()
    table = []
    for name in options.sets:
        puzzles = [ranks_of(row[1], LETTERS) for row in rows(options.data / "big" / f"{FILES[name]}.tsv")]
        size = round(len(puzzles[0]) ** 0.5)
        givens = np.array([puzzle for puzzle in puzzles if len(puzzle) == size * size] * options.copies)
        table.append((name, *_compare(load_solver().compile(Sudoku(size)), givens, options.rounds)))
    print_table(f"Up to 2 solutions per puzzle, medians of {options.rounds} alternating runs", HEADER, table)


def _compare(compiled: LoweredModel, givens: NDArray[np.int64], rounds: int) -> tuple[str, ...]:
    works: dict[str, Callable[[], object]] = {
        "batch": partial(compiled.solve_many, givens, limit=2),
        "one": partial(_one_by_one, compiled, givens),
    }
    samples = alternate(works, rounds)
    spent = [f"{middle_cpu(samples[way]) / len(givens) * 1e3:.3f}" for way in ("batch", "one")]
    return f"{len(givens):,}", *spent, times(cpu_ratio(samples["batch"], samples["one"]))


def _one_by_one(compiled: LoweredModel, givens: NDArray[np.int64]) -> None:
    for puzzle in range(len(givens)):
        compiled.solve_many(givens[puzzle : puzzle + 1], limit=2)


if __name__ == "__main__":
    main()

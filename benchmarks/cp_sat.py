"""The processor time per puzzle of exact cover and CP-SAT, for a verified answer to "is the solution unique?".

python -m benchmarks.cp_sat --sample 100
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.data import CLASSIC, add_data_option, grids, lines, ranks_of, rows, spread
from benchmarks.table import print_table, seconds, times
from benchmarks.timing import Sample, alternate, cpu_ratio, middle_cpu
from sudoku_cp import Cell, Sudoku
from sudoku_cp.solving.registry import load_solver

HEADER = ("set", "puzzles", "exact-cover", "in a batch", "cp-sat", "cp-sat / exact-cover", "least", "cp-sat / batch")

LETTERS = "ABCDEFGHIJKLMNOP"


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.cp_sat", description=__doc__.splitlines()[0])
    add_data_option(parser)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each puzzle (default: %(default)s)")
    parser.add_argument(
        "--sample", metavar="N", type=int, default=60, help="puzzles of each set (default: %(default)s)"
    )
    options = parser.parse_args()
    table = []
    for name, (sudoku, symbols, puzzles) in _sets(options.data).items():
        table.append(_measure(name, sudoku, symbols, spread(puzzles, options.sample), options.rounds))
    print_table(f"Medians over the puzzles of the medians of {options.rounds} alternating runs", HEADER, table)


def _sets(data: Path) -> dict[str, tuple[Sudoku, str, list[str]]]:
    classic, hexadoku = Sudoku(9), Sudoku(16, symbols=LETTERS)
    sets = {
        name: (classic, "123456789", [line[:81] for line in lines(data / "classic" / file)])
        for name, file in CLASSIC.items()
    }
    for name in ("gecode_sudoku_16x16", "puzzlekit_janko_16x16", "sgt_16x16"):
        sets[name] = hexadoku, LETTERS, [row[1] for row in rows(data / "big" / f"{name}.tsv")]
    return sets


def _measure(name: str, sudoku: Sudoku, symbols: str, puzzles: Sequence[str], rounds: int) -> tuple[str, ...]:
    both = {solver: load_solver(solver).compile(sudoku) for solver in ("exact-cover", "cp-sat")}
    taken: dict[str, list[float]] = {solver: [] for solver in both}
    ratios = []
    for puzzle in puzzles:
        givens = _givens(sudoku, ranks_of(puzzle, symbols))
        samples = alternate({solver: partial(compiled.count, 2, givens) for solver, compiled in both.items()}, rounds)
        for solver, times_of_puzzle in samples.items():
            taken[solver].append(middle_cpu(times_of_puzzle))
        ratios.append(cpu_ratio(samples["cp-sat"], samples["exact-cover"]))
    batch = _batch(sudoku, symbols, puzzles, rounds)
    return (
        name,
        str(len(puzzles)),
        seconds(median(taken["exact-cover"])),
        seconds(batch),
        seconds(median(taken["cp-sat"])),
        times(median(ratios)),
        times(min(ratios)),
        times(median(taken["cp-sat"]) / batch),
    )


def _batch(sudoku: Sudoku, symbols: str, puzzles: Sequence[str], rounds: int) -> float:
    """The mean time of a puzzle in a batch."""
    compiled = load_solver().compile(sudoku)
    work = partial(compiled.solve_many, grids(puzzles, symbols), limit=2)
    samples: list[Sample] = alternate({"batch": work}, rounds)["batch"]
    return middle_cpu(samples) / len(puzzles)


def _givens(sudoku: Sudoku, ranks: Sequence[int]) -> dict[Cell, int]:
    return {cell: sudoku.digits[rank - 1] for cell, rank in zip(sudoku.cells, ranks, strict=True) if rank}


if __name__ == "__main__":
    main()

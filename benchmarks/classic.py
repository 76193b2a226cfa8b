"""Speed on the sets of 9×9 puzzles: through arrays, through the command line, and compared with another program.

    python -m benchmarks.classic --permuted 50000 --peer "mine=./solver --quiet"

A peer reads the puzzles on its standard input, one on each line, or from a file that its command names as ``{file}``:
``--peer "mine=./solver --threads 1 {file} {file}.solved"``.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from functools import partial

from benchmarks.data import CLASSIC, add_data_option, grids, lines
from benchmarks.peers import add_peer_option, peer_works, peers_of
from benchmarks.permuted import permuted, texts
from benchmarks.table import print_table, times
from benchmarks.timing import Sample, alternate, cpu_ratio, middle, middle_cpu, run_program, wall_ratio
from sudoku_cp import Sudoku
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver

HEADER = (
    "set",
    "contender",
    "puzzles/s",
    "µs/puzzle",
    "cpu µs/puzzle",
    "slower than arrays (wall)",
    "(cpu)",
    "nodes/puzzle",
)


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.classic", description=__doc__.splitlines()[0])
    add_data_option(parser)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each contender (default: %(default)s)")
    parser.add_argument("--sets", metavar="NAME,…", type=lambda text: text.split(","), default=list(CLASSIC))
    add_peer_option(parser)
    parser.add_argument(
        "--permuted", metavar="N", type=int, help="use N puzzles of each set, with permuted digits and lines"
    )
    options = parser.parse_args()
    peers = peers_of(options)
    compiled = load_solver().compile(Sudoku(9))
    table = [row for name in options.sets for row in _measure(name, options, compiled, peers)]
    print_table(f"9×9: up to 2 solutions per puzzle, medians of {options.rounds} alternating runs", HEADER, table)


def _measure(name: str, options: Namespace, compiled: LoweredModel, peers: dict[str, str]) -> list[tuple[str, ...]]:
    givens = grids([line[:81] for line in lines(options.data / "classic" / CLASSIC[name])])
    if options.permuted is not None:
        givens = permuted(givens, options.permuted)
    stdin = texts(givens)

    def process(command: list[str]) -> Sample:
        return run_program(command, stdin)[0]

    works: dict[str, Callable[[], object]] = {
        "arrays, 1 thread": partial(compiled.solve_many, givens, limit=2),
        "arrays, 2 threads": partial(compiled.solve_many, givens, limit=2, threads=2),
        "command line": partial(
            process, [sys.executable, "-m", "sudoku_cp", "solve", "--limit", "2", "--format", "line"]
        ),
    }
    with peer_works(peers, stdin) as theirs:
        samples = alternate(works | dict(theirs), options.rounds)
    base = samples["arrays, 1 thread"]
    nodes = compiled.solve_many(givens, limit=2).nodes.mean()
    return [
        (
            name,
            contender,
            f"{len(givens) / middle(taken):,.0f}",
            f"{middle(taken) / len(givens) * 1e6:.2f}",
            f"{middle_cpu(taken) / len(givens) * 1e6:.2f}",
            times(wall_ratio(taken, base)),
            times(cpu_ratio(taken, base)),
            f"{nodes:.2f}" if contender.startswith("arrays") else "",
        )
        for contender, taken in samples.items()
    ]


if __name__ == "__main__":
    main()

"""The time for one 9×9 puzzle from Python with a compiled model, one call per puzzle, with uniqueness proved.

    python -m benchmarks.latency --puzzles 500 --peer "mine=./solver --quiet"

*One board* is the same call with a node limit, which keeps the engine from searching many boards at once. A peer solves
all the puzzles in one run, as for `benchmarks.classic`; its time is the mean, without the cost of calls.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from statistics import median, quantiles

from benchmarks.data import CLASSIC, add_data_option, grids, lines, spread
from benchmarks.peers import add_peer_option, peer_works, peers_of
from benchmarks.permuted import texts
from benchmarks.table import print_table
from benchmarks.timing import alternate, middle, middle_cpu
from sudoku_cp import Sudoku
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver

ONE_BOARD = Limits(nodes=1 << 60)


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.latency", description=__doc__.splitlines()[0])
    add_data_option(parser)
    parser.add_argument("--rounds", type=int, default=9, help="calls of each kind per puzzle (default: %(default)s)")
    parser.add_argument(
        "--puzzles", metavar="N", type=int, default=200, help="puzzles of each set (default: %(default)s)"
    )
    parser.add_argument("--sets", metavar="NAME,…", type=lambda text: text.split(","), default=list(CLASSIC))
    add_peer_option(parser)
    options = parser.parse_args()
    peers = peers_of(options)
    compiled = load_solver().compile(Sudoku(9))
    header = (
        "set",
        "median µs",
        "90 % below",
        "one board µs",
        "90 % below",
        "nodes",
        *(f"{name} µs" for name in peers),
    )
    table = [_row(name, options, compiled, peers) for name in options.sets]
    table.append(_row_of_solved(compiled, options.rounds))
    width = len(header)
    print_table(
        f"One 9×9 puzzle from Python, up to 2 solutions, medians of {options.rounds} alternating calls",
        header,
        [(*row, *[""] * (width - len(row))) for row in table],
    )


def _row(name: str, options: Namespace, compiled: LoweredModel, peers: dict[str, str]) -> tuple[str, ...]:
    puzzles = grids([line[:81] for line in spread(lines(options.data / "classic" / CLASSIC[name]), options.puzzles)])
    waves, boards, nodes = [], [], 0
    for puzzle in puzzles.tolist():
        givens = {cell: digit for cell, digit in zip(compiled.model.cells, puzzle, strict=True) if digit}
        wave, board = _times(compiled, givens, options.rounds)
        waves.append(wave)
        boards.append(board)
        nodes += compiled.count(2, givens).statistics.nodes
    with peer_works(peers, texts(puzzles)) as works:
        theirs = alternate(works, options.rounds)
    return (
        name,
        *(_microseconds(value) for times in (waves, boards) for value in (median(times), quantiles(times, n=10)[-1])),
        f"{nodes / len(puzzles):.1f}",
        *(_microseconds(middle_cpu(samples) / len(puzzles)) for samples in theirs.values()),
    )


def _row_of_solved(compiled: LoweredModel, rounds: int) -> tuple[str, ...]:
    """The cost of a call if nothing is left to solve."""
    solution = compiled.solve().solution
    assert solution is not None
    wave, board = _times(compiled, dict(solution), rounds)
    return ("solved already", _microseconds(wave), "", _microseconds(board))


def _times(compiled: LoweredModel, givens: Givens, rounds: int) -> tuple[float, float]:
    """The seconds of a call, and of one that is limited to one board."""
    samples = alternate(
        {
            "waves": partial(compiled.count, 2, givens),
            "one board": partial(compiled.count, 2, givens, ONE_BOARD),
        },
        rounds,
    )
    return middle(samples["waves"]), middle(samples["one board"])


def _microseconds(time: float) -> str:
    return f"{time * 1e6:.1f}"


if __name__ == "__main__":
    main()

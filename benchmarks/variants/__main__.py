"""Real puzzles of many variants: solved, proved unique, compared with known answers, and timed.

    python -m benchmarks.variants --sets Killer,Jigsaw --cp-sat 20 --peer times.csv

Exact cover answers every puzzle, CP-SAT a sample of each set. The exit code is 4 on any disagreement.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence

from benchmarks.data import add_data_option, spread
from benchmarks.table import print_table, times
from benchmarks.variants.measure import Measured, Times, measure, milliseconds
from benchmarks.variants.peer import PeerTime, peer_times
from benchmarks.variants.puzzles import sets
from sudoku_cp import ModelError
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.cross_check.configurations import configured

HEADER = (
    *("set", "solver", "puzzles", "solved", "unique", "agree", "median ms", "95 % ms", "maximum ms"),
    *("all: declare ms", "compile ms", "search ms", "verify ms", "nodes"),
)

PEER_HEADER = (
    "set",
    "puzzles",
    "same count",
    "our search ms",
    "its search ms",
    "ours / its",
    "our total ms",
    "its set-up + search ms",
    "ours / its",
    "our nodes",
    "its guesses",
)

SLOW = 0.05
"""The time in seconds from which on a puzzle is listed."""


def main() -> int:
    parser = ArgumentParser(prog="python -m benchmarks.variants", description=__doc__.splitlines()[0])
    add_data_option(parser)
    parser.add_argument("--sets", metavar="NAME,…", type=lambda text: text.split(","), help="default: all")
    parser.add_argument("--sample", metavar="N", type=int, default=10_000, help="puzzles of each set (default: all)")
    parser.add_argument(
        "--cp-sat", metavar="N", type=int, default=0, help="puzzles of each set for CP-SAT (default: 0)"
    )
    parser.add_argument(
        "--seconds", type=float, default=60, help="time limit for a question to a solver (default: %(default)s)"
    )
    parser.add_argument(
        "--solver",
        metavar="NAME",
        default="exact-cover",
        help="of all puzzles; exact-cover~rotate turns them, so that they are searched in another order "
        "(default: %(default)s)",
    )
    parser.add_argument("--rounds", type=int, default=3, help="runs of a short puzzle (default: %(default)s)")
    parser.add_argument("--peer", metavar="FILE", help="another solver's times, or a command that writes them")
    options = parser.parse_args()
    try:
        configured(options.solver)
    except ModelError as error:
        parser.error(str(error))
    puzzles = sets(options.data)
    names = options.sets or list(puzzles)
    if unknown := [name for name in names if name not in puzzles]:
        parser.error(f"there is no set {unknown[0]}; the sets are {', '.join(puzzles)}")
    peer = peer_times(options.peer) if options.peer else None
    table, compared, wrong = [], [], 0
    for name in names:
        chosen = spread(puzzles[name], options.sample)
        ours = [measure(puzzle, options.solver, options.seconds, options.rounds) for puzzle in chosen]
        theirs = [measure(puzzle, "cp-sat", options.seconds, 1) for puzzle in spread(chosen, options.cp_sat)]
        for solver, answers in ((options.solver, ours), ("cp-sat", theirs)):
            if answers:
                table.append(_row(name, solver, answers))
                print("  ".join(table[-1]), flush=True)
                wrong += _tell(solver, answers)
        if peer is not None and (row := _compare(name, ours, peer)):
            compared.append(row)
    print_table("Unique? From the text to the verified answer", HEADER, table)
    if peer is not None:
        print_table("Compared with the peer, on puzzles that both can express", PEER_HEADER, compared)
    return int(ExitCode.DISAGREE if wrong else ExitCode.ANSWERED)


def _row(name: str, solver: str, answers: Sequence[Measured]) -> tuple[str, ...]:
    solved = [answer for answer in answers if answer.is_solved]
    totals = [answer.total for answer in solved]
    return (
        name,
        solver,
        str(len(answers)),
        str(len(solved)),
        str(sum(answer.answer is not None and answer.answer.count == 1 for answer in solved)),
        str(sum(answer.is_right is True for answer in answers)),
        milliseconds(totals, 0.5),
        milliseconds(totals, 0.95),
        milliseconds(totals, 1),
        *(f"{sum(answer.times[part] for answer in solved) * 1e3:,.1f}" for part in range(len(Times._fields))),
        f"{sum(answer.answer.statistics.nodes for answer in answers if answer.answer):,}",
    )


def _tell(solver: str, answers: Sequence[Measured]) -> int:
    """List wrong, unfinished and slow answers; return the number of wrong ones."""
    wrong = 0
    for answer in answers:
        name = f"    {answer.puzzle.set} {answer.puzzle.id}, {solver}:"
        found = answer.answer
        if answer.is_right is False:
            wrong += 1
            assert found is not None
            print(f"{name} WRONG: {found.status.value}, {found.count} found", flush=True)
        elif found is None:
            print(f"{name} {answer.failure}", flush=True)
        elif not answer.is_solved or (solver == "exact-cover" and answer.total > SLOW):
            ended = "" if answer.is_solved else "not finished, "
            print(
                f"{name} {ended}{answer.total * 1e3:,.0f} ms (declare {answer.times.declare * 1e3:.1f}, "
                f"compile {answer.times.compile * 1e3:.1f}, search {answer.times.search * 1e3:,.1f}), "
                f"{found.statistics.nodes:,} nodes",
                flush=True,
            )
    return wrong


def _compare(
    name: str, answers: Sequence[Measured], peer: Mapping[tuple[str, str], PeerTime]
) -> tuple[str, ...] | None:
    pairs = [
        (answer, peer[name, answer.puzzle.id])
        for answer in answers
        if answer.answer is not None and (name, answer.puzzle.id) in peer
    ]
    if not pairs:
        return None
    search = sum(own.times.search for own, _ in pairs), sum(other.search for _, other in pairs)
    total = sum(own.total for own, _ in pairs), sum(other.setup + other.search for _, other in pairs)
    return (
        name,
        str(len(pairs)),
        str(sum(own.answer is not None and own.answer.count == other.count for own, other in pairs)),
        f"{search[0] * 1e3:,.1f}",
        f"{search[1] * 1e3:,.1f}",
        times(search[0] / search[1]),
        f"{total[0] * 1e3:,.1f}",
        f"{total[1] * 1e3:,.1f}",
        times(total[0] / total[1]),
        f"{sum(own.answer.statistics.nodes for own, _ in pairs if own.answer):,}",
        f"{sum(other.guesses for _, other in pairs):,}",
    )


if __name__ == "__main__":
    sys.exit(main())

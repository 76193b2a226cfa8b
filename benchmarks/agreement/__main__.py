"""Compare both solvers and the verifier with known answers about many puzzles.

    python -m benchmarks.agreement --sets 17clue,top1465 --sample 2000

Exact cover answers every puzzle, CP-SAT a sample of each set. The exit code is 4 on any disagreement.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Mapping

from benchmarks.agreement import big, classic, judge, permuted, robust, scored
from benchmarks.agreement.settings import Check, Settings
from benchmarks.agreement.tally import HEADER, Tally
from benchmarks.data import add_data_option
from benchmarks.table import print_table
from sudoku_cp.cli.process import ExitCode

CHECKS: Mapping[str, Check] = {
    **classic.CHECKS,
    **big.CHECKS,
    **judge.CHECKS,
    **scored.CHECKS,
    **robust.CHECKS,
    **permuted.CHECKS,
}

SHOWN = 20
"""The largest number of disagreements that are printed for a set."""


def main() -> int:
    parser = ArgumentParser(prog="python -m benchmarks.agreement", description=__doc__.splitlines()[0])
    add_data_option(parser)
    parser.add_argument("--sets", metavar="NAME,…", default=",".join(CHECKS), help="default: %(default)s")
    parser.add_argument(
        "--sample", metavar="N", type=int, default=2000, help="puzzles of each set for CP-SAT (default: %(default)s)"
    )
    parser.add_argument(
        "--seconds", type=float, default=10, help="time limit for a question about a big puzzle (default: %(default)s)"
    )
    parser.add_argument(
        "--permuted",
        metavar="N",
        type=int,
        default=1_000_000,
        help="puzzles of the permuted set (default: %(default)s)",
    )
    options = parser.parse_args()
    names = options.sets.split(",")
    if unknown := [name for name in names if name not in CHECKS]:
        parser.error(f"there is no set {unknown[0]}; the sets are {', '.join(CHECKS)}")
    settings = Settings(options.data, options.sample, options.seconds, options.permuted)
    tallies = [_run(name, settings) for name in names]
    print_table("Agreement with known answers, and of the solvers", HEADER, [tally.row for tally in tallies])
    return int(ExitCode.DISAGREE if any(tally.disagreements for tally in tallies) else ExitCode.ANSWERED)


def _run(name: str, settings: Settings) -> Tally:
    tally = Tally(name)
    CHECKS[name](settings, tally)
    tally.finish()
    print("  ".join(map(str, tally.row)), flush=True)
    for disagreement in tally.disagreements[:SHOWN]:
        print(f"    {disagreement}", flush=True)
    return tally


if __name__ == "__main__":
    sys.exit(main())

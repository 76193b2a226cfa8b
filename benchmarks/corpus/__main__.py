"""Corpora: the rate beside `solve_many`, jobs and workers that are killed, the cost on many cores.

python -m benchmarks.corpus rate --puzzles 100000000 --corpus many.txt.zst
python -m benchmarks.corpus kills --kills 50 --executor dask
python -m benchmarks.corpus columns --puzzles 1000000
python -m benchmarks.corpus costs
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.corpus import columns, costs, kills, rate
from benchmarks.data import CLASSIC, add_data_option

PARTS = {"rate": rate.main, "kills": kills.main, "columns": columns.main, "costs": costs.main}


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.corpus", description=__doc__.splitlines()[0])
    add_data_option(parser)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--set", choices=CLASSIC, default="17clue", help="(default: %(default)s)")
    parser.add_argument("--puzzles", type=int, default=1_000_000, help="copies by symmetries (default: %(default)s)")
    parser.add_argument(
        "--corpus", type=Path, metavar="FILE", help="keep the zstd lines of `rate` here, and use them again"
    )
    parser.add_argument("--kills", type=int, default=50, help="kills in all (default: %(default)s)")
    parser.add_argument("--ask", default="count", help="the question of `rate` (default: %(default)s)")
    parser.add_argument(
        "--executor",
        default="processes",
        help="that of `rate` and `kills`, for which it may be dask (default: %(default)s)",
    )
    parser.add_argument("--workers", type=int, default=2, help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with TemporaryDirectory(prefix="corpus-") as folder:
        PARTS[options.part](options, Path(folder))


if __name__ == "__main__":
    main()

"""``python -m tests.cli.malformed --seed N --cases N``: what is wrong, a line a case; exit code 1 if there is any."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from importlib import import_module
from pkgutil import walk_packages

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # processes are copied, which threads do not outlive

import sudoku_cp
from tests.cli.malformed.draw import draw
from tests.cli.malformed.trial import faults, run

STARTED = 50
"""Of so many cases one is a command started anew; the others are copies of this process."""


def import_everything() -> None:
    """Load what every copy of this process would load again."""
    for module in walk_packages(sudoku_cp.__path__, "sudoku_cp."):
        if not module.name.rpartition(".")[2].startswith(("__main__", "test_", "_native")):
            import_module(module.name)


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.cli.malformed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--only", type=int, help="the case of this number alone, with all that it writes")
    options = parser.parse_args()
    import_everything()
    found = 0
    codes: dict[int, int] = {}
    for number in range(options.cases) if options.only is None else [options.only]:
        case = draw(options.seed, number)
        trial = run(case, fork=number % STARTED != 0)
        codes[trial.code] = codes.get(trial.code, 0) + 1
        wrong = list(faults(case, trial))
        if wrong or options.only is not None:
            found += bool(wrong)
            print(f"case {number}: {'; '.join(wrong)}: {case.kind}: {str(list(case.arguments))[:300]}")
            print(f"    {trial.seconds:.1f} s: {trial.err[: 100_000 if options.only is not None else 400]}", flush=True)
    print(
        f"{sum(codes.values()):,} cases, seed {options.seed}: {found} wrong; exit codes {dict(sorted(codes.items()))}"
    )
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())

"""Files that a question enters, and jumps between them: `python -m benchmarks.calls`.

A 4×4 with a thermometer and a cage is declared, solved and printed twice; the second time is counted. A reader who
follows it opens as many files, and turns from one to another as often as there are jumps.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import sudoku_cp
from sudoku_cp import Sudoku
from sudoku_cp.rules import killer, thermo

PACKAGE = Path(sudoku_cp.__file__).parent


def solve_and_print() -> str:
    """Declare, solve and print a small puzzle."""
    sudoku = Sudoku(4)
    sudoku += thermo("r1c2 r1c1 r2c1 r3c1")
    sudoku += killer("r2c2 r3c2", sum=6)
    return str(sudoku.solve())


class Trace:
    """Counts the calls in each file of the package, and the jumps from file to file."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.jumps = 0
        self._at = ""

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Note a call; for `sys.setprofile`."""
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(PACKAGE):
            file = path.relative_to(PACKAGE).as_posix()
            self.calls[file] += 1
            if file != self._at:
                self.jumps += 1
                self._at = file


def warm_trace() -> Trace:
    """The trace of the second time."""
    solve_and_print()
    trace = Trace()
    sys.setprofile(trace)
    try:
        solve_and_print()
    finally:
        sys.setprofile(None)
    return trace


def main() -> None:
    """Print the number of files and jumps; with ``--files`` also the calls in each file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", action="store_true", help="print the number of calls in each file, too")
    options = parser.parse_args()
    trace = warm_trace()
    if options.files:
        for file, calls in trace.calls.most_common():
            print(f"{calls:>6}  {file}")
    print(f"{len(trace.calls)} files, {trace.jumps} jumps, {trace.calls.total()} calls")


if __name__ == "__main__":
    main()

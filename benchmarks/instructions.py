"""Instructions of the engine per 9×9 puzzle, a measure that other programs on the machine do not disturb.

    python -m benchmarks.instructions --sets 17clue

Callgrind counts them in a process that solves each set once, and in one that solves it twice; it does not support
AVX-512. Those of aarch64 are counted by QEMU, in the program ``solve`` among the engine's tests
(docs/explanations/aarch64.md):

    SUDOKU_CP_CPU=neon python -m benchmarks.instructions --aarch64 build/aarch64/tests/engine/solve
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.data import CLASSIC, add_data_option, grids, lines
from benchmarks.exits import bad_input
from benchmarks.permuted import permuted, texts
from benchmarks.table import print_table
from sudoku_cp import Sudoku, _native
from sudoku_cp.solvers.exact_cover.batches import NO_GIVEN
from sudoku_cp.solvers.exact_cover.lowering import lower

HEADER = ("set", "puzzles", "instructions/puzzle", "nodes/puzzle", "instructions/board")
NO_REPEATED_BYTES = ":".join(f"glibc.cpu.x86_rep_{name}_threshold={1 << 40}" for name in ("stosb", "movsb"))
"""Callgrind counts each byte of `rep stosb` as an instruction, so that memory is set and copied without it."""

Counted = tuple[int, int]
Counter = Callable[[str, int], Counted]
PLUGIN = Path(__file__).parent / "emulated" / "count_instructions.cpp"


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.instructions", description=__doc__.splitlines()[0])
    add_data_option(parser)
    parser.add_argument("--sets", metavar="NAME,…", type=lambda text: text.split(","), default=list(CLASSIC))
    parser.add_argument(
        "--puzzles", metavar="N", type=int, default=4096, help="puzzles of each set (default: %(default)s)"
    )
    parser.add_argument("--aarch64", metavar="FILE", type=Path, help="count in this program for aarch64, by QEMU")
    parser.add_argument(
        "--single", action="store_true", help="puzzle by puzzle instead of all at once; together with --aarch64"
    )
    parser.add_argument(
        "--times", type=int, help="solve the set this many times and print its nodes; used with Callgrind"
    )
    options = parser.parse_args()
    if options.single and options.aarch64 is None:
        parser.error("--single needs --aarch64")
    if options.times is not None:
        print(sum(solve(name, options.data, options.puzzles, options.times) for name in options.sets))
        return
    with _counter(options) as counter:
        table = [_row(name, options.puzzles, counter) for name in options.sets]
    print_table("Instructions of the engine, up to 2 solutions per puzzle", HEADER, table)


def solve(name: str, data: Path, count: int, times: int) -> int:
    """Solve permuted puzzles of a set; return the nodes of one run."""
    puzzles = _puzzles(name, data, count)
    givens = np.where(puzzles == 0, NO_GIVEN, puzzles - 1).astype(np.uint8)
    solutions, exact = np.empty_like(givens), np.empty(count, np.uint8)
    counts, nodes = np.empty(count, np.int64), np.empty(count, np.int64)
    problem = lower(Sudoku(9))
    for _ in range(times):
        _native.solve_many(problem, givens, 2, 1, solutions, counts, nodes, exact)
    return int(nodes.sum())


def _puzzles(name: str, data: Path, count: int) -> NDArray[np.uint8]:
    return permuted(grids([line[:81] for line in lines(data / "classic" / CLASSIC[name])]), count)


def _row(name: str, puzzles: int, counter: Counter) -> tuple[str, ...]:
    (once, nodes), (twice, _) = (counter(name, times) for times in (1, 2))
    boards = puzzles + 2 * nodes
    spent = twice - once
    return (name, f"{puzzles:,}", f"{spent / puzzles:,.0f}", f"{nodes / puzzles:.2f}", f"{spent / boards:,.0f}")


@contextmanager
def _counter(options: Namespace) -> Iterator[Counter]:
    """Yield what counts the instructions of a process that solves a set a given number of times."""
    if options.aarch64 is None:
        yield lambda name, times: _by_callgrind(name, times, options)
        return
    with tempfile.TemporaryDirectory() as folder:
        plugin = Path(folder) / "count_instructions.so"
        _run([os.environ.get("CXX", "c++"), "-std=c++20", "-O2", "-shared", "-fPIC", str(PLUGIN), "-o", str(plugin)])
        yield lambda name, times: _by_qemu(name, times, options, plugin)


def _by_callgrind(name: str, times: int, options: Namespace) -> Counted:
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable, "-m"]
    command += ["benchmarks.instructions", "--data", str(options.data), "--sets", name]
    command += ["--puzzles", str(options.puzzles), "--times", str(times)]
    return _counted(command, r"Collected : (\d+)")


def _by_qemu(name: str, times: int, options: Namespace, plugin: Path) -> Counted:
    puzzles = plugin.with_name("puzzles.txt")
    puzzles.write_bytes(texts(_puzzles(name, options.data, options.puzzles)))
    command = ["qemu-aarch64", "-cpu", "cortex-a53", "-plugin", str(plugin)]
    command += [str(options.aarch64), str(puzzles), str(times)] + ["single"] * options.single
    return _counted(command, r"instructions: (\d+)")


def _counted(command: list[str], pattern: str) -> Counted:
    """The instructions of the whole process, and the nodes that it prints."""
    ended = _run(command)
    found = re.search(pattern, ended.stderr)
    if found is None:
        raise bad_input(f"{command[0]} counted nothing: {ended.stderr[-500:]}")
    return int(found[1]), int(ended.stdout)


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}  # waiting threads spin
    environment["GLIBC_TUNABLES"] = NO_REPEATED_BYTES
    try:
        ended = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    except OSError as error:
        raise bad_input(f"{command[0]}: {error.strerror}") from None
    if ended.returncode != 0:
        raise bad_input(f"{command[0]} ended with code {ended.returncode}: {ended.stderr[-500:]}")
    return ended


if __name__ == "__main__":
    main()

"""``sudoku-cp judge`` compared with other programs for the same online judges, as processes with the same input.

    python -m benchmarks.seeds --program poj3074=./poj3074 --program acwing183=./acwing183

Answers are compared byte by byte; the puzzles have one solution. As starting Python takes longer than a compiled
program needs for a few puzzles, a short input is also repeated, to separate the start from the speed.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

from benchmarks.data import CLASSIC, add_data_option, lines, rows
from benchmarks.table import print_table, seconds, times
from benchmarks.timing import Sample, alternate, cpu_ratio, middle, run_program, wall_ratio

HEADER = ("problem", "input", "puzzles", "ours", "theirs", "ratio (wall)", "ratio (cpu)", "answers")

GIVENS = 20
"""The seeds of the slow scored inputs."""

CLASSIC_DIGITS, LETTERS = "123456789", "ABCDEFGHIJKLMNOP"


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.seeds", description=__doc__.splitlines()[0])
    add_data_option(parser)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each program (default: %(default)s)")
    parser.add_argument(
        "--program",
        metavar="PROBLEM=PATH",
        type=_program,
        action="append",
        required=True,
        help=f"a program for one of {', '.join(INPUTS)}; may be given several times",
    )
    parser.add_argument(
        "--scored",
        metavar="SEED,…",
        type=lambda text: [int(seed) for seed in text.split(",")],
        default=[6, 9, 16],
        help="random seeds of the scored inputs with 20 givens (default: 6,9,16)",
    )
    parser.add_argument(
        "--puzzles",
        metavar="N",
        type=int,
        default=2000,
        help="least number of puzzles in repeated inputs (default: %(default)s)",
    )
    options = parser.parse_args()
    table = [
        _compare(problem, path, item, options.rounds)
        for problem, path in options.program
        for shortest in INPUTS[problem](options.data, options.scored)
        for item in ([shortest] if problem == "acwing183" else [shortest, shortest.repeated(options.puzzles)])
    ]
    print_table(f"Judge programs: medians of {options.rounds} alternating runs, ratio theirs to ours", HEADER, table)


def _program(text: str) -> tuple[str, str]:
    problem, _, path = text.partition("=")
    if problem not in INPUTS or not path:
        raise ArgumentTypeError(f"{text!r} is not PROBLEM=PATH with one of {', '.join(INPUTS)}")
    return problem, path


@dataclass(frozen=True, slots=True)
class Input:
    """The text for standard input."""

    name: str
    grids: list[str]
    divider: str = ""
    end: str = ""

    @property
    def stdin(self) -> bytes:
        return (self.divider.join(self.grids) + self.end).encode()

    def repeated(self, puzzles: int) -> Input:
        """The same grids repeated until a number is reached."""
        often = -(-puzzles // len(self.grids))
        return replace(self, name=f"{self.name}, {often} times", grids=self.grids * often)


def _poj3074(data: Path, _: list[int]) -> list[Input]:
    puzzles = lines(data / "classic" / CLASSIC["top1465"])
    return [Input("top1465", [line[:81] + "\n" for line in puzzles], end="end\n")]


def _leetcode37(data: Path, _: list[int]) -> list[Input]:
    puzzles = lines(data / "classic" / CLASSIC["top1465"])
    boards = [[list(line[start : start + 9]) for start in range(0, 81, 9)] for line in puzzles]
    return [Input("top1465", [json.dumps(board, separators=(",", ":")) + "\n" for board in boards])]


def _hdu1426(data: Path, _: list[int]) -> list[Input]:
    puzzles = [row[1].replace(".", "?") for row in rows(data / "big" / "gecode_sudoku_9x9.tsv")]
    return [Input("gecode 9×9", ["".join(_rows(line, 9, " ")) for line in puzzles], "\n")]


def _letters16(data: Path, _: list[int]) -> list[Input]:
    puzzles = [row[1].replace(".", "-") for row in rows(data / "big" / "gecode_sudoku_16x16.tsv")]
    return [Input("gecode 16×16", ["".join(_rows(line, 16, "")) for line in puzzles], "\n")]


def _acwing183(data: Path, seeds: list[int]) -> list[Input]:
    solved = lines(data / "classic" / CLASSIC["top1465"].replace(".txt", ".solved.txt"))
    grids = {f"20 givens, seed {seed}": _thinned(solved[seed].split(":")[2], seed) for seed in seeds}
    for path in sorted((data / "scored").glob("noip2009_sample?.in")):
        grids[path.stem] = path.read_text().split()
    return [Input(name, ["".join(_rows(grid, 9, " "))]) for name, grid in grids.items()]


def _rows(cells: Sequence[str], size: int, divider: str) -> list[str]:
    return [divider.join(cells[start : start + size]) + "\n" for start in range(0, size * size, size)]


def _thinned(solution: str, seed: int) -> list[str]:
    """A solved grid with most digits removed."""
    kept = set(Random(seed).sample(range(81), GIVENS))
    return [digit if cell in kept else "0" for cell, digit in enumerate(solution)]


INPUTS: Mapping[str, Callable[[Path, list[int]], list[Input]]] = {
    "poj3074": _poj3074,
    "leetcode37": _leetcode37,
    "hdu1426": _hdu1426,
    "poj3076": _letters16,
    "acwing171": _letters16,
    "acwing183": _acwing183,
}


def _compare(problem: str, path: str, given: Input, rounds: int) -> tuple[str, ...]:
    stdin = given.stdin
    commands = {"ours": [sys.executable, "-m", "sudoku_cp", "judge", problem], "theirs": [path]}
    answers: dict[str, bytes] = {}

    def run(contender: str) -> Sample:
        sample, answers[contender] = run_program(commands[contender], stdin)
        return sample

    samples = alternate({contender: partial(run, contender) for contender in commands}, rounds)
    ours, theirs = samples["ours"], samples["theirs"]
    return (
        problem,
        given.name,
        str(len(given.grids)),
        seconds(middle(ours)),
        seconds(middle(theirs)),
        times(wall_ratio(theirs, ours)),
        times(cpu_ratio(theirs, ours)),
        _agreement(answers["ours"], answers["theirs"]),
    )


def _agreement(ours: bytes, theirs: bytes) -> str:
    if ours == theirs:
        return "the same bytes"
    if ours.split() == theirs.split():
        return "the same but for white space"
    return "DIFFERENT"


if __name__ == "__main__":
    main()

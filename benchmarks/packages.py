"""Time from model to answer in Python, compared with ``xcover`` and ``exact-cover`` from PyPI, on hard 9×9 puzzles.

    pip install xcover exact-cover
    python -m benchmarks.packages

*Whole* is the time from the text of the puzzle to its solved digits, including compilation; each package is used in the
fastest way that its documentation shows. Ours shares the engine's problem among models of the same houses, so only the
first run makes it. *Engine* is the search alone, on data in the form for the package's compiled
code. The first solution may be found by luck; *all solutions* includes the proof that there is no second one.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from statistics import median

import numpy as np
from numpy.typing import NDArray

from benchmarks.table import print_table, seconds, times
from benchmarks.timing import alternate, least_ratio, middle, wall_ratio
from sudoku_cp import Solution, Sudoku
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.model.limits import NO_LIMITS
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver

PUZZLES = {
    "Arto Inkala, 2012": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "AI Escargot, 2006": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "Easter Monster, 2007": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "Golden Nugget, 2007": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "Platinum Blonde, 2008": ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
}
"""Puzzles that newspapers and players' forums published as the hardest ones."""

HEADER = ("package", "theirs", "ours", "ratio", "least", "greatest", "ratio of shortest runs")

Options = list[tuple[int, int]]
"""Pairs of cell and digit, both counted from 0."""

SolveAll = Callable[[], list[str]]
"""A function that solves one puzzle, and returns its solutions as text."""


@dataclass(frozen=True, slots=True)
class Package:
    """The functions that call a package.

    Parameters
    ----------
    whole, engine
        Return the function to be timed, given a puzzle and the number of solutions to search for.
    """

    name: str
    whole: Callable[[str, int], SolveAll]
    engine: Callable[[str, int], SolveAll]


def main() -> int:
    parser = ArgumentParser(prog="python -m benchmarks.packages", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=101, help="runs of each package (default: %(default)s)")
    options = parser.parse_args()
    packages = []
    for make in (_xcover, _exact_cover):
        try:
            packages.append(make())
        except ImportError as error:
            print(f"{error.name} is not installed: pip install {(error.name or '').replace('_', '-')}", file=sys.stderr)
    if not packages:
        return int(ExitCode.BAD_INPUT)
    for question, most in (("one solution", 1), ("all solutions", 2)):
        for part in ("whole", "engine"):
            title = f"{part}, {question}: over {len(PUZZLES)} puzzles, medians of {options.rounds} alternating runs"
            print_table(
                title.capitalize(),
                HEADER,
                [_compare(package, part, most, options.rounds) for package in packages],
            )
    return int(ExitCode.ANSWERED)


def _compare(package: Package, part: str, most: int, rounds: int) -> tuple[str, ...]:
    measured = []
    for puzzle in PUZZLES.values():
        works = {item.name: getattr(item, part)(puzzle, most) for item in (OURS, package)}
        answers = {tuple(work()) for work in works.values()}
        assert len(answers) == 1, f"different answers to {puzzle}"
        ours, theirs = alternate(works, rounds).values()
        measured.append((middle(theirs), middle(ours), wall_ratio(theirs, ours), least_ratio(theirs, ours)))
    their_times, our_times, ratios, shortest = zip(*measured, strict=True)
    return (
        package.name,
        seconds(median(their_times)),
        seconds(median(our_times)),
        *map(times, (median(ratios), min(ratios), max(ratios), median(shortest))),
    )


def _sudoku(puzzle: str) -> Sudoku:
    sudoku = Sudoku(9)
    sudoku.give_grid(None if character == "." else int(character) for character in puzzle)
    return sudoku


def _our_whole(puzzle: str, most: int) -> SolveAll:
    def answer() -> list[str]:
        compiled = load_solver().compile(_sudoku(puzzle))
        return _text(compiled.solve().solution if most == 1 else compiled.count(most).solution)

    return answer


def _our_engine(puzzle: str, most: int) -> SolveAll:
    compiled: LoweredModel = load_solver().compile(_sudoku(puzzle))
    return lambda: _text(compiled._count(compiled.model.givens, most, NO_LIMITS).solution)


def _text(solution: Solution | None) -> list[str]:
    assert solution is not None
    return ["".join(map(str, solution.values_in_order))]


OURS = Package("sudoku-cp", _our_whole, _our_engine)


def _options(puzzle: str) -> Options:
    """The options that the givens leave."""
    return [(cell, digit) for cell in range(81) for digit in range(9) if puzzle[cell] in (".", str(digit + 1))]


def _items(cell: int, digit: int) -> tuple[int, int, int, int]:
    """The items of an option: its cell, and its digit in row, column and box."""
    row, column = divmod(cell, 9)
    box = row // 3 * 3 + column // 3
    return cell, 81 + 9 * row + digit, 162 + 9 * column + digit, 243 + 9 * box + digit


def _matrix(options: Options) -> NDArray[np.bool_]:
    """A matrix with rows for options and columns for items."""
    matrix = np.zeros((len(options), 324), np.bool_)
    matrix[np.arange(len(options))[:, None], [_items(cell, digit) for cell, digit in options]] = True
    return matrix


def _texts(options: Options, covers: Iterable[Iterable[int]], most: int) -> list[str]:
    """The digits of the covers found, up to a limit."""
    return [
        "".join(str(digit + 1) for _, digit in sorted(options[row] for row in cover)) for cover in islice(covers, most)
    ]


def _xcover() -> Package:
    package = import_module("xcover")

    def whole(puzzle: str, most: int) -> SolveAll:
        def answer() -> list[str]:
            options = _options(puzzle)
            return _texts(options, package.covers_bool(_matrix(options)), most)

        return answer

    def engine(puzzle: str, most: int) -> SolveAll:
        options = _options(puzzle)
        items = np.array([_items(cell, digit) for cell, digit in options], np.uint32).ravel()
        starts = np.arange(0, len(items) + 1, 4, dtype=np.uint32)
        colours = np.zeros(len(items), np.uint32)
        return lambda: _texts(options, package.algorithm_c(items, starts, colours, 324, 0), most)

    return Package("xcover", whole, engine)


def _exact_cover() -> Package:
    package = import_module("exact_cover")

    def covers(matrix: NDArray[np.bool_], most: int) -> Iterable[Iterable[int]]:
        found: Iterable[Iterable[int]] = (
            [package.get_exact_cover(matrix)] if most == 1 else package.get_all_solutions(matrix)
        )
        return found

    def whole(puzzle: str, most: int) -> SolveAll:
        def answer() -> list[str]:
            options = _options(puzzle)
            return _texts(options, covers(_matrix(options), most), most)

        return answer

    def engine(puzzle: str, most: int) -> SolveAll:
        options = _options(puzzle)
        matrix = _matrix(options)
        return lambda: _texts(options, covers(matrix, most), most)

    return Package("exact-cover", whole, engine)


if __name__ == "__main__":
    sys.exit(main())

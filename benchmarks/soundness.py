"""Not speed: the named techniques on random paths of random puzzles, each conclusion against the true candidates.

    python -m benchmarks.soundness --seconds 600 --seed 1

The techniques are tried in random order, on half of the paths those first that were seldom seen, and steps are taken at
random, so that paths lead to positions that easy steps never reach. Puzzles with several solutions and variants count
too; unique rectangles and the like only in classic puzzles with one solution. The time ends the run within a step, too.
The exit code is 4 if a pattern excludes a true candidate.
"""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from types import FrameType
from typing import NoReturn

from benchmarks.table import print_table
from sudoku_cp import Cell, Sudoku
from sudoku_cp.authoring import generate
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.human.techniques import TECHNIQUES, Layout, Pattern, Position
from sudoku_cp.human.techniques.catalogue import Technique
from sudoku_cp.model import Clue
from sudoku_cp.rules import anti_king, anti_knight, diagonals, killer, thermo

HEAVY = ("ALS ", "finned franken", "finned mutant", "mutant", "siamese", "template")
"""How the names of techniques begin that are slow where many cells are open, or differ by more than houses."""

FEW = 40
"""The number of open cells up to which these are tried."""

MOST = 1_000
"""The number of patterns of a technique that are looked at in one position."""

SELDOM = 10
"""The number of patterns up to which a technique was seldom seen."""

JIGSAW = "AAAACCCCC AAAACCCCB DADEEBBBB DDDEEBBFB DDDHEBFFF HDHHEEFFF HHHHEEFIF HGGGGIIII GGGGGIIII"

Exact = dict[Cell, tuple[int, ...]]


class _TimeIsOverError(Exception):
    """The processor time is spent."""


class _Tally:
    """What was seen until the time was over."""

    def __init__(self) -> None:
        self.patterns = Counter[str]()
        self.paths = Counter[str]()
        self.wrong = 0


def main() -> int:
    parser = ArgumentParser(prog="python -m benchmarks.soundness", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60, help="processor time (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of puzzles and paths (default: %(default)s)")
    options = parser.parse_args()
    tally = _Tally()
    signal.signal(signal.SIGPROF, _end)
    with suppress(_TimeIsOverError):
        signal.setitimer(signal.ITIMER_PROF, options.seconds)
        _try_paths(Random(options.seed), tally)
    print_table("paths", ("kind", "paths"), sorted(tally.paths.items()))
    print_table(
        f"{tally.patterns.total():,} patterns, of which {tally.wrong} exclude a true candidate",
        ("technique", "patterns"),
        _by_name(tally.patterns),
    )
    return ExitCode.DISAGREE if tally.wrong else ExitCode.ANSWERED


def _end(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise _TimeIsOverError


def _try_paths(random: Random, tally: _Tally) -> NoReturn:
    """Walk paths until the time is over."""
    sources = {kind: _puzzles(make(), random) for kind, make in KINDS.items()}
    while True:
        kind = random.choice(list(sources))
        model, givens = next(sources[kind])
        exact: Exact = dict(model.candidates(givens).values)
        is_unique = all(len(values) == 1 for values in exact.values())
        tally.paths[f"{kind}, {'one solution' if is_unique else 'several solutions'}"] += 1
        known = [each for each in TECHNIQUES if not each.assumes_uniqueness or (is_unique and kind == "classic")]
        position = Position.of_givens(Layout(model), givens)
        for pattern, before in _walk(position, known, random, tally.patterns):
            tally.patterns[pattern.name] += 1
            if not _holds(pattern, before, exact):
                tally.wrong += 1
                print("WRONG", kind, {cell.name: value for cell, value in givens.items()}, pattern, file=sys.stderr)


def _puzzles(model: Sudoku, random: Random) -> Iterator[tuple[Sudoku, dict[Cell, int]]]:
    """Minimal puzzles; half of them lose some givens, so that they may have several solutions."""
    while True:
        for each in islice(generate(model, seed=random.randrange(1 << 30)), 100):
            givens = dict(each.givens)
            missing = min(random.choice((0, 0, 0, 1, 2, 4)), len(givens))
            for cell in random.sample(list(givens), missing):
                del givens[cell]
            yield model, givens


def _walk(
    position: Position, known: list[Technique], random: Random, seen: Counter[str]
) -> Iterator[tuple[Pattern, Position]]:
    """Patterns of random techniques, each with the position before it, of which one is taken each time."""
    prefers_seldom = random.random() < 1 / 2
    while position.open:
        is_wide = position.open.bit_count() > FEW or not position.layout.has_only_houses
        tried = [each for each in random.sample(known, len(known)) if not (is_wide and each.name.startswith(HEAVY))]
        if prefers_seldom:
            tried.sort(key=lambda technique: seen[technique.name] > SELDOM)
        found = next(filter(None, ([*islice(each.find(position), MOST)] for each in tried)), [])
        if not found:
            return
        for pattern in found:
            yield pattern, position
        step = random.choice(found)
        position = position.after(step.eliminated, step.placed)


def _holds(pattern: Pattern, position: Position, exact: Exact) -> bool:
    """Whether a pattern concludes something about open candidates, and nothing against the true ones."""
    layout = position.layout
    cells = layout.model.cells
    return (
        bool(pattern.eliminated or pattern.placed)
        and all(
            mask and not mask & ~position.masks[index] and not set(layout.values_of(mask)) & set(exact[cells[index]])
            for index, mask in pattern.eliminated.items()
        )
        and all(exact[cells[index]] == (layout.digits[digit],) for index, digit in pattern.placed.items())
    )


def _by_name(seen: Counter[str]) -> list[tuple[str, str]]:
    return [(technique.name, f"{seen[technique.name]:,}") for technique in TECHNIQUES]


def _with(*clues: Clue) -> Sudoku:
    model = Sudoku(9)
    model.add(*clues)
    return model


KINDS: dict[str, Callable[[], Sudoku]] = {
    "classic": lambda: Sudoku(9),
    "6×6": lambda: Sudoku(6),
    "diagonals": lambda: _with(diagonals()),
    "jigsaw": lambda: Sudoku(9, regions=JIGSAW),
    "anti-knight": lambda: _with(anti_knight()),
    "anti-king": lambda: _with(anti_king()),
    "killer": lambda: _with(killer("r1c1 r1c2 r2c1", sum=15), killer("r5c5 r5c6 r6c5", sum=12)),
    "thermo": lambda: _with(thermo("r1c1 r2c2 r3c3 r4c4"), thermo("r9c1 r8c2 r7c3")),
}


if __name__ == "__main__":
    sys.exit(main())

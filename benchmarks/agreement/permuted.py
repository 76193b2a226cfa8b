"""Waves compared with the general search, on permuted hard puzzles with no, one, two and many solutions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.agreement.settings import Check, Settings
from benchmarks.agreement.tally import Tally
from benchmarks.data import CLASSIC, grids, lines
from benchmarks.permuted import permuted
from sudoku_cp import Sudoku
from sudoku_cp.kernel import Linear
from sudoku_cp.model import Relation
from sudoku_cp.solving.registry import load_solver

LIMIT = 100
"""The number of solutions up to which each puzzle is counted."""

BLOCK = 50_000


def _permuted(settings: Settings, tally: Tally) -> None:
    base = _base(settings.data)
    waves = load_solver().compile(Sudoku(9))
    general = load_solver().compile(_with_a_sum())
    for first in range(0, settings.permuted, BLOCK):
        puzzles = permuted(base, min(BLOCK, settings.permuted - first), seed=first)
        ours, theirs = (compiled.solve_many(puzzles, limit=LIMIT, threads=2) for compiled in (waves, general))
        same = (ours.counts == theirs.counts) & (ours.exact == theirs.exact)
        same &= (ours.solutions == theirs.solutions).all(axis=1) | (ours.counts > 1)
        for number in range(len(puzzles)):
            difference = f"{ours.counts[number]} solutions in waves, {theirs.counts[number]} otherwise"
            tally.judge("".join(map(str, puzzles[number])) if not same[number] else "", bool(same[number]), difference)


def _base(data: Path) -> NDArray[np.uint8]:
    """Puzzles with no, one, two and many solutions in turn."""
    robust, classic = data / "robust", data / "classic"
    sources = (
        [robust / "zero_solution_hard.txt"],
        [classic / CLASSIC[name] for name in ("top1465", "forum1106", "17clue")],
        [robust / "clues16_two_solutions.txt", robust / "clues77_two_solutions.txt"],
        [classic / CLASSIC["serg"]],
    )
    kinds = [grids([line[:81] for file in files for line in lines(file)]) for files in sources]
    longest = max(map(len, kinds))
    return np.stack([kind[np.arange(longest) % len(kind)] for kind in kinds], axis=1).reshape(-1, 81)


def _with_a_sum() -> Sudoku:
    """The same sudoku with a redundant sum, which waves do not support."""
    sudoku = Sudoku(9)
    sudoku.add(Linear(tuple((1, cell) for cell in sudoku.rows[0][:8]), Relation.AT_MOST, 44))
    return sudoku


CHECKS: Mapping[str, Check] = {"permuted": _permuted}

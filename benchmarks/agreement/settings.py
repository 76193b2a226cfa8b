"""The settings of a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.agreement.tally import Tally
from sudoku_cp.model.limits import Limits


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings for all sets.

    Parameters
    ----------
    data
        The folder of puzzle files.
    sample
        The number of puzzles of each set for CP-SAT.
    seconds
        The time limit for each question about a puzzle larger than 9×9 to each solver.
    permuted
        The number of permuted puzzles, for waves and the general search.
    """

    data: Path
    sample: int
    seconds: float
    permuted: int

    @property
    def limits(self) -> Limits:
        """The limits of a single question."""
        return Limits(seconds=self.seconds)


Check = Callable[[Settings, Tally], None]
"""A function that checks one set."""

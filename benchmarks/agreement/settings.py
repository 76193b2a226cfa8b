"""How far a run goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.agreement.tally import Tally
from sudoku_cp.backends.contract import Limits


@dataclass(frozen=True, slots=True)
class Settings:
    """What all sets share.

    Parameters
    ----------
    data
        The folder of puzzle files.
    sample
        Puzzles of each set that go through CP-SAT.
    seconds
        Time for each question about a puzzle larger than 9×9 to each backend.
    permuted
        Puzzles made from others, for waves against the general search.
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
"""Goes through one set."""

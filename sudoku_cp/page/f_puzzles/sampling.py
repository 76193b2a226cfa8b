"""An estimate of a number of solutions that grows more precise as long as one waits."""

from __future__ import annotations

from math import inf, sqrt
from threading import Event

from sudoku_cp.authoring.estimate import NORMAL_95, estimate
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.lowered_model import LoweredModel

DRAWN = 20
"""The number of random descents at a time."""


class Samples:
    """Random descents, drawn some at a time, and what is known of the mean of their weights.

    Parameters
    ----------
    compiled
        The puzzle.
    givens
        Its fixed values.
    cancel
        Ends a draw early.
    """

    def __init__(self, compiled: LoweredModel, givens: Givens, cancel: Event) -> None:
        self._compiled = compiled
        self._givens = givens
        self._limits = Limits(cancel=cancel)
        self._draws = 0
        self._squares = 0.0
        self.count = 0
        """The number of descents."""
        self.mean = 0.0
        self.is_exact = False
        """Whether the mean is the number of solutions."""

    def draw(self) -> None:
        """Draw further descents.

        Raises
        ------
        Unfinished
            If the draw is cancelled.
        """
        self._draws += 1
        found = estimate(self._compiled, self._givens, descents=DRAWN, seed=self._draws, limits=self._limits)
        error = (found.high - found.mean) / NORMAL_95
        squares = error**2 * found.descents * (found.descents - 1)
        count = self.count + found.descents
        away = found.mean - self.mean
        self._squares += squares + away**2 * self.count * found.descents / count
        self.mean += away * found.descents / count
        self.count = count
        self.is_exact = found.is_exact

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.is_exact:
            return 0.0
        return sqrt(self._squares / (self.count - 1) / self.count) if self.count > 1 else inf

    @property
    def low(self) -> float:
        """The lower end of the 95 % confidence interval."""
        return max(0.0, self.mean - NORMAL_95 * self.error)

    @property
    def high(self) -> float:
        """The upper end of the 95 % confidence interval."""
        return self.mean + NORMAL_95 * self.error

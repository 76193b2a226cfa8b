"""Estimates of numbers of solutions, and random solutions."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random
from time import monotonic

from sudoku_cp._base.arguments import checked, integer, of_type
from sudoku_cp.authoring.descent import Descent, descend, solution_of
from sudoku_cp.authoring.sub_puzzles import Unfinished
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Solution
from sudoku_cp.model.compiled import CompiledModel
from sudoku_cp.model.givens import by_cell
from sudoku_cp.model.limits import NO_LIMITS, Limits, Progress, at_least_one

__all__ = ["Estimate", "estimate", "random_solution"]

DESCENTS = 100
"""The default number of descents of an estimate."""

CHOICE = 8
"""The number of descents from which a random solution is chosen by their weights."""

NORMAL_95 = 1.96
"""Standard errors on either side of a mean for a confidence of 95 %."""


@dataclass(frozen=True)
class Estimate:
    """An estimate of a number of solutions."""

    mean: float
    """The estimated number of solutions."""
    low: float
    """The lower end of the 95 % confidence interval of the mean, by the normal approximation."""
    high: float
    """The upper end of the interval."""
    descents: int
    """The number of descents."""
    is_exact: bool
    """Whether the number is the exact count."""

    def __str__(self) -> str:
        if self.is_exact:
            return f"{self.mean:,.0f}"
        return f"{self.mean:.3g} (95 %: {self.low:.3g} to {self.high:.3g}; {self.descents} descents)"


_compiled = of_type(CompiledModel, "a compiled model")
_limits = of_type(Limits, "Limits")


@checked(compiled=_compiled, seed=integer, limits=_limits)
def estimate(
    compiled: CompiledModel,
    givens: Givens | None = None,
    *,
    descents: int = DESCENTS,
    seed: int = 0,
    limits: Limits = NO_LIMITS,
) -> Estimate:
    """Estimate the number of solutions by random descents (Knuth's tree sampling).

    Parameters
    ----------
    compiled
        The compiled puzzle.
    givens
        Its fixed values; by default those of the model.
    descents
        The number of descents.
    seed
        The seed of the choices; the same seed gives the same estimate.
    limits
        When to stop early; the estimate is then that of the descents so far.

    Returns
    -------
    Estimate
        The mean and its confidence interval.

    Raises
    ------
    ModelError
        If there are no descents, or the givens do not fit the model.
    Unfinished
        If a limit comes before the end of the first descent.

    >>> from sudoku_cp import Sudoku
    >>> print(estimate(Sudoku(4).compile()))
    288
    """
    descents = at_least_one(descents, "descents of estimate")
    weights: list[int] = []
    fixed = compiled.model.givens if givens is None else by_cell(compiled.model, givens)
    random, start = Random(seed), monotonic()
    try:
        while len(weights) < descents:
            descent = descend(compiled, fixed, random, _left(limits, start))
            weights.append(descent.weight)
            if not descent.fixed:
                return Estimate(descent.weight, descent.weight, descent.weight, 1, is_exact=True)
            if limits.on_progress is not None:
                limits.on_progress(Progress(monotonic() - start, 0, len(weights)))
    except Unfinished:
        if not weights:
            raise
    mean = sum(weights) / len(weights)
    spread = sqrt(sum((weight - mean) ** 2 for weight in weights) / max(1, len(weights) - 1) / len(weights))
    spread = spread if len(weights) > 1 else mean
    return Estimate(mean, max(0.0, mean - NORMAL_95 * spread), mean + NORMAL_95 * spread, len(weights), is_exact=False)


@checked(compiled=_compiled, random=of_type(Random, "a Random"), limits=_limits)
def random_solution(
    compiled: CompiledModel, givens: Givens | None = None, *, random: Random, limits: Limits = NO_LIMITS
) -> Solution | None:
    """Find a random solution.

    If there are at most 1,000 solutions, each has the same probability. Otherwise one of eight random descents is
    chosen by its weight, and one of the solutions at its end: the probabilities are close to each other, not equal.

    Parameters
    ----------
    compiled
        The compiled puzzle.
    givens
        Its fixed values; by default those of the model.
    random
        The source of the choices.
    limits
        When to stop.

    Returns
    -------
    Solution or None
        The solution; None if there is none.

    Raises
    ------
    Unfinished
        If a limit comes first.
    """
    fixed = compiled.model.givens if givens is None else by_cell(compiled.model, givens)
    start = monotonic()
    ends: list[Descent] = []
    while len(ends) < CHOICE:
        ends.append(descend(compiled, fixed, random, _left(limits, start)))
        if not ends[0].fixed:
            break
    if not ends[0].count:
        return None
    [end] = random.choices(ends, [descent.weight for descent in ends])
    return solution_of(compiled, fixed, end, random, _left(limits, start))


def _left(limits: Limits, start: float) -> Limits:
    left = limits.after(start)
    if left.seconds == 0 or (left.cancel is not None and left.cancel.is_set()):
        raise Unfinished
    return Limits(left.seconds, left.nodes, left.cancel)

"""Numbers of solutions that are too many to list, random solutions, and the different fillings of some cells.

Estimates of these numbers and random solutions come from random ways down the tree of solutions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from time import monotonic

import numpy as np

from sudoku_cp._base.arguments import checked, each, integer, of_type
from sudoku_cp.authoring.sub_puzzles import Unfinished
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Cell, ModelError, Solution
from sudoku_cp.model.answers import Result, Statistics, Status
from sudoku_cp.model.compiled import CompiledModel
from sudoku_cp.model.givens import by_cell
from sudoku_cp.model.limits import NO_LIMITS, Limits, Progress, at_least_one
from sudoku_cp.solving.batch import empty_value

__all__ = ["Estimate", "count_fillings", "estimate", "random_solution"]

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


COUNTED = 1000
"""The number of solutions up to which they are counted, which ends a descent."""


@dataclass(frozen=True)
class Descent:
    """The end of a way down: the values that were fixed, and the solutions with them."""

    fixed: dict[Cell, int]
    choices: int
    """The product of the numbers of values that each fixed cell was chosen from."""
    count: int
    """The number of solutions with the fixed values."""

    @property
    def weight(self) -> int:
        """An estimate of the number of all solutions, without bias (Knuth 1975)."""
        return self.choices * self.count


def descend(compiled: CompiledModel, givens: Givens, random: Random, limits: Limits) -> Descent:
    """Fix random values of cells until few solutions are left, and count these.

    Each value is chosen from those that occur in some solution, in a cell with the fewest.

    Parameters
    ----------
    compiled
        The puzzle.
    givens
        Its fixed values.
    random
        The source of the choices.
    limits
        When to stop.

    Returns
    -------
    Descent
        The end of the way.

    Raises
    ------
    Unfinished
        If a limit comes first.
    """
    fixed: dict[Cell, int] = {}
    choices = 1
    while True:
        known = {**givens, **fixed}
        counted = compiled.count(COUNTED + 1, known, limits)
        if counted.exact:
            return Descent(fixed, choices, counted.count)
        if counted.count <= COUNTED:
            raise Unfinished
        found = compiled.candidates(known, limits)
        if found.status is not Status.COMPLETE:
            raise Unfinished
        fewest = min(len(values) for values in found.values.values() if len(values) > 1)
        cell = random.choice([cell for cell in compiled.model.cells if len(found.values[cell]) == fewest])
        fixed[cell] = random.choice(found.values[cell])
        choices *= fewest


def solution_of(compiled: CompiledModel, givens: Givens, descent: Descent, random: Random, limits: Limits) -> Solution:
    """One of the solutions at the end of a descent, each with the same probability.

    Parameters
    ----------
    compiled, givens
        The puzzle.
    descent
        The descent; there is a solution at its end.
    random
        The source of the choice.
    limits
        When to stop.

    Returns
    -------
    Solution
        The solution.

    Raises
    ------
    Unfinished
        If a limit comes first.
    """
    chosen = random.randrange(descent.count)
    for number, solution in enumerate(compiled.solutions({**givens, **descent.fixed}, limits)):
        if number == chosen:
            return solution
    raise Unfinished


ROWS = 4096
"""The number of partial fillings that are asked about at once."""


@checked(
    compiled=of_type(CompiledModel, "a compiled model"),
    cells=each(of_type(Cell, "a cell"), "cells"),
    limit=integer,
    limits=of_type(Limits, "Limits"),
)
def count_fillings(
    compiled: CompiledModel,
    cells: Sequence[Cell],
    givens: Givens | None = None,
    *,
    limit: int | None = None,
    limits: Limits = NO_LIMITS,
) -> Result:
    """Count the different fillings of some cells that occur in solutions.

    Parameters
    ----------
    compiled
        The compiled puzzle.
    cells
        The cells.
    givens
        The fixed values; by default those of the model.
    limit
        The number of fillings to stop at; None to count all.
    limits
        When to stop early.

    Returns
    -------
    Result
        The count, with a solution; the status is COMPLETE or INFEASIBLE if all fillings were counted.

    Raises
    ------
    ModelError
        If a cell is not one of the model.

    >>> from sudoku_cp import Sudoku
    >>> sudoku = Sudoku(4)
    >>> count_fillings(sudoku.compile(), sudoku.rows[0]).count, count_fillings(sudoku.compile(), ()).count
    (24, 1)
    """
    start = monotonic()
    fixed = compiled.model.givens if givens is None else givens
    found = compiled.candidates(fixed, limits)
    statistics = found.statistics
    if found.status is not Status.COMPLETE:
        return Result(compiled.solver_name, found.status, statistics=statistics)
    solution = compiled.count(1, fixed, limits.after(start)).solution
    if not compiled.model.owns_all(cells):
        raise ModelError(f"the cells of count_fillings must be cells of {compiled.model.name}")
    order = sorted(dict.fromkeys(cells), key=lambda cell: len(found.values[cell]))
    row = np.full((1, len(compiled.model.cells)), empty_value(compiled.model), np.int64)
    for cell, value in fixed.items():
        row[0, cell.index] = value
    stack, count, nodes, status = [(0, row)], 0, statistics.nodes, Status.COMPLETE
    while stack:
        depth, rows = stack.pop()
        if depth == len(order):
            count += len(rows)
            if limit is not None and count >= limit:
                count, status = limit, Status.LIMIT
                break
            continue
        cell = order[depth]
        values = found.values[cell]
        wider = np.repeat(rows, len(values), axis=0)
        wider[:, cell.index] = np.tile(values, len(rows))
        left = limits.after(start)
        batch = compiled.solve_many(wider, limits=Limits(left.seconds, left.nodes, left.cancel))
        nodes += int(batch.nodes.sum())
        if not (batch.exact | (batch.counts > 0)).all():
            status = Status.LIMIT
            break
        if limits.on_progress is not None:
            limits.on_progress(Progress(monotonic() - start, nodes, count))
        kept = wider[batch.counts > 0]
        stack += [(depth + 1, kept[first : first + ROWS]) for first in range(0, len(kept), ROWS)]
    return Result(compiled.solver_name, status, solution, count, statistics=Statistics(nodes, 0, monotonic() - start))

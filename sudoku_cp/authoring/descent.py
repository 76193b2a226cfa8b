"""Random ways down the tree of solutions, each with the number of solutions that it stands for."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from sudoku_cp.authoring.sub_puzzles import Unfinished
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Cell, Solution
from sudoku_cp.model.answers import Status
from sudoku_cp.model.compiled import CompiledModel
from sudoku_cp.model.limits import Limits

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

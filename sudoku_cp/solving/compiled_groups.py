"""A model whose constraints are divided into groups, any of which can be compiled without the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sudoku_cp.model import Constraint, Model
from sudoku_cp.model.limits import NO_LIMITS, Limits

if TYPE_CHECKING:
    from sudoku_cp.solving.lowered_model import LoweredModel
    from sudoku_cp.solving.solver import Solver


class CompiledGroups:
    """Compiles some groups of constraints alone; a solver may derive its own class, and lower each constraint once.

    Parameters
    ----------
    solver
        The solver.
    model
        The cells with their candidates; its constraints do not count.
    groups
        The constraints of each group.
    """

    def __init__(self, solver: Solver, model: Model, groups: Sequence[Sequence[Constraint]]) -> None:
        self._solver = solver
        self._model = model
        self._constraints = groups

    def model_of(self, chosen: Sequence[int]) -> Model:
        """The model with some groups only.

        Parameters
        ----------
        chosen
            The numbers of the groups.

        Returns
        -------
        Model
            The model, without givens.
        """
        return self._model.with_constraints(each for group in chosen for each in self._constraints[group])

    def compiled(self, chosen: Sequence[int], limits: Limits = NO_LIMITS) -> LoweredModel:
        """Compile some groups alone.

        Parameters
        ----------
        chosen
            The numbers of the groups.
        limits
            The time limit and the cancel flag.

        Returns
        -------
        LoweredModel
            The compiled model.

        Raises
        ------
        CompilationStoppedError
            If a limit is reached.
        LoweringError
            If the solver refuses a constraint.
        """
        return self._solver.compile(self.model_of(chosen), limits)

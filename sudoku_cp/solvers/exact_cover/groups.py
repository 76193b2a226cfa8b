"""A model lowered group by group of constraints, so that any few of its groups can be asked alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, islice

from sudoku_cp import _native
from sudoku_cp.model import Constraint, LoweringError, Model
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solvers.exact_cover.lowering import add_constraint, declared
from sudoku_cp.solving.compiling import Pace

Masks = Sequence[int]
"""The candidates of each cell of a model: bit b stands for the b-th value of its domain."""


class ConstraintGroups:
    """Groups of a model's constraints, in the engine's terms.

    Parameters
    ----------
    model
        The model; of its givens none counts here.
    groups
        The constraints of each group.
    limits
        The time limit and the cancel flag.

    Raises
    ------
    LoweringError
        If the engine cannot express a constraint, or a limit is reached.
    """

    def __init__(self, model: Model, groups: Sequence[Sequence[Constraint]], limits: Limits = NO_LIMITS) -> None:
        self._native = declared(model)
        self._everything = model.with_constraints(chain.from_iterable(groups))
        constraints = Pace("exact-cover", self._everything, limits).constraints()
        for group in groups:
            for constraint in islice(constraints, len(group)):
                add_constraint(self._native, constraint)
            self._native.close_group()

    def problem(self, groups: Sequence[int], limits: Limits = NO_LIMITS) -> _native.Problem:
        """The engine's problem for some groups alone.

        Parameters
        ----------
        groups
            The numbers of the groups.
        limits
            The time limit and the cancel flag.

        Returns
        -------
        Problem
            The problem, with the candidates of the model.

        Raises
        ------
        LoweringError
            If the engine refuses a constraint, or a limit is reached.
        """
        pace = Pace("exact-cover", self._everything, limits)
        try:
            problem = self._native.build_groups(groups, pace.seconds_left(), pace.poll())
        except ValueError as error:
            raise LoweringError(f"exact-cover: {error}") from error
        if problem is None:
            raise pace.stopped()
        return problem

    def has_solution(self, groups: Sequence[int], masks: Masks, most_nodes: int | None = None) -> bool | None:
        """Whether some groups alone have a solution.

        Parameters
        ----------
        groups, masks, most_nodes
            See `eliminations`.

        Returns
        -------
        bool
            Whether there is one; None at the limit.

        Raises
        ------
        LoweringError
            If the engine refuses a constraint.
        """
        try:
            return self._native.has_solution(groups, masks, most_nodes)
        except ValueError as error:
            raise LoweringError(f"exact-cover: {error}") from error

    def refuted(
        self,
        groups: Sequence[int],
        masks: Masks,
        asked: Masks,
        most_nodes: int | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> dict[int, int]:
        """The candidates, of those asked about, with each of which a search shows that groups alone have no solution.

        Parameters
        ----------
        groups, masks
            See `eliminations`.
        asked
            The candidates to ask about, by cell.
        most_nodes
            The limit on search nodes for each of them.
        should_stop
            Asked now and then; True leaves out the other candidates.

        Returns
        -------
        dict
            A mask of refuted candidates for each cell that has some, by the cell's index.

        Raises
        ------
        LoweringError
            If the engine refuses a constraint.
        """
        poll = None if should_stop is None else lambda *_: should_stop()
        try:
            return dict(self._native.refuted(groups, masks, asked, most_nodes, poll))
        except ValueError as error:
            raise LoweringError(f"exact-cover: {error}") from error

    def eliminations(self, groups: Sequence[int], masks: Masks, most_nodes: int | None = None) -> dict[int, int] | None:
        """The candidates that occur in no solution of some groups alone.

        Parameters
        ----------
        groups
            The numbers of the groups.
        masks
            The candidates of each cell. A cell outside the groups should have one.
        most_nodes
            The limit on search nodes.

        Returns
        -------
        dict
            A mask of impossible candidates for each cell that has some, by the cell's index; None at the limit.

        Raises
        ------
        LoweringError
            If the engine refuses a constraint.
        """
        try:
            found = self._native.eliminations(groups, masks, most_nodes)
        except ValueError as error:
            raise LoweringError(f"exact-cover: {error}") from error
        return None if found is None else dict(found)

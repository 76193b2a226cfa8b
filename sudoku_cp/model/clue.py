"""What a clue is to a model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sudoku_cp.expressions.constraint import Constraint

if TYPE_CHECKING:
    from sudoku_cp.model.model import Model


@runtime_checkable
class Clue(Protocol):
    """A named rule applied to some cells: what a person draws, where a constraint is what a solver reads.

    One whose meaning depends on the other clues of the model says so by an attribute ``reads_clues`` that is true.
    """

    def constraints(self, model: Model) -> Iterable[Constraint]:
        """The kernel constraints that define the clue.

        Parameters
        ----------
        model
            The model that the clue is added to.

        Returns
        -------
        Iterable
            The constraints.
        """

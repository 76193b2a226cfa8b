"""The protocol of clues."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sudoku_cp.kernel.constraint import Constraint

if TYPE_CHECKING:
    from sudoku_cp.model.model import Model


@runtime_checkable
class Clue(Protocol):
    """A named rule applied to cells: people draw clues, and solvers read the constraints of clues.

    A clue whose meaning depends on the other clues of the model has a true attribute ``reads_clues``.
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

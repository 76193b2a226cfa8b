"""The protocol of clues."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sudoku_cp.kernel.constraint import Constraint

if TYPE_CHECKING:
    from sudoku_cp.kernel.constraint import Constraint
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


class Declaration:
    """Something that was added to a model, with its constraints in the kernel's terms.

    Parameters
    ----------
    clue
        The clue; None for a single constraint.
    constraints
        The constraints that the model got for it.
    declares_variables
        Whether the clue declared variables of the solution, such as the regions of a chaos construction.
    """

    __slots__ = ("clue", "constraints", "declares_variables")

    def __init__(self, clue: Clue | None, constraints: list[Constraint], declares_variables: bool = False) -> None:
        self.clue = clue
        self.constraints = constraints
        self.declares_variables = declares_variables

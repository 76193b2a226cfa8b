"""What a model records of the clues and constraints that are added to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sudoku_cp.kernel.constraint import Constraint
    from sudoku_cp.model.clue import Clue


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

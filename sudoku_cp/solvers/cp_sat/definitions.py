"""Constraints in a CP-SAT model, which are required or equivalent to a literal that combinations count.

The equivalence holds in both directions, so that the literal is a function of the cells. The folder of each constraint
defines its lowering in ``cp_sat.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Protocol

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.slots import Slot
from sudoku_cp.solvers.cp_sat.literals import ValueLiterals


class Lowering(Protocol):
    """The contents of a constraint's ``cp_sat.py``."""

    def define(self, constraint: Any, holds: int, definitions: Definitions) -> None:
        """Make the literal ``holds`` equivalent to the constraint; if the literal is known to be true, require it.

        Raises
        ------
        LoweringError
            If the constraint is too large.
        """


LOWERINGS = Slot[Lowering]("cp_sat", "define", "cp-sat cannot express")


class Definitions:
    """Writes constraints into a CP-SAT model.

    Parameters
    ----------
    literals
        The model.
    houses
        Sets of cells that are known to be different.
    """

    def __init__(self, literals: ValueLiterals, houses: Iterable[frozenset[Cell]]) -> None:
        self.literals = literals
        self._houses_of: dict[Cell, list[frozenset[Cell]]] = {}
        for house in dict.fromkeys(houses):
            for cell in house:
                self._houses_of.setdefault(cell, []).append(house)
        self._known: dict[Constraint, int] = {}

    def require(self, constraint: Constraint) -> None:
        """Require the constraint.

        Raises
        ------
        LoweringError
            If the constraint, or a part of it, is of an unknown kind or too large.
        """
        self.define(constraint, self.literals.true)

    def define(self, constraint: Constraint, holds: int) -> None:
        """Make ``holds`` equivalent to the constraint; raises as `require`."""
        LOWERINGS.of(constraint).define(constraint, holds, self)

    def all_differ(self, cells: Collection[Cell]) -> bool:
        """Whether one house has all of the cells."""
        houses = min((self._houses_of.get(cell, []) for cell in cells), key=len, default=[])
        return any(house.issuperset(cells) for house in houses)

    def literal(self, constraint: Constraint) -> int:
        """The literal that is equivalent to the constraint, made at its first use."""
        if constraint not in self._known:
            self._known[constraint] = self.literals.boolean()
            self.define(constraint, self._known[constraint])
        return self._known[constraint]

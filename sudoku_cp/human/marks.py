"""The pencil marks of a puzzle while it is solved by steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sudoku_cp.kernel import AllDifferent, Linear
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.model import Model, Solution

Values = tuple[int, ...]


class Marks:
    """The candidates of every cell, without the digits that are placed in cells that differ from it.

    ```
        domain of r1c1    1 2 3 4 5 6 7 8 9
        bit               0 1 2 3 4 5 6 7 8
        masks[0]          0 1 0 0 1 0 0 0 0      r1c1 is 2 or 5
    ```

    Parameters
    ----------
    model
        The model. Its pencil marks count, its givens do not.
    givens
        The fixed values; by default those of the model. Cells whose givens contradict others have no candidates.
    """

    def __init__(self, model: Model, givens: Mapping[Cell, int] | None = None) -> None:
        self.model = model
        self.masks = [mask_of(cell, model.domain_of(cell)) for cell in model.cells]
        self.placed: set[int] = set()
        """The indices of the cells whose value is placed: given, or found by a step."""
        self.hidden = frozenset(cell.index for cell in model.auxiliary_cells)
        """The indices of auxiliary variables, which no step is about."""
        self._different = different_cells(model)
        for cell, value in (model.givens if givens is None else givens).items():
            self.place(cell, value)
        self.givens = frozenset(self.placed)
        """The indices of the cells whose value is given."""

    def copy(self) -> Marks:
        """The same marks, which change on their own."""
        other = object.__new__(Marks)
        other.model, other.hidden, other._different = self.model, self.hidden, self._different
        other.masks, other.placed, other.givens = list(self.masks), set(self.placed), self.givens
        return other

    def values(self, cell: Cell) -> Values:
        """The candidates of a cell."""
        return values_of(cell, self.masks[cell.index])

    def is_open(self, index: int) -> bool:
        """Whether a cell, given by its index, has several candidates."""
        mask = self.masks[index]
        return mask & (mask - 1) != 0

    def place(self, cell: Cell, value: int) -> None:
        """Leave a cell one value, which cells that differ from it lose."""
        self.masks[cell.index] &= mask_of(cell, (value,))
        self.placed.add(cell.index)
        for other in self._different[cell.index]:
            peer = self.model.cells[other]
            if value in peer.domain:
                self.masks[other] &= ~mask_of(peer, (value,))

    def eliminate(self, cell: Cell, values: Values) -> None:
        """Remove candidates."""
        self.masks[cell.index] &= ~mask_of(cell, values)

    def is_contradictory(self) -> bool:
        """Whether a cell has no candidate."""
        return 0 in self.masks

    def is_refuted(self) -> bool:
        """Whether they show by themselves that there is no solution; see `why_refuted`."""
        return bool(self.why_refuted())

    def why_refuted(self) -> str:
        """What shows by itself that there is no solution, in words; empty if nothing does."""
        for cell in self.model.cells:
            if not self.masks[cell.index] and cell.index not in self.hidden:
                return f"{cell.name} has no candidate left"
        broken = self.broken()
        if broken is not None:
            return f"{broken} does not hold"
        return "" if not self.is_filled() or self.is_solved() else "the constraints do not hold together"

    def is_filled(self) -> bool:
        """Whether every cell but auxiliary variables has one candidate."""
        visible = (mask for index, mask in enumerate(self.masks) if index not in self.hidden)
        return all(mask and not mask & (mask - 1) for mask in visible)

    def is_solved(self) -> bool:
        """Whether the candidates are a solution; see `solution`."""
        return self.solution() is not None

    def solution(self) -> Solution | None:
        """The solution that the candidates are, held against all constraints.

        Returns
        -------
        Solution or None
            A value for each cell, auxiliary variables included; None if another cell has not one candidate, or a
            constraint does not hold.
        """
        if not self.is_filled() or self.broken() is not None:
            return None
        filled = {cell: self.values(cell)[0] for index, cell in enumerate(self.model.cells) if index not in self.hidden}
        return self.model.compile().count(1, filled).solution

    def broken(self) -> Constraint | None:
        """The first constraint found that does not hold, whatever the values of open cells.

        Auxiliary variables have the values that follow from the cells with one candidate.
        """
        values = {cell: self.values(cell)[0] for cell in self.model.cells if self.masks[cell.index].bit_count() == 1}
        waiting: dict[int, list[Constraint]] = {index: [] for index in sorted(self.hidden)}
        for constraint in self.model.constraints:
            last = max((cell.index for cell in constraint.scope if cell.index in self.hidden), default=None)
            if last is not None:
                waiting[last].append(constraint)
            elif all(cell in values for cell in constraint.scope) and not constraint.holds(values):
                return constraint
        for index, constraints in waiting.items():
            cell, possible = self.model.cells[index], list(self.model.domain_of(self.model.cells[index]))
            values.pop(cell, None)
            for constraint in constraints:
                if all(other in values or other is cell for other in constraint.scope):
                    possible = [value for value in possible if constraint.holds({**values, cell: value})]
                    if not possible:
                        return constraint
            if len(possible) == 1:
                values[cell] = possible[0]
        return None

    def shown(self) -> dict[Cell, Values]:
        """The candidates of all cells."""
        return {cell: self.values(cell) for cell in self.model.cells}


def mask_of(cell: Cell, values: Values | Iterator[int]) -> int:
    """A mask over the domain of a cell."""
    return sum(1 << cell.domain.index(value) for value in values)


def values_of(cell: Cell, mask: int) -> Values:
    """The values of a mask over the domain of a cell."""
    return tuple(value for bit, value in enumerate(cell.domain) if mask >> bit & 1)


def is_difference(constraint: Constraint) -> bool:
    """Whether a constraint says that two cells differ, and no more: then placing a digit is all that it is used for."""
    match constraint:
        case Linear(terms=((1, _), (-1, _)), relation=Relation.UNEQUAL, constant=0):
            return True
        case AllDifferent(cells=cells):
            return len(cells) == 2
    return False


def different_cells(model: Model) -> list[list[int]]:
    """For each cell the cells that must differ from it, all by their indices."""
    found: list[set[int]] = [set() for _ in model.cells]
    for constraint in model.constraints:
        if isinstance(constraint, AllDifferent) or is_difference(constraint):
            for cell in constraint.scope:
                found[cell.index].update(other.index for other in constraint.scope if other is not cell)
    return [sorted(others) for others in found]

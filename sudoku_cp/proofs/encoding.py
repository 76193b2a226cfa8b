"""Encoding of a model's declared constraints as a pseudo-Boolean formula.

The variable ``r1c1_5`` means that the cell r1c1 is 5. Constraints may need auxiliary variables, which are functions of
the cells, so that the formula has as many solutions as the model. The encodings deliberately share no code with the
lowerings of the solvers. The folder of each constraint defines its encoding in ``proof.py``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Protocol

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.slots import Slot
from sudoku_cp.model import Model, Sense
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.proofs.guarded import Guard, GuardedFormula, House
from sudoku_cp.proofs.layers import NotCoveredError
from sudoku_cp.solving.compiling import in_time

_PLAIN_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")


class ConstraintEncoding(Protocol):
    """The contents of a constraint's ``proof.py``."""

    def encode(self, constraint: Any, encoding: Encoding, guard: Guard, positive: bool) -> None:
        """Require the constraint, or its negation, if the guard is true.

        Raises
        ------
        NotCoveredError
            If it needs too many auxiliary variables.
        """


ENCODINGS = Slot[ConstraintEncoding]("proof", "encode", "proofs do not cover", NotCoveredError)


class Encoding(GuardedFormula):
    """The formula of a model, with the literal for each value of a cell.

    Raises
    ------
    NotCoveredError
        If a constraint is of an unknown kind, or needs too many auxiliary variables.
    LoweringError
        If a limit is reached.
    """

    def __init__(self, model: Model, givens: Mapping[Cell, int], limits: Limits = NO_LIMITS) -> None:
        super().__init__()
        self.cell_numbers: list[int] = []
        """For each cell the number of the constraint for at least one value; the next one is for at most one."""
        self.houses: list[House] = []
        """The required all-differents."""
        self._held: dict[Constraint, int] = {}
        for cell in model.cells:
            name = cell.name if _PLAIN_NAME.fullmatch(cell.name) else f"v[{cell.index}]"
            self.literals.append(
                {value: self.formula.variable(f"{name}_{value}".replace("-", "m")) for value in cell.domain}
            )
        self.formula.preserved = [literal for values in self.literals for literal in values.values()]
        if model.objective is not None:
            sign = 1 if model.objective.sense is Sense.MINIMIZE else -1
            self.formula.objective = [
                (sign * points, self.literals[cell.index][value])
                for cell, of_cell in model.objective.points().items()
                for value, points in of_cell.items()
                if points
            ]
        self.formula.say("each cell has one value")
        for values in self.literals:
            self.cell_numbers.append(self.formula.equal([(1, literal) for literal in values.values()], 1))
        self._restrict(model, givens)
        for constraint in in_time("proof", model, limits):
            self.formula.say(str(constraint))
            self.add(constraint, None, positive=True)

    def _restrict(self, model: Model, givens: Mapping[Cell, int]) -> None:
        if model.pencilmarks:
            self.formula.say("pencil marks")
        for cell, candidates in model.pencilmarks.items():
            for value in cell.domain:
                if value not in candidates:
                    self.formula.clause([self.literals[cell.index][value] ^ 1])
        if givens:
            self.formula.say("givens")
        for cell, value in givens.items():
            self.formula.clause([self.literals[cell.index][value]])

    def add(self, constraint: Constraint, guard: Guard, positive: bool) -> None:
        """Require the constraint, or its negation, if the guard is true.

        Raises
        ------
        NotCoveredError
            If its kind has no encoding, or it needs too many auxiliary variables.
        """
        encoding = ENCODINGS.of(constraint)
        try:
            encoding.encode(constraint, self, guard, positive)
        except NotCoveredError as error:
            raise NotCoveredError(f"proofs do not cover {constraint}: {error}") from None

    def held(self, constraint: Constraint) -> int:
        """A literal that is equivalent to the constraint, made at its first use."""
        if constraint not in self._held:
            held = self._held[constraint] = self.formula.variable()
            self.add(constraint, held, True)
            self.add(constraint, held ^ 1, False)
        return self._held[constraint]

"""Violations of a solution, by the constraints' own meaning alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sudoku_cp._base.arguments import mapping, refused
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint

if TYPE_CHECKING:
    from sudoku_cp.model.model import Model


@dataclass(frozen=True, slots=True)
class Violation:
    """One condition of the model that a solution breaks."""

    message: str
    """The condition and the values that break it, in words."""
    constraint: Constraint | None = None
    """The broken constraint; None if a value is not among its cell's candidates."""

    def __str__(self) -> str:
        return self.message


def _values_of(model: Model, solution: object) -> dict[Cell, int]:
    """A value for each cell, those included that clues have declared, such as the value of a negator."""
    if not isinstance(solution, Mapping):
        return dict(model.solution(solution))  # type: ignore[arg-type]
    given = {model._cell(cell): value for cell, value in solution.items()}
    missing = [cell.name for cell in model.cells if cell not in given]
    if missing:
        number = f"{len(missing)} of {len(model.cells)} cells have"
        raise ModelError(
            f"the solution must have a value for each cell of {model.name}, and {number} none: {', '.join(missing)}"
        )
    return dict(model.solution([given[cell] for cell in model.cells]))


def violations_of(
    model: Model, solution: Mapping[Cell, int] | Sequence[int], givens: Mapping[Cell, int]
) -> list[Violation]:
    """List the violations of a solution; see `Model.violations`.

    Raises
    ------
    ModelError
        If a cell has no value, or a value is no integer.
    """
    values = _values_of(model, solution)
    fixed = mapping(givens, "the givens", "values by cell")
    if not model.owns_all(fixed):
        raise refused("the givens", f"values by cell of {model.name}", givens)
    broken = [
        Violation(f"{cell.name}={values[cell]} overrides the given {value}")
        for cell, value in fixed.items()
        if values.get(cell, value) != value
    ]
    broken += [
        Violation(f"{cell.name}={value} is not among its candidates")
        for cell, value in values.items()
        if value not in model.pencilmarks.get(cell, cell.domain)
    ]
    for constraint in model.constraints:
        if constraint.holds(values):
            continue
        guilty = [part for part in constraint.parts if not part.holds(values)]
        for part in guilty or [constraint]:
            where = " ".join(f"{cell.name}={values[cell]}" for cell in dict.fromkeys(part.scope))
            broken.append(Violation(f"{part} is broken: {where}", constraint))
    return broken

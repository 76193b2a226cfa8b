"""True candidates, and a way to find them by repeated searches for one solution."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic

from sudoku_cp.backends.answers import Answer, Limits, Result, Statistics, Status
from sudoku_cp.backends.givens import Givens
from sudoku_cp.model import Cell, Model
from sudoku_cp.model.solution import named


@dataclass(frozen=True, slots=True, repr=False)
class Candidates(Answer):
    """The values of each cell that occur in some solution."""

    backend: str
    """The name of the backend, with its settings."""
    status: Status
    """COMPLETE or INFEASIBLE; with LIMIT, the values are those found so far."""
    values: Mapping[Cell, tuple[int, ...]]
    """The values of each cell, ascending."""
    statistics: Statistics = field(default_factory=Statistics)
    """The cost of the search."""
    model: Model | None = field(default=None, compare=False)
    """The model for displaying it."""

    def __getitem__(self, cell: Cell | str) -> tuple[int, ...]:
        """The values of a cell, or of the cell with a name, ascending.

        Raises
        ------
        KeyError
            If there is no such cell.
        """
        return self.values[cell if isinstance(cell, Cell) else named(cell, self.values)]

    def _findings(self) -> list[str]:
        return [f"{sum(map(len, self.values.values())):,} candidates in {len(self.values):,} cells"]

    def __str__(self) -> str:
        from sudoku_cp.render.notebook import candidates_text

        return self.caption if self.model is None else f"{candidates_text(self.model, self.values)}\n{self.caption}"

    def _repr_html_(self) -> str:
        from sudoku_cp.render.notebook import paragraph, picture_of_candidates, side_by_side

        picture = None if self.model is None else picture_of_candidates(self.model, self.values)
        return side_by_side(picture) + paragraph(self.caption)


def probe_candidates(
    model: Model, backend: str, find: Callable[[Givens, Limits], Result], givens: Givens, limits: Limits
) -> Candidates:
    """Find a solution with each value of each cell that has not occurred in a solution."""
    start, nodes = monotonic(), 0
    seen: dict[Cell, set[int]] = {cell: set() for cell in model.cells}

    def probe(fixed: Givens) -> Status:
        nonlocal nodes
        left = None if limits.nodes is None else max(0, limits.nodes - nodes)
        result = find(fixed, replace(limits.after(start), nodes=left))
        nodes += result.statistics.nodes
        if result.solution is None:
            return result.status
        for cell, value in result.solution.items():
            seen[cell].add(value)
        return Status.COMPLETE

    status = probe(givens)
    for cell in model.cells:
        for value in model.domain_of(cell):
            if status is Status.COMPLETE and value not in seen[cell] and givens.get(cell, value) == value:
                status = Status.LIMIT if probe({**givens, cell: value}) is Status.LIMIT else Status.COMPLETE
    values = {cell: tuple(sorted(found)) for cell, found in seen.items()}
    return Candidates(backend, status, values, Statistics(nodes, 0, monotonic() - start))

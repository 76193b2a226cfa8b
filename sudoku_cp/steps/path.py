"""The whole way of a puzzle, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sudoku_cp.expressions.cell import Cell
from sudoku_cp.model import Model
from sudoku_cp.steps.finder import StepFinder
from sudoku_cp.steps.marks import Marks
from sudoku_cp.steps.step import Step


@dataclass(frozen=True)
class Path:
    """The steps from a puzzle's givens to its solution, or to where no step is small enough."""

    steps: tuple[Step, ...]
    marks: Marks
    """The candidates after the last step."""

    @property
    def is_solved(self) -> bool:
        """Whether every cell has one candidate."""
        return all(mask and not mask & (mask - 1) for mask in self._visible())

    @property
    def is_contradictory(self) -> bool:
        """Whether the steps show that there is no solution."""
        return 0 in self._visible()

    def _visible(self) -> list[int]:
        return [mask for index, mask in enumerate(self.marks.masks) if index not in self.marks.hidden]


def walk(finder: StepFinder, marks: Marks, most_elements: int | None = None) -> Iterator[Step]:
    """Take the first of the least steps, and carry it out, until none is left.

    Parameters
    ----------
    finder
        The finder for the model.
    marks
        The candidates, which change.
    most_elements
        The largest number of elements that a step may need; None for any number.

    Yields
    ------
    Step
        Each step before it is carried out.
    """
    while steps := finder.steps(marks, most_elements):
        yield steps[0]
        steps[0].apply(marks)


def solve_path(model: Model, givens: Mapping[Cell, int] | None = None, most_elements: int | None = None) -> Path:
    """Solve a puzzle by the smallest steps.

    Parameters
    ----------
    model
        The model.
    givens
        The fixed values; by default those of the model.
    most_elements
        The largest number of elements that a step may need; None for any number.

    Returns
    -------
    Path
        The steps.

    Raises
    ------
    LoweringError
        If the engine cannot express a constraint.
    """
    marks = Marks(model, givens)
    return Path(tuple(walk(StepFinder(model), marks, most_elements)), marks)

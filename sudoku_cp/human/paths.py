"""The whole way of a puzzle, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath

from sudoku_cp._base.arguments import checked, integer
from sudoku_cp._base.text import counted
from sudoku_cp.formats import as_model
from sudoku_cp.human.finder import StepFinder
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.step import Step
from sudoku_cp.kernel.cell import AnyGivens
from sudoku_cp.model import Model
from sudoku_cp.model.givens import by_cell

__all__ = ["Path", "explain", "path"]


@dataclass(frozen=True, repr=False)
class Path:
    """The steps from a puzzle's givens to its solution, or to where no step is small enough."""

    steps: tuple[Step, ...]
    """The steps, in order."""
    start: Marks
    """The candidates before the first step."""
    marks: Marks
    """The candidates after the last step."""

    @property
    def is_solved(self) -> bool:
        """Whether the candidates are a solution: every cell has one, and all constraints hold."""
        return self.marks.is_solved()

    @property
    def is_contradictory(self) -> bool:
        """Whether the steps show that there is no solution."""
        return self.marks.is_refuted()

    @property
    def sizes(self) -> dict[int, int]:
        """How many steps need how many elements, in the order of these numbers."""
        return sizes_of(self.steps)

    def __str__(self) -> str:
        return "\n".join(f"{number}. {step}" for number, step in enumerate(self.steps, 1))

    def __repr__(self) -> str:
        end = "solved" if self.is_solved else "no solution" if self.is_contradictory else "not solved"
        return f"<Path {self.marks.model.name}: {len(self.steps)} steps, {end}>"

    def _repr_html_(self) -> str:
        """A slider through the pictures of all steps."""
        from sudoku_cp.human.pictures import slider

        return slider(self.start, self.steps)


def sizes_of(steps: Iterable[Step]) -> dict[int, int]:
    """How many steps need how many elements, in the order of these numbers.

    Parameters
    ----------
    steps
        The steps.
    """
    return dict(sorted(Counter(step.size.elements for step in steps).items()))


def sizes_in_words(sizes: Mapping[int, int]) -> str:
    """The number of steps, how many have each size, and the sum of the sizes.

    Parameters
    ----------
    sizes
        How many steps need how many elements.

    >>> sizes_in_words({0: 12, 1: 3})
    '15 steps: 12 of size 0, 3 of size 1; sum 3'
    """
    number = sum(sizes.values())
    words = counted(number, "step")
    if not number:
        return words
    each = ", ".join(f"{number} of size {size}" for size, number in sizes.items())
    return f"{words}: {each}; sum {sum(size * number for size, number in sizes.items())}"


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


@checked(most_elements=integer)
def explain(
    puzzle: Model | str | FilePath, *, givens: AnyGivens | None = None, most_elements: int | None = None
) -> list[Step]:
    """Find the smallest steps that follow from a puzzle's givens.

    Parameters
    ----------
    puzzle
        A model, or a puzzle as for `sudoku_cp.solve`.
    givens
        Fixed values by cell or by cell name; by default those of the model.
    most_elements
        The largest number of houses, clues and rules that a step may need; None for any number.

    Returns
    -------
    list
        The steps in their order, the first one being the next step; empty if none is small enough, or the givens leave
        a cell without a candidate. See `sudoku_cp.human.finder.StepFinder.steps`.

    Raises
    ------
    LoweringError
        If the engine cannot express a constraint.

    >>> from sudoku_cp import Sudoku
    >>> sudoku = Sudoku(4)
    >>> sudoku.give_grid("123.............")
    >>> print(explain(sudoku)[0])
    naked single: r1c4 has no other candidate: r1c4 = 4
    """
    model, marks = _start(puzzle, givens)
    return StepFinder(model).steps(marks, most_elements)


@checked(most_elements=integer)
def path(puzzle: Model | str | FilePath, *, givens: AnyGivens | None = None, most_elements: int | None = None) -> Path:
    """Solve a puzzle by the smallest steps.

    Parameters
    ----------
    puzzle, givens, most_elements
        See `explain`.

    Returns
    -------
    Path
        The steps, and the candidates after the last of them.

    Raises
    ------
    LoweringError
        If the engine cannot express a constraint.

    >>> found = path("1....4..3......2")
    >>> found.is_solved, found.sizes
    (True, {0: 12})
    """
    model, marks = _start(puzzle, givens)
    start = marks.copy()
    return Path(tuple(walk(StepFinder(model), marks, most_elements)), start, marks)


def _start(puzzle: Model | str | FilePath, givens: AnyGivens | None) -> tuple[Model, Marks]:
    puzzle = as_model(puzzle)
    return puzzle, Marks(puzzle, puzzle.givens if givens is None else by_cell(puzzle, givens))

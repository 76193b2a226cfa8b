"""A step: what follows from a few elements of a puzzle and its pencil marks, and a second opinion on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sudoku_cp._base.errors import UnsoundAnswerError
from sudoku_cp.human.elements import Element
from sudoku_cp.human.marks import Marks, Values
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.model import Board, Model
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solving.registry import load_solver

__all__ = ["Size", "Step"]


@dataclass(frozen=True)
class Size:
    """How much a person has to look at; sizes compare in the order of their fields."""

    elements: int
    """The number of houses, clues and rules."""
    cells: int
    """The number of cells."""
    digits: int
    """The number of digits."""

    @property
    def key(self) -> tuple[int, int, int]:
        """The fields, for comparisons."""
        return self.elements, self.cells, self.digits

    def in_words(self) -> str:
        """The numbers with their units.

        Returns
        -------
        str
            The words.

        >>> Size(1, 2, 2).in_words()
        '1 element, 2 cells, 2 digits'
        """
        units = (("element", self.elements), ("cell", self.cells), ("digit", self.digits))
        return ", ".join(f"{number} {unit}{'' if number == 1 else 's'}" for unit, number in units)

    def __str__(self) -> str:
        return f"{self.elements}.{self.cells}.{self.digits}"


@dataclass(frozen=True)
class Step:
    """An elimination or a placement, with its reason."""

    name: str
    """The technique, such as ``naked pair``; ``deduction`` for one that people have no name for."""
    elements: tuple[Element, ...]
    """The houses, clues and constraints that it follows from, together with the candidates."""
    cells: tuple[Cell, ...]
    """The cells that a person looks at."""
    digits: Values
    """The digits that it is about."""
    eliminated: Mapping[Cell, Values]
    """The candidates that are impossible."""
    placed: Mapping[Cell, int]
    """The values that are found."""
    reason: str
    """What is seen, as a sentence without its conclusion."""
    is_least: bool = True
    """Whether no step follows from fewer elements."""
    assumes_uniqueness: bool = False
    """Whether it is only right if the puzzle has one solution; then it follows from the whole puzzle."""

    @property
    def size(self) -> Size:
        """The numbers of its elements, cells and digits."""
        return Size(len(self.elements), len(self.cells), len(self.digits))

    @property
    def order(self) -> tuple[object, ...]:
        """The order of steps: by size, then by reading order."""
        first = min((cell.index for cell in (*self.placed, *self.eliminated)), default=0)
        return (*self.size.key, self.name, first, self.digits, tuple(element.number for element in self.elements))

    def apply(self, marks: Marks) -> None:
        """Carry the step out.

        Parameters
        ----------
        marks
            The pencil marks, which change.
        """
        for cell, values in self.eliminated.items():
            marks.eliminate(cell, values)
        for cell, value in self.placed.items():
            marks.place(cell, value)

    @property
    def conclusion(self) -> str:
        """What follows, as a phrase: ``r1c1 = 5`` or ``r1c1 ≠ 5, 6``."""
        parts = [f"{cell.name} = {text_of(cell, (value,))}" for cell, value in self.placed.items()]
        parts += [f"{cell.name} ≠ {text_of(cell, values)}" for cell, values in self.eliminated.items()]
        return "; ".join(parts)

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}: {self.conclusion}"


def names(cells: Iterable[Cell]) -> str:
    """The names of cells, separated by blanks."""
    return " ".join(cell.name for cell in cells)


def listed(words: Iterable[str]) -> str:
    """Words as a list in a sentence.

    >>> listed(["row 1", "box 2", "a cage"])
    'row 1, box 2 and a cage'
    """
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def text_of(cell: Cell, values: Values) -> str:
    """Values of a cell."""
    return ", ".join(map(str, values))


def digits_text(model: Model, values: Iterable[int]) -> str:
    """Digits as the puzzle writes them."""
    if isinstance(model, Board) and model.symbols:
        known = dict(zip(model.digits, model.symbols, strict=True))
        return " ".join(known.get(value, str(value)) for value in values)
    return " ".join(map(str, values))


def check_step(step: Step, marks: Marks, solver: str = "cp-sat", limits: Limits = NO_LIMITS) -> bool:
    """Ask a solver whether a step follows from its elements and the candidates alone.

    A step that assumes a unique solution has to follow from all constraints.

    Parameters
    ----------
    step
        The step.
    marks
        The candidates before it.
    solver
        The name of the solver.
    limits
        When to stop.

    Returns
    -------
    bool
        True if every elimination is proved; False where a limit is reached.

    Raises
    ------
    UnsoundAnswerError
        If an eliminated candidate is possible.
    LoweringError
        If the solver cannot express a constraint.
    """
    constraints = {
        id(each): each for element in step.elements for group in element.groups for each in group.constraints
    }
    used = marks.model.constraints if step.assumes_uniqueness else constraints.values()
    model = marks.model.with_constraints(used)
    model.pencilmarks = {
        cell: marks.values(cell) for cell in marks.model.cells if cell.index not in marks.hidden and marks.values(cell)
    }
    compiled = load_solver(solver).compile(model)
    refuted = [(cell, value) for cell, values in step.eliminated.items() for value in values]
    refuted += [(cell, other) for cell, value in step.placed.items() for other in marks.values(cell) if other != value]
    complete = True
    for cell, value in refuted:
        result = compiled.solve({cell: value}, limits)
        if result.solution is not None:
            raise UnsoundAnswerError(f"{step}: {solver} finds a solution with {cell.name} = {value}")
        complete &= result.status is Status.INFEASIBLE
    return complete

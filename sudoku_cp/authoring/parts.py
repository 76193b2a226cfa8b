"""The parts of a puzzle that a setter can take away: clues, single constraints and givens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Board, Cell, Clue, Constraint, Model


@dataclass(frozen=True, eq=False)
class Part:
    """A clue, a single constraint or a given; it prints as people write it.

    The frame of a puzzle consists of all else: houses, candidates of cells, and clues that declare variables of the
    solution, such as the regions of a chaos construction.
    """

    name: str
    constraints: tuple[Constraint, ...] = ()
    clue: Clue | None = None
    """The clue; None for a single constraint and for a given."""
    cell: Cell | None = None
    """The cell of a given."""
    value: int | None = None
    """The value of a given."""

    @property
    def is_given(self) -> bool:
        """Whether the part is a given."""
        return self.cell is not None

    def holds(self, solution: dict[Cell, int]) -> bool:
        """Whether values of all cells satisfy the part.

        Parameters
        ----------
        solution
            A value for each cell.

        Returns
        -------
        bool
            Whether they do.
        """
        if self.cell is not None:
            return solution[self.cell] == self.value
        return all(constraint.holds(solution) for constraint in self.constraints)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<part {self.name}>"


def parts_of(model: Model, givens: Givens) -> tuple[Part, ...]:
    """The parts of a puzzle: its clues and single constraints as they were added, then its givens.

    Constraints that depend on other clues, such as negative ones, are those that they are in the whole puzzle.

    Parameters
    ----------
    model
        The puzzle.
    givens
        Its fixed values.

    Returns
    -------
    tuple
        The parts.
    """
    return (
        *_declared(model),
        *(Part(given_name(model, cell, value), (), None, cell, value) for cell, value in givens.items()),
    )


def frame_of(model: Model, parts: Iterable[Part]) -> list[Constraint]:
    """The constraints of a model that belong to none of the parts.

    Parameters
    ----------
    model
        The puzzle.
    parts
        Its parts.

    Returns
    -------
    list
        The constraints.
    """
    taken = {id(constraint) for part in parts for constraint in part.constraints}
    return [constraint for constraint in model.constraints if id(constraint) not in taken]


def cells_of(model: Model) -> tuple[Cell, ...]:
    """The cells that a player fills: those of the grid, or all variables of a model without one.

    Parameters
    ----------
    model
        The puzzle.

    Returns
    -------
    tuple
        The cells, in order.
    """
    return model.grid if isinstance(model, Board) else model.cells


def given_name(model: Model, cell: Cell, value: int) -> str:
    """A given as people write it, with the symbol of its digit.

    Parameters
    ----------
    model
        The puzzle.
    cell, value
        The given.

    Returns
    -------
    str
        The text, such as ``r1c1=5``.
    """
    symbols, digits = getattr(model, "symbols", ""), getattr(model, "digits", ())
    return f"{cell.name}={symbols[digits.index(value)] if symbols and value in digits else value}"


def _declared(model: Model) -> Iterator[Part]:
    _ = model.constraints  # brings those that depend on other clues up to date
    for declared in model.declarations:
        if declared.constraints and not declared.declares_variables:
            name = str(declared.clue or declared.constraints[0])
            yield Part(name, tuple(declared.constraints), declared.clue)

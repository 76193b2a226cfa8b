"""A finite automaton that accepts the values of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sudoku_cp.constraints.automaton.machines import DFA, NFA, State
from sudoku_cp.expressions.cell import Cell
from sudoku_cp.expressions.constraint import Constraint


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Automaton(Constraint):
    """The values of the cells, read in order, form a word that the automaton accepts.

    >>> from sudoku_cp import Model
    >>> a, b = Model().variables("ab", domain=(1, 2, 3))
    >>> rising = Automaton.stepping((a, b), 0, lambda last, value: value if value > last else None)
    >>> rising.holds({a: 1, b: 3}), rising.holds({a: 3, b: 3})
    (True, False)
    """

    cells: tuple[Cell, ...]
    """The cells, in the order in which the automaton reads them."""
    machine: DFA | NFA
    """The automaton, deterministic or not."""
    label: str = ""

    def __init__(self, cells: Iterable[Cell], machine: DFA | NFA, label: str = "") -> None:
        object.__setattr__(self, "cells", tuple(cells))
        object.__setattr__(self, "machine", machine)
        object.__setattr__(self, "label", label)

    @classmethod
    def stepping(
        cls,
        cells: Iterable[Cell],
        start: State,
        step: Callable[[State, int], State | None],
        accepts: Callable[[State], bool] = lambda state: True,
        label: str = "",
    ) -> Automaton:
        """Read the cells with a step function over all values of their domains.

        Parameters
        ----------
        cells
            The cells, in the order in which they are read.
        start
            The first state, any hashable value.
        step
            Returns the next state for a state and a value, or None if the value is not allowed.
        accepts
            Returns whether a line may end in a state; by default every state accepts.
        label
            The origin of the constraint in words.

        Returns
        -------
        Automaton
            The constraint.
        """
        cells = tuple(cells)
        alphabet = {value for cell in cells for value in cell.domain}
        return cls(cells, DFA.unfold(start, step, accepts, alphabet), label)

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        return self.machine.accepts(map(assignment.__getitem__, self.cells))

    def describe(self) -> str:
        return f"{' '.join(cell.name for cell in self.cells)} is accepted by {len(self.machine.transitions)} states"

"""A finite automaton that accepts the values of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sudoku_cp._base.arguments import refused
from sudoku_cp.kernel.cell import Cell, cells_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Operand
from sudoku_cp.kernel.machines import DFA, NFA, State

_EXPECTED = "a DFA or an NFA (the rule regular_line takes a regular expression)"


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Automaton(Constraint):
    """The values of the cells, read in order, form a word that the automaton accepts.

    Raises
    ------
    ModelError
        If an item is not a cell, or the machine is not an automaton.

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

    def __init__(self, cells: Iterable[Operand], machine: DFA | NFA, label: str = "") -> None:
        self._set(cells=cells_of(cells, "Automaton"), machine=machine, label=label)
        if not isinstance(machine, DFA | NFA):
            raise refused("the machine of Automaton", _EXPECTED, machine)

    @classmethod
    def stepping(
        cls,
        cells: Iterable[Operand],
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
        cells = cells_of(cells, "Automaton")
        alphabet = {value for cell in cells for value in cell.domain}
        return cls(cells, DFA.unfold(start, step, accepts, alphabet), label)

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        return self.machine.accepts(map(assignment.__getitem__, self.cells))

    def describe(self) -> str:
        return f"{' '.join(cell.name for cell in self.cells)} is accepted by {len(self.machine.transitions)} states"

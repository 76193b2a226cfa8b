"""A finite automaton that accepts the values of cells."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sudoku_cp.errors import ModelError
from sudoku_cp.expressions.cell import Cell
from sudoku_cp.expressions.constraint import Constraint

State = TypeVar("State", bound=Hashable)
"""The state of a step function after the values so far."""

MAX_STATES = 20_000
"""The largest automaton that a step function may unfold to."""


@dataclass(frozen=True, eq=False, slots=True)
class DFA:
    """A deterministic finite automaton over integers; a missing transition rejects.

    Parameters
    ----------
    transitions
        The next state by value, for each state.
    accepting
        The states in which a word may end.
    start
        The first state.

    Raises
    ------
    ModelError
        If a state is out of range.
    """

    transitions: tuple[Mapping[int, int], ...]
    accepting: frozenset[int]
    start: int = 0

    def __post_init__(self) -> None:
        states = range(len(self.transitions))
        targets = {target for row in self.transitions for target in row.values()} | self.accepting | {self.start}
        if strays := targets - set(states):
            raise ModelError(f"an automaton of {len(states)} states names state {max(strays)}")

    def accepts(self, word: Iterable[int]) -> bool:
        """Return whether reading the word ends in an accepting state.

        Parameters
        ----------
        word
            The values to read, in order.

        Returns
        -------
        bool
            Whether the last state is accepting and no value lacks a move.
        """
        state = self.start
        for value in word:
            row = self.transitions[state]
            if value not in row:
                return False
            state = row[value]
        return state in self.accepting

    @classmethod
    def unfold(
        cls,
        start: State,
        step: Callable[[State, int], State | None],
        accepts: Callable[[State], bool],
        alphabet: Iterable[int],
    ) -> DFA:
        """Build the automaton whose states are reached by a step function.

        Parameters
        ----------
        start
            The first state, any hashable value.
        step
            Returns the next state for a state and a value; None rejects.
        accepts
            Returns whether a word may end in a state.
        alphabet
            The values that may occur.

        Returns
        -------
        DFA
            The automaton, with states numbered in the order in which they are reached.

        Raises
        ------
        ModelError
            If more than `MAX_STATES` states are reached.

        >>> rising = DFA.unfold(0, lambda last, value: value if value > last else None, bool, range(1, 10))
        >>> rising.accepts((2, 5, 7)), rising.accepts((2, 2))
        (True, False)
        """
        values = sorted(set(alphabet))
        number = {start: 0}
        transitions: list[dict[int, int]] = []
        queue = deque([start])
        while queue:
            state = queue.popleft()
            row: dict[int, int] = {}
            for value in values:
                target = step(state, value)
                if target is None:
                    continue
                if target not in number:
                    number[target] = len(number)
                    queue.append(target)
                    if len(number) > MAX_STATES:
                        raise ModelError(f"an automaton has more than {MAX_STATES} states: split the rule")
                row[value] = number[target]
            transitions.append(row)
        return cls(tuple(transitions), frozenset(index for state, index in number.items() if accepts(state)))

    @classmethod
    def from_nfa(
        cls,
        transitions: Sequence[Mapping[int, Iterable[int]]],
        accepting: Iterable[int],
        start: Iterable[int] = (0,),
    ) -> DFA:
        """Determinise a non-deterministic automaton (the subset construction of Rabin & Scott, 1959).

        Parameters
        ----------
        transitions
            The next states by value, for each state; states are numbered from 0.
        accepting
            The accepting states.
        start
            The start states.

        Returns
        -------
        DFA
            An automaton that accepts the same words.
        """
        final = frozenset(accepting)

        def step(states: frozenset[int], value: int) -> frozenset[int] | None:
            return frozenset(target for state in states for target in transitions[state].get(value, ())) or None

        alphabet = {value for row in transitions for value in row}
        return cls.unfold(frozenset(start), step, lambda states: bool(final & states), alphabet)


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
    dfa: DFA
    label: str = ""

    def __init__(self, cells: Iterable[Cell], dfa: DFA, label: str = "") -> None:
        object.__setattr__(self, "cells", tuple(cells))
        object.__setattr__(self, "dfa", dfa)
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
        return self.dfa.accepts(map(assignment.__getitem__, self.cells))

    def describe(self) -> str:
        return f"{' '.join(cell.name for cell in self.cells)} is accepted by {len(self.dfa.transitions)} states"

"""Finite automata over integers, deterministic and nondeterministic ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from sudoku_cp._base.arguments import are_ints, function, integer, integers, listed, mapping, one_or_more, refused
from sudoku_cp._base.errors import ModelError

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
        what, expected = "the transitions of DFA", "the next state by value, for each state, such as ({1: 0},)"
        rows = [mapping(row, what, expected) for row in listed(self.transitions, what, expected)]
        read = rows
        if not are_ints(chain.from_iterable(rows)) or not are_ints(chain.from_iterable([row.values() for row in rows])):
            read = [
                {integer(value, what, expected): integer(target, what, expected) for value, target in row.items()}
                for row in rows
            ]
        accepting = frozenset(one_or_more(self.accepting, "the accepting states of DFA"))
        object.__setattr__(self, "transitions", tuple(read))
        object.__setattr__(self, "accepting", accepting)
        object.__setattr__(self, "start", integer(self.start, "the start of DFA"))
        targets = set(chain.from_iterable([row.values() for row in self.transitions]))
        _check_states(len(self.transitions), targets | self.accepting | {self.start})

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
        function(step, "the step of an automaton")
        function(accepts, "the end of an automaton")
        if not isinstance(start, Hashable):
            raise refused("the start of an automaton", "hashable", start)
        values = sorted(set(integers(alphabet, "the alphabet of an automaton")))

        def moves(state: State) -> Iterator[tuple[int, State]]:
            for value in values:
                target = step(state, value)
                if target is not None:
                    yield value, target

        unfolded = _unfolded(start, moves, accepts, MAX_STATES, lambda _: 1)
        if unfolded is None:
            raise ModelError(f"an automaton has more than {MAX_STATES} states: split the rule")
        return unfolded


@dataclass(frozen=True, eq=False, slots=True)
class NFA:
    """A nondeterministic finite automaton over integers: a state may have several next states for a value, or none.

    Parameters
    ----------
    transitions
        The next states by value, for each state.
    accepting
        The states in which a word may end.
    starts
        The states in which a word may start.

    Raises
    ------
    ModelError
        If a state is out of range.

    >>> ends_in_1_2 = NFA(({1: frozenset({0, 1}), 2: frozenset({0})}, {2: frozenset({2})}, {}), frozenset({2}))
    >>> ends_in_1_2.accepts((2, 1, 1, 2)), ends_in_1_2.accepts((1, 2, 1))
    (True, False)
    """

    transitions: tuple[Mapping[int, frozenset[int]], ...]
    accepting: frozenset[int]
    starts: frozenset[int] = frozenset({0})

    def __post_init__(self) -> None:
        what, expected = "the transitions of NFA", "the next states by value, for each state, such as ({1: {0, 1}},)"
        rows = [mapping(row, what, expected) for row in listed(self.transitions, what, expected)]
        read = [
            {
                integer(value, what, expected): frozenset(one_or_more(states, what, expected))
                for value, states in row.items()
            }
            for row in rows
        ]
        object.__setattr__(self, "transitions", tuple(read))
        object.__setattr__(self, "accepting", frozenset(one_or_more(self.accepting, "the accepting states of NFA")))
        object.__setattr__(self, "starts", frozenset(one_or_more(self.starts, "the starts of NFA")))
        targets = {target for row in self.transitions for states in row.values() for target in states}
        _check_states(len(self.transitions), targets | self.accepting | self.starts)

    def accepts(self, word: Iterable[int]) -> bool:
        """Return whether some way to read the word ends in an accepting state.

        Parameters
        ----------
        word
            The values to read, in order.

        Returns
        -------
        bool
            Whether an accepting state is among the last ones.
        """
        states = self.starts
        for value in word:
            states = self.after(states, value)
        return not states.isdisjoint(self.accepting)

    def after(self, states: Iterable[int], value: int) -> frozenset[int]:
        """Return the next states of several states.

        Parameters
        ----------
        states
            The states before the value.
        value
            The value that is read.

        Returns
        -------
        frozenset of int
            The states after the value.
        """
        return frozenset(target for state in states for target in self.transitions[state].get(value, ()))

    def determinised(self, most: int) -> DFA | None:
        """Return a deterministic automaton that accepts the same words (subset construction: Rabin & Scott, 1959).

        Parameters
        ----------
        most
            The largest size of all its states together; each is a set of states of this automaton.

        Returns
        -------
        DFA or None
            The automaton; None if it is larger.
        """

        def moves(states: frozenset[int]) -> Iterator[tuple[int, frozenset[int]]]:
            after: dict[int, set[int]] = {}
            for state in states:
                for value, targets in self.transitions[state].items():
                    if value in after:
                        after[value] |= targets
                    else:
                        after[value] = set(targets)
            return ((value, frozenset(after[value])) for value in sorted(after) if after[value])

        return _unfolded(self.starts, moves, lambda states: not self.accepting.isdisjoint(states), most, len)


def _check_states(number: int, named: frozenset[int] | set[int]) -> None:
    if strays := named - set(range(number)):
        raise ModelError(f"an automaton of {number} states names state {max(strays)}")


def _unfolded(
    start: State,
    moves: Callable[[State], Iterable[tuple[int, State]]],
    accepts: Callable[[State], bool],
    most: int,
    size_of: Callable[[State], int],
) -> DFA | None:
    """The automaton whose states the moves reach; None if their sizes add up to more than the given number."""
    number = {start: 0}
    size = size_of(start)
    transitions: list[dict[int, int]] = []
    queue = deque([start])
    while queue:
        state = queue.popleft()
        row: dict[int, int] = {}
        for value, target in moves(state):
            if target not in number:
                number[target] = len(number)
                queue.append(target)
                size += size_of(target)
                if size > most:
                    return None
            row[value] = number[target]
        transitions.append(row)
    made = DFA.__new__(DFA)  # its states and values need no check
    object.__setattr__(made, "transitions", tuple(transitions))
    object.__setattr__(made, "accepting", frozenset(index for state, index in number.items() if accepts(state)))
    object.__setattr__(made, "start", 0)
    return made

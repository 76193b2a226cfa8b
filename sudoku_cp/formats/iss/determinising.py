"""Conversion of nondeterministic automata to deterministic ones.

A state of the deterministic automaton is a set of states of the nondeterministic one (the subset construction of Rabin
& Scott, 1959). For a line of several parts it includes the number of cells read, so that the symbol between two parts
is read where one ends.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import accumulate

from sudoku_cp.formats.iss.encoding import Machine, machine_of
from sudoku_cp.model import DFA

States = int
"""A set of states as bits."""

Moves = tuple[tuple[States, ...], ...]
"""The next states by symbol and state."""


@lru_cache(maxsize=256)
def determinised(encoded: str, lengths: tuple[int, ...], digits: range) -> DFA:
    """The lines that an encoded automaton accepts, in parts of the given lengths; a single part may have any length.

    After each part but the last, the automaton reads the symbol that follows the symbols of the digits.

    Raises
    ------
    ModelError
        If the deterministic automaton has too many states.
    """
    machine = machine_of(encoded)
    moves = _moves(machine)
    start, accepting = (1 << machine.starts) - 1, sum(1 << state for state in machine.accepting)
    length, breaks = sum(lengths), Counter(accumulate(lengths[:-1]))

    def past_breaks(states: States, read: int) -> States:
        for _ in range(breaks[read]):
            states = _reached(moves, states, len(digits))
        return states

    def step(state: tuple[int, States], digit: int) -> tuple[int, States] | None:
        read, states = state
        following = past_breaks(_reached(moves, states, digit - digits[0]), read + 1)
        return (read + 1 if breaks else 0, following) if following and read < length else None

    def accepts(state: tuple[int, States]) -> bool:
        read, states = state
        return bool(states & accepting) and (not breaks or read == length)

    return DFA.unfold((0, past_breaks(start, 0)), step, accepts, digits)


def _moves(machine: Machine) -> Moves:
    table = [[0] * len(machine.moves) for _ in range(machine.symbols)]
    for state, row in enumerate(machine.moves):
        for symbol, targets in row.items():
            if symbol < machine.symbols:
                table[symbol][state] = sum(1 << target for target in set(targets))
    return tuple(map(tuple, table))


def _reached(moves: Moves, states: States, symbol: int) -> States:
    """The next states of a set of states."""
    if symbol >= len(moves):
        return 0
    found = 0
    while states:
        lowest = states & -states
        found |= moves[symbol][lowest.bit_length() - 1]
        states ^= lowest
    return found

"""Automata in the engine; the negation of one accepts the other words."""

from __future__ import annotations

from functools import lru_cache

from sudoku_cp import _native
from sudoku_cp.kernel.automaton import Automaton
from sudoku_cp.kernel.machines import DFA, NFA
from sudoku_cp.solvers.exact_cover.lowering import indices

SIZE_SHARE = 4
"""The largest size of a deterministic form, for each state of the nondeterministic one."""


def post(native: _native.ModelBuilder, constraint: Automaton, part: bool) -> int:
    """Add the automaton."""
    return _add(native, constraint, constraint.machine, False, part)


def post_reified(native: _native.ModelBuilder, constraint: Automaton) -> tuple[int, int]:
    """Add the automaton, and one that accepts all other words.

    Of a nondeterministic one that is too large in its deterministic form, the engine itself refuses the words.
    """
    dfa = _smallest(constraint.machine)
    if isinstance(dfa, DFA):
        alphabet = frozenset(value for cell in constraint.cells for value in cell.domain)
        opposite = _add(native, constraint, _complement(dfa, alphabet), False, True)
    else:
        opposite = _add(native, constraint, dfa, True, True)
    return post(native, constraint, True), opposite


def _add(native: _native.ModelBuilder, constraint: Automaton, machine: DFA | NFA, negated: bool, part: bool) -> int:
    return native.add_automaton(indices(constraint.cells), _native_form(machine), negated, part)


@lru_cache(maxsize=1024)
def _complement(dfa: DFA, alphabet: frozenset[int]) -> DFA:
    sink = len(dfa.transitions)
    complete = [{value: row.get(value, sink) for value in alphabet} for row in (*dfa.transitions, {})]
    rejecting = frozenset(range(sink + 1)) - dfa.accepting
    return DFA(tuple(complete), rejecting, dfa.start)


@lru_cache(maxsize=1024)
def _smallest(machine: DFA | NFA) -> DFA | NFA:
    """The deterministic form if it is small: both forms prune the same."""
    if isinstance(machine, DFA):
        return machine
    return machine.determinised(SIZE_SHARE * len(machine.transitions)) or machine


@lru_cache(maxsize=1024)
def _native_form(machine: DFA | NFA) -> _native.Nfa:
    """The engine's form of an automaton; clues of one kind share it."""
    smallest = _smallest(machine)
    if isinstance(smallest, DFA):
        moves = [
            (state, value, target) for state, row in enumerate(smallest.transitions) for value, target in row.items()
        ]
        starts = [smallest.start]
    else:
        moves = [
            (state, value, target)
            for state, row in enumerate(smallest.transitions)
            for value, targets in row.items()
            for target in targets
        ]
        starts = sorted(smallest.starts)
    return _native.Nfa(len(smallest.transitions), moves, sorted(smallest.accepting), starts)

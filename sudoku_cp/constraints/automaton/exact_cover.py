"""Automata in the engine; the negation of one accepts the other words."""

from __future__ import annotations

from functools import lru_cache

from sudoku_cp import _native
from sudoku_cp.backends.exact_cover.adding import indices
from sudoku_cp.constraints.automaton.meaning import DFA, Automaton


def add(native: _native.CellModel, constraint: Automaton, part: bool) -> int:
    """Add the automaton."""
    return native.add_automaton(indices(constraint.cells), _native_dfa(constraint.dfa), part)


def add_both(native: _native.CellModel, constraint: Automaton) -> tuple[int, int]:
    """Add the automaton, and the one that accepts all other words."""
    return add(native, constraint, True), add(native, _complement(constraint), True)


def _complement(constraint: Automaton) -> Automaton:
    dfa = constraint.dfa
    alphabet = {value for cell in constraint.cells for value in cell.domain}
    sink = len(dfa.transitions)
    complete = [{value: row.get(value, sink) for value in alphabet} for row in (*dfa.transitions, {})]
    rejecting = frozenset(range(sink + 1)) - dfa.accepting
    return Automaton(constraint.cells, DFA(tuple(complete), rejecting, dfa.start))


@lru_cache(maxsize=1024)
def _native_dfa(dfa: DFA) -> _native.Dfa:
    """The engine's form of an automaton; clues of one kind share it."""
    return _native.Dfa([dict(row) for row in dfa.transitions], sorted(dfa.accepting), dfa.start)

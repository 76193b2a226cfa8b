"""Automata in a formula: one variable for each step from state to state."""

from __future__ import annotations

from sudoku_cp.constraints.automaton.meaning import Automaton
from sudoku_cp.proofs.encoding import Encoding
from sudoku_cp.proofs.guarded import Guard


def encode(constraint: Automaton, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    dfa = constraint.dfa
    encoding.layered(
        constraint.cells,
        dfa.start,
        lambda place, state, value: dfa.transitions[state].get(value),
        dfa.accepting.__contains__,
        guard,
        positive,
    )

"""Automata in CP-SAT."""

from __future__ import annotations

from collections.abc import Hashable

from sudoku_cp.backends.cp_sat.definitions import Definitions
from sudoku_cp.backends.cp_sat.layers import define_reading
from sudoku_cp.constraints.automaton.meaning import Automaton


def define(constraint: Automaton, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if the word is accepted.

    Raises
    ------
    LoweringError
        If the unrolled automaton has too many transitions.
    """
    dfa = constraint.dfa

    def step(_: int, state: Hashable, value: int) -> Hashable | None:
        assert isinstance(state, int)
        return dfa.transitions[state].get(value)

    accepts = dfa.accepting.__contains__
    define_reading(str(constraint), constraint.cells, dfa.start, step, accepts, holds, definitions.literals)

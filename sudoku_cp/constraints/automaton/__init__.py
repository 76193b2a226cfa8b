"""Cells whose values, read in order, an automaton accepts."""

from sudoku_cp.constraints.automaton.machines import DFA, NFA
from sudoku_cp.constraints.automaton.meaning import Automaton

__all__ = ["DFA", "NFA", "Automaton"]

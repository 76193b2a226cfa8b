"""Cells whose values, read in order, an automaton accepts."""

from sudoku_cp.constraints.automaton.meaning import DFA, Automaton

__all__ = ["DFA", "Automaton"]

"""The CP-SAT backend. Importing it loads ortools."""

from sudoku_cp.backends.cp_sat.program import CpSat

BACKEND = CpSat

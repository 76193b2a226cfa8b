"""The CP-SAT backend. Importing it loads ortools."""

from sudoku_cp.backends.cp_sat.compiled import CpSat

BACKEND = CpSat

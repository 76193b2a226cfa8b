"""The CP-SAT backend. Importing it loads ortools."""

from sudoku_cp.solvers.cp_sat.compiled import CpSat

BACKEND = CpSat

"""The CP-SAT solver. Importing it loads ortools."""

from sudoku_cp.solvers.cp_sat.compiled import CpSat

SOLVER = CpSat

"""Our own solver: exact cover with colours, costs and side constraints, written in C++."""

from sudoku_cp.solvers.exact_cover.compiled import ExactCoverSolver

SOLVER = ExactCoverSolver

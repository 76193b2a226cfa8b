"""The python-constraint solver: plain backtracking, a third opinion on small models."""

from sudoku_cp.solvers.python_constraint.compiled import PythonConstraint

SOLVER = PythonConstraint

"""A checker of pseudo-Boolean proofs in plain Python, which shares no code with the solvers.

It imports nothing from this project: to verify an answer, it is enough to trust these three files and the formula.
"""

from sudoku_cp.proofs.checker.formula import RejectedError
from sudoku_cp.proofs.checker.proof import Claim, check

__all__ = ["Claim", "RejectedError", "check"]

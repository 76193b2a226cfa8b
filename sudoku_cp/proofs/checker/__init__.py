"""A checker of pseudo-Boolean proofs in plain Python, which shares no code with the solvers.

It imports nothing from this project: to verify an answer, it is enough to trust these five files and the formula.
"""

from sudoku_cp.proofs.checker.proof import Claim, check
from sudoku_cp.proofs.checker.sums import RejectedError

__all__ = ["Claim", "RejectedError", "check"]

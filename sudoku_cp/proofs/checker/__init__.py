"""A checker of pseudo-Boolean proofs in plain Python, which shares no code with what it checks.

It imports nothing of this project: whoever doubts the solvers reads these five files and the formula.
"""

from sudoku_cp.proofs.checker.proof import Claim, check
from sudoku_cp.proofs.checker.sums import RejectedError

__all__ = ["Claim", "RejectedError", "check"]

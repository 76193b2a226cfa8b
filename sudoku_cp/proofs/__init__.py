"""Proofs of answers, which can be checked without trusting any solver.

`prove` writes a pseudo-Boolean formula from the declared constraints of a model, and a proof about it in the syntax of
VeriPB (Gocht & Nordström, AAAI 2021); `checker` checks it and shares no code with anything else.
"""

from sudoku_cp.proofs.proving import GivenUpError, Proof, prove
from sudoku_cp.solvers.pseudo_boolean.encoding import NotCoveredError

__all__ = ["GivenUpError", "NotCoveredError", "Proof", "prove"]

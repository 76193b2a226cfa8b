"""Certificates of bounds: evidence that no solution scores better, and a plain checker that believes nothing else.

A certificate is a search tree. Its branchings say "this cell has this value, or it has not"; on the way multipliers of
the houses' values give a bound (Held & Karp, 1971) that closes a branch, or takes values out of it.

>>> from sudoku_cp import Sudoku
>>> sudoku = Sudoku(4)
>>> sudoku.maximize(sudoku["r1c1"] + 2 * sudoku["r1c2"] + sudoku["r2c1"])
>>> certificate = certify(sudoku)
>>> print(verify(certificate))
no solution of sudoku scores 14 or more; one of score 13 is given: it is the best
"""

from sudoku_cp.certificates.certificate import Certificate
from sudoku_cp.certificates.checker import Claim, RejectedError, verify
from sudoku_cp.certificates.writing import NotCertifiedError, certify

__all__ = ["Certificate", "Claim", "NotCertifiedError", "RejectedError", "certify", "verify"]

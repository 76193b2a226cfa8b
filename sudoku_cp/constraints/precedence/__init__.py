"""Values that first occur in order."""

from sudoku_cp.constraints.precedence.meaning import Precedence

__all__ = ["Precedence"]

"""How many cells may take each of several values."""

from sudoku_cp.constraints.cardinality.meaning import Cardinality

__all__ = ["Cardinality"]

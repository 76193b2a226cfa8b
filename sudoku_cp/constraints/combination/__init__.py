"""A cardinality over constraints: the number that hold."""

from sudoku_cp.constraints.combination.meaning import AllOf, AnyOf, Combination, Exactly, Not

__all__ = ["AllOf", "AnyOf", "Combination", "Exactly", "Not"]

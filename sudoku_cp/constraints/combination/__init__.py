"""A cardinality over constraints: how many of several hold."""

from sudoku_cp.constraints.combination.meaning import AllOf, AnyOf, Combination, Exactly, Not

__all__ = ["AllOf", "AnyOf", "Combination", "Exactly", "Not"]

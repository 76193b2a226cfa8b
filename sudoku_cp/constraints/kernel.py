"""All kinds of constraints of the kernel."""

from sudoku_cp.constraints import (
    AllDifferent,
    Automaton,
    Combination,
    Connected,
    Count,
    CountDistinct,
    Element,
    Increasing,
    Linear,
    Maximum,
    Minimum,
    Product,
    Table,
    Tables,
)
from sudoku_cp.expressions.constraint import Constraint

KERNEL: tuple[type[Constraint], ...] = (
    AllDifferent,
    Linear,
    Table,
    Tables,
    Automaton,
    Count,
    CountDistinct,
    Maximum,
    Minimum,
    Product,
    Element,
    Connected,
    Increasing,
    Combination,
)
"""The order decides which one a random number stands for."""

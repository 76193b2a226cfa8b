"""All kinds of kernel constraints."""

from sudoku_cp.kernel import (
    AllDifferent,
    Automaton,
    Cardinality,
    Combination,
    Connected,
    Count,
    CountDistinct,
    Element,
    Increasing,
    Linear,
    Maximum,
    Minimum,
    Polynomial,
    Precedence,
    Product,
    Rank,
    Regions,
    Sightlines,
    Table,
    Tables,
)
from sudoku_cp.kernel.constraint import Constraint

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
    Cardinality,
    Combination,
    Regions,
    Sightlines,
    Precedence,
    Rank,
    Polynomial,
)
"""The kinds; their order determines the effect of random numbers."""

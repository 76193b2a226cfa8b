"""The kernel: the constraints that every backend lowers, each in a folder of its own.

A folder has the meaning of its constraint, and a file for each thing that is done with it; `registry` finds these.
"""

from sudoku_cp.constraints.all_different import AllDifferent
from sudoku_cp.constraints.automaton import DFA, Automaton
from sudoku_cp.constraints.combination import AllOf, AnyOf, Combination, Exactly, Not
from sudoku_cp.constraints.connected import Connected
from sudoku_cp.constraints.count import Count
from sudoku_cp.constraints.count_distinct import CountDistinct
from sudoku_cp.constraints.element import Element
from sudoku_cp.constraints.extremum import Maximum, Minimum
from sudoku_cp.constraints.increasing import Increasing
from sudoku_cp.constraints.linear import Linear
from sudoku_cp.constraints.product import Product
from sudoku_cp.constraints.table import Table, Tables
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
"""All kinds."""

__all__ = [
    "DFA",
    "KERNEL",
    "AllDifferent",
    "AllOf",
    "AnyOf",
    "Automaton",
    "Combination",
    "Connected",
    "Count",
    "CountDistinct",
    "Element",
    "Exactly",
    "Increasing",
    "Linear",
    "Maximum",
    "Minimum",
    "Not",
    "Product",
    "Table",
    "Tables",
]

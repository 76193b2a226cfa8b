"""The kernel: the constraints that every backend lowers, each in a folder of its own.

A folder has the meaning of its constraint, and a file for each of its uses; `registry` finds these files. Each
constraint is imported at its first use, also by an operator.
"""

from typing import TYPE_CHECKING

from sudoku_cp.expressions.operators import OPERATORS
from sudoku_cp.lazy import lazy_names

if TYPE_CHECKING:
    from sudoku_cp.constraints.all_different import AllDifferent
    from sudoku_cp.constraints.automaton import DFA, NFA, Automaton
    from sudoku_cp.constraints.cardinality import Cardinality
    from sudoku_cp.constraints.combination import AllOf, AnyOf, Combination, Exactly, Not
    from sudoku_cp.constraints.connected import Connected
    from sudoku_cp.constraints.count import Count
    from sudoku_cp.constraints.count_distinct import CountDistinct
    from sudoku_cp.constraints.element import Element
    from sudoku_cp.constraints.extremum import Maximum, Minimum
    from sudoku_cp.constraints.increasing import Increasing
    from sudoku_cp.constraints.linear import Linear
    from sudoku_cp.constraints.precedence import Precedence
    from sudoku_cp.constraints.product import Product
    from sudoku_cp.constraints.rank import Rank
    from sudoku_cp.constraints.regions import Regions
    from sudoku_cp.constraints.sightlines import Sightlines
    from sudoku_cp.constraints.table import Table, Tables
    from sudoku_cp.expressions.cell import Cell
    from sudoku_cp.expressions.constraint import Constraint
    from sudoku_cp.expressions.relation import Relation
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "sudoku_cp.constraints.all_different": "AllDifferent",
            "sudoku_cp.constraints.automaton": "DFA NFA Automaton",
            "sudoku_cp.constraints.cardinality": "Cardinality",
            "sudoku_cp.constraints.combination": "AllOf AnyOf Combination Exactly Not",
            "sudoku_cp.constraints.connected": "Connected",
            "sudoku_cp.constraints.count": "Count",
            "sudoku_cp.constraints.count_distinct": "CountDistinct",
            "sudoku_cp.constraints.element": "Element",
            "sudoku_cp.constraints.extremum": "Maximum Minimum",
            "sudoku_cp.constraints.increasing": "Increasing",
            "sudoku_cp.constraints.linear": "Linear",
            "sudoku_cp.constraints.precedence": "Precedence",
            "sudoku_cp.constraints.product": "Product",
            "sudoku_cp.constraints.rank": "Rank",
            "sudoku_cp.constraints.regions": "Regions",
            "sudoku_cp.constraints.sightlines": "Sightlines",
            "sudoku_cp.constraints.table": "Table Tables",
        },
    )


def _linear(terms: "tuple[tuple[int, Cell], ...]", relation: "Relation", constant: int) -> "Constraint":
    from sudoku_cp.constraints.linear.meaning import linear

    OPERATORS.linear = linear
    return linear(terms, relation, constant)


def _combination(constraints: "tuple[Constraint, ...]", relation: "Relation", constant: int) -> "Constraint":
    from sudoku_cp.constraints.combination.meaning import Combination

    OPERATORS.combination = Combination
    return Combination(constraints, relation, constant)


# Each puts what makes its constraints in its own place, once it has imported it.
OPERATORS.linear, OPERATORS.combination = _linear, _combination

__all__ = [
    "DFA",
    "NFA",
    "AllDifferent",
    "AllOf",
    "AnyOf",
    "Automaton",
    "Cardinality",
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
    "Precedence",
    "Product",
    "Rank",
    "Regions",
    "Sightlines",
    "Table",
    "Tables",
]

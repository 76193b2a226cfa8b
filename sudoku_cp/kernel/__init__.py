"""The kernel: cells, expressions, and the constraints that every solver lowers, each with its meaning.

`slots` finds what solvers, proofs and tests have for a constraint. Each constraint is imported at its first use, also
by an operator.
"""

from typing import TYPE_CHECKING

from sudoku_cp._base.lazy import lazy_names
from sudoku_cp.kernel.operators import OPERATORS

if TYPE_CHECKING:
    from sudoku_cp.kernel.all_different import AllDifferent
    from sudoku_cp.kernel.automaton import Automaton
    from sudoku_cp.kernel.cardinality import Cardinality
    from sudoku_cp.kernel.cell import Cell
    from sudoku_cp.kernel.combination import AllOf, AnyOf, Combination, Exactly, Not
    from sudoku_cp.kernel.connected import Connected
    from sudoku_cp.kernel.constraint import Constraint
    from sudoku_cp.kernel.count import Count
    from sudoku_cp.kernel.count_distinct import CountDistinct
    from sudoku_cp.kernel.element import Element
    from sudoku_cp.kernel.extremum import Maximum, Minimum
    from sudoku_cp.kernel.increasing import Increasing
    from sudoku_cp.kernel.linear import Linear
    from sudoku_cp.kernel.machines import DFA, NFA
    from sudoku_cp.kernel.precedence import Precedence
    from sudoku_cp.kernel.product import Product
    from sudoku_cp.kernel.rank import Rank
    from sudoku_cp.kernel.regions import Regions
    from sudoku_cp.kernel.relation import Relation
    from sudoku_cp.kernel.sightlines import Sightlines
    from sudoku_cp.kernel.table import Table, Tables
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "sudoku_cp.kernel.all_different": "AllDifferent",
            "sudoku_cp.kernel.automaton": "Automaton",
            "sudoku_cp.kernel.cardinality": "Cardinality",
            "sudoku_cp.kernel.combination": "AllOf AnyOf Combination Exactly Not",
            "sudoku_cp.kernel.connected": "Connected",
            "sudoku_cp.kernel.count": "Count",
            "sudoku_cp.kernel.count_distinct": "CountDistinct",
            "sudoku_cp.kernel.element": "Element",
            "sudoku_cp.kernel.extremum": "Maximum Minimum",
            "sudoku_cp.kernel.increasing": "Increasing",
            "sudoku_cp.kernel.linear": "Linear",
            "sudoku_cp.kernel.machines": "DFA NFA",
            "sudoku_cp.kernel.precedence": "Precedence",
            "sudoku_cp.kernel.product": "Product",
            "sudoku_cp.kernel.rank": "Rank",
            "sudoku_cp.kernel.regions": "Regions",
            "sudoku_cp.kernel.sightlines": "Sightlines",
            "sudoku_cp.kernel.table": "Table Tables",
        },
    )


def _linear(terms: "tuple[tuple[int, Cell], ...]", relation: "Relation", constant: int) -> "Constraint":
    from sudoku_cp.kernel.linear import linear

    OPERATORS.linear = linear
    return linear(terms, relation, constant)


def _combination(constraints: "tuple[Constraint, ...]", relation: "Relation", constant: int) -> "Constraint":
    from sudoku_cp.kernel.combination import Combination

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

"""The kernel: cells, expressions, and the constraints that every solver lowers, each with its meaning.

`slots` finds what solvers, proofs and tests have for a constraint. Each constraint is imported at its first use, also
by an operator.
"""

from typing import TYPE_CHECKING

from sudoku_cp._base.lazy import LazyNames
from sudoku_cp.kernel.expression import OPERATORS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sudoku_cp.kernel.cell import Cell
    from sudoku_cp.kernel.constraint import Constraint
    from sudoku_cp.kernel.expression import Condition, Expression, Formula, Operand, Relation

with LazyNames(globals()):
    from sudoku_cp.kernel.all_different import AllDifferent as AllDifferent
    from sudoku_cp.kernel.automaton import Automaton as Automaton
    from sudoku_cp.kernel.cardinality import Cardinality as Cardinality
    from sudoku_cp.kernel.combination import (
        AllOf as AllOf,
        AnyOf as AnyOf,
        Combination as Combination,
        Exactly as Exactly,
        Not as Not,
    )
    from sudoku_cp.kernel.connected import (
        Connected as Connected,
        NoSquares as NoSquares,
        Shading as Shading,
    )
    from sudoku_cp.kernel.count import Count as Count
    from sudoku_cp.kernel.count_distinct import CountDistinct as CountDistinct
    from sudoku_cp.kernel.element import Element as Element
    from sudoku_cp.kernel.extremum import Maximum as Maximum, Minimum as Minimum
    from sudoku_cp.kernel.globals import (
        AllDifferentExcept as AllDifferentExcept,
        AllEqual as AllEqual,
        GlobalCardinality as GlobalCardinality,
        IfThenElse as IfThenElse,
        Inverse as Inverse,
        LexChain as LexChain,
        LexLess as LexLess,
        NegativeTable as NegativeTable,
        ShortTable as ShortTable,
        Xor as Xor,
    )
    from sudoku_cp.kernel.increasing import Increasing as Increasing
    from sudoku_cp.kernel.linear import Linear as Linear
    from sudoku_cp.kernel.loop import Circuit as Circuit, Loop as Loop, Path as Path
    from sudoku_cp.kernel.machines import DFA as DFA, NFA as NFA
    from sudoku_cp.kernel.packing import (
        BinPacking as BinPacking,
        Cumulative as Cumulative,
        NoOverlap as NoOverlap,
    )
    from sudoku_cp.kernel.polynomial import Polynomial as Polynomial
    from sudoku_cp.kernel.precedence import Precedence as Precedence
    from sudoku_cp.kernel.product import Product as Product
    from sudoku_cp.kernel.rank import Rank as Rank
    from sudoku_cp.kernel.regions import Regions as Regions
    from sudoku_cp.kernel.sightlines import Sightlines as Sightlines
    from sudoku_cp.kernel.table import Table as Table, Tables as Tables


def _linear(terms: "tuple[tuple[int, Cell], ...]", relation: "Relation", constant: int) -> "Constraint":
    from sudoku_cp.kernel.linear import linear

    OPERATORS.linear = linear
    return linear(terms, relation, constant)


def _member(expression: "Formula", values: "Iterable[int]") -> "Constraint":
    from sudoku_cp.kernel.table import Table

    return Table((expression,), [(value,) for value in values])


def _combination(constraints: "tuple[Condition, ...]", relation: "Relation", constant: int) -> "Constraint":
    from sudoku_cp.kernel.combination import Combination

    OPERATORS.combination = Combination
    return Combination(constraints, relation, constant)


def _term(sign: str, *operands: "Operand") -> "Expression":
    from sudoku_cp.kernel.arithmetic import term_of

    OPERATORS.term = term_of
    return term_of(sign, *operands)


# Each puts what makes its results in its own place, once it has imported it.
OPERATORS.linear, OPERATORS.member, OPERATORS.combination, OPERATORS.term = _linear, _member, _combination, _term

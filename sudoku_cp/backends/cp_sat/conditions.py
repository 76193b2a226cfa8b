"""Kernel constraints as conditions: required, or equivalent to a literal that combinations count.

A literal that stands for a condition is tied to it in both directions, so that it is a function of the cells.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_cp.backends.cp_sat.all_different import lower_all_different
from sudoku_cp.backends.cp_sat.connected import define_connected
from sudoku_cp.backends.cp_sat.functions import (
    define_all_different,
    define_count,
    define_count_distinct,
    define_element,
    define_extremum,
)
from sudoku_cp.backends.cp_sat.layers import define_automaton, define_product
from sudoku_cp.backends.cp_sat.linear import define_linear
from sudoku_cp.backends.cp_sat.literals import ValueLiterals, negated
from sudoku_cp.backends.cp_sat.sums import define_sum
from sudoku_cp.backends.cp_sat.table import define_table
from sudoku_cp.model import (
    AllDifferent,
    Automaton,
    Cell,
    Combination,
    Connected,
    Constraint,
    Count,
    CountDistinct,
    Element,
    Linear,
    LoweringError,
    Maximum,
    Minimum,
    Product,
    Relation,
    Table,
    Tables,
)


class Conditions:
    """Writes constraints into a CP-SAT model; ``houses`` are sets of cells known to be different."""

    def __init__(self, literals: ValueLiterals, houses: Sequence[frozenset[Cell]]) -> None:
        self._literals = literals
        self._houses = houses
        self._known: dict[Constraint, int] = {}

    def require(self, constraint: Constraint) -> None:
        """Require the constraint.

        Raises
        ------
        LoweringError
            If the constraint, or a part of it, is of an unknown kind or too large.
        """
        self._define(constraint, self._literals.true)

    def _define(self, constraint: Constraint, holds: int) -> None:
        """Make ``holds`` true just where the constraint holds."""
        literals = self._literals
        match constraint:
            case AllDifferent() if literals.is_true(holds):
                lower_all_different(constraint, literals)
            case AllDifferent():
                define_all_different(constraint, holds, literals)
            case Linear():
                define_linear(constraint, holds, literals, self._houses)
            case Table():
                define_table(constraint, holds, literals)
            case Tables():
                self._define_all(constraint.parts, holds, True)
            case Automaton():
                define_automaton(constraint, holds, literals)
            case Element():
                define_element(constraint, holds, literals)
            case Count():
                define_count(constraint, holds, literals)
            case CountDistinct():
                define_count_distinct(constraint, holds, literals)
            case Maximum() | Minimum():
                define_extremum(constraint, holds, literals)
            case Product():
                define_product(constraint, holds, literals)
            case Connected():
                define_connected(constraint, holds, literals)
            case Combination():
                self._define_holding(constraint, holds)
            case _:
                raise LoweringError(f"{constraint}: cp-sat knows no {type(constraint).__name__}")

    def _literal(self, constraint: Constraint) -> int:
        """The literal that is true just where the constraint holds."""
        if constraint not in self._known:
            self._known[constraint] = self._literals.boolean()
            self._define(constraint, self._known[constraint])
        return self._known[constraint]

    def _define_holding(self, constraint: Combination, holds: int) -> None:
        literals, parts, size = self._literals, constraint.constraints, len(constraint.constraints)
        match constraint.relation, constraint.constant:
            case (Relation.AT_LEAST, 1):
                self._define_any([self._literal(part) for part in parts], holds)
            case ((Relation.AT_LEAST | Relation.EQUAL), number) if number == size:
                self._define_all(parts, holds, True)
            case ((Relation.AT_MOST | Relation.EQUAL), 0):
                self._define_all(parts, holds, False)
            case relation, constant:
                terms = [(1, self._literal(part)) for part in parts]
                define_sum(terms, relation, constant, holds, literals)

    def _define_any(self, literals: Sequence[int], holds: int) -> None:
        self._literals.clause((negated(holds), *literals))
        for literal in literals:
            self._literals.clause((negated(literal), holds))

    def _define_all(self, parts: Sequence[Constraint], holds: int, truth: bool) -> None:
        """Make ``holds`` true just where all the parts hold, or with ``truth`` false none of them does."""
        if len(parts) == 1 or self._literals.is_true(holds):
            for part in parts:
                self._define(part, holds if truth else negated(holds))
        else:
            counter = [self._literal(part) for part in parts]
            self._define_any([negated(literal) if truth else literal for literal in counter], negated(holds))

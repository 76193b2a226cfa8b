"""Models with wide cells, declared once more over variables by bounds.

A wide cell is digits to the engine (`narrow`), and a digit says little of a sum while the digits before it are open.
Clause learning therefore has, for each cell of a sum, a variable with a least and a largest value, whose literals are
x ≤ k. What this module declares follows from the constraints, and clause learning need not look digit by digit at a
constraint that is declared in full. Truths stand for parts of combinations; they are no variables of the model. A truth
implies what it stands for, or is equivalent to it where that takes a few clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, overload

from sudoku_cp.kernel import (
    AllDifferent,
    Cardinality,
    Combination,
    Count,
    Element,
    Increasing,
    Linear,
    Maximum,
    Minimum,
    Table,
)
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.solvers.exact_cover.lowering import OPPOSITE, add_constraint

if TYPE_CHECKING:
    from sudoku_cp import _native
    from sudoku_cp.solvers.exact_cover.narrow import NarrowModel

Condition = tuple[int, int, int, bool]
"""What a literal says, as the engine has it: its kind, what it is about, a value, and whether it is negated."""

TAKES, AT_MOST, TRUTH = range(3)

MAX_EQUALITIES = 40_000
"""The most pairs of a cell and a value that all-different constraints tell apart."""

MAX_RUNS = 16
"""The most runs of successive values in a condition on a wide cell."""


class Bounds:
    """The constraints of a model over variables by bounds, declared one after another.

    Parameters
    ----------
    narrow
        The model in digits.
    """

    def __init__(self, narrow: NarrowModel) -> None:
        self._narrow = narrow
        self._last: Constraint | None = None
        self._says_last = False
        self._variables: dict[Cell, int] = {}
        self._among: dict[tuple[Cell, frozenset[int]], Condition | bool | None] = {}
        self._places: dict[tuple[int, ...], dict[int, int]] = {}
        self._equalities = 0

    def add(self, native: _native.ModelBuilder, constraint: Constraint) -> None:
        """Add a constraint of the model in digits, and the one of the model that it comes from, once, over bounds.

        Raises
        ------
        LoweringError
            See `add_constraint`.
        """
        self._native = native
        origin = self._narrow.origin_of(constraint)
        if origin is None:
            self._says_last = False
        elif origin is not self._last:
            try:
                if self._last is None:
                    self._declare_cost()
                self._says_last = self._require(origin, True, True)
            except (TypeError, ValueError):  # numbers too large, which the constraint's own lowering refuses by name
                self._says_last = False
        if origin is not None:
            self._last = origin
        native.set_bounded(self._says_last)
        add_constraint(native, constraint)

    def _declare_cost(self) -> None:
        objective, narrow = self._narrow.origin.objective, self._narrow.objective
        if objective is None or narrow is None:
            return
        sign = -objective.gain(1)
        terms = [(sign * weight, self._variable(cell)) for weight, cell in objective.expression.terms]
        points = []
        for (cell, value), bonus in objective.bonuses.items():
            condition = self._takes(cell, value)
            if isinstance(condition, bool):
                continue
            points.append((sign * bonus, condition))
        offset = sign * (narrow.expression.constant - objective.expression.constant)
        self._native.add_bounds_sum(terms, points, offset, None, True)

    # Literals

    def _variable(self, cell: Cell) -> int:
        """The variable by bounds of a cell."""
        if cell not in self._variables:
            base, terms = self._narrow.terms_of(cell)
            digits = [(weight, digit.index) for weight, digit in terms]
            self._variables[cell] = self._native.add_bounds_variable(cell.domain[0], cell.domain[-1], base, digits)
        return self._variables[cell]

    def _truth(self) -> Condition:
        return TRUTH, self._native.add_truth(), 0, False

    def _at_most(self, cell: Cell, value: int) -> Condition | bool:
        if value >= cell.domain[-1] or value < cell.domain[0]:
            return value >= cell.domain[-1]
        return AT_MOST, self._variable(cell), value, False

    def _at_least(self, cell: Cell, value: int) -> Condition | bool:
        return _negated(self._at_most(cell, value - 1))

    def _takes(self, cell: Cell, value: int) -> Condition | bool:
        """A literal that is equivalent to a value of a cell."""
        found = self._has(cell, [value])
        assert found is not None
        return found

    def _has(self, cell: Cell, values: Iterable[int]) -> Condition | bool | None:
        """A literal that is equivalent to some values of a cell; None where they would need many."""
        own = frozenset(cell.domain)
        wanted = own.intersection(values)
        if not wanted or wanted == own:
            return bool(wanted)
        key = (cell, wanted)
        if key not in self._among:
            self._among[key] = self._made(cell, wanted)
        return self._among[key]

    def _made(self, cell: Cell, wanted: frozenset[int]) -> Condition | bool | None:
        places = self._places.get(cell.domain)
        if places is None:
            places = self._places[cell.domain] = {value: place for place, value in enumerate(cell.domain)}
        at = sorted(places[value] for value in wanted)
        runs = [[place for _, place in run] for _, run in groupby(enumerate(at), lambda pair: pair[1] - pair[0])]
        if len(runs) > MAX_RUNS:
            return None
        if len(runs) > 1:
            parts = [self._has(cell, [cell.domain[place] for place in run]) for run in runs]
            either = self._truth()
            self._clause(_negated(either), *parts)
            for part in parts:
                self._clause(either, _negated(part))
            return either
        first, last = cell.domain[runs[0][0]], cell.domain[runs[0][-1]]
        if first == last and not self._narrow.is_divided(cell):
            return TAKES, cell.index, first, False
        above, below = self._at_least(cell, first), self._at_most(cell, last)
        if above is True or below is True:
            return below if above is True else above
        inside = self._truth()
        self._clause(_negated(inside), above)
        self._clause(_negated(inside), below)
        self._clause(inside, _negated(above), _negated(below))
        return inside

    def _clause(self, *literals: Condition | bool | None) -> None:
        """Require that a literal holds; None is unknown, and makes a clause say nothing."""
        if not any(literal is True or literal is None for literal in literals):
            self._native.add_bounds_clause([literal for literal in literals if not isinstance(literal, bool | None)])

    def _implying(self, constraint: Constraint, holds: bool) -> Condition | bool | None:
        """A literal that implies the constraint, or that it does not hold; None where it cannot be said."""
        known = self._equivalent(constraint)
        if known is not None:
            return known if holds else _negated(known)
        if isinstance(constraint, Combination) and len(constraint.constraints) == 1:
            counted = [
                number for number in (0, 1) if constraint.relation.compares(number, constraint.constant) == holds
            ]
            if len(counted) != 1:
                return bool(counted)
            return self._implying(constraint.constraints[0], counted == [1])
        truth = self._truth()
        return truth if self._require(constraint, holds, truth) else None

    def _equivalent(self, constraint: Constraint) -> Condition | bool | None:
        """A literal that is equivalent to a constraint on one cell."""
        match constraint:
            case Linear(terms=((weight, cell),), relation=relation, constant=constant) if weight:
                match relation if weight > 0 else _TURNED[relation]:
                    case Relation.AT_MOST:
                        return self._at_most(cell, constant // weight if weight > 0 else -(constant // -weight))
                    case Relation.AT_LEAST:
                        return self._at_least(cell, -(-constant // weight))
                    case equal:
                        value = constant // weight
                        literal = False if constant % weight else self._takes(cell, value)
                        return literal if equal is Relation.EQUAL else _negated(literal)
            case Table(cells=(cell,), tuples=rows):
                return self._has(cell, [value for (value,) in rows])
        return None

    # Constraints

    def _require(self, constraint: Constraint, holds: bool, when: Condition | bool) -> bool:
        """Declare that a constraint holds, or does not, where the literal does; returns whether all of it is said."""
        known = self._equivalent(constraint)
        if known is not None:
            self._clause(_negated(when), known if holds else _negated(known))
            return True
        match constraint:
            case Linear(terms=terms, relation=relation, constant=constant):
                if not holds:
                    relation, more = OPPOSITE[relation]
                    constant += more
                return self._sum(terms, relation, constant, when)
            case Combination(constraints=parts, relation=relation, constant=constant):
                if not holds:
                    relation, more = OPPOSITE[relation]
                    constant += more
                return self._number(parts, relation, constant, when)
        if not holds:
            return False
        match constraint:
            case AllDifferent(cells=cells):
                return when is True and self._all_different(cells)
            case Maximum(cells=cells, value=Cell() as value):
                return self._extremum(cells, value, 1, when)
            case Minimum(cells=cells, value=Cell() as value):
                return self._extremum(cells, value, -1, when)
            case Element(array=array, index=index, value=Cell() as value, first=first):
                return self._element(array, index, value, first, when)
            case Count(cells=cells, values=values, number=number, relation=relation):
                literals = [self._has(cell, values) for cell in cells]
                if None in literals:
                    return False
                terms = () if isinstance(number, int) else ((-1, number),)
                points = [(1, literal) for literal in literals if literal is not None]
                return self._sum(terms, relation, number if isinstance(number, int) else 0, when, points)
            case Increasing() | Cardinality():
                return False not in [self._require(part, True, when) for part in constraint.parts]
        return False

    def _sum(
        self,
        terms: Sequence[tuple[int, Cell]],
        relation: Relation,
        constant: int,
        when: Condition | bool,
        points: Sequence[tuple[int, Condition | bool]] = (),
    ) -> bool:
        """A weighted sum of cells, and of the points of literals that hold, where a literal does."""
        if when is False:
            return True
        if relation is Relation.UNEQUAL:
            if when is True:
                return False  # conflicts of masks, or a propagator that waits for the last cell
            less, more = self._truth(), self._truth()
            self._clause(_negated(when), less, more)
            self._sum(terms, Relation.AT_MOST, constant - 1, less, points)
            self._sum(terms, Relation.AT_LEAST, constant + 1, more, points)
            return True
        condition = None if isinstance(when, bool) else when
        open_points = [(weight, literal) for weight, literal in points if not isinstance(literal, bool)]
        constant -= sum(weight for weight, literal in points if literal is True)
        for sign, one_way in ((1, Relation.AT_MOST), (-1, Relation.AT_LEAST)):
            if relation in (one_way, Relation.EQUAL):
                self._native.add_bounds_sum(
                    [(sign * weight, self._variable(cell)) for weight, cell in terms],
                    [(sign * weight, literal) for weight, literal in open_points],
                    sign * constant,
                    condition,
                )
        return True

    def _number(self, parts: Sequence[Constraint], relation: Relation, constant: int, when: Condition | bool) -> bool:
        """How many of the constraints hold, where a literal does."""
        if relation is Relation.EQUAL:
            most = self._number(parts, Relation.AT_MOST, constant, when)
            return self._number(parts, Relation.AT_LEAST, constant, when) and most
        if relation is Relation.UNEQUAL:
            less, more = self._truth(), self._truth()
            self._clause(_negated(when), less, more)
            fewer = self._number(parts, Relation.AT_MOST, constant - 1, less)
            return self._number(parts, Relation.AT_LEAST, constant + 1, more) and fewer
        holds = relation is Relation.AT_LEAST
        least = constant if holds else len(parts) - constant
        if least <= 0 or when is False:
            return True
        if least > len(parts):
            self._clause(_negated(when))
            return True
        if least == len(parts):
            return False not in [self._require(part, holds, when) for part in parts]
        literals = [self._implying(part, holds) for part in parts]
        if None in literals:
            return False
        if least == 1:
            self._clause(_negated(when), *literals)
            return True
        points = [(1, literal) for literal in literals if literal is not None]
        return self._sum((), Relation.AT_LEAST, least, when, points)

    def _all_different(self, cells: Sequence[Cell]) -> bool:
        values = sorted(set().union(*(cell.domain for cell in cells)))
        self._equalities += len(cells) * len(values)
        if self._equalities > MAX_EQUALITIES:
            return False
        for value in values:
            literals = [self._takes(cell, value) for cell in cells]
            self._sum((), Relation.AT_MOST, 1, True, [(1, literal) for literal in literals])
            if len(values) == len(cells):
                self._clause(*literals)
        for crowd in self._narrow.crowds(cells):
            for digit, numbers in crowd.counts.items():
                points = [(1, (TAKES, cell.index, digit, False)) for cell in crowd.cells]
                self._sum((), Relation.AT_MOST, max(numbers), True, points)
                self._sum((), Relation.AT_LEAST, min(numbers), True, points)
        return True

    def _extremum(self, cells: Sequence[Cell], value: Cell, sign: int, when: Condition | bool) -> bool:
        """The value is the largest of the cells, or the smallest."""
        reached = []
        for cell in cells:
            self._sum(((sign, cell), (-sign, value)), Relation.AT_MOST, 0, when)
            reached.append(self._truth())
            self._sum(((sign, cell), (-sign, value)), Relation.AT_LEAST, 0, reached[-1])
        self._clause(_negated(when), *reached)
        return True

    def _element(self, array: Sequence[Cell], index: Cell, value: Cell, first: int, when: Condition | bool) -> bool:
        if when is not True:
            return False
        places = [(self._takes(index, place), cell) for place, cell in enumerate(array, first)]
        live = [(taken, cell) for taken, cell in places if taken is not False]
        self._clause(*(taken for taken, _ in live))
        for taken, cell in live:
            if len(cell.domain) == 1:
                self._clause(_negated(taken), self._at_most(value, cell.domain[0]))
                self._clause(_negated(taken), self._at_least(value, cell.domain[0]))
            else:
                self._sum(((1, cell), (-1, value)), Relation.EQUAL, 0, taken)
        # The value lies between the least and the largest that are left.
        for bound in sorted({cell.domain[-1] for _, cell in live}):
            self._clause(self._at_most(value, bound), *(taken for taken, cell in live if cell.domain[-1] > bound))
        for bound in sorted({cell.domain[0] for _, cell in live}):
            self._clause(self._at_least(value, bound), *(taken for taken, cell in live if cell.domain[0] < bound))
        return True


_TURNED = {
    Relation.EQUAL: Relation.EQUAL,
    Relation.UNEQUAL: Relation.UNEQUAL,
    Relation.AT_MOST: Relation.AT_LEAST,
    Relation.AT_LEAST: Relation.AT_MOST,
}
"""The relation after both sides have changed their signs."""


@overload
def _negated(literal: Condition | bool) -> Condition | bool: ...
@overload
def _negated(literal: None) -> None: ...
def _negated(literal: Condition | bool | None) -> Condition | bool | None:
    if literal is None:
        return None
    if isinstance(literal, bool):
        return not literal
    kind, at, value, negated = literal
    return kind, at, value, not negated

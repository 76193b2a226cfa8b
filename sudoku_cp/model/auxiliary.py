"""Auxiliary variables, which replace terms so that comparisons of products, extremes or counts become constraints.

Each variable is a function of the cells, so it does not change the number of solutions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import fields, replace
from itertools import product
from math import prod
from typing import Any

from sudoku_cp import kernel
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel import AllOf, AnyOf, Combination, Linear, Not
from sudoku_cp.kernel.arithmetic import (
    MAX_DIVISIONS,
    AbsoluteTerm,
    DivisionTerm,
    ProductTerm,
    QuotientTerm,
    RemainderTerm,
    TabulatedTerm,
    TruthTerm,
    assignments_of,
)
from sudoku_cp.kernel.cell import MAX_VALUES, Cell, LinearExpression, TermCell, stood_for
from sudoku_cp.kernel.constraint import Constraint, OverTerms, places_of, without_terms
from sudoku_cp.kernel.expression import Expression, Formula, Relation
from sudoku_cp.kernel.polynomial import expanded
from sudoku_cp.kernel.terms import (
    CountTerm,
    DistinctTerm,
    ElementTerm,
    MaximumTerm,
    MinimumTerm,
    Term,
    may_lack_a_value,
)

MAX_ROWS = 1000
"""The largest number of value combinations for one table, which prunes best and needs no variables."""


MAX_TRUTHS = 128
"""The most assignments for a table that lists whether a constraint holds."""

NARROW = 64
"""The most values of a product that gets a variable: solvers look at each of them. Those with more are bounded."""


class Auxiliaries:
    """The variables for the terms of one model.

    Parameters
    ----------
    declare
        Declares a variable with a name and a domain.
    require
        Adds a kernel constraint.
    """

    def __init__(self, declare: Callable[[str, Iterable[int]], Cell], require: Callable[[Constraint], None]) -> None:
        self._declare = declare
        self._require = require
        self._cells: dict[Hashable, Cell] = {}
        self.definitions: list[Constraint] = []
        """The constraints that define the variables."""

    @property
    def cells(self) -> set[Cell]:
        """The variables declared so far."""
        return set(self._cells.values())

    def declare(self, name: str, domain: Iterable[int]) -> Cell:
        """The variable with a name, which the caller defines; it is declared at its first use."""
        key = "declared", name
        if key not in self._cells:
            self._cells[key] = self._declare(name, domain)
        return self._cells[key]

    def define(self, definition: Constraint) -> None:
        """Require a constraint that defines variables."""
        definition = self.kernel(definition)
        self.definitions.append(definition)
        self._require(definition)

    def kernel(self, constraint: Constraint) -> Constraint:
        """Convert a constraint to the kernel, after declaring its variables and their definitions.

        Raises
        ------
        ModelError
            If a term may take more than `MAX_VALUES` values.
        """
        match constraint:
            case OverTerms():
                return self._over_cells(constraint).labelled(str(constraint))
            case Combination() if constraint.has_terms:
                return replace(constraint, constraints=tuple(map(self.kernel, constraint.constraints)))
        return constraint

    def linear(self, expression: Formula) -> LinearExpression:
        """The expression with its terms replaced by variables."""
        total = expression.linear()
        return LinearExpression(self._replaced(total.terms), total.constant) if total.has_terms else total

    def score(self, expression: LinearExpression) -> tuple[LinearExpression, Counter[tuple[Cell, int]]]:
        """A score as a weighted sum of cells, and points for a cell and its value, as constraints on one cell are."""
        points: Counter[tuple[Cell, int]] = Counter()
        others = []
        for weight, cell in expression.terms:
            term, read = stood_for(cell), {*cell.cells()}
            if len(read) == 1 and isinstance(term, TruthTerm | TabulatedTerm) and not may_lack_a_value(term):
                (only,) = read
                points.update({(only, value): weight * term.value({only: value}) for value in only.domain})
            else:
                others.append((weight, cell))
        left = LinearExpression(tuple(others), expression.constant) if points else expression
        return self.linear(left), points

    def _over_cells(self, constraint: OverTerms) -> Constraint:
        counted = self._counted(constraint) if isinstance(constraint, Linear) else None
        if counted is not None:
            return counted
        scope = tuple(dict.fromkeys(constraint.scope))
        if prod(len(cell.domain) for cell in scope) <= MAX_ROWS:
            rows = product(*(cell.domain for cell in scope))
            return kernel.Table(scope, (row for row in rows if constraint.holds(dict(zip(scope, row, strict=True)))))
        conditions = [condition for place in places_of(constraint) for condition in self._conditions(place)]
        made = self._direct(constraint) if isinstance(constraint, Linear) else self._replaced(constraint)
        return AllOf(made, *conditions) if conditions else made

    def _counted(self, comparison: Linear) -> Constraint | None:
        """A comparison of a sum of constraints and of negated ones as a combination; None for any other sum."""
        parts = []
        constant = comparison.constant
        for weight, cell in comparison.terms:
            if abs(weight) != 1 or not isinstance(cell, TermCell) or not isinstance(cell.expression, TruthTerm):
                return None
            part = self.kernel(cell.expression.constraint)
            parts.append(part if weight == 1 else Not(part))
            constant += weight < 0
        return Combination(parts, comparison.relation, constant)

    def _direct(self, comparison: Linear) -> Constraint:
        """A kernel constraint on one term and a number if there is one, otherwise on a sum of variables."""
        for made in (self._polynomial(comparison), self._of_absolute(comparison)):
            if made is not None:
                return made
        constant = comparison.constant
        match _parts(comparison), comparison.relation:
            case ((1, CountTerm() as count),), relation:
                return kernel.Count(self._all(count), count.values, constant, relation)
            case ((1, DistinctTerm() as distinct),), relation:
                return kernel.CountDistinct(self._all(distinct), constant, relation)
            case ((1, Term() as term),), Relation.EQUAL:
                return self._defined(term, constant)
            case ((1, Term() as term), (-1, Cell() as cell)), Relation.EQUAL if constant == 0:
                return self._defined(term, cell)
            case ((1, Cell() as cell), (-1, Term() as term)), Relation.EQUAL if constant == 0:
                return self._defined(term, cell)
            case ((1, Term() as term), (-1, Term() as other)), Relation.EQUAL if constant == 0:
                return self._defined(term, self._cell(other))
        return _related(LinearExpression(self._replaced(comparison.terms)), comparison.relation, constant)

    def _polynomial(self, comparison: Linear) -> Constraint | None:
        """The sum expanded into products of cells, where a product or a factor would need many values."""
        terms = _parts(comparison)
        products = [term for _, term in terms if isinstance(term, ProductTerm)]
        factors = [part for term in products for part in term.arguments if isinstance(part, Expression)]
        hidden = [part for part in factors if not isinstance(part, Cell)]
        weights = sorted(weight for weight, _ in terms)
        is_a_cell = weights == [-1, 1] and comparison.constant == 0 and any(isinstance(term, Cell) for _, term in terms)
        if comparison.relation is not Relation.EQUAL or not (weights == [1] or is_a_cell):
            hidden += products
        if all(map(_is_narrow, hidden)):
            return None
        products_of_cells = expanded(LinearExpression(comparison.terms), self._cell)
        if products_of_cells is None:
            return None
        constant = comparison.constant - products_of_cells.pop((), 0)
        weighed = tuple((weight, cells) for cells, weight in products_of_cells.items() if weight)
        return kernel.Polynomial(weighed, comparison.relation, constant)

    def _of_absolute(self, comparison: Linear) -> Constraint | None:
        """A comparison of one absolute value as comparisons of what it is of, without a variable for either."""
        match _parts(comparison):
            case ((1, AbsoluteTerm(arguments=(Expression() as inner,))),):
                return self._outside_or_inside(inner, comparison.relation, comparison.constant)
        return None

    def _outside_or_inside(self, inner: Expression, relation: Relation, constant: int) -> Constraint | None:
        match relation:
            case Relation.UNEQUAL:
                sides = [_related(inner, relation, side) for side in {constant, -constant} if constant >= 0]
                return AllOf(*map(self.kernel, sides))
            case Relation.AT_MOST:
                sides = [inner <= constant, inner >= -constant]
                return AllOf(*map(self.kernel, sides))
            case Relation.EQUAL if not _is_narrow(inner):
                sides = [_related(inner, relation, side) for side in {constant, -constant} if constant >= 0]
                return AnyOf(*map(self.kernel, sides))
            case Relation.AT_LEAST if not _is_narrow(inner):
                return AnyOf(*map(self.kernel, (inner >= constant, inner <= -constant)))
        return None

    def _replaced(self, part: Any) -> Any:
        """A constraint, or a part of one, with variables in the place of terms."""
        if type(part) is TermCell:
            return self._cell(part.expression)
        if isinstance(part, OverTerms):
            return without_terms(part, self._replaced)
        if isinstance(part, tuple):
            return tuple(map(self._replaced, part))
        return part

    def _cell(self, expression: Expression | int) -> Cell:
        """The cell itself, or the variable for the expression, declared at its first use."""
        match expression:
            case TermCell():
                return self._cell(expression.expression)
            case Cell():
                return expression
            case LinearExpression(terms=((1, cell),), constant=0):
                return self._cell(cell)
            case LinearExpression(terms=(), constant=constant):
                return self._cell(constant)
            case TruthTerm(constraint=Linear(terms=((1, cell),), relation=Relation.EQUAL, constant=1)):
                if set(cell.domain) <= {0, 1}:
                    return self._cell(cell)
        key = _key(expression)
        if key not in self._cells:
            values = {expression} if isinstance(expression, int) else expression.possible_values()
            cell = self._declare(str(expression), values)
            self._cells[key] = cell
            if isinstance(expression, Term):
                self.define(self._total(expression, cell))
            elif isinstance(expression, Expression):
                self.define((self.linear(expression) == cell).labelled(f"{cell} = {expression}"))
        return self._cells[key]

    def _all(self, term: Term) -> tuple[Cell, ...]:
        return tuple(map(self._cell, term.arguments))

    def _total(self, term: Term, cell: Cell) -> Constraint:
        """Require that the cell equals the term or, where that has no value, its own least value."""
        defined = self._defined(term, cell)
        if conditions := self._own_conditions(term):
            defined = AnyOf(defined, AllOf(~AllOf(*conditions), cell == cell.domain[0]))
        return defined.labelled(f"{cell.name} is defined")

    def _conditions(self, expression: Expression | int) -> list[Constraint]:
        """What must hold for an expression to have a value, unless it is certain."""
        match expression:
            case TermCell():
                return self._conditions(expression.expression)
            case LinearExpression():
                return [condition for _, cell in expression.terms for condition in self._conditions(cell)]
            case Term():
                inside = [condition for part in expression.arguments for condition in self._conditions(part)]
                return inside + self._own_conditions(expression)
        return []

    def _own_conditions(self, term: Term) -> list[Constraint]:
        return [] if term.checked is None else term.conditions(self._cell(term.arguments[term.checked]))

    def _defined(self, term: Term, value: Cell | int) -> Constraint:
        """Require that the term has the value; where it has none, the constraint is broken."""
        match term:
            case TruthTerm():
                return self._equivalent(term.constraint, value)
            case TabulatedTerm():
                return self._tabulated(term, value)
        cells = self._all(term)
        match term:
            case ProductTerm():
                return kernel.Product(cells, value)
            case MaximumTerm():
                return kernel.Maximum(cells, value)
            case MinimumTerm():
                return kernel.Minimum(cells, value)
            case CountTerm():
                return kernel.Count(cells, term.values, value)
            case DistinctTerm():
                return kernel.CountDistinct(cells, value)
            case ElementTerm():
                return kernel.Element(cells[:-1], cells[-1], value, term.first)
            case AbsoluteTerm():
                return _absolute(cells[0], value)
        raise ModelError(f"{term} is of an unknown kind")

    def _equivalent(self, constraint: Constraint, value: Cell | int) -> Constraint:
        """Require that the value is 1 if the constraint holds, and 0 otherwise."""
        held = self.kernel(constraint)
        if isinstance(value, int):
            return {0: Not(held), 1: held}.get(value, AnyOf())
        scope = tuple(dict.fromkeys(held.scope))
        if value not in {*scope} and prod(len(cell.domain) for cell in scope) <= MAX_TRUTHS:
            rows = product(*(cell.domain for cell in scope))
            return kernel.Table(
                (*scope, value), [(*row, int(held.holds(dict(zip(scope, row, strict=True))))) for row in rows]
            )
        both_or_none = Combination((value == 1, held), Relation.UNEQUAL, 1)
        return both_or_none if set(value.domain) <= {0, 1} else AllOf(both_or_none, value.isin({0, 1}))

    def _tabulated(self, term: TabulatedTerm, value: Cell | int) -> Constraint:
        """Require the value of a function of two arguments by a table."""
        arguments = [part if isinstance(part, int) else self._cell(part) for part in term.arguments]
        cells = tuple(dict.fromkeys(part for part in arguments if isinstance(part, Cell)))
        if isinstance(term, DivisionTerm) and prod(len(cell.domain) for cell in cells) > MAX_DIVISIONS:
            return self._divided(term, value)
        rows = []
        for row in product(*(cell.domain for cell in cells)):
            taken = dict(zip(cells, row, strict=True))
            try:
                result = term.function([taken[part] if isinstance(part, Cell) else part for part in arguments])
            except ArithmeticError:
                continue
            if isinstance(value, Cell):
                rows.append((*row, result))
            elif result == value:
                rows.append(row)
        return kernel.Table((*cells, value) if isinstance(value, Cell) else cells, rows)

    def _divided(self, term: DivisionTerm, value: Cell | int) -> Constraint:
        """Require the value of a quotient or a remainder, which have a variable each, defined by a sum."""
        dividend, divisor = term.arguments
        key = "division", _key(dividend), _key(divisor)
        quotient = self._new((*key, "//"), QuotientTerm(dividend, divisor))
        is_new = (*key, "%") not in self._cells
        remainder = self._new((*key, "%"), RemainderTerm(dividend, divisor))
        if is_new:
            for definition in self._division(dividend, divisor, quotient, remainder):
                self.define(definition.labelled(f"{quotient} and {remainder} are defined"))
        return (quotient if isinstance(term, QuotientTerm) else remainder) == value

    def _new(self, key: Hashable, term: Term) -> Cell:
        if key not in self._cells:
            self._cells[key] = self._declare(str(term), term.possible_values())
        return self._cells[key]

    def _division(
        self, dividend: Expression | int, divisor: Expression | int, quotient: Cell, remainder: Cell
    ) -> list[Constraint]:
        left = dividend if isinstance(dividend, int) else self._cell(dividend)
        right = divisor if isinstance(divisor, int) else self._cell(divisor)
        equation = self.kernel(remainder + quotient * right == left)
        if isinstance(right, int):
            return [equation]  # the domain of the remainder says the rest
        above = AllOf(right >= 1, remainder >= 0, remainder < right)
        below = AllOf(right <= -1, remainder <= 0, remainder > right)
        if 0 not in right.domain:
            return [equation, AnyOf(above, below)]
        least = AllOf(right == 0, quotient == quotient.domain[0], remainder == remainder.domain[0])
        return [AnyOf(AllOf(equation, AnyOf(above, below)), least)]


def _related(left: Expression, relation: Relation, constant: int) -> Constraint:
    match relation:
        case Relation.EQUAL:
            return left == constant
        case Relation.UNEQUAL:
            return left != constant
        case Relation.AT_MOST:
            return left <= constant
        case Relation.AT_LEAST:
            return left >= constant


def _is_narrow(expression: Expression) -> bool:
    """Whether an expression may have at most `NARROW` values; where finding out would take long, it may have more."""
    return assignments_of(expression) <= MAX_VALUES and len(expression.possible_values()) <= NARROW


def _absolute(cell: Cell, value: Cell | int) -> Constraint:
    if isinstance(value, Cell):
        return kernel.Table((cell, value), [(number, abs(number)) for number in cell.domain])
    return kernel.Table((cell,), [(number,) for number in cell.domain if abs(number) == value])


def _parts(comparison: Linear) -> tuple[tuple[int, Expression], ...]:
    """The weighted terms of a comparison, each as what it stands for."""
    return tuple((weight, stood_for(cell)) for weight, cell in comparison.terms)


def _key(part: object) -> Hashable:
    """A key that is equal for expressions, and constraints, with the same structure."""
    match part:
        case TermCell():
            return _key(part.expression)
        case Cell():
            return "cell", part.index
        case LinearExpression():
            return (*((weight, _key(cell)) for weight, cell in part.terms), part.constant)
        case TruthTerm():
            return _key(part.constraint)
        case Term():
            extra = getattr(part, "values", getattr(part, "first", None))
            return (type(part), extra, *map(_key, part.arguments))
        case Constraint():
            kind, own = type(part), (field.name for field in fields(part) if field.name != "label")
            return (kind.__module__, kind.__name__, *(_key(getattr(part, name)) for name in own))  # text can be pickled
        case tuple():
            return tuple(map(_key, part))
        case dict():
            return tuple((key, _key(value)) for key, value in part.items())
    return part

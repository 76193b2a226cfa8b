"""Auxiliary variables, which replace terms so that comparisons of products, extremes or counts become constraints.

Each variable is a function of the cells, so it does not change the number of solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from itertools import product
from math import prod

from sudoku_cp import kernel
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel import AllOf, AnyOf, Combination
from sudoku_cp.kernel.cell import Cell, LinearExpression, LinearOperand
from sudoku_cp.kernel.constraint import Constraint, Relation
from sudoku_cp.kernel.expression import AbsoluteTerm, Expression, ExpressionComparison, ProductTerm, Sum, Term
from sudoku_cp.kernel.terms import CountTerm, DistinctTerm, ElementTerm, MaximumTerm, MinimumTerm

MAX_ROWS = 1000
"""The largest number of value combinations for one table, which prunes best and needs no variables."""

MAX_VALUES = 10_000
"""The largest domain of an auxiliary variable."""

NARROW = 64
"""The most values of a product that gets a variable: solvers look at each of them. Those with more are bounded."""

Products = dict[tuple[Cell, ...], int]
"""The weight of each product of cells in a sum; the empty product is 1."""

MAX_PRODUCTS = 2000
"""The most products of cells into which a comparison is expanded."""


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
            case ExpressionComparison():
                made = self._compared(constraint)
                return made.labelled(str(constraint))
            case Combination() if constraint.has_terms:
                return replace(constraint, constraints=tuple(map(self.kernel, constraint.constraints)))
        return constraint

    def linear(self, expression: Expression) -> LinearExpression:
        """The expression with its terms replaced by variables."""
        if isinstance(expression, LinearOperand):
            return expression.linear()
        total = expression._sum()
        terms = tuple((weight, self._cell(term)) for weight, term in total.terms)
        return LinearExpression(terms, total.constant)

    def _compared(self, comparison: ExpressionComparison) -> Constraint:
        scope = tuple(dict.fromkeys(comparison.scope))
        if prod(len(cell.domain) for cell in scope) <= MAX_ROWS:
            rows = product(*(cell.domain for cell in scope))
            return kernel.Table(scope, (row for row in rows if comparison.holds(dict(zip(scope, row, strict=True)))))
        inside = [within for term in _elements(comparison.expression) for within in self._inside(term)]
        compared = self._direct(comparison)
        return AllOf(compared, *inside) if inside else compared

    def _direct(self, comparison: ExpressionComparison) -> Constraint:
        """A kernel constraint on one term and a number if there is one, otherwise on a sum of variables."""
        for made in (self._polynomial(comparison), self._of_absolute(comparison)):
            if made is not None:
                return made
        match comparison.expression.terms, comparison.relation:
            case ((1, CountTerm() as count),), relation:
                return kernel.Count(self._all(count), count.values, comparison.constant, relation)
            case ((1, DistinctTerm() as distinct),), relation:
                return kernel.CountDistinct(self._all(distinct), comparison.constant, relation)
            case ((1, Term() as term),), Relation.EQUAL:
                return self._defined(term, comparison.constant)
            case ((1, Term() as term), (-1, Cell() as cell)), Relation.EQUAL if comparison.constant == 0:
                return self._defined(term, cell)
            case ((1, Cell() as cell), (-1, Term() as term)), Relation.EQUAL if comparison.constant == 0:
                return self._defined(term, cell)
            case ((1, Term() as term), (-1, Term() as other)), Relation.EQUAL if comparison.constant == 0:
                return self._defined(term, self._cell(other))
        return self._linear_comparison(comparison)

    def _linear_comparison(self, comparison: ExpressionComparison) -> Constraint:
        return _related(self.linear(comparison.expression), comparison.relation, comparison.constant)

    def _polynomial(self, comparison: ExpressionComparison) -> Constraint | None:
        """The sum expanded into products of cells, where a product or a factor would need many values."""
        terms = comparison.expression.terms
        products = [term for _, term in terms if isinstance(term, ProductTerm)]
        factors = [part for term in products for part in term.arguments if isinstance(part, Expression)]
        hidden = [part for part in factors if not isinstance(part, Cell)]
        weights = sorted(weight for weight, _ in terms)
        is_a_cell = weights == [-1, 1] and comparison.constant == 0 and any(isinstance(term, Cell) for _, term in terms)
        if comparison.relation is not Relation.EQUAL or not (weights == [1] or is_a_cell):
            hidden += products
        if all(map(_is_narrow, hidden)):
            return None
        products_of_cells = self._expanded(comparison.expression)
        if products_of_cells is None:
            return None
        constant = comparison.constant - products_of_cells.pop((), 0)
        weighed = tuple((weight, cells) for cells, weight in products_of_cells.items() if weight)
        return kernel.Polynomial(weighed, comparison.relation, constant)

    def _expanded(self, expression: Expression | int) -> Products | None:
        """The weight of each product of cells in an expression; None where there are more than `MAX_PRODUCTS`."""
        total: Products
        match expression:
            case int():
                return {(): expression}
            case LinearExpression() | Sum():
                total = {(): expression.constant}
                for weight, term in expression.terms:
                    products = self._expanded(term)
                    if products is None:
                        return None
                    for cells, times in products.items():
                        total[cells] = total.get(cells, 0) + weight * times
            case ProductTerm():
                total = {(): 1}
                for factor in expression.arguments:
                    products = self._expanded(factor)
                    if products is None or len(total) * len(products) > MAX_PRODUCTS:
                        return None
                    total = _multiplied(total, products)
            case _:
                return {(self._cell(expression),): 1}
        return total if len(total) <= MAX_PRODUCTS else None

    def _of_absolute(self, comparison: ExpressionComparison) -> Constraint | None:
        """A comparison of one absolute value as comparisons of what it is of, without a variable for either."""
        match comparison.expression.terms:
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

    def _cell(self, expression: Expression | int) -> Cell:
        """The cell itself, or the variable for the expression, declared at its first use."""
        if isinstance(expression, Cell):
            return expression
        key = _key(expression)
        if key not in self._cells:
            cell = self._declare(str(expression), _values(expression))
            self._cells[key] = cell
            if isinstance(expression, Term):
                self.define(self._total(expression, cell))
            elif isinstance(expression, Expression):
                self.define((self.linear(expression) == cell).labelled(f"{cell} = {expression}"))
        return self._cells[key]

    def _all(self, term: Term) -> tuple[Cell, ...]:
        return tuple(map(self._cell, term.arguments))

    def _total(self, term: Term, cell: Cell) -> Constraint:
        """Require that the cell equals the term or, for an index outside its array, its own least value."""
        defined = self._defined(term, cell)
        if isinstance(term, ElementTerm) and (inside := self._inside(term)):
            defined = AnyOf(defined, AllOf(~AllOf(*inside), cell == cell.domain[0]))
        return defined.labelled(f"{cell.name} is defined")

    def _inside(self, term: ElementTerm) -> list[Constraint]:
        """Require that the index points into the array, unless that is certain."""
        index, first = self._cell(term.arguments[-1]), term.first
        last = first + len(term.arguments) - 2
        certain = index.domain[0] >= first and index.domain[-1] <= last
        return [] if certain else [index >= first, index <= last]

    def _defined(self, term: Term, value: Cell | int) -> Constraint:
        """Require that the term has the value; an index outside its array breaks the constraint."""
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


def _multiplied(left: Products, right: Products) -> Products:
    """The product of two sums of products of cells, whose cells are in ascending order."""
    total: Products = {}
    for cells, weight in left.items():
        for others, times in right.items():
            both = tuple(sorted((*cells, *others), key=lambda cell: cell.index))
            total[both] = total.get(both, 0) + weight * times
    return total


def _is_narrow(expression: Expression) -> bool:
    """Whether an expression may have at most `NARROW` values; where finding out would take long, it may have more."""
    return _choices(expression) <= MAX_VALUES and len(_values(expression)) <= NARROW


def _choices(expression: Expression) -> int:
    """The number of assignments of the cells of an expression."""
    return prod(len(cell.domain) for cell in dict.fromkeys(expression.cells()))


def _absolute(cell: Cell, value: Cell | int) -> Constraint:
    if isinstance(value, Cell):
        return kernel.Table((cell, value), [(number, abs(number)) for number in cell.domain])
    return kernel.Table((cell,), [(number,) for number in cell.domain if abs(number) == value])


def _elements(expression: Expression | int) -> list[ElementTerm]:
    """The elements of arrays in an expression, including those inside other terms."""
    if isinstance(expression, Sum):
        return [element for _, term in expression.terms for element in _elements(term)]
    if not isinstance(expression, Term):
        return []
    found = [element for argument in expression.arguments for element in _elements(argument)]
    return [*found, expression] if isinstance(expression, ElementTerm) else found


def _key(expression: Expression | int) -> Hashable:
    """A key that is equal for expressions with the same structure."""
    match expression:
        case Cell() | int():
            return expression if isinstance(expression, int) else ("cell", expression.index)
        case LinearExpression() | Sum():
            return (*((weight, _key(term)) for weight, term in expression.terms), expression.constant)
        case Term():
            extra = getattr(expression, "values", getattr(expression, "first", None))
            return (type(expression), extra, *map(_key, expression.arguments))
    raise ModelError(f"{expression!r} is not an expression of cells")


def _values(expression: Expression | int) -> set[int]:
    """A superset of the values that an expression may have."""
    match expression:
        case int():
            return {expression}
        case Cell():
            return set(expression.domain)
        case LinearExpression() | Sum():
            sums = {expression.constant}
            for weight, term in expression.terms:
                sums = _few({total + weight * value for total in sums for value in _values(term)}, expression)
            return sums
        case Term():
            return _few(_term_values(expression), expression)
    raise ModelError(f"{expression!r} is not an expression of cells")


def _term_values(term: Term) -> set[int]:
    match term:
        case ProductTerm() if _choices(term) <= MAX_ROWS and not _elements(term):
            cells = tuple(dict.fromkeys(term.cells()))
            return {term.value(dict(zip(cells, row, strict=True))) for row in product(*(cell.domain for cell in cells))}
    parts = list(map(_values, term.arguments))
    match term:
        case ProductTerm():
            products = {1}
            for values in parts:
                products = _few({left * right for left in products for right in values}, term)
            return products
        case MaximumTerm():
            least = max(map(min, parts))
            return {value for value in set().union(*parts) if value >= least}
        case MinimumTerm():
            most = min(map(max, parts))
            return {value for value in set().union(*parts) if value <= most}
        case CountTerm():
            return set(range(len(parts) + 1))
        case DistinctTerm():
            return set(range(min(1, len(parts)), len(parts) + 1))
        case AbsoluteTerm():
            return set(map(abs, parts[0]))
        case ElementTerm():
            reached = {index - term.first for index in parts[-1]}
            items = [values for place, values in enumerate(parts[:-1]) if place in reached]
            return set().union(*items) or {0}
    raise ModelError(f"{term} is of an unknown kind")


def _few(values: set[int], expression: Expression) -> set[int]:
    if len(values) > MAX_VALUES:
        raise ModelError(f"{expression} may take more than {MAX_VALUES:,} values")
    return values

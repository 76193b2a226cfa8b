"""Cells, weighted sums of them, and the cells that stand for terms in constraints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from sudoku_cp._base.arguments import integer, is_integer, listed, refused
from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.text import shown
from sudoku_cp.kernel.expression import OPERATORS, Expression, Formula, Operand, constant_of, sum_text


class Cell(Expression):
    """A variable: a cell of a grid, or any other unknown with a finite domain of integers.

    The operator ``==`` builds a constraint, so cells are distinguished by identity: use them as keys of dicts and
    members of sets.

    Parameters
    ----------
    name
        Its name, unique in its model.
    index
        Its position in ``Model.cells``.
    domain
        The values it may take, ascending.
    row, column
        Counted from 1 at the top left; None for a variable that is not in a grid.
    """

    __slots__ = ("_digit", "column", "domain", "index", "name", "row")

    def __init__(
        self, name: str, index: int, domain: tuple[int, ...], row: int | None = None, column: int | None = None
    ) -> None:
        self.name = name
        self.index = index
        self.domain = domain
        self.row = row
        self.column = column
        self._digit: Cell | None = None

    @property
    def digit(self) -> Cell:
        """For a variable that is the value of a cell, that cell; otherwise the cell itself."""
        return self if self._digit is None else self._digit

    @digit.setter
    def digit(self, cell: Cell) -> None:
        self._digit = cell

    def value(self, assignment: Mapping[Cell, int]) -> int:
        return assignment[self]

    def cells(self) -> Iterator[Cell]:
        yield self

    def linear(self) -> LinearExpression:
        return _sum_of(((1, self),), 0)

    def possible_values(self) -> set[int]:
        return set(self.domain)

    def __repr__(self) -> str:
        return self.name


class TermCell(Cell):
    """What stands in a constraint for a term, until the model that takes it declares a variable for the term.

    Parameters
    ----------
    expression
        The term: any expression but a cell.
    """

    __slots__ = ("_values", "expression")

    def __init__(self, expression: Expression) -> None:
        self.expression = expression
        self.index = -1
        self.row = self.column = self._digit = None
        self._values: tuple[int, ...] | None = None

    @property
    def name(self) -> str:  # type: ignore[override]
        return str(self.expression)

    @property
    def domain(self) -> tuple[int, ...]:  # type: ignore[override]
        if self._values is None:
            self._values = tuple(sorted(self.expression.possible_values()))
        return self._values

    def value(self, assignment: Mapping[Cell, int]) -> int:
        return self.expression.value(assignment)

    def cells(self) -> Iterator[Cell]:
        return self.expression.cells()

    def __reduce__(self) -> tuple[type[TermCell], tuple[Expression]]:
        return TermCell, (self.expression,)

    def __repr__(self) -> str:
        return repr(self.expression)

    def __str__(self) -> str:
        return str(self.expression)


def stood_for(cell: Cell) -> Expression:
    """The term that a cell stands for, or the cell itself."""
    return cell.expression if isinstance(cell, TermCell) else cell


class LinearExpression(Expression):
    """A weighted sum of cells, or of terms, plus a constant: Σ weight · cell + constant.

    Parameters
    ----------
    terms
        The weight of each cell or term; one may occur more than once.
    constant
        What is added to the sum.
    """

    __slots__ = ("constant", "terms")

    def __init__(self, terms: Iterable[tuple[int, Operand]], constant: int = 0) -> None:
        self.terms = terms_of(terms, "LinearExpression")
        self.constant = integer(constant, "the constant of LinearExpression")

    @property
    def has_terms(self) -> bool:
        """Whether it is not a weighted sum of cells alone."""
        return any(type(cell) is TermCell for _, cell in self.terms)

    def value(self, assignment: Mapping[Cell, int]) -> int:
        total = self.constant
        for weight, cell in self.terms:
            total += weight * (assignment[cell] if type(cell) is Cell else cell.value(assignment))
        return total

    def cells(self) -> Iterator[Cell]:
        return (read for _, cell in self.terms for read in cell.cells())

    def linear(self) -> LinearExpression:
        return self

    def possible_values(self) -> set[int]:
        weights: dict[Cell, int] = {}
        for weight, cell in self.terms:
            weights[cell] = weights.get(cell, 0) + weight
        sums = {self.constant}
        for cell, weight in weights.items():
            more = [weight * value for value in cell.domain]
            if len(sums) * len(more) > MAX_PAIRS:
                sums = {*few(range(min(sums) + min(more), max(sums) + max(more) + 1), self)}
            else:
                sums = {*few({total + one for total in sums for one in more}, self)}
        return sums

    def __repr__(self) -> str:
        return sum_text(self.terms, self.constant, " * ")

    def __str__(self) -> str:
        return sum_text(self.terms, self.constant)


def _sum_of(terms: tuple[tuple[int, Cell], ...], constant: int) -> LinearExpression:
    """The sum of terms that operators make, and that need no check."""
    made = LinearExpression.__new__(LinearExpression)
    made.terms, made.constant = terms, constant
    return made


OPERATORS.total = _sum_of

_Values = TypeVar("_Values", set[int], range)

MAX_VALUES = 10_000
"""The most values of a term."""

MAX_PAIRS = 1_000_000
"""The most pairs of values of two parts of a term, which take a tenth of a second."""


def few(values: _Values, expression: Expression) -> _Values:
    """The values of an expression.

    Raises
    ------
    ModelError
        If they are more than `MAX_VALUES`.
    """
    if len(values) > MAX_VALUES:
        raise ModelError(f"{expression} may take more than {MAX_VALUES:,} values")
    return values


class WithTerms(tuple[object, ...]):
    """Cells of a constraint, some of which stand for terms: `Constraint` sees by this type that it has any."""

    __slots__ = ()


def cell_for(value: object, what: str, expected: str = "a cell, an expression of cells or an integer") -> Cell:
    """The operand, if it is a cell, or else what stands for it.

    Raises
    ------
    ModelError
        If it is neither an expression nor an integer.
    """
    if isinstance(value, Cell):
        return value
    if isinstance(value, Formula):
        return TermCell(value.as_term())
    return TermCell(_sum_of((), constant_of(value, what, expected)))


def cells_of(cells: Iterable[object], place: str) -> tuple[Cell, ...]:
    """The cells as a tuple, with what stands for other expressions, and for integers.

    Raises
    ------
    ModelError
        If an item is none of these; the message starts with the place.
    """
    items = cells if type(cells) is tuple else listed(cells, f"{place}: the cells", "a list of cells")
    if not {Cell}.issuperset(map(type, items)):
        return _with_terms(items, place)
    return items


def _with_terms(items: tuple[object, ...], place: str) -> tuple[Cell, ...]:
    for item in items:
        if not isinstance(item, Formula | bool) and not is_integer(item):
            raise ModelError(f"{place}: {shown(item)} is not a cell, nor an expression of cells, nor an integer")
    return WithTerms([cell_for(item, f"{place}: an item") for item in items])  # type: ignore[return-value]


def cell_of(value: object, what: str) -> Cell:
    """The argument, if it is a cell.

    Raises
    ------
    ModelError
        If it is none.
    """
    if not isinstance(value, Cell):
        raise refused(what, "a cell", value)
    return value


def lines_of(lines: object, place: str) -> tuple[tuple[Cell, ...], ...]:
    """Several lists of cells as tuples; see `cells_of`.

    Raises
    ------
    ModelError
        If an item of one is no operand; the message starts with the place.
    """
    made = tuple([cells_of(line, place) for line in listed(lines, f"{place}: the lines", "lists of cells")])
    return WithTerms(made) if WithTerms in map(type, made) else made  # type: ignore[return-value]


def are_terms(terms: object) -> bool:
    """Whether these are pairs of an int and a cell, in tuples."""
    if type(terms) is not tuple:
        return False
    for term in terms:  # faster than `all`
        if type(term) is not tuple or len(term) != 2 or type(term[0]) is not int or type(term[1]) is not Cell:
            return False
    return True


def terms_of(terms: object, place: str) -> tuple[tuple[int, Cell], ...]:
    """Weights with their cells as tuples.

    Raises
    ------
    ModelError
        If a weight is no integer, or a cell is no operand; the message starts with the place.
    """
    if are_terms(terms):
        return terms  # type: ignore[return-value]
    expected = "pairs of a weight and a cell, such as (2, a)"
    pairs = [listed(term, f"{place}: the terms", expected) for term in listed(terms, f"{place}: the terms", expected)]
    if any(len(pair) != 2 for pair in pairs):
        raise refused(f"{place}: the terms", expected, terms)
    weights = [integer(weight, f"{place}: a weight") for weight, _ in pairs]
    cells = cells_of([cell for _, cell in pairs], place)
    made = tuple(zip(weights, cells, strict=True))
    return WithTerms(made) if type(cells) is WithTerms else made  # type: ignore[return-value]


Value = Cell | int
"""A cell or a known number."""


def value_of(term: Value, assignment: Mapping[Cell, int]) -> int:
    """The number, or the cell's value."""
    return assignment[term] if isinstance(term, Cell) else term


def cells_in(*terms: Value) -> tuple[Cell, ...]:
    """The operands that are cells."""
    return tuple(term for term in terms if isinstance(term, Cell))


def operand(value: object, what: str) -> Value:
    """The operand: a cell, or what stands for another expression, or an integer.

    Raises
    ------
    ModelError
        If it is anything else.
    """
    if isinstance(value, Formula):
        return cell_for(value, what)
    return constant_of(value, what, "a cell or an integer")


Givens = Mapping[Cell, int]
"""The values that are fixed, by cell."""

AnyGivens = Givens | Mapping[str, int]
"""Fixed values by cell or by cell name."""

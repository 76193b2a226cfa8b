"""Cells and their weighted sums: expressions whose comparison is a constraint of the kernel."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import overload

from sudoku_cp._base.arguments import integer, is_integer, listed, refused
from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.text import shown
from sudoku_cp.kernel.constraint import OPERATORS, Constraint, Relation, sum_text
from sudoku_cp.kernel.expression import Expression, ProductTerm, Sum, weight_of


class LinearOperand(Expression):
    """The operators of cells and their weighted sums; for other expressions, those of `Expression` apply."""

    __slots__ = ()

    @abstractmethod
    def linear(self) -> LinearExpression:
        """Convert to a weighted sum of cells.

        Returns
        -------
        LinearExpression
            The expression as terms and a constant.
        """

    def _sum(self) -> Sum:
        linear = self.linear()
        return Sum(linear.terms, linear.constant)

    def __add__(self, other: LinearOperand | int) -> LinearExpression:  # type: ignore[override]
        if (right := _as_linear(other, "+")) is None:
            return NotImplemented
        left = self.linear()
        return _sum_of(left.terms + right.terms, left.constant + right.constant)

    __radd__ = __add__  # type: ignore[assignment]

    def __neg__(self) -> LinearExpression:  # type: ignore[override]
        return self * -1

    def __sub__(self, other: LinearOperand | int) -> LinearExpression:  # type: ignore[override]
        if (right := _as_linear(other, "-")) is None:
            return NotImplemented
        return self + right * -1

    def __rsub__(self, other: int) -> LinearExpression:  # type: ignore[override]
        return self * -1 + other

    @overload  # type: ignore[override]
    def __mul__(self, factor: int) -> LinearExpression: ...
    @overload
    def __mul__(self, factor: Expression) -> ProductTerm: ...
    def __mul__(self, factor: Expression | int) -> LinearExpression | ProductTerm:
        if isinstance(factor, Expression):
            return ProductTerm.of(self, factor)
        weight, expression = weight_of(self, factor), self.linear()
        terms = tuple([(times * weight, cell) for times, cell in expression.terms])
        return _sum_of(terms, expression.constant * weight)

    __rmul__ = __mul__  # type: ignore[assignment]

    def __le__(self, other: LinearOperand | int) -> Constraint:  # type: ignore[override]
        return self._compare(other, Relation.AT_MOST, 0)

    def __lt__(self, other: LinearOperand | int) -> Constraint:  # type: ignore[override]
        return self._compare(other, Relation.AT_MOST, -1)

    def __ge__(self, other: LinearOperand | int) -> Constraint:  # type: ignore[override]
        return self._compare(other, Relation.AT_LEAST, 0)

    def __gt__(self, other: LinearOperand | int) -> Constraint:  # type: ignore[override]
        return self._compare(other, Relation.AT_LEAST, 1)

    def __eq__(self, other: LinearOperand | int) -> Constraint:  # type: ignore[override]
        return self._compare(other, Relation.EQUAL, 0)

    def __ne__(self, other: LinearOperand | int) -> Constraint:  # type: ignore[override]
        return self._compare(other, Relation.UNEQUAL, 0)

    __hash__ = object.__hash__

    def _compare(self, other: LinearOperand | int, relation: Relation, slack: int) -> Constraint:  # type: ignore[override]
        right = _as_linear(other, relation)
        if right is None:
            return NotImplemented  # type: ignore[no-any-return]
        left = self.linear()
        # Add up the weights of each cell, in order of first occurrence; a weight of zero keeps the cell in scope.
        weights: dict[Cell, int] = {}
        for weight, cell in left.terms:
            weights[cell] = weights.get(cell, 0) + weight
        for weight, cell in right.terms:
            weights[cell] = weights.get(cell, 0) - weight
        terms = tuple([(weight, cell) for cell, weight in weights.items()])
        return OPERATORS.linear(terms, relation, slack + right.constant - left.constant)


class Cell(LinearOperand):
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

    def __repr__(self) -> str:
        return self.name


class LinearExpression(LinearOperand):
    """A weighted sum of cells plus a constant: Σ weight · cell + constant.

    Parameters
    ----------
    terms
        The weight of each cell; a cell may occur more than once.
    constant
        What is added to the sum.
    """

    __slots__ = ("constant", "terms")

    def __init__(self, terms: tuple[tuple[int, Cell], ...], constant: int = 0) -> None:
        self.terms = terms if are_terms(terms) else terms_of(terms, "LinearExpression")
        self.constant = integer(constant, "the constant of LinearExpression")

    def value(self, assignment: Mapping[Cell, int]) -> int:
        return sum(weight * assignment[cell] for weight, cell in self.terms) + self.constant

    def cells(self) -> Iterator[Cell]:
        return (cell for _, cell in self.terms)

    def linear(self) -> LinearExpression:
        return self

    def __repr__(self) -> str:
        return sum_text(self.terms, self.constant, " * ")

    def __str__(self) -> str:
        return sum_text(self.terms, self.constant)


def _sum_of(terms: tuple[tuple[int, Cell], ...], constant: int) -> LinearExpression:
    """The sum of terms that operators make, and that need no check."""
    made = LinearExpression.__new__(LinearExpression)
    made.terms, made.constant = terms, constant
    return made


def cells_of(cells: Iterable[object], place: str) -> tuple[Cell, ...]:
    """The cells as a tuple.

    Raises
    ------
    ModelError
        If an item is not a cell; the message starts with the place.
    """
    items = cells if type(cells) is tuple else listed(cells, f"{place}: the cells", "a list of cells")
    if not {Cell}.issuperset(map(type, items)):
        stray = next(item for item in items if type(item) is not Cell)
        raise ModelError(f"{place}: {shown(stray)} is not a cell")
    return items


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
    """Several lists of cells as tuples.

    Raises
    ------
    ModelError
        If an item of one is not a cell; the message starts with the place.
    """
    return tuple([cells_of(line, place) for line in listed(lines, f"{place}: the lines", "lists of cells")])


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
        If a weight is no integer, or a cell is none; the message starts with the place.
    """
    expected = "pairs of a weight and a cell, such as (2, a)"
    pairs = [listed(term, f"{place}: the terms", expected) for term in listed(terms, f"{place}: the terms", expected)]
    if any(len(pair) != 2 for pair in pairs):
        raise refused(f"{place}: the terms", expected, terms)
    return tuple([(integer(weight, f"{place}: a weight"), cell_of(cell, f"{place}: a cell")) for weight, cell in pairs])


def _as_linear(value: Expression | int, operator: str | Relation) -> LinearExpression | None:
    """The operand as a weighted sum of cells; None if it is another expression."""
    if isinstance(value, LinearOperand):
        return value.linear()
    if isinstance(value, Expression):
        return None
    if is_integer(value):
        return _sum_of((), integer(value, "an operand"))
    sign = operator.value if isinstance(operator, Relation) else operator
    raise ModelError(f"{sign} {shown(value)}: expected a cell, a sum of cells or an integer")


Value = Cell | int
"""A cell or a known number."""


def value_of(term: Value, assignment: Mapping[Cell, int]) -> int:
    """The number, or the cell's value."""
    return assignment[term] if isinstance(term, Cell) else term


def cells_in(*terms: Value) -> tuple[Cell, ...]:
    """The operands that are cells."""
    return tuple(term for term in terms if isinstance(term, Cell))


def operand(value: object, what: str) -> Value:
    """The operand, which is a cell or an integer.

    Raises
    ------
    ModelError
        If it is anything else.
    """
    return value if isinstance(value, Cell) else integer(value, what, "a cell or an integer")


Givens = Mapping[Cell, int]
"""The values that are fixed, by cell."""

AnyGivens = Givens | Mapping[str, int]
"""Fixed values by cell or by cell name."""

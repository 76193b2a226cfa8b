"""Cells with more values than a mask has bits, as digits, each a variable of the engine with up to 64 values.

A wide cell is base + Σ weight · digit: position p of its values, counted in their common step, has a digit for each
weight, as numbers have decimal digits. The first digit has as many values as a mask has bits, so that the others, which
bound the cell less well while the first is open, have few. The first digit takes the place of the cell among the
variables, and the others follow all cells.

    range(10, 1000)   =  10 + 16 · first + second,   first in range(62), second in range(16), 16 · first + second < 990

Constraints on wide cells become sums, products and tables of digits, or combinations of these. Whatever is added to a
model is a function of its cells, so that it has as many solutions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import gcd, prod

from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel import (
    AllDifferent,
    AllOf,
    AnyOf,
    Cardinality,
    Combination,
    Count,
    CountDistinct,
    Element,
    Exactly,
    Increasing,
    Linear,
    Maximum,
    Minimum,
    Polynomial,
    Product,
    Table,
)
from sudoku_cp.kernel.cell import Cell, Givens, LinearExpression, Value
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.model import Model, Objective
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solvers.exact_cover.lowering import MAX_VALUES
from sudoku_cp.solving.compiling import Pace

MAX_TUPLES = 100_000
"""The most assignments of a constraint that becomes a table of digits because there is no other form of it."""

MAX_PRODUCTS = 5_000
"""The most products of digits in one constraint."""

MAX_PAIRS = 200_000
"""The most pairs of cells that one constraint compares."""


def is_wide(cell: Cell) -> bool:
    """Whether a cell has more values than a mask has bits."""
    return len(cell.domain) > MAX_VALUES


@dataclass(frozen=True, slots=True)
class Digits:
    """A wide cell as base + Σ weight · digit, the first digit first."""

    base: int
    terms: tuple[tuple[int, Cell], ...]

    def of(self, value: int) -> tuple[int, ...]:
        """The digits of a value of the cell."""
        return _digits_of(value - self.base, (weight for weight, _ in self.terms))


class NarrowModel(Model):
    """A model in which wide cells are digits.

    Parameters
    ----------
    model
        The model.
    limits
        The time limit and the cancel flag.

    Raises
    ------
    LoweringError
        If there is no form for a constraint on wide cells, or a limit is reached.
    """

    def __init__(self, model: Model, limits: Limits = NO_LIMITS) -> None:
        super().__init__(model.name)
        self.origin = model
        self._origins: dict[int, Constraint] = {}
        self._pace = Pace("exact-cover", model, limits)
        self._cells = list(model.cells)
        self._digits: dict[Cell, Digits] = {}
        self._added: list[Constraint] = []
        self._model_cells = len(self._cells)
        for cell in model.cells:
            if is_wide(cell):
                self._digits[cell] = self._divided(cell)
                self._pace.step(100)
        for cell, values in model.pencilmarks.items():
            if cell in self._digits:
                self._added.append(self._one(_among(cell, values)))
            else:
                self.pencilmarks[cell] = values
        made = []
        for constraint in self._pace.constraints():
            for each in self._all(constraint):
                made.append(each)
                self._origins[id(each)] = constraint
        if model.objective is not None:
            self.objective = self._scored(model.objective)
        self._constraints = [*self._added, *made]

    @property
    def wide_cells(self) -> Iterable[Cell]:
        """The cells of the model that are digits."""
        return self._digits.keys()

    def digits_of(self, cell: Cell) -> Digits:
        """The digits of a wide cell."""
        return self._digits[cell]

    def is_divided(self, cell: Cell) -> bool:
        """Whether a cell of the model is digits."""
        return cell in self._digits

    def terms_of(self, cell: Cell) -> tuple[int, tuple[tuple[int, Cell], ...]]:
        """A cell of the model as a number and a weighted sum of cells of this one."""
        digits = self._digits.get(cell)
        return (0, ((1, cell),)) if digits is None else (digits.base, digits.terms)

    def origin_of(self, constraint: Constraint) -> Constraint | None:
        """The constraint of the model that one of this model comes from; None where it is about digits."""
        return self._origins.get(id(constraint))

    def givens_of(self, givens: Givens) -> dict[Cell, int]:
        """The givens of the model, digit by digit."""
        fixed: dict[Cell, int] = {}
        for cell, value in givens.items():
            if cell in self._digits:
                digits = self._digits[cell]
                fixed.update(zip((digit for _, digit in digits.terms), digits.of(value), strict=True))
            else:
                fixed[cell] = value
        return fixed

    def values_of(self, row: tuple[int, ...]) -> tuple[int, ...]:
        """The values of the model's cells in a solution."""
        values = list(row[: self._model_cells])
        for cell, digits in self._digits.items():
            values[cell.index] = digits.base + sum(weight * row[digit.index] for weight, digit in digits.terms)
        return tuple(values)

    # Cells

    def _divided(self, cell: Cell) -> Digits:
        """Declare the digits of a cell, and require that they are those of one of its values."""
        values = cell.domain
        is_whole = values[-1] - values[0] == len(values) - 1
        step = 1 if is_whole else gcd(*(value - values[0] for value in values))
        last = (values[-1] - values[0]) // step
        radices = _radices(last // MAX_VALUES + 1)
        weights = [step * prod(radices[place:]) for place in range(len(radices) + 1)]
        domains: list[Iterable[int]] = [range(last * step // weights[0] + 1), *map(range, radices)]
        rows = [] if is_whole else [_digits_of(value - values[0], weights) for value in values]
        if rows:
            domains = [frozenset(column) for column in zip(*rows, strict=True)]
        digits = [Cell(cell.name, cell.index, tuple(sorted(domains[0])), cell.row, cell.column)]
        self._cells[cell.index] = digits[0]
        for weight, domain in zip(weights[1:], domains[1:], strict=True):
            digits.append(self._further(f"{cell.name} by {weight}", domain))
        terms = tuple(zip(weights, digits, strict=True))
        if rows:
            self._added.append(Table(digits, rows, cell.name))
        else:
            self._added.append(Linear(terms, Relation.AT_MOST, last, cell.name))
        return Digits(values[0], terms)

    def _further(self, name: str, domain: Iterable[int]) -> Cell:
        """One more variable, after all others."""
        self._cells.append(Cell(name, len(self._cells), tuple(sorted(set(domain)))))
        return self._cells[-1]

    def _indicator(self, constraint: Constraint) -> Cell:
        """A variable that is 1 where the constraint holds, and 0 elsewhere."""
        indicator = self._further(f"whether {constraint}", (0, 1))
        self._added.append(Exactly(1, self._one(constraint), indicator == 0))
        return indicator

    def _sum(self, terms: Iterable[tuple[int, Cell]]) -> tuple[tuple[tuple[int, Cell], ...], int]:
        """A weighted sum as one of digits, and a constant."""
        total: list[tuple[int, Cell]] = []
        constant = 0
        for weight, cell in terms:
            if cell in self._digits:
                digits = self._digits[cell]
                constant += weight * digits.base
                total += ((weight * times, digit) for times, digit in digits.terms)
            else:
                total.append((weight, cell))
        return tuple(total), constant

    def _scored(self, objective: Objective) -> Objective:
        terms, constant = self._sum(objective.expression.terms)
        bonuses = dict(objective.bonuses)
        for (cell, value), points in objective.bonuses.items():
            if cell in self._digits:
                del bonuses[cell, value]
                bonuses[self._indicator(_among(cell, [value])), 1] = points
        return Objective(objective.sense, LinearExpression(terms, objective.expression.constant + constant), bonuses)

    # Constraints

    def _all(self, constraint: Constraint) -> Iterable[Constraint]:
        """Constraints on digits that together mean the constraint, which must hold."""
        if self._digits.keys().isdisjoint(constraint.scope):
            return (constraint,)
        made = self._one(constraint)
        match made:
            case Combination(constraints=parts, relation=Relation.AT_LEAST, constant=number) if number == len(parts):
                return parts
        return (made,)

    def _one(self, constraint: Constraint) -> Constraint:
        """A constraint on digits with the meaning of the constraint."""
        if self._digits.keys().isdisjoint(constraint.scope):
            return constraint
        self._pace.step(10)
        return self._narrowed(constraint).labelled(str(constraint))

    def _each(self, constraints: Iterable[Constraint]) -> Combination:
        return AllOf(*map(self._one, constraints))

    def _narrowed(self, constraint: Constraint) -> Constraint:
        match constraint:
            case Linear(terms=terms, relation=relation, constant=constant):
                total, base = self._sum(terms)
                return Linear(total, relation, constant - base)
            case Polynomial(terms=products, relation=relation, constant=constant):
                return self._polynomial(constraint, products, relation, constant)
            case Product(cells=cells, value=value):
                number = [] if isinstance(value, int) else [(-1, (value,))]
                constant = value if isinstance(value, int) else 0
                return self._polynomial(constraint, [(1, cells), *number], Relation.EQUAL, constant)
            case Table(cells=cells, tuples=rows):
                return self._table(cells, rows)
            case Combination(constraints=parts, relation=relation, constant=constant):
                return Combination(tuple(map(self._one, parts)), relation, constant)
            case AllDifferent(cells=cells):
                return self._all_different(cells, constraint)
            case Maximum(cells=cells, value=value):
                return self._one(AnyOf(*(_equal(cell, value) for cell in cells)) & AllOf(*(c <= value for c in cells)))
            case Minimum(cells=cells, value=value):
                return self._one(AnyOf(*(_equal(cell, value) for cell in cells)) & AllOf(*(c >= value for c in cells)))
            case Element(array=array, index=index, value=value, first=first):
                places = enumerate(array, first)
                return self._one(AnyOf(*(AllOf(index == place, _equal(cell, value)) for place, cell in places)))
            case Count(cells=cells, values=values, number=number, relation=relation):
                return self._number([_among(cell, values) for cell in cells], relation, number)
            case CountDistinct(cells=cells, number=number, relation=relation):
                self._limit_pairs(len(cells), constraint)
                fresh = [AllOf(*(cell != other for other in cells[:place])) for place, cell in enumerate(cells)]
                return self._number(fresh, relation, number)
            case Increasing() | Cardinality():
                return self._each(constraint.parts)
        parts = constraint.parts
        return self._each(parts) if len(parts) > 1 else self._tabulated(constraint)

    def _number(self, counted: Sequence[Constraint], relation: Relation, number: Value) -> Constraint:
        """Compare how many of the constraints hold with a number."""
        if isinstance(number, int):
            return Combination(tuple(map(self._one, counted)), relation, number)
        terms = tuple((1, self._indicator(each)) for each in counted)
        return self._one(Linear((*terms, (-1, number)), relation, 0))

    def _polynomial(
        self,
        constraint: Constraint,
        products: Iterable[tuple[int, tuple[Cell, ...]]],
        relation: Relation,
        constant: int,
    ) -> Constraint:
        """The sum of products multiplied out into products of digits."""
        total: dict[tuple[Cell, ...], int] = {}
        for weight, cells in products:
            expanded: dict[tuple[Cell, ...], int] = {(): weight}
            for cell in cells:
                terms, base = self._sum([(1, cell)])
                grown: dict[tuple[Cell, ...], int] = {}
                for factors, times in expanded.items():
                    for more, digit in ((base, None), *terms):
                        key = factors if digit is None else tuple(sorted((*factors, digit), key=_index))
                        grown[key] = grown.get(key, 0) + times * more
                expanded = grown
                self._pace.step(len(expanded))
                if len(expanded) > MAX_PRODUCTS:
                    raise _refused(constraint)
            for factors, times in expanded.items():
                total[factors] = total.get(factors, 0) + times
        constant -= total.pop((), 0)
        return Polynomial(tuple((times, factors) for factors, times in total.items() if times), relation, constant)

    def _table(self, cells: tuple[Cell, ...], rows: Iterable[tuple[int, ...]]) -> Constraint:
        digits = [self._digits.get(cell) for cell in cells]
        domains = [frozenset(cell.domain) for cell in cells]
        found = []
        for row in rows:
            self._pace.step()
            if all(value in domain for value, domain in zip(row, domains, strict=True)):
                columns = ((value,) if of is None else of.of(value) for value, of in zip(row, digits, strict=True))
                found.append(tuple(digit for column in columns for digit in column))
        narrow = (
            digit
            for cell, of in zip(cells, digits, strict=True)
            for digit in ((cell,) if of is None else (each for _, each in of.terms))
        )
        return Table(tuple(narrow), found)

    def _all_different(self, cells: tuple[Cell, ...], constraint: Constraint) -> Constraint:
        """Narrow cells differ, wide ones in pairs; a first digit occurs at most as often as it has second ones."""
        self._limit_pairs(len(cells), constraint)
        if len(set().union(*(cell.domain for cell in cells))) < len(cells):
            return AnyOf()
        narrow = tuple(cell for cell in cells if cell not in self._digits)
        pairs = (pair for pair in combinations(cells, 2) if not self._digits.keys().isdisjoint(pair))
        made: list[Constraint] = [self._one(one - other != 0) for one, other in pairs]
        if len(narrow) > 1:
            made.append(AllDifferent(narrow))
        return AllOf(*made, *self.crowds(cells))

    def crowds(self, cells: Iterable[Cell]) -> list[Cardinality]:
        """How often first digits occur where cells of the model differ."""
        made = []
        by_domain: dict[tuple[int, ...], list[Cell]] = {}
        for cell in cells:
            if cell in self._digits:
                by_domain.setdefault(cell.domain, []).append(cell)
        for domain, group in by_domain.items():
            places = Counter(self._digits[group[0]].of(value)[0] for value in domain)
            if len(group) > min(places.values()):
                rest = len(domain) - len(group)
                counts = {first: range(max(0, most - rest), most + 1) for first, most in places.items()}
                made.append(Cardinality(tuple(self._digits[cell].terms[0][1] for cell in group), counts))
        return made

    def _limit_pairs(self, cells: int, constraint: Constraint) -> None:
        if cells * cells > 2 * MAX_PAIRS:
            raise _refused(constraint)
        self._pace.step(cells * cells)

    def _tabulated(self, constraint: Constraint) -> Constraint:
        """The constraint as a table, where it has few assignments."""
        cells = tuple(dict.fromkeys(constraint.scope))
        if prod(len(cell.domain) for cell in cells) > MAX_TUPLES:
            raise _refused(constraint)
        return self._one(Table.where(cells, lambda *row: constraint.holds(dict(zip(cells, row, strict=True)))))


def _digits_of(number: int, weights: Iterable[int]) -> tuple[int, ...]:
    digits = []
    for weight in weights:
        digit, number = divmod(number, weight)
        digits.append(digit)
    return tuple(digits)


def _radices(number: int) -> list[int]:
    """As few numbers of up to 64, nearly equal, whose product is not less than the number."""
    count = 0
    while MAX_VALUES**count < number:
        count += 1
    radices = []
    for left in range(count, 0, -1):
        radix = next(each for each in range(1, MAX_VALUES + 1) if each**left >= number)
        radices.append(radix)
        number = -(-number // radix)
    return radices


def _among(cell: Cell, values: Iterable[int]) -> Constraint:
    """Whether a cell has one of the values."""
    own = frozenset(cell.domain)
    return Table((cell,), [(value,) for value in values if value in own])


def _equal(cell: Cell, value: Value) -> Constraint:
    return cell == value


def _index(cell: Cell) -> int:
    return cell.index


def _refused(constraint: Constraint) -> LoweringError:
    return LoweringError(f"exact-cover cannot express {constraint}, which has cells of more than {MAX_VALUES} values")

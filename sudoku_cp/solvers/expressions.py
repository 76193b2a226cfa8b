"""Models for the languages of constraint solvers: variables with domains, expressions over them, and a few constraints.

A constraint becomes one that these languages have, or an expression of arithmetic and logic, in which a truth value is
a 0 or a 1. All others become sums of the pseudo-Boolean formula, over variables of 0 and 1 for the values of cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import Any

from sudoku_cp.kernel.all_different import AllDifferent
from sudoku_cp.kernel.automaton import Automaton
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.combination import Combination
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.count import Count
from sudoku_cp.kernel.count_distinct import CountDistinct
from sudoku_cp.kernel.element import Element
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.extremum import Maximum, Minimum
from sudoku_cp.kernel.linear import Linear
from sudoku_cp.kernel.machines import DFA
from sudoku_cp.kernel.polynomial import Polynomial
from sudoku_cp.kernel.product import Product
from sudoku_cp.kernel.table import Table
from sudoku_cp.model import Model
from sudoku_cp.model.limits import Limits
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding
from sudoku_cp.solvers.pseudo_boolean.formula import Formula
from sudoku_cp.solving.compiling import in_time

Expression = Any
"""An integer, the name of a variable, or a tuple of an operation and its operands, as XCSP3 names it."""

RELATIONS = {Relation.EQUAL: "eq", Relation.UNEQUAL: "ne", Relation.AT_MOST: "le", Relation.AT_LEAST: "ge"}
"""The operation of each relation."""

TRUE, FALSE = ("eq", 0, 0), ("eq", 0, 1)
"""Truth values that depend on no variable; expressions do not contain them."""

LOGIC = frozenset([*RELATIONS.values(), "and", "or", "iff"])
"""The operations whose result is a truth value."""

MAX_OPERANDS = 2_000
"""The largest number of operands in an expression."""

MAX_VALUE = 2**31 - 1
"""The largest number that solvers of these languages take."""


class TooLargeError(Exception):
    """Raised if a constraint has no expression, or a large one."""


class Declared:
    """The parts of a model for these languages.

    Parameters
    ----------
    model
        The model.
    limits
        The limits of its compilation.
    solver
        The name of the solver, for messages.

    Raises
    ------
    LoweringError
        If a constraint cannot be written, or a limit is reached.
    """

    def __init__(self, model: Model, limits: Limits, solver: str) -> None:
        self.names = [f"c{cell.index}" for cell in model.cells]
        """The name of each cell."""
        self.domains = [model.domain_of(cell) for cell in model.cells]
        """The values of each cell, its pencil marks applied."""
        self.flags: list[str] = []
        """The names of further variables, of 0 and 1, which are functions of the cells."""
        self.parts: list[tuple[str, AllDifferent | Table | Automaton | Expression]] = []
        """The constraints, each with its comment."""
        self._size = 0
        others = []
        for constraint in in_time(solver, model, limits):
            try:
                self.parts += [(str(constraint), part) for part in self._parts_of(constraint) if part is not TRUE]
            except TooLargeError:
                others.append(constraint)
        if others:
            self._add_sums(Encoding(model.with_constraints(others), {}, limits, solver).formula, model)
        self.score: Expression = None
        """The score, if the model has an objective."""
        if model.objective is not None:
            bonuses = [
                _times(points, ("eq", self.name(cell), value))
                for (cell, value), points in model.objective.bonuses.items()
            ]
            linear = [_times(weight, self.name(cell)) for weight, cell in model.objective.expression.terms]
            self.score = _all("add", [*linear, *bonuses, model.objective.expression.constant], 0)

    def name(self, value: Cell | int) -> Expression:
        """The name of a cell; numbers stay."""
        return self.names[value.index] if isinstance(value, Cell) else value

    def _parts_of(self, constraint: Constraint) -> Iterator[AllDifferent | Table | Automaton | Expression]:
        """Yield what the languages have for a required constraint."""
        match constraint:
            case AllDifferent() if len(set(constraint.cells)) == len(constraint.cells) > 1:
                yield constraint
            case Table() if len(set(constraint.cells)) == len(constraint.cells) and constraint.tuples:
                yield constraint
            case Automaton() if isinstance(constraint.machine, DFA) and _reads_all(constraint):
                yield constraint
            case _:
                parts = [constraint] if isinstance(constraint, Combination) else constraint.parts
                if len(parts) != 1 or parts[0] is not constraint:
                    for part in parts:
                        yield from self._parts_of(part)
                else:
                    self._size = 0
                    yield self.expression(constraint)

    def expression(self, constraint: Constraint) -> Expression:
        """A truth value that says whether a constraint holds.

        Raises
        ------
        TooLargeError
            If there is none, or it is large.
        """
        self._size += len(constraint.scope)
        if self._size > MAX_OPERANDS:
            raise TooLargeError
        cells = [self.name(cell) for cell in constraint.scope]
        match constraint:
            case Combination():
                return self._combined(constraint)
            case Linear():
                total = _all("add", [_times(weight, self.name(cell)) for weight, cell in constraint.terms], 0)
                return _related(constraint.relation, total, constraint.constant)
            case Polynomial():
                return self._polynomial(constraint)
            case Product():
                self._limit(prod(max(map(abs, cell.domain)) for cell in constraint.cells))
                return (
                    "eq",
                    _all("mul", [self.name(cell) for cell in constraint.cells], 1),
                    self.name(constraint.value),
                )
            case AllDifferent():
                pairs = [("ne", one, other) for at, one in enumerate(cells) for other in cells[at + 1 :]]
                return self._whole(_all("and", pairs, TRUE))
            case Count():
                found = [_among(self.name(cell), constraint.values & {*cell.domain}) for cell in constraint.cells]
                return _related(constraint.relation, _all("add", found, 0), self.name(constraint.number))
            case CountDistinct():
                values = sorted({value for cell in constraint.cells for value in cell.domain})
                there = [
                    _all(
                        "or",
                        [("eq", self.name(cell), value) for cell in constraint.cells if value in cell.domain],
                        FALSE,
                    )
                    for value in values
                ]
                return self._whole(_related(constraint.relation, _all("add", there, 0), self.name(constraint.number)))
            case Maximum() | Minimum():
                if not constraint.cells:
                    return FALSE
                kind = "max" if isinstance(constraint, Maximum) else "min"
                extreme = _all(kind, [self.name(cell) for cell in constraint.cells], 0)
                return ("eq", extreme, self.name(constraint.value))
            case Element():
                index = self.name(constraint.index)
                ways = [
                    ("and", ("eq", index, at), ("eq", self.name(cell), self.name(constraint.value)))
                    for at, cell in enumerate(constraint.array, constraint.first)
                    if at in constraint.index.domain
                ]
                return _all("or", ways, FALSE)
            case Table():
                rows = [
                    _all("and", [("eq", *pair) for pair in zip(cells, row, strict=True)], TRUE)
                    for row in sorted(constraint.tuples)
                ]
                return self._whole(_all("or", rows, FALSE))
        parts = constraint.parts
        if len(parts) == 1 and parts[0] is constraint:
            raise TooLargeError
        return _all("and", [self.expression(part) for part in parts], TRUE)

    def _combined(self, constraint: Combination) -> Expression:
        parts = [self.expression(part) for part in constraint.constraints]
        match constraint.relation, constraint.constant:
            case Relation.AT_LEAST, 1:
                return _all("or", parts, FALSE)
            case Relation.AT_LEAST, number if number == len(parts):
                return _all("and", parts, TRUE)
            case Relation.EQUAL, 0 if len(parts) == 1:
                return _negated(parts[0])
        return _related(constraint.relation, _all("add", parts, 0), constraint.constant)

    def _polynomial(self, constraint: Polynomial) -> Expression:
        for weight, cells in constraint.terms:
            self._limit(weight * prod(max(map(abs, cell.domain)) for cell in cells))
        products = [
            _times(weight, _all("mul", [self.name(cell) for cell in cells], 1)) for weight, cells in constraint.terms
        ]
        return _related(constraint.relation, _all("add", products, 0), constraint.constant)

    def _limit(self, number: int) -> None:
        if abs(number) > MAX_VALUE:
            raise TooLargeError

    def _whole(self, expression: Expression) -> Expression:
        """The expression, unless it is large."""
        self._size += _size(expression)
        if self._size > MAX_OPERANDS:
            raise TooLargeError
        return expression

    def _add_sums(self, formula: Formula, model: Model) -> None:
        """Add the sums of a formula, and its variables as flags."""
        self.flags = [f"x{number}" for number in range(formula.variables)]
        literals = iter(formula.meanings)
        for cell in model.cells:
            for value in cell.domain:
                flag = self.flags[next(literals) >> 1]
                self.parts.append(
                    (f"{flag}: {cell.name} = {value}", ("iff", ("eq", flag, 1), ("eq", self.name(cell), value)))
                )
        for terms, sign, bound, said in formula.rows:
            if said:
                comment = said
                continue
            total = _all("add", [_times(-w if at & 1 else w, self.flags[at >> 1]) for w, at in terms], 0)
            constant = sum(weight for weight, literal in terms if literal & 1)
            self.parts.append((comment, _related(_RELATION_OF[sign], total, bound - constant)))


_RELATION_OF = {"=": Relation.EQUAL, ">=": Relation.AT_LEAST}


def is_linear(expression: Expression) -> list[tuple[int, str]] | None:
    """The weights and variables of a relation between a weighted sum and a number; None for all else.

    >>> is_linear(("le", ("add", "c0", ("mul", -2, "c1")), 3))
    [(1, 'c0'), (-2, 'c1')]
    """
    match expression:
        case ("eq" | "ne" | "le" | "ge", total, int()):
            weights: dict[str, int] = {}
            for operand in total[1:] if isinstance(total, tuple) and total[0] == "add" else [total]:
                match operand:
                    case str(name):
                        weights[name] = weights.get(name, 0) + 1
                    case ("mul", int(weight), str(name)):
                        weights[name] = weights.get(name, 0) + weight
                    case _:
                        return None
            return [(weight, name) for name, weight in weights.items() if weight]
    return None


def _times(weight: int, operand: Expression) -> Expression:
    return (
        operand
        if weight == 1
        else weight * operand
        if isinstance(operand, int)
        else weight and ("mul", weight, operand)
    )


def _all(operation: str, operands: Iterable[Expression], neutral: Expression) -> Expression:
    """An operation on any number of operands, without those that are constant."""
    listed = list(operands)
    if operation == "add":
        listed = [{TRUE: 1, FALSE: 0}.get(operand, operand) for operand in listed]
        constant = sum(operand for operand in listed if isinstance(operand, int))
        listed = [operand for operand in listed if not isinstance(operand, int)] + [constant] * (constant != 0)
    elif operation in ("and", "or"):
        if {"and": FALSE, "or": TRUE}[operation] in listed:
            return FALSE if operation == "and" else TRUE
        listed = [operand for operand in listed if operand not in (TRUE, FALSE)]
    return neutral if not listed else listed[0] if len(listed) == 1 else (operation, *listed)


def _related(relation: Relation, total: Expression, value: Expression) -> Expression:
    """Compare a sum with a number, to which the constant of the sum goes, or with a variable."""
    if isinstance(total, tuple) and total[0] == "add" and isinstance(total[-1], int) and isinstance(value, int):
        total, value = _all("add", total[1:-1], 0), value - total[-1]
    if isinstance(total, int) and isinstance(value, int):
        return TRUE if relation.compares(total, value) else FALSE
    if isinstance(total, tuple) and total[0] in LOGIC and isinstance(value, int):
        return _same_as(total, *(relation.compares(number, value) for number in (0, 1)))
    match total:
        case ("mul", int(weight), str(name)) if weight and isinstance(value, int):
            return _divided(relation, weight, name, value)
    return (RELATIONS[relation], total, value)


def _same_as(truth: Expression, when_false: bool, when_true: bool) -> Expression:
    """A truth value that depends on another one; solvers need not take a comparison of truth values with a number."""
    if when_false == when_true:
        return TRUE if when_true else FALSE
    return truth if when_true else _negated(truth)


def _divided(relation: Relation, weight: int, name: str, value: int) -> Expression:
    """Compare a variable itself where a multiple is compared with a number."""
    if weight < 0:
        opposite = {Relation.AT_MOST: Relation.AT_LEAST, Relation.AT_LEAST: Relation.AT_MOST}
        relation, weight, value = opposite.get(relation, relation), -weight, -value
    if relation is Relation.AT_LEAST:
        return (RELATIONS[relation], name, -(-value // weight))
    if relation is Relation.AT_MOST or value % weight == 0:
        return (RELATIONS[relation], name, value // weight)
    return TRUE if relation is Relation.UNEQUAL else FALSE


def _negated(expression: Expression) -> Expression:
    """The opposite of a truth value, without an operation for it: MiniZinc 2.6 takes some sums in it the wrong way."""
    if expression in (TRUE, FALSE):
        return FALSE if expression == TRUE else TRUE
    operation, *operands = expression
    if operation in ("and", "or"):
        return ("or" if operation == "and" else "and", *map(_negated, operands))
    if operation in ("eq", "ne"):
        return ("ne" if operation == "eq" else "eq", *operands)
    opposite = {"le": ("ge", 1), "ge": ("le", -1)}
    name, more = opposite[operation]
    total, value = operands
    return (name, total, value + more if isinstance(value, int) else ("add", value, more))


def _among(name: Expression, values: Iterable[int]) -> Expression:
    return _all("or", [("eq", name, value) for value in sorted(values)], FALSE)


def _size(expression: Expression) -> int:
    return sum(map(_size, expression[1:])) if isinstance(expression, tuple) else 1


def _reads_all(constraint: Automaton) -> bool:
    """Whether its cells are different ones, and some word is accepted from the start."""
    cells = constraint.cells
    return len(set(cells)) == len(cells) > 1 and any(constraint.machine.transitions)


def used_transitions(constraint: Automaton) -> list[tuple[int, int, int]]:
    """The transitions of a deterministic automaton on values of its cells: a state, a value and the next state."""
    values = {value for cell in constraint.cells for value in cell.domain}
    return [
        (state, value, target)
        for state, row in enumerate(constraint.machine.transitions)
        for value, target in sorted(row.items())
        if value in values and isinstance(target, int)
    ]

"""Lowering of models to CP-SAT."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Any, Protocol

from ortools.sat.python.cp_model_helper import CpModelProto

from sudoku_cp.kernel import AllDifferent
from sudoku_cp.kernel.cell import Cell, Value
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.slots import Slot
from sudoku_cp.model import LoweringError, Model, Objective
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solvers.cp_sat.literals import ValueLiterals, negated
from sudoku_cp.solving.compiling import Pace


def lower(model: Model, limits: Limits = NO_LIMITS) -> ValueLiterals:
    """Lower the cells, pencil marks and constraints of ``model`` to CP-SAT, without givens and objective.

    Raises
    ------
    LoweringError
        If a constraint is of an unknown kind or too large, or a limit is reached.
    """
    pace = Pace("cp-sat", model, limits)
    literals = ValueLiterals(model, pace)
    definitions = Definitions(literals, _houses(model, pace))
    for constraint in pace.constraints():
        definitions.require(constraint)
    return literals


def _houses(model: Model, pace: Pace) -> Iterator[frozenset[Cell]]:
    """The sets of cells that are different."""
    for constraint in model.constraints:
        pace.step()
        if isinstance(constraint, AllDifferent):
            pace.step(len(constraint.cells))
            yield frozenset(constraint.cells)


def with_objective(literals: ValueLiterals, objective: Objective) -> CpModelProto:
    """A copy of the model that minimises the objective without its constant, negated for a maximum.

    Raises
    ------
    LoweringError
        If the objective may exceed `MAX_SUM`.
    """
    costs = _costs(literals, objective)
    proto = CpModelProto()
    proto.copy_from(literals.proto)
    for literal, cost in costs.items():
        proto.objective.vars.append(literal)
        proto.objective.coeffs.append(cost)
    return proto


def bound_cost(proto: CpModelProto, literals: ValueLiterals, objective: Objective, least: int, most: int) -> None:
    """Require that the cost of a solution is between two numbers."""
    linear = proto.constraints.add().linear
    for literal, cost in _costs(literals, objective).items():
        linear.vars.append(literal)
        linear.coeffs.append(cost)
    linear.domain.extend((max(least, -MAX_SUM), min(most, MAX_SUM)))


def _costs(literals: ValueLiterals, objective: Objective) -> dict[int, int]:
    """The cost of each literal, and of each unit of a wide cell: its score, with the sign for which less is better."""
    costs: dict[int, int] = {}
    largest = 0
    points = objective.without(literals.wide).points(literals.pace.step)
    for cell, of_cell in points.items():
        literals.pace.step(len(of_cell))
        largest += max(map(abs, of_cell.values()))
        for value, literal in literals.of(cell).items():
            if of_cell[value]:
                costs[literal] = -objective.gain(of_cell[value])
    wide = set(literals.wide)
    for weight, cell in objective.expression.terms:
        if cell in wide:
            largest += abs(weight) * max(map(abs, cell.domain))
            variable = literals.integer(cell)
            costs[variable] = costs.get(variable, 0) - objective.gain(weight)
    for (cell, value), bonus in objective.bonuses.items():
        literal = literals.among(cell, [value]) if cell in wide else literals.false
        if not literals.is_false(literal):
            largest += abs(bonus)
            costs[literal] = costs.get(literal, 0) - objective.gain(bonus)
    if largest > MAX_SUM:
        raise LoweringError("the objective may exceed 2⁶⁰, the limit for cp-sat")
    return costs


def value_of(objective: Objective, cost: int) -> int:
    """The score for a cost in the model of `with_objective`."""
    return objective.gain(-cost) + objective.expression.constant


def cost_of(objective: Objective, score: int) -> int:
    """The cost of a score; the inverse of `value_of`."""
    return -objective.gain(score - objective.expression.constant)


class Lowering(Protocol):
    """The contents of a constraint's ``cp_sat.py``."""

    def define(self, constraint: Any, holds: int, definitions: Definitions) -> None:
        """Make the literal ``holds`` equivalent to the constraint; if the literal is known to be true, require it.

        Raises
        ------
        LoweringError
            If the constraint is too large.
        """


LOWERINGS = Slot[Lowering]("cp_sat", "define", "cp-sat cannot express")


class Definitions:
    """Writes constraints into a CP-SAT model.

    Parameters
    ----------
    literals
        The model.
    houses
        Sets of cells that are known to be different.
    """

    def __init__(self, literals: ValueLiterals, houses: Iterable[frozenset[Cell]]) -> None:
        self.literals = literals
        self._houses_of: dict[Cell, list[frozenset[Cell]]] = {}
        for house in dict.fromkeys(houses):
            for cell in house:
                self._houses_of.setdefault(cell, []).append(house)
        self._known: dict[Constraint, int] = {}

    def require(self, constraint: Constraint) -> None:
        """Require the constraint.

        Raises
        ------
        LoweringError
            If the constraint, or a part of it, is of an unknown kind or too large.
        """
        self.define(constraint, self.literals.true)

    def define(self, constraint: Constraint, holds: int) -> None:
        """Make ``holds`` equivalent to the constraint; raises as `require`."""
        LOWERINGS.of(constraint).define(constraint, holds, self)

    def all_differ(self, cells: Collection[Cell]) -> bool:
        """Whether one house has all of the cells."""
        houses = min((self._houses_of.get(cell, []) for cell in cells), key=len, default=[])
        return any(house.issuperset(cells) for house in houses)

    def literal(self, constraint: Constraint) -> int:
        """The literal that is equivalent to the constraint, made at its first use."""
        if constraint not in self._known:
            self._known[constraint] = self.literals.boolean()
            self.define(constraint, self._known[constraint])
        return self._known[constraint]


def define_number(
    name: str, counted: Iterable[int], relation: Relation, number: Value, holds: int, literals: ValueLiterals
) -> None:
    """Compare the number of the literals that are true with a number."""
    terms = [(1, literal) for literal in counted]
    constant = 0
    if isinstance(number, Cell):
        terms += sum_terms(name, {number: -1}, literals)
    else:
        constant = number
    define_sum(terms, relation, constant, holds, literals)


def places(cells: Iterable[Cell], literals: ValueLiterals) -> dict[int, list[int]]:
    """The literals of each value that different cells may have, in ascending order."""
    found: dict[int, list[int]] = {}
    for cell in dict.fromkeys(cells):
        for value, literal in literals.of(cell).items():
            found.setdefault(value, []).append(literal)
    return dict(sorted(found.items()))


def presence(cells: Iterable[Cell], literals: ValueLiterals) -> dict[int, int]:
    """A literal for each value that the cells may have, which is true if one of them has it."""
    return {value: literals.some(there) for value, there in places(cells, literals).items()}


MAX_PAIRS = 4096
"""The largest number of value pairs for which a relation of two cells becomes clauses."""


def are_few_pairs(first: Cell, second: Cell, literals: ValueLiterals) -> bool:
    """Whether two cells have so few pairs of values that each can be looked at."""
    if literals.any_wide(first, second):
        return False
    return len(literals.of(first)) * len(literals.of(second)) <= MAX_PAIRS


def define_pairs(
    first: Cell, second: Cell, allowed: Callable[[int, int], bool], holds: int, literals: ValueLiterals
) -> None:
    """Make ``holds`` true exactly if two different cells have a pair of values for which ``allowed`` is true."""
    if not literals.is_false(holds):
        _allow_pairs(first, second, allowed, holds, literals)
    if not literals.is_true(holds):
        _allow_pairs(first, second, lambda a, b: not allowed(a, b), negated(holds), literals)


def _allow_pairs(
    first: Cell, second: Cell, allowed: Callable[[int, int], bool], where: int, literals: ValueLiterals
) -> None:
    for value, literal in literals.of(first).items():
        supports: list[int] = []
        conflicts: list[int] = []
        for other, other_literal in literals.of(second).items():
            (supports if allowed(value, other) else conflicts).append(other_literal)
        if len(conflicts) < len(supports):
            for conflict in conflicts:
                literals.clause((negated(where), negated(literal), negated(conflict)))
        else:
            literals.clause((negated(where), negated(literal), *supports))


MAX_SUM = 2**60
"""The largest absolute value of a sum; CP-SAT computes with 64 bits."""

OPPOSITE: dict[Relation, tuple[Relation, int]] = {
    Relation.EQUAL: (Relation.UNEQUAL, 0),
    Relation.UNEQUAL: (Relation.EQUAL, 0),
    Relation.AT_MOST: (Relation.AT_LEAST, 1),
    Relation.AT_LEAST: (Relation.AT_MOST, -1),
}
"""The negation of each relation, and the number that it adds to the right side."""


def sum_terms(name: str, weights: Mapping[Cell, int], literals: ValueLiterals) -> list[tuple[int, int]]:
    """A weighted sum of cells as weights and integer variables.

    Raises
    ------
    LoweringError
        If the sum may exceed `MAX_SUM`; the message starts with ``name``.
    """
    if sum(abs(weight) * max(map(abs, cell.domain)) for cell, weight in weights.items()) > MAX_SUM:
        raise LoweringError(f"{name}: the sum may exceed 2⁶⁰, the limit for cp-sat")
    return [(weight, literals.integer(cell)) for cell, weight in weights.items()]


def product_terms(
    name: str, products: Iterable[tuple[int, Sequence[Cell]]], literals: ValueLiterals
) -> tuple[list[tuple[int, int]], int]:
    """A weighted sum of products of cells as weights and integer variables, and a constant.

    Raises
    ------
    LoweringError
        If the sum, or one of the products, may exceed `MAX_SUM`; the message starts with ``name``.
    """
    weighed = list(products)
    # A factor of 0 counts as 1, so that the product of any of the factors is within the limit.
    if sum(abs(weight) * prod(max(1, *map(abs, cell.domain)) for cell in cells) for weight, cells in weighed) > MAX_SUM:
        raise LoweringError(f"{name}: the sum may exceed 2⁶⁰, the limit for cp-sat")
    terms = [(weight, literals.product(list(map(literals.integer, cells)))) for weight, cells in weighed if cells]
    return terms, sum(weight for weight, cells in weighed if not cells)


def define_sum(
    terms: Iterable[tuple[int, int]], relation: Relation, constant: int, holds: int, literals: ValueLiterals
) -> None:
    """Make ``holds`` true exactly if Σ weight · variable is in the relation; a variable may be any literal."""
    weights: dict[int, int] = {}
    for weight, literal in terms:
        variable = literal
        if literal < 0:
            variable, constant, weight = negated(literal), constant - weight, -weight
        weights[variable] = weights.get(variable, 0) + weight
    lowest = highest = 0
    for variable, weight in weights.items():
        literals.pace.step()
        ends = [weight * end for end in literals.bounds(variable)]
        lowest, highest = lowest + min(ends), highest + max(ends)
    # Beyond the bounds of a sum, all constants give the same comparison.
    constant = min(max(constant, lowest - 1), highest + 1)
    total = [(weight, variable) for variable, weight in weights.items()]

    def define_at_most(constant: int, holds: int) -> None:
        if not lowest <= constant < highest:
            literals.clause((holds if constant >= highest else negated(holds),))
            return
        literals.sum_in(total, [lowest, constant], holds)
        literals.sum_in(total, [constant + 1, highest], negated(holds))

    match relation:
        case Relation.AT_MOST:
            define_at_most(constant, holds)
        case Relation.AT_LEAST:
            define_at_most(constant - 1, negated(holds))
        case Relation.UNEQUAL:
            define_sum(total, Relation.EQUAL, constant, negated(holds), literals)
        case Relation.EQUAL if total and literals.is_true(holds):
            literals.sum_in(total, [constant, constant])
        case Relation.EQUAL:
            below, above = literals.boolean(), literals.boolean()
            define_at_most(constant - 1, below)
            define_at_most(constant, negated(above))
            literals.exactly_one((holds, below, above))

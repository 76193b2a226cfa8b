"""Lowering of models to CP-SAT."""

from __future__ import annotations

from ortools.sat.python.cp_model_helper import CpModelProto

from sudoku_cp.model import AllDifferent, LoweringError, Model, Objective
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solvers.cp_sat.definitions import Definitions
from sudoku_cp.solvers.cp_sat.literals import ValueLiterals
from sudoku_cp.solvers.cp_sat.sums import MAX_SUM
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
    houses = [frozenset(house.cells) for house in model.constraints if isinstance(house, AllDifferent)]
    definitions = Definitions(literals, houses)
    for constraint in pace.constraints():
        definitions.require(constraint)
    return literals


def with_objective(literals: ValueLiterals, objective: Objective) -> CpModelProto:
    """A copy of the model that minimises the objective without its constant, negated for a maximum.

    Raises
    ------
    LoweringError
        If the objective may exceed `MAX_SUM`.
    """
    proto = CpModelProto()
    proto.copy_from(literals.proto)
    for literal, cost in _costs(literals, objective).items():
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
    """The cost of each literal: its score, with the sign for which less is better."""
    points = objective.points()
    if sum(max(map(abs, of_cell.values())) for of_cell in points.values()) > MAX_SUM:
        raise LoweringError("the objective may exceed 2⁶⁰, the limit for cp-sat")
    return {
        literal: -objective.gain(points[cell][value])
        for cell in points
        for value, literal in literals.of(cell).items()
        if points[cell][value]
    }


def value_of(objective: Objective, cost: int) -> int:
    """The score for a cost in the model of `with_objective`."""
    return objective.gain(-cost) + objective.expression.constant


def cost_of(objective: Objective, score: int) -> int:
    """The cost of a score; the inverse of `value_of`."""
    return -objective.gain(score - objective.expression.constant)

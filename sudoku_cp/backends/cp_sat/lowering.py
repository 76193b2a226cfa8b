"""Write a model as a CP-SAT model."""

from __future__ import annotations

from ortools.sat.python.cp_model_helper import CpModelProto

from sudoku_cp.backends.answers import NO_LIMITS, Limits
from sudoku_cp.backends.compiling import in_time
from sudoku_cp.backends.cp_sat.definitions import Definitions
from sudoku_cp.backends.cp_sat.literals import ValueLiterals
from sudoku_cp.backends.cp_sat.sums import MAX_SUM
from sudoku_cp.model import AllDifferent, LoweringError, Model, Objective


def lower(model: Model, limits: Limits = NO_LIMITS) -> ValueLiterals:
    """Write the cells, pencil marks and constraints of ``model`` as a CP-SAT model, without givens and objective.

    Raises
    ------
    LoweringError
        If a constraint is of an unknown kind or too large, or a limit comes first.
    """
    literals = ValueLiterals(model)
    houses = [frozenset(house.cells) for house in model.constraints if isinstance(house, AllDifferent)]
    definitions = Definitions(literals, houses)
    for constraint in in_time("cp-sat", model, limits):
        definitions.require(constraint)
    return literals


def with_objective(literals: ValueLiterals, objective: Objective) -> CpModelProto:
    """A copy of the model that minimises the objective without its constant, negated where it is to be maximised.

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
    """Require that the cost of a solution lies between two numbers."""
    linear = proto.constraints.add().linear
    for literal, cost in _costs(literals, objective).items():
        linear.vars.append(literal)
        linear.coeffs.append(cost)
    linear.domain.extend((max(least, -MAX_SUM), min(most, MAX_SUM)))


def _costs(literals: ValueLiterals, objective: Objective) -> dict[int, int]:
    """What each literal adds to the cost: the score without its constant, turned so that less is better."""
    points = objective.points()
    if sum(max(map(abs, of_cell.values())) for of_cell in points.values()) > MAX_SUM:
        raise LoweringError("the objective may exceed 2⁶⁰, more than cp-sat computes with")
    return {
        literal: -objective.gain(points[cell][value])
        for cell in points
        for value, literal in literals.of(cell).items()
        if points[cell][value]
    }


def value_of(objective: Objective, cost: int) -> int:
    """The score that CP-SAT, in the model of `with_objective`, knows as a cost."""
    return objective.gain(-cost) + objective.expression.constant


def cost_of(objective: Objective, score: int) -> int:
    """The cost of a score, as `value_of` turned round."""
    return -objective.gain(score - objective.expression.constant)

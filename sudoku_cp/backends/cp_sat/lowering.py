"""Write a model as a CP-SAT model."""

from __future__ import annotations

from ortools.sat.python.cp_model_helper import CpModelProto

from sudoku_cp.backends.cp_sat.conditions import Conditions
from sudoku_cp.backends.cp_sat.linear import collected
from sudoku_cp.backends.cp_sat.literals import ValueLiterals
from sudoku_cp.backends.cp_sat.sums import MAX_SUM
from sudoku_cp.model import AllDifferent, LoweringError, Model, Objective, Sense


def lower(model: Model) -> ValueLiterals:
    """Write the cells, pencil marks and constraints of ``model`` as a CP-SAT model, without givens and objective.

    Raises
    ------
    LoweringError
        If a constraint is of an unknown kind or too large.
    """
    literals = ValueLiterals(model)
    houses = [frozenset(house.cells) for house in model.constraints if isinstance(house, AllDifferent)]
    conditions = Conditions(literals, houses)
    for constraint in model.constraints:
        conditions.require(constraint)
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
    sign = _sign(objective)
    weights = collected(objective.expression.terms)
    if sum(abs(weight) * max(map(abs, cell.domain)) for cell, weight in weights.items()) > MAX_SUM:
        raise LoweringError("the objective may exceed 2⁶⁰, more than cp-sat computes with")
    for cell, weight in weights.items():
        for value, literal in literals.of(cell).items():
            proto.objective.vars.append(literal)
            proto.objective.coeffs.append(sign * weight * value)
    return proto


def value_of(objective: Objective, minimised: int) -> int:
    """The value of the objective that CP-SAT, in the model of `with_objective`, knows as ``minimised``."""
    return _sign(objective) * minimised + objective.expression.constant


def _sign(objective: Objective) -> int:
    return -1 if objective.sense is Sense.MAXIMIZE else 1

"""Smaller plain models: remove constraints, givens, the objective, cells and candidates one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from string import ascii_lowercase

from sudoku_cp.cross_check.instances import smaller_constraints
from sudoku_cp.cross_check.rewrite import remade
from sudoku_cp.cross_check.shrink.shrinker import Budget, shrink
from sudoku_cp.cross_check.smaller import nearer, without_some
from sudoku_cp.model import LinearExpression, Model, Objective
from sudoku_cp.model.givens import domains


def smallest_model(model: Model, fails: Callable[[Model], bool], budget: Budget) -> Model:
    """The smallest failing plain model found; clues and houses become constraints, givens become domains."""
    plain, _ = remade(model)
    if not fails(plain):
        return model
    passes = (
        with_domains,
        without_givens,
        without_constraints,
        without_objective,
        with_fewer_candidates,
        with_smaller_constraints,
        without_idle_cells,
    )
    smallest = shrink(plain, fails, passes, budget)
    named = _renamed(smallest)
    return named if fails(named) else smallest


def without_constraints(model: Model) -> Iterator[Model]:
    """Remove constraints."""
    yield from (remade(model, constraints=kept)[0] for kept in without_some(model.constraints))


def with_smaller_constraints(model: Model) -> Iterator[Model]:
    """Replace a constraint by a smaller one."""
    constraints = model.constraints
    for place, constraint in enumerate(constraints):
        for smaller in smaller_constraints(constraint):
            yield remade(model, constraints=(*constraints[:place], smaller, *constraints[place + 1 :]))[0]


def without_objective(model: Model) -> Iterator[Model]:
    """Remove the objective or some of its terms; reduce its weights and its constant."""
    objective = model.objective
    if objective is None:
        return
    yield remade(model, objective=None)[0]
    terms, constant = objective.expression.terms, objective.expression.constant
    smaller = [(kept, constant) for kept in without_some(terms)]
    smaller += [(terms, number) for number in nearer(constant)]
    smaller += [
        ((*terms[:place], (number, cell), *terms[place + 1 :]), constant)
        for place, (weight, cell) in enumerate(terms)
        for number in nearer(weight, 1 if weight > 0 else -1)
    ]
    for new_terms, new_constant in smaller:
        expression = LinearExpression(new_terms, new_constant)
        yield remade(model, objective=Objective(objective.sense, expression, objective.bonuses))[0]
    for kept in without_some(tuple(objective.bonuses.items())):
        yield remade(model, objective=Objective(objective.sense, objective.expression, dict(kept)))[0]


def without_givens(model: Model) -> Iterator[Model]:
    """Open given cells, and drop pencil marks."""
    for kept in without_some(tuple(model.givens.items())):
        smaller, cells = remade(model)
        smaller.givens = {cells[cell]: value for cell, value in kept}
        yield smaller
    for kept_marks in without_some(tuple(model.pencilmarks.items())):
        smaller, cells = remade(model)
        smaller.pencilmarks = {cells[cell]: values for cell, values in kept_marks}
        yield smaller


def with_domains(model: Model) -> Iterator[Model]:
    """Express givens and pencil marks by domains."""
    if not (model.givens or model.pencilmarks):
        return
    left = domains(model, model.givens)
    if all(left):
        smaller, _ = remade(model, domains=dict(zip(model.cells, left, strict=True)))
        smaller.givens.clear()
        yield smaller


def with_fewer_candidates(model: Model) -> Iterator[Model]:
    """Remove values from domains: first from all cells that have more, then from single cells."""
    if model.givens or model.pencilmarks:
        return
    for value in sorted({value for cell in model.cells for value in cell.domain}):
        holders = [cell for cell in model.cells if value in cell.domain and len(cell.domain) > 1]
        if holders:
            yield remade(model, domains={cell: [v for v in cell.domain if v != value] for cell in holders})[0]
    for cell in model.cells:
        if len(cell.domain) > 1:
            yield from (remade(model, domains={cell: left})[0] for left in without_some(cell.domain))


def without_idle_cells(model: Model) -> Iterator[Model]:
    """Remove cells that occur in no constraint."""
    used = {cell for constraint in model.constraints for cell in constraint.scope}
    used |= set(model.objective.points()) if model.objective is not None else set()
    idle = {cell for cell in model.cells if cell not in used}
    if idle:
        yield remade(model, order=[cell for cell in model.cells if cell not in idle])[0]
        for one in model.cells:
            if one in idle:
                yield remade(model, order=[cell for cell in model.cells if cell is not one])[0]


def _renamed(model: Model) -> Model:
    """The model with short cell names."""
    if len(model.cells) > len(ascii_lowercase):
        return model
    named, _ = remade(model, names=dict(zip(model.cells, ascii_lowercase, strict=False)))
    named.name = "model"
    return named

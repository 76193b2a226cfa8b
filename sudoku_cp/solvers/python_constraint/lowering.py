"""Lowering of models to python-constraint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from operator import eq, ge, le, ne
from typing import Any

from constraint import (
    AllDifferentConstraint,
    Constraint,
    ExactSumConstraint,
    FunctionConstraint,
    MaxSumConstraint,
    MinSumConstraint,
)

from sudoku_cp.kernel import AllDifferent, Linear, Table
from sudoku_cp.model import Cell, Constraint as KernelConstraint, LoweringError, Model, Relation
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solving.compiling import in_time

MAX_DOMAIN = 10_000
"""The largest number of candidates of a cell, as python-constraint prunes in quadratic time before it starts."""


@dataclass(frozen=True, slots=True)
class Posting:
    """A constraint of python-constraint on some cells, different ones and at least one.

    Some of its constraints remember the domains they were posted on, so each search needs new ones.
    """

    make: Callable[[], Constraint]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Lowering:
    """The postings of a model."""

    postings: tuple[Posting, ...]
    contradiction: bool
    """Whether a constraint is false for all values."""


def lower(model: Model, limits: Limits = NO_LIMITS) -> Lowering:
    """Write the constraints of ``model`` as postings.

    Raises
    ------
    LoweringError
        If a cell has more than `MAX_DOMAIN` candidates, or a limit is reached.
    """
    for cell in model.cells:
        candidates = len(model.domain_of(cell))
        if candidates > MAX_DOMAIN:
            raise LoweringError(
                f"python-constraint supports {MAX_DOMAIN:,} candidates per cell: {cell.name} has {candidates:,}"
            )
    postings: list[Posting] = []
    contradiction = False
    for constraint in chain.from_iterable(
        constraint.parts for constraint in in_time("python-constraint", model, limits)
    ):
        match constraint:
            case AllDifferent():
                lowered = _lower_all_different(constraint)
            case Linear():
                lowered = _lower_linear(constraint)
            case Table():
                lowered = _lower_table(constraint)
            case _:
                lowered = _lower_by_meaning(constraint)
        if isinstance(lowered, Posting):
            postings.append(lowered)
        elif not lowered:
            contradiction = True
    return Lowering(tuple(postings), contradiction)


def _lower_all_different(constraint: AllDifferent) -> Posting | bool:
    if len(set(constraint.cells)) < len(constraint.cells):
        return False
    return Posting(AllDifferentConstraint, constraint.cells) if constraint.cells else True


def _lower_linear(constraint: Linear) -> Posting | bool:
    weights: dict[Cell, int] = {}
    for weight, cell in constraint.terms:
        weights[cell] = weights.get(cell, 0) + weight
    cells = tuple(cell for cell, weight in weights.items() if weight)
    multipliers = [weights[cell] for cell in cells]
    constant = constraint.constant
    compare = _COMPARISONS[constraint.relation]
    if not cells:
        return compare(0, constant)
    if len(cells) > 1 and constraint.relation in _SUMS:
        sum_constraint = _SUMS[constraint.relation]
        return Posting(lambda: sum_constraint(constant, multipliers), cells)

    def holds(*values: int) -> bool:
        return compare(sum(weight * value for weight, value in zip(multipliers, values, strict=True)), constant)

    return Posting(lambda: FunctionConstraint(holds), cells)


def _lower_table(constraint: Table) -> Posting | bool:
    cells = tuple(dict.fromkeys(constraint.cells))
    position = {cell: index for index, cell in enumerate(cells)}
    columns = [position[cell] for cell in constraint.cells]
    tuples = constraint.tuples
    if not cells:
        return bool(tuples)

    def holds(*values: int) -> bool:
        return tuple(values[column] for column in columns) in tuples

    return Posting(lambda: FunctionConstraint(holds), cells)


def _lower_by_meaning(constraint: KernelConstraint) -> Posting | bool:
    """Test any other constraint, of whatever kind, once its cells have values."""
    cells = tuple(dict.fromkeys(constraint.scope))
    if not cells:
        return constraint.holds({})
    return Posting(
        lambda: FunctionConstraint(lambda *values: constraint.holds(dict(zip(cells, values, strict=True)))), cells
    )


class _WhereCandidatesAreLeft:
    """Skips a sum constraint if a domain is empty, where it would raise a ValueError."""

    def preProcess(self, variables: Any, domains: Any, constraints: Any, vconstraints: Any) -> None:  # noqa: N802
        if all(domains[variable] for variable in variables):
            super().preProcess(variables, domains, constraints, vconstraints)  # type: ignore[misc]


class _ExactSum(_WhereCandidatesAreLeft, ExactSumConstraint): ...  # type: ignore[misc]


class _MaxSum(_WhereCandidatesAreLeft, MaxSumConstraint): ...  # type: ignore[misc]


class _MinSum(_WhereCandidatesAreLeft, MinSumConstraint): ...  # type: ignore[misc]


_SUMS: dict[Relation, Callable[[int, list[int]], Constraint]] = {
    Relation.EQUAL: _ExactSum,
    Relation.AT_MOST: _MaxSum,
    Relation.AT_LEAST: _MinSum,
}
_COMPARISONS: dict[Relation, Callable[[int, int], bool]] = {
    Relation.EQUAL: eq,
    Relation.UNEQUAL: ne,
    Relation.AT_MOST: le,
    Relation.AT_LEAST: ge,
}

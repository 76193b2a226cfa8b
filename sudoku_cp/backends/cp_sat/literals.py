"""A CP-SAT model with one Boolean literal for every cell and candidate."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import compress

from ortools.sat.python.cp_model_helper import CpModelProto, CpSolverResponse

from sudoku_cp.model import Cell, LoweringError, Model

MAX_LITERALS = 2_000_000
"""The most candidates that a model may have, all cells together."""


class ValueLiterals:
    """A CP-SAT model under construction: each cell takes exactly one of its candidates.

    The literals come first among the variables, cell by cell and value by value, so that a response is read off in one
    pass. Pencil marks are part of it, givens are not. Every further variable must be a function of the cells, else
    solutions are counted more than once.

    Raises
    ------
    LoweringError
        If the model has more than `MAX_LITERALS` candidates.
    """

    def __init__(self, model: Model) -> None:
        total = 0
        for cell in model.cells:
            candidates = len(model.candidates(cell))
            total += candidates
            if total > MAX_LITERALS:
                raise LoweringError(
                    f"cp-sat has a literal a candidate, {MAX_LITERALS:,} at most: {cell.name} alone has {candidates:,}"
                )
        self.proto = CpModelProto()
        self.values: list[int] = []
        """The value that each literal stands for."""
        self._literals: list[dict[int, int]] = []
        self._integers: dict[Cell, int] = {}
        self._true: int | None = None
        for cell in model.cells:
            self._literals.append({value: self.boolean() for value in model.candidates(cell)})
            self.values.extend(model.candidates(cell))
        for literals in self._literals:
            self.exactly_one(literals.values())

    def of(self, cell: Cell) -> dict[int, int]:
        """The literal of each candidate of the cell, by value."""
        return self._literals[cell.index]

    def boolean(self) -> int:
        """Add a Boolean variable."""
        self.proto.variables.add().domain.extend((0, 1))
        return len(self.proto.variables) - 1

    def exactly_one(self, literals: Iterable[int]) -> None:
        """Require that exactly one literal is true."""
        self.proto.constraints.add().exactly_one.literals.extend(list(literals))

    def at_most_one(self, literals: Iterable[int]) -> None:
        """Require that no two literals are true."""
        self.proto.constraints.add().at_most_one.literals.extend(list(literals))

    def clause(self, literals: Iterable[int]) -> None:
        """Require that some literal is true; without literals the model has no solution."""
        self.proto.constraints.add().bool_or.literals.extend(list(literals))

    def contradiction(self) -> None:
        """Leave the model without a solution."""
        self.clause(())

    def implies_some(self, literal: int, literals: Iterable[int]) -> None:
        """Require that one of the literals is true where ``literal`` is."""
        self.clause((negated(literal), *literals))

    def equals_sum(self, literal: int, literals: Iterable[int]) -> None:
        """Require that ``literal`` is true where one of the literals is, and that no two of them are."""
        self.exactly_one((negated(literal), *literals))

    def sum_in(self, terms: Iterable[tuple[int, int]], domain: Iterable[int]) -> None:
        """Require that Σ weight · variable lies in a domain: first and last value of each interval, in turn."""
        linear = self.proto.constraints.add().linear
        for weight, variable in terms:
            linear.vars.append(variable)
            linear.coeffs.append(weight)
        linear.domain.extend(list(domain))

    def integer(self, cell: Cell) -> int:
        """An integer variable with the value of the cell, made on first use; 0 where no candidate is left."""
        if cell not in self._integers:
            literals = self.of(cell)
            variable = len(self.proto.variables)
            self.proto.variables.add().domain.extend(_intervals(literals or (0,)))
            self._integers[cell] = variable
            for value, literal in literals.items():
                self._enforce(literal, variable, [value, value])
                self._enforce(negated(literal), variable, _intervals(v for v in literals if v != value))
        return self._integers[cell]

    def _enforce(self, literal: int, variable: int, domain: list[int]) -> None:
        constraint = self.proto.constraints.add()
        constraint.enforcement_literal.append(literal)
        constraint.linear.vars.append(variable)
        constraint.linear.coeffs.append(1)
        constraint.linear.domain.extend(domain)

    def read(self, response: CpSolverResponse) -> tuple[int, ...]:
        """The values of the cells in a response that has a solution."""
        # One call that prints the whole vector is ten times faster than one call a number.
        assignment = json.loads(str(response.solution))
        return tuple(compress(self.values, assignment))


def negated(literal: int) -> int:
    """The negation of a literal."""
    return -literal - 1


def _intervals(values: Iterable[int]) -> list[int]:
    """First and last of each run of consecutive values, in turn; the values ascend."""
    bounds: list[int] = []
    for value in values:
        if bounds and bounds[-1] == value - 1:
            bounds[-1] = value
        else:
            bounds += (value, value)
    return bounds

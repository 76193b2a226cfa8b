"""A CP-SAT model with a Boolean literal for each candidate of a cell, or an integer for a cell with many."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from itertools import compress

from ortools.sat.python.cp_model_helper import ConstraintProto, CpModelProto, CpSolverResponse

from sudoku_cp.kernel.cell import Cell, Value
from sudoku_cp.model import LoweringError, Model
from sudoku_cp.solving.compiling import Pace

MAX_LITERALS = 2_000_000
"""The largest number of candidates in a model that have a literal, for all cells together."""

MAX_NARROW = 64
"""The most candidates of a cell of which each has a literal from the start."""


class ValueLiterals:
    """A CP-SAT model under construction: each cell takes exactly one of its candidates.

    A wide cell, with more than `MAX_NARROW` candidates, is an integer variable, and has literals once a constraint asks
    for them. The literals of all others come first among the variables, cell by cell and value by value, so that a
    response is read in one pass, and the wide cells after these. Pencil marks are part of the model, givens are not.
    Every further variable must be a function of the cells, otherwise solutions are counted more than once.

    Parameters
    ----------
    model
        The cells with their pencil marks.
    pace
        Looks at the limits while variables and constraints are added.

    Raises
    ------
    LoweringError
        If more than `MAX_LITERALS` candidates have a literal, or a limit is reached.
    """

    def __init__(self, model: Model, pace: Pace) -> None:
        self.pace = pace
        self._model = model
        self._number_of_literals = 0
        self.proto = CpModelProto()
        self.values: list[int] = []
        """The value of each literal of a narrow cell."""
        self._literals: list[dict[int, int] | None] = []
        self._integers: dict[Cell, int] = {}
        self._products: dict[tuple[int, ...], int] = {}
        self._members: dict[tuple[Cell, frozenset[int]], int] = {}
        self._sets_of_candidates: dict[Cell, frozenset[int]] = {}
        self._true: int | None = None
        for cell in model.cells:
            candidates = model.domain_of(cell)
            is_wide = len(candidates) > MAX_NARROW
            self._literals.append(None if is_wide else self._booleans(cell, candidates))
            self.values.extend(() if is_wide else candidates)
        for literals in self._literals:
            if literals is not None:
                self.exactly_one(literals.values())
        self.wide = [cell for cell in model.cells if self._literals[cell.index] is None]
        """The cells that are integers."""
        for cell in self.wide:
            self._integers[cell] = len(self.proto.variables)
            self.proto.variables.add().domain.extend(intervals(model.domain_of(cell)))

    def _booleans(self, cell: Cell, candidates: Collection[int]) -> dict[int, int]:
        self._number_of_literals += len(candidates)
        if self._number_of_literals > MAX_LITERALS:
            raise LoweringError(
                f"cp-sat supports at most {MAX_LITERALS:,} candidates: {cell.name} alone has {len(candidates):,}"
            )
        return {value: self.boolean() for value in candidates}

    def of(self, cell: Cell) -> dict[int, int]:
        """The literal of each candidate of the cell, by value; those of a wide cell are made at their first use."""
        literals = self._literals[cell.index]
        if literals is None:
            literals = self._literals[cell.index] = self._booleans(cell, self.candidates(cell))
            self.exactly_one(literals.values())
            weighed = [(value, literal) for value, literal in literals.items()]
            self.sum_in([*weighed, (-1, self._integers[cell])], [0, 0])
        return literals

    def candidates(self, cell: Cell) -> Sequence[int]:
        """The values that the cell may have, ascending."""
        return self._model.domain_of(cell)

    def any_wide(self, *values: Value) -> bool:
        """Whether one of the operands is a wide cell."""
        return any(isinstance(value, Cell) and len(self.candidates(value)) > MAX_NARROW for value in values)

    def boolean(self) -> int:
        """Add a Boolean variable."""
        self.pace.step()
        self.proto.variables.add().domain.extend((0, 1))
        return len(self.proto.variables) - 1

    @property
    def true(self) -> int:
        """A literal that is true, made at its first use."""
        if self._true is None:
            self._true = len(self.proto.variables)
            self.proto.variables.add().domain.extend((1, 1))
        return self._true

    @property
    def false(self) -> int:
        """A literal that is false."""
        return negated(self.true)

    def is_true(self, literal: int) -> bool:
        """Whether the literal is known to be true."""
        return literal == self._true

    def is_false(self, literal: int) -> bool:
        """Whether the literal is known to be false."""
        return self.is_true(negated(literal))

    def values_of(self, number: Value) -> dict[int, int]:
        """The literal of each value that an operand may have; a known number has one value."""
        return self.of(number) if isinstance(number, Cell) else {number: self.true}

    def among(self, cell: Cell, values: Collection[int]) -> int:
        """A literal that is true if the cell has one of the values."""
        if self.any_wide(cell):
            return self._wide_among(cell, values)
        candidates = self.of(cell)
        members = frozenset(value for value in values if value in candidates)
        if len(members) == len(candidates):
            return self.true
        if len(members) == len(candidates) - 1 > 1:
            return negated(next(literal for value, literal in candidates.items() if value not in members))
        if (cell, members) not in self._members:
            inside = [candidates[value] for value in sorted(members)]
            self._members[cell, members] = self.some(inside, exclusive=True)
        return self._members[cell, members]

    def _wide_among(self, cell: Cell, values: Collection[int]) -> int:
        if cell not in self._sets_of_candidates:
            self._sets_of_candidates[cell] = frozenset(self.candidates(cell))
        own = self._sets_of_candidates[cell]
        members = own.intersection(values)
        if not members:
            return self.false
        if len(members) == len(own):
            return self.true
        if (cell, members) not in self._members:
            literal = self._members[cell, members] = self.boolean()
            inside = intervals(sorted(members))
            least, greatest = self.candidates(cell)[0], self.candidates(cell)[-1]
            ends = [least - 1, *inside, greatest + 1]
            outside = [
                end
                for last, first in zip(ends[::2], ends[1::2], strict=True)
                if last + 1 < first
                for end in (last + 1, first - 1)
            ]
            self.sum_in([(1, self._integers[cell])], inside, literal)
            self.sum_in([(1, self._integers[cell])], outside, negated(literal))
        return self._members[cell, members]

    def some(self, literals: Iterable[int], exclusive: bool = False) -> int:
        """A literal that is true if one of the literals is; ``exclusive`` means that no two of them can be true."""
        parts = self._possible(dict.fromkeys(literals))
        if not parts:
            return self.false
        if len(parts) == 1:
            return parts[0]
        union = self.boolean()
        if exclusive:
            self.equals_sum(union, parts)
        else:
            self.clause((negated(union), *parts))
            for part in parts:
                self.clause((negated(part), union))
        return union

    def both(self, one: int, other: int) -> int:
        """A literal that is true exactly if both are."""
        if self.is_true(one) or self.is_false(other):
            return other
        if self.is_true(other) or self.is_false(one):
            return one
        return negated(self.some((negated(one), negated(other))))

    def equate(self, first: int, second: int) -> None:
        """Require that both literals are true, or both are false."""
        self.clause((negated(first), second))
        self.clause((first, negated(second)))

    def exactly_one(self, literals: Iterable[int]) -> None:
        """Require that exactly one literal is true."""
        self._added().exactly_one.literals.extend(self._possible(literals))

    def at_most_one(self, literals: Iterable[int]) -> None:
        """Require that no two literals are true."""
        self._added().at_most_one.literals.extend(list(literals))

    def clause(self, literals: Iterable[int]) -> None:
        """Require at least one true literal; without literals, the model has no solution."""
        possible = self._possible(literals)
        if self._true not in possible:
            self._added().bool_or.literals.extend(possible)

    def contradiction(self) -> None:
        """Make the model infeasible."""
        self.clause(())

    def equals_sum(self, literal: int, literals: Iterable[int]) -> None:
        """Require that ``literal`` is true exactly if one of the literals is, and that no two of them are."""
        self.exactly_one((negated(literal), *literals))

    def circuit(self, arcs: Iterable[tuple[int, int, int]]) -> None:
        """Require that the arcs whose literals are true form one round trip; a node with an arc to itself may stay out.

        Parameters
        ----------
        arcs
            The tail, the head and the literal of each arc; each node, from 0 on, has arcs.
        """
        circuit = self._added().circuit
        for tail, head, literal in arcs:
            circuit.tails.append(tail)
            circuit.heads.append(head)
            circuit.literals.append(literal)

    def sum_in(self, terms: Iterable[tuple[int, int]], domain: Iterable[int], where: int | None = None) -> None:
        """Require that Σ weight · variable is in a domain, given as the first and last value of each interval in turn.

        With a literal ``where``, this is required only if the literal is true.
        """
        if where is not None and self.is_false(where):
            return
        constraint = self._added()
        if where is not None and not self.is_true(where):
            constraint.enforcement_literal.append(where)
        for weight, variable in terms:
            self.pace.step()
            constraint.linear.vars.append(variable)
            constraint.linear.coeffs.append(weight)
        constraint.linear.domain.extend(list(domain))

    def all_different(self, variables: Iterable[int]) -> None:
        """Require that some integer variables have different values."""
        constraint = self._added().all_diff
        for variable in variables:
            expression = constraint.exprs.add()
            expression.vars.append(variable)
            expression.coeffs.append(1)

    def bounds(self, variable: int) -> tuple[int, int]:
        """The least and the greatest value of a variable."""
        domain = self.proto.variables[variable].domain
        return domain[0], domain[len(domain) - 1]

    def integer(self, cell: Cell) -> int:
        """An integer variable with the value of the cell, made at its first use; 0 if no candidate is left."""
        if cell not in self._integers:
            literals = self.of(cell)
            self._integers[cell] = len(self.proto.variables)
            self.proto.variables.add().domain.extend(intervals(literals or (0,)))
            variable, least, greatest = self._integers[cell], min(literals, default=0), max(literals, default=0)
            for value, literal in literals.items():
                self.sum_in([(1, variable)], [value, value], literal)
                below = [least, value - 1] if value > least else []
                above = [value + 1, greatest] if value < greatest else []
                self.sum_in([(1, variable)], below + above, negated(literal))
        return self._integers[cell]

    def product(self, variables: Sequence[int]) -> int:
        """An integer variable with the product of some variables, at least one; made at its first use."""
        key = tuple(sorted(variables))
        if len(key) == 1:
            return key[0]
        if key not in self._products:
            rest, last = self.product(key[:-1]), key[-1]
            ends = [one * other for one in self.bounds(rest) for other in self.bounds(last)]
            self._products[key] = len(self.proto.variables)
            self.proto.variables.add().domain.extend((min(ends), max(ends)))
            constraint = self._added().int_prod
            for expression, variable in (
                (constraint.target, self._products[key]),
                (constraint.exprs.add(), rest),
                (constraint.exprs.add(), last),
            ):
                expression.vars.append(variable)
                expression.coeffs.append(1)
        return self._products[key]

    def _added(self) -> ConstraintProto:
        """A new constraint of the model."""
        self.pace.step()
        constraint: ConstraintProto = self.proto.constraints.add()
        return constraint

    def _possible(self, literals: Iterable[int]) -> list[int]:
        """The literals except those that are known to be false."""
        false = None if self._true is None else negated(self._true)
        return [literal for literal in literals if literal != false]

    def read(self, response: CpSolverResponse) -> tuple[int, ...]:
        """The values of the cells in a response with a solution."""
        # One call that prints the whole vector is ten times faster than one call for each number.
        assignment = json.loads(str(response.solution))
        values = tuple(compress(self.values, assignment))
        if not self.wide:
            return values
        narrow = iter(values)
        wide = iter(assignment[len(self.values) :])  # in the order of the cells
        is_wide = set(self.wide)
        return tuple([next(wide if cell in is_wide else narrow) for cell in self._model.cells])


def negated(literal: int) -> int:
    """The negation of a literal."""
    return -literal - 1


def intervals(values: Iterable[int]) -> list[int]:
    """The first and last value of each run of consecutive values, in turn; the values are ascending."""
    if isinstance(values, tuple) and values and values[-1] - values[0] == len(values) - 1:
        return [values[0], values[-1]]
    bounds: list[int] = []
    for value in values:
        if bounds and bounds[-1] == value - 1:
            bounds[-1] = value
        else:
            bounds += (value, value)
    return bounds

"""Lowering of constraint models to the engine.

The engine receives the cells with their values, and each constraint through the ``exact_cover.py`` in its folder. The
engine itself finds better forms: all-differents become houses, in which each digit has a place; short equations and
tables become one table; sums of pairwise different cells, and automata that ignore the order of digits, become lists
of digit sets. All others are propagators.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from itertools import compress, product
from math import prod
from operator import attrgetter, or_
from typing import Any, Protocol

from sudoku_cp import _native
from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel.automaton import Automaton
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.combination import Combination
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.linear import Linear
from sudoku_cp.kernel.machines import DFA, NFA
from sudoku_cp.kernel.relation import Relation
from sudoku_cp.kernel.slots import Slot
from sudoku_cp.kernel.table import Table
from sudoku_cp.kernel.value import Value
from sudoku_cp.model import Model
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solving.compiling import Pace

MAX_VALUES = 64
"""The largest domain: one machine word."""


def lower(model: Model, limits: Limits = NO_LIMITS, *, clausal: bool = False) -> _native.Problem:
    """Build the engine's problem for a model without its givens.

    Parameters
    ----------
    clausal
        Whether automata stay automata: clauses say all that these remove.

    Raises
    ------
    LoweringError
        If a domain has more than 64 values, a value, sum or product can exceed ±2^40, another number has more than 64
        bits, a negation would list too many tuples, a constraint is of an unknown kind, or a limit is reached.
    """
    pace = Pace("exact-cover", model, limits)
    native = declared(model)
    cells = model.cells
    for constraint in pace.constraints():
        add_constraint(native, constraint)
    if model.objective is not None:
        sign = -model.objective.gain(1)
        points = model.objective.points()
        if sum(max(map(abs, of_cell.values())) for of_cell in points.values()) > MAX_SUM:
            raise LoweringError(f"exact-cover: the objective can reach more than ±{MAX_SUM}")
        for cell in points or cells[:1]:  # an objective always has costs, even if they are 0
            for value, score in points.get(cell, {cell.domain[0]: 0}).items():
                native.add_cost(cell.index, value, sign * score)
    try:
        problem = native.build(clausal, pace.seconds_left(), pace.poll())
    except ValueError as error:
        raise LoweringError(f"exact-cover: {error}") from error
    if problem is None:
        raise pace.stopped()
    return problem


def declared(model: Model) -> _native.CellModel:
    """The variables of a model in the engine's terms, with their pencil marks and without constraints.

    Raises
    ------
    LoweringError
        If a domain has more than 64 values, or a value exceeds ±2^40.
    """
    native = _native.CellModel()
    cells = model.cells
    checked = None
    for cell in cells:
        if cell.domain is checked:
            continue
        if len(cell.domain) > MAX_VALUES:
            raise LoweringError(f"exact-cover: {cell.name} has {len(cell.domain)} values, more than {MAX_VALUES}")
        check_size(((1, cell),), 0, cell.name)
        checked = cell.domain
    native.add_variables([cell.domain for cell in cells])
    for cell, candidates in model.pencilmarks.items():
        native.restrict(cell.index, candidates)
    return native


def add_constraint(native: _native.CellModel, constraint: Constraint) -> None:
    """Add a constraint that must hold.

    Raises
    ------
    LoweringError
        If its kind has no lowering, or a number in it is too large.
    """
    try:
        post(native, constraint)
    except TypeError as error:
        raise LoweringError(f"exact-cover: {constraint} has a number of more than 64 bits") from error


MAX_SUM = 1 << 40
"""The largest sum of absolute terms, or product, so that bounds in fixed point cannot overflow."""

MAX_NUMBER = 1 << 60
"""The limit at which constants are clamped: far beyond any function of cells, and within 64 bits."""

OPPOSITE = {
    Relation.EQUAL: (Relation.UNEQUAL, 0),
    Relation.UNEQUAL: (Relation.EQUAL, 0),
    Relation.AT_MOST: (Relation.AT_LEAST, 1),
    Relation.AT_LEAST: (Relation.AT_MOST, -1),
}
"""The negation of each relation, and the number that it adds to the right side."""


class Lowering(Protocol):
    """The contents of a constraint's ``exact_cover.py``."""

    def post(self, native: _native.CellModel, constraint: Any, part: bool) -> int:
        """Add a constraint that must hold or, with ``part``, one that combinations refer to by the returned number."""

    def post_reified(self, native: _native.CellModel, constraint: Any) -> tuple[int, int]:
        """Add a part of a combination and its negation."""


LOWERINGS = Slot[Lowering]("exact_cover", "post", "exact-cover cannot express")


def post(native: _native.CellModel, constraint: Constraint, part: bool = False) -> int:
    """Add a constraint of any kind, as `Lowering.post` does.

    Raises
    ------
    LoweringError
        If its kind has no lowering, or a number in it is too large.
    """
    return LOWERINGS.of(constraint).post(native, constraint, part)


def post_reified(native: _native.CellModel, constraint: Constraint) -> tuple[int, int]:
    """Add a constraint of any kind and its negation, as `Lowering.post_reified` does; raises as `post`."""
    return LOWERINGS.of(constraint).post_reified(native, constraint)


def add_constant(native: _native.CellModel, truth: bool, part: bool) -> int:
    """Add a constraint that always or never holds."""
    return native.add_linear([], [], (Relation.EQUAL if truth else Relation.UNEQUAL).value, 0, part)


_INDEX = attrgetter("index")


def indices(cells: Iterable[Cell]) -> list[int]:
    """The position of each cell."""
    return list(map(_INDEX, cells))


def number(value: Value, offset: int = 0) -> tuple[int | None, int]:
    """An operand for the engine: a cell plus an offset, or a constant, clamped beyond 2^60."""
    if isinstance(value, Cell):
        return value.index, offset
    return None, min(max(value + offset, -MAX_NUMBER), MAX_NUMBER)


def magnitude(cell: Cell) -> int:
    """The largest absolute value in a cell's domain."""
    return max(abs(cell.domain[0]), abs(cell.domain[-1]))


def check_size(terms: Iterable[tuple[int, Cell]], constant: int, name: object) -> None:
    """Refuse a sum that can exceed ±2^40.

    Raises
    ------
    LoweringError
        If the sum can exceed it; the message starts with the name.
    """
    total = abs(constant)
    for weight, cell in terms:
        total += abs(weight) * magnitude(cell)
    if total > MAX_SUM:
        raise LoweringError(f"exact-cover: {name} can reach ±{total}, more than {MAX_SUM}")


MAX_ASSIGNMENTS = 729
"""The most assignments of the cells of a combination that becomes a table."""

MIN_PARTS, MAX_PARTS = 8, 200
"""The fewest and most parts of one, those of combinations inside included: it must be worth it, and quick."""

_BITS = bytes.maketrans(b"01", b"\0\1")


def tabulated(combination: Combination) -> Table | None:
    """The table of a combination; None where it has too many assignments, the wrong size, or parts that are no sums."""
    if not MIN_PARTS <= combination.size <= MAX_PARTS:
        return None
    cells = tuple(dict.fromkeys(combination.scope))
    assignments = prod(len(cell.domain) for cell in cells)
    if not cells or assignments > MAX_ASSIGNMENTS or not _is_sum_based(combination):
        return None
    truth = _Assignments(cells, assignments).where(combination)
    bits = f"{truth:b}"[::-1].encode().translate(_BITS)
    return Table(cells, compress(product(*(cell.domain for cell in cells)), bits))


def _is_sum_based(constraint: Constraint) -> bool:
    if isinstance(constraint, Combination):
        return all(map(_is_sum_based, constraint.constraints))
    return isinstance(constraint, Linear)


class _Assignments:
    """All assignments of some cells."""

    def __init__(self, cells: tuple[Cell, ...], number: int) -> None:
        self._all = (1 << number) - 1
        self._taking: dict[Cell, Mapping[int, int]] = {}
        """By cell and value: the assignments in which the cell takes the value."""
        run = number
        for cell in cells:
            period, run = run, run // len(cell.domain)
            ones = self._all // ((1 << period) - 1) * ((1 << run) - 1)
            self._taking[cell] = {value: ones << run * place for place, value in enumerate(cell.domain)}

    def where(self, constraint: Constraint) -> int:
        """The assignments for which a sum, or a combination of sums, holds."""
        if isinstance(constraint, Combination):
            return self._where_counted(constraint)
        assert isinstance(constraint, Linear)
        return self._where_sum(constraint)

    def _where_counted(self, combination: Combination) -> int:
        relation, constant = combination.relation, combination.constant
        held = [self._all]
        """At each index, the assignments for which that number of parts holds; at the last one, that number or more."""
        for part in combination.constraints:
            holds = self.where(part)
            grown = [0, *(some & holds for some in held)]
            held = [some & ~holds | more for some, more in zip([*held, 0], grown, strict=True)]
            if len(held) > max(constant, 0) + 2:
                last = held.pop()
                held[-1] |= last
        return _union(some for number, some in enumerate(held) if relation.compares(number, constant))

    def _where_sum(self, linear: Linear) -> int:
        sums = {0: self._all}
        for weight, cell in linear.terms:
            grown: dict[int, int] = {}
            for value, taking in self._taking[cell].items():
                for total, some in sums.items():
                    if both := some & taking:
                        grown[total + weight * value] = grown.get(total + weight * value, 0) | both
            sums = grown
        return _union(some for total, some in sums.items() if linear.relation.compares(total, linear.constant))


def _union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


MAX_STATES = 1000
"""The most states of the automata together."""


def united(combination: Combination) -> Automaton | None:
    """An automaton that accepts what any part accepts; None where the combination asks for anything else."""
    parts: list[Automaton] = []
    for part in _alternatives(combination):
        if not isinstance(part, Automaton) or (parts and indices(part.cells) != indices(parts[0].cells)):
            return None
        parts.append(part)
    machines = dict.fromkeys(part.machine for part in parts)
    if len(machines) == 1:
        return parts[0]
    if not parts or sum(len(machine.transitions) for machine in machines) > MAX_STATES:
        return None
    return Automaton(parts[0].cells, _union_table(tuple(machines)))


@lru_cache(maxsize=256)
def _union_table(machines: tuple[DFA | NFA, ...]) -> NFA:
    """The automaton that accepts what any of these accepts; clues of one kind share it."""
    transitions: list[Mapping[int, frozenset[int]]] = []
    accepting: set[int] = set()
    starts: set[int] = set()
    for machine in machines:
        first = len(transitions)
        if isinstance(machine, DFA):
            starts.add(first + machine.start)
            transitions += (
                {value: frozenset({first + to}) for value, to in row.items()} for row in machine.transitions
            )
        else:
            starts.update(first + state for state in machine.starts)
            transitions += (
                {value: frozenset(first + to for to in targets) for value, targets in row.items()}
                for row in machine.transitions
            )
        accepting.update(first + state for state in machine.accepting)
    return NFA(tuple(transitions), frozenset(accepting), frozenset(starts))


def _alternatives(constraint: Constraint) -> Iterator[Constraint]:
    """The constraints of which at least one must hold, those of alternatives inside included."""
    if isinstance(constraint, Combination) and (constraint.relation, constraint.constant) == (Relation.AT_LEAST, 1):
        for part in constraint.constraints:
            yield from _alternatives(part)
    else:
        yield constraint

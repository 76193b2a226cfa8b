"""Combinations in the engine.

A nested combination and its negation refer to the same parts, so that the size of the engine's model is proportional to
the declared one at any depth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from itertools import compress, product
from math import prod
from operator import or_

from sudoku_cp import _native
from sudoku_cp.kernel.automaton import Automaton
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.combination import Combination
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.linear import Linear
from sudoku_cp.kernel.machines import DFA, NFA
from sudoku_cp.kernel.table import Table
from sudoku_cp.solvers.exact_cover import lowering
from sudoku_cp.solvers.exact_cover.lowering import indices


def post(native: _native.ModelBuilder, constraint: Combination, part: bool) -> int:
    """Add the comparison of the number of parts that hold.

    If it must hold, and its number decides every part, each part is added by itself. A small one becomes a table,
    and alternatives that are automata over the same cells become one automaton.
    """
    automaton = united(constraint)
    if automaton is not None:
        return lowering.post(native, automaton, part)
    relation, constant, parts = constraint.relation, constraint.constant, constraint.constraints
    if not part and constant == len(parts) and relation in (Relation.EQUAL, Relation.AT_LEAST):
        for required in parts:
            lowering.post(native, required)
        return -1
    if not part and constant == 0 and relation in (Relation.EQUAL, Relation.AT_MOST):
        for refused in parts:
            _compare(native, [lowering.post_reified(native, refused)], Relation.EQUAL, 0, False)
        return -1
    table = None if part else tabulated(constraint)
    if table is not None:
        return lowering.post(native, table)
    return _compare(native, _add_parts(native, constraint), relation, constant, part)


def post_reified(native: _native.ModelBuilder, constraint: Combination) -> tuple[int, int]:
    """Add the comparison and the opposite one, over the same parts."""
    automaton = united(constraint)
    if automaton is not None:
        return lowering.post_reified(native, automaton)
    parts = _add_parts(native, constraint)
    held = _compare(native, parts, constraint.relation, constraint.constant, True)
    opposite, more = lowering.OPPOSITE[constraint.relation]
    return held, _compare(native, parts, opposite, constraint.constant + more, True)


def _add_parts(native: _native.ModelBuilder, constraint: Combination) -> list[tuple[int, int]]:
    return [lowering.post_reified(native, part) for part in constraint.constraints]


def _compare(
    native: _native.ModelBuilder, parts: list[tuple[int, int]], relation: Relation, constant: int, part: bool
) -> int:
    # All constants above the number of parts, or below 0, give the same comparison.
    return native.add_combination(parts, relation.value, min(max(constant, -1), len(parts) + 1), part)


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

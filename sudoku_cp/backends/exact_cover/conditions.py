"""Kernel constraints as conditions of the engine, by themselves or as parts of combinations.

A part of a combination is added twice, as itself and as its negation: the engine tries both. A combination inside
another one names the same parts in both, so that what is added grows with what is declared, however deep it is nested.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

from sudoku_cp import _native
from sudoku_cp.expressions.value import Value
from sudoku_cp.model import (
    DFA,
    AllDifferent,
    AllOf,
    AnyOf,
    Automaton,
    Cell,
    Combination,
    Connected,
    Constraint,
    Count,
    CountDistinct,
    Element,
    Linear,
    LoweringError,
    Maximum,
    Minimum,
    Product,
    Relation,
    Table,
    Tables,
)

MAX_SUM = 1 << 40
"""The largest sum of absolute terms, or product, so that bounds in fixed point cannot overflow."""

MAX_NUMBER = 1 << 60
"""Where constants are cut off: no function of cells comes near, and the engine computes with 64 bits."""

MAX_COMPLEMENT = 200_000
"""The most tuples that a negated table may be listed with."""

MAX_SHARED = 2_000
"""The most tuples that are kept for further tables."""

OPPOSITE = {
    Relation.EQUAL: (Relation.UNEQUAL, 0),
    Relation.UNEQUAL: (Relation.EQUAL, 0),
    Relation.AT_MOST: (Relation.AT_LEAST, 1),
    Relation.AT_LEAST: (Relation.AT_MOST, -1),
}
"""The negation of each relation, and what it adds to the right side."""


def add_condition(native: _native.CellModel, constraint: Constraint, part: bool = False) -> int:
    """Add a constraint that must hold, or with ``part`` one for combinations to name; the number is theirs."""
    add = _POSITIVE.get(type(constraint))
    if add is None:
        raise LoweringError(f"exact-cover cannot express {constraint} ({type(constraint).__name__})")
    return add(native, constraint, part)


def _add_part(native: _native.CellModel, constraint: Constraint) -> tuple[int, int]:
    """Add a part of a combination and its negation."""
    match constraint:
        case Combination(parts, relation, constant):
            both = _add_parts(native, parts)
            held = _holding(native, both, relation, constant, True)
            opposite, more = OPPOSITE[relation]
            return held, _holding(native, both, opposite, constant + more, True)
        case Tables():
            return _add_part(native, AllOf(*constraint.parts))
    return add_condition(native, constraint, True), _NEGATIVE[type(constraint)](native, constraint)


def _add_parts(native: _native.CellModel, parts: tuple[Constraint, ...]) -> list[tuple[int, int]]:
    return [_add_part(native, part) for part in parts]


def check_size(terms: tuple[tuple[int, Cell], ...], constant: int, name: object) -> None:
    """Refuse a sum that can leave ±2^40."""
    total = abs(constant)
    for weight, cell in terms:
        total += abs(weight) * _magnitude(cell)
    if total > MAX_SUM:
        raise LoweringError(f"exact-cover: {name} can reach ±{total}, more than {MAX_SUM}")


def _magnitude(cell: Cell) -> int:
    return max(abs(cell.domain[0]), abs(cell.domain[-1]))


def _indices(cells: tuple[Cell, ...]) -> list[int]:
    return [cell.index for cell in cells]


def _number(value: Value, offset: int = 0) -> tuple[int | None, int]:
    """A number as the engine takes it: a cell plus an offset, or a constant; beyond 2^60 all compare the same."""
    if isinstance(value, Cell):
        return value.index, offset
    return None, min(max(value + offset, -MAX_NUMBER), MAX_NUMBER)


def _never(native: _native.CellModel, part: bool) -> int:
    return native.add_linear([], [], Relation.UNEQUAL.value, 0, part)


def _add_all_different(native: _native.CellModel, constraint: AllDifferent, part: bool) -> int:
    return native.add_distinct(_indices(constraint.cells), Relation.EQUAL.value, None, len(constraint.cells), part)


def _negate_all_different(native: _native.CellModel, constraint: AllDifferent) -> int:
    fewer = len(constraint.cells) - 1
    return native.add_distinct(_indices(constraint.cells), Relation.AT_MOST.value, None, fewer, True)


def _linear(native: _native.CellModel, constraint: Linear, relation: Relation, offset: int, part: bool) -> int:
    check_size(constraint.terms, constraint.constant, constraint)
    cells = [cell.index for _, cell in constraint.terms]
    weights = [weight for weight, _ in constraint.terms]
    return native.add_linear(cells, weights, relation.value, constraint.constant + offset, part)


def _add_linear(native: _native.CellModel, constraint: Linear, part: bool) -> int:
    return _linear(native, constraint, constraint.relation, 0, part)


def _negate_linear(native: _native.CellModel, constraint: Linear) -> int:
    return _linear(native, constraint, *OPPOSITE[constraint.relation], True)


def _native_tuples(arity: int, tuples: frozenset[tuple[int, ...]]) -> _native.Tuples:
    """Make the engine's form of the tuples; tables with the same few tuples share theirs."""
    make = _make_tuples if len(tuples) <= MAX_SHARED else _make_tuples.__wrapped__
    return make(arity, tuples)


@lru_cache(maxsize=1024)
def _make_tuples(arity: int, tuples: frozenset[tuple[int, ...]]) -> _native.Tuples:
    return _native.Tuples(arity, sorted(tuples))


def _add_table(native: _native.CellModel, constraint: Table, part: bool) -> int:
    if constraint.cells:
        return native.add_table(
            _indices(constraint.cells), _native_tuples(len(constraint.cells), constraint.tuples), part
        )
    return native.add_linear([], [], (Relation.EQUAL if constraint.tuples else Relation.UNEQUAL).value, 0, part)


def _negate_table(native: _native.CellModel, constraint: Table) -> int:
    size = prod(len(cell.domain) for cell in constraint.cells)
    if size > MAX_COMPLEMENT:
        raise LoweringError(
            f"exact-cover: the negation of {constraint} has up to {size:,} tuples, more than {MAX_COMPLEMENT:,}"
        )
    others = set(product(*(cell.domain for cell in constraint.cells))) - constraint.tuples
    return _add_table(native, Table(constraint.cells, others), True)


def _add_tables(native: _native.CellModel, constraint: Tables, part: bool) -> int:
    if part or () in constraint.places:
        return add_condition(native, AllOf(*constraint.parts), part)
    if constraint.places:
        arity = len(constraint.places[0])
        native.add_tables(_indices(constraint.scope), _native_tuples(arity, constraint.tuples))
    return -1


@lru_cache(maxsize=1024)
def _native_dfa(dfa: DFA) -> _native.Dfa:
    """Make the engine's form of an automaton; clues of one kind share theirs."""
    return _native.Dfa([dict(row) for row in dfa.transitions], sorted(dfa.accepting), dfa.start)


def _add_automaton(native: _native.CellModel, constraint: Automaton, part: bool) -> int:
    return native.add_automaton(_indices(constraint.cells), _native_dfa(constraint.dfa), part)


def _negate_automaton(native: _native.CellModel, constraint: Automaton) -> int:
    dfa = constraint.dfa
    alphabet = {value for cell in constraint.cells for value in cell.domain}
    sink = len(dfa.transitions)
    complete = [{value: row.get(value, sink) for value in alphabet} for row in (*dfa.transitions, {})]
    rejecting = frozenset(range(sink + 1)) - dfa.accepting
    return _add_automaton(native, Automaton(constraint.cells, DFA(tuple(complete), rejecting, dfa.start)), True)


def _add_element(native: _native.CellModel, constraint: Element, part: bool) -> int:
    array, index = _indices(constraint.array), constraint.index.index
    return native.add_element(array, index, constraint.first, *_number(constraint.value), part)


def _negate_element(native: _native.CellModel, constraint: Element) -> int:
    index, last = constraint.index, constraint.first + len(constraint.array) - 1
    wrong = [AllOf(index == at, cell != constraint.value) for at, cell in enumerate(constraint.array, constraint.first)]
    return add_condition(native, AnyOf(*wrong, index < constraint.first, index > last), True)


def _count(native: _native.CellModel, constraint: Count, relation: Relation, offset: int, part: bool) -> int:
    cells, values = _indices(constraint.cells), sorted(constraint.values)
    return native.add_count(cells, values, relation.value, *_number(constraint.number, offset), part)


def _add_count(native: _native.CellModel, constraint: Count, part: bool) -> int:
    return _count(native, constraint, constraint.relation, 0, part)


def _negate_count(native: _native.CellModel, constraint: Count) -> int:
    return _count(native, constraint, *OPPOSITE[constraint.relation], True)


def _distinct(native: _native.CellModel, constraint: CountDistinct, relation: Relation, offset: int, part: bool) -> int:
    return native.add_distinct(_indices(constraint.cells), relation.value, *_number(constraint.number, offset), part)


def _add_distinct(native: _native.CellModel, constraint: CountDistinct, part: bool) -> int:
    return _distinct(native, constraint, constraint.relation, 0, part)


def _negate_distinct(native: _native.CellModel, constraint: CountDistinct) -> int:
    return _distinct(native, constraint, *OPPOSITE[constraint.relation], True)


def _add_extremum(native: _native.CellModel, constraint: Maximum | Minimum, part: bool) -> int:
    if not constraint.cells:
        return _never(native, part)
    largest = isinstance(constraint, Maximum)
    return native.add_extremum(_indices(constraint.cells), largest, *_number(constraint.value), part)


def _negate_extremum(native: _native.CellModel, constraint: Maximum | Minimum) -> int:
    """Some cell lies beyond the value, or all lie before it."""
    value, cells = constraint.value, constraint.cells
    if isinstance(constraint, Maximum):
        return add_condition(
            native, AnyOf(*(cell > value for cell in cells), AllOf(*(cell < value for cell in cells))), True
        )
    return add_condition(
        native, AnyOf(*(cell < value for cell in cells), AllOf(*(cell > value for cell in cells))), True
    )


def _product(native: _native.CellModel, constraint: Product, relation: Relation, part: bool) -> int:
    largest = prod(_magnitude(cell) for cell in constraint.cells)
    if largest > MAX_SUM:
        raise LoweringError(f"exact-cover: {constraint} can reach ±{largest}, more than {MAX_SUM}")
    return native.add_product(_indices(constraint.cells), relation.value, *_number(constraint.value), part)


def _add_product(native: _native.CellModel, constraint: Product, part: bool) -> int:
    return _product(native, constraint, Relation.EQUAL, part)


def _negate_product(native: _native.CellModel, constraint: Product) -> int:
    return _product(native, constraint, Relation.UNEQUAL, True)


def _connected(native: _native.CellModel, constraint: Connected, negated: bool, part: bool) -> int:
    size = constraint.size
    if size is not None and not 0 < size <= len(constraint.cells):
        return native.add_linear([], [], (Relation.EQUAL if negated else Relation.UNEQUAL).value, 0, part)
    cells, values = _indices(constraint.cells), sorted(constraint.values)
    return native.add_connected(cells, constraint.neighbours, values, size, negated, part)


def _add_connected(native: _native.CellModel, constraint: Connected, part: bool) -> int:
    return _connected(native, constraint, False, part)


def _negate_connected(native: _native.CellModel, constraint: Connected) -> int:
    return _connected(native, constraint, True, True)


def _holding(
    native: _native.CellModel, parts: list[tuple[int, int]], relation: Relation, constant: int, part: bool
) -> int:
    # More than all, or fewer than none, says the same at any distance.
    return native.add_holding(parts, relation.value, min(max(constant, -1), len(parts) + 1), part)


def _add_holding(native: _native.CellModel, constraint: Combination, part: bool) -> int:
    parts = _add_parts(native, constraint.constraints)
    return _holding(native, parts, constraint.relation, constraint.constant, part)


_POSITIVE: Mapping[type[Constraint], Callable[[_native.CellModel, Any, bool], int]] = {
    AllDifferent: _add_all_different,
    Linear: _add_linear,
    Table: _add_table,
    Tables: _add_tables,
    Automaton: _add_automaton,
    Element: _add_element,
    Count: _add_count,
    CountDistinct: _add_distinct,
    Maximum: _add_extremum,
    Minimum: _add_extremum,
    Product: _add_product,
    Connected: _add_connected,
    Combination: _add_holding,
}

_NEGATIVE: Mapping[type[Constraint], Callable[[_native.CellModel, Any], int]] = {
    AllDifferent: _negate_all_different,
    Linear: _negate_linear,
    Table: _negate_table,
    Automaton: _negate_automaton,
    Element: _negate_element,
    Count: _negate_count,
    CountDistinct: _negate_distinct,
    Maximum: _negate_extremum,
    Minimum: _negate_extremum,
    Product: _negate_product,
    Connected: _negate_connected,
}

"""Smaller constraints: a part of a combination in its place, fewer cells, rows, moves and values, nearer numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sudoku_cp.cross_check.shrink.shrinker import nearer, without_some
from sudoku_cp.cross_check.transplant import changed
from sudoku_cp.model import (
    DFA,
    AllDifferent,
    Automaton,
    Cell,
    Combination,
    Connected,
    Constraint,
    Count,
    CountDistinct,
    Element,
    Linear,
    Maximum,
    Minimum,
    Not,
    Product,
    Table,
    Tables,
)

MANY = 60
"""Rows of a table from which on they are not tried one by one."""


def smaller_constraints(constraint: Constraint) -> Iterator[Constraint]:
    """Everything that is a little smaller than a constraint, of the same kind but for combinations."""
    match constraint:
        case Combination():
            yield from _of_combination(constraint)
        case Linear():
            yield from _of_sum(constraint)
        case Table():
            yield from _of_table(constraint)
        case Tables():
            yield from constraint.parts
            yield from (changed(constraint, places=places) for places in without_some(constraint.places))
        case Automaton():
            yield from _of_automaton(constraint)
        case Element():
            yield from _of_element(constraint)
        case Connected():
            yield from _of_group(constraint)
        case AllDifferent() | Count() | CountDistinct() | Maximum() | Minimum() | Product():
            yield from (changed(constraint, cells=cells) for cells in without_some(constraint.cells))
    if isinstance(constraint, Count | Connected):
        yield from (changed(constraint, values=values) for values in _fewer(constraint.values))
    for name in ("number", "value"):
        value = getattr(constraint, name, None)
        if isinstance(value, Cell):
            yield from (changed(constraint, **{name: number}) for number in value.domain[:3])
        elif isinstance(value, int):
            yield from (changed(constraint, **{name: number}) for number in nearer(value))


def _of_group(constraint: Connected) -> Iterator[Constraint]:
    for gone in range(len(constraint.cells)):
        pairs = [tuple(place - (place > gone) for place in pair) for pair in constraint.neighbours if gone not in pair]
        yield changed(constraint, cells=constraint.cells[:gone] + constraint.cells[gone + 1 :], neighbours=tuple(pairs))
    yield from (changed(constraint, neighbours=pairs) for pairs in without_some(constraint.neighbours))
    if constraint.size is not None:
        yield changed(constraint, size=None)


def _of_combination(constraint: Combination) -> Iterator[Constraint]:
    parts = constraint.constraints
    yield from parts
    if len(parts) > 1 or constraint.relation.compares(1, constraint.constant):
        yield from map(Not, parts)
    for fewer in without_some(parts):
        yield changed(constraint, constraints=fewer)
        yield changed(constraint, constraints=fewer, constant=constraint.constant - 1)
    yield from (changed(constraint, constant=number) for number in nearer(constraint.constant))
    for place, part in enumerate(parts):
        for smaller in smaller_constraints(part):
            yield changed(constraint, constraints=(*parts[:place], smaller, *parts[place + 1 :]))


def _of_sum(constraint: Linear) -> Iterator[Constraint]:
    terms = constraint.terms
    yield from (changed(constraint, terms=fewer) for fewer in without_some(terms))
    yield from (changed(constraint, constant=number) for number in nearer(constraint.constant))
    for place, (weight, cell) in enumerate(terms):
        for number in nearer(weight, 1 if weight > 0 else -1):
            yield changed(constraint, terms=(*terms[:place], (number, cell), *terms[place + 1 :]))


def _of_table(constraint: Table) -> Iterator[Constraint]:
    cells, rows = constraint.cells, sorted(constraint.tuples)
    for place in range(len(cells)):
        yield Table(cells[:place] + cells[place + 1 :], (row[:place] + row[place + 1 :] for row in rows))
    for fewer in without_some(rows):
        if len(rows) < MANY or len(fewer) < len(rows) - 1:
            yield changed(constraint, tuples=frozenset(fewer))


def _of_automaton(constraint: Automaton) -> Iterator[Constraint]:
    yield from (changed(constraint, cells=cells) for cells in without_some(constraint.cells))
    dfa = constraint.dfa
    for state in range(len(dfa.transitions)):
        if state != dfa.start:
            yield changed(constraint, dfa=_without_state(dfa, state))
    for accepting in _fewer(dfa.accepting):
        yield changed(constraint, dfa=DFA(dfa.transitions, accepting, dfa.start))
    for state, row in enumerate(dfa.transitions):
        for moves in without_some(sorted(row.items())):
            rows = (*dfa.transitions[:state], dict(moves), *dfa.transitions[state + 1 :])
            yield changed(constraint, dfa=DFA(rows, dfa.accepting, dfa.start))


def _without_state(dfa: DFA, gone: int) -> DFA:
    number = {state: state - (state > gone) for state in range(len(dfa.transitions)) if state != gone}
    rows = [
        {value: number[target] for value, target in row.items() if target != gone}
        for state, row in enumerate(dfa.transitions)
        if state != gone
    ]
    accepting = frozenset(number[state] for state in dfa.accepting if state != gone)
    return DFA(tuple(rows), accepting, number[dfa.start])


def _of_element(constraint: Element) -> Iterator[Constraint]:
    for array in without_some(constraint.array):
        yield changed(constraint, array=array)
    if constraint.array:
        yield changed(constraint, array=constraint.array[1:], first=constraint.first + 1)
    yield from (changed(constraint, first=number) for number in nearer(constraint.first, 1))


def _fewer(values: frozenset[Any]) -> Iterator[frozenset[Any]]:
    return (frozenset(some) for some in without_some(sorted(values)))

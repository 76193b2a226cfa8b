"""Tables in a formula: clauses for two cells, otherwise layers of the remaining rows."""

from __future__ import annotations

from sudoku_cp.constraints.table.meaning import Table, Tables
from sudoku_cp.expressions.relation import Relation
from sudoku_cp.proofs.encoding import Encoding
from sudoku_cp.proofs.guarded import Guard
from sudoku_cp.proofs.layers import State


def encode(constraint: Table | Tables, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    if isinstance(constraint, Table):
        _encode_table(constraint, encoding, guard, positive)
    elif positive:
        for part in constraint.parts:
            _encode_table(part, encoding, guard, True)
    else:
        held = [(1, encoding.held(part)) for part in constraint.parts]
        encoding.relate(held, Relation.AT_MOST, len(held) - 1, guard)


def _encode_table(constraint: Table, encoding: Encoding, guard: Guard, positive: bool) -> None:
    cells = constraint.cells
    if positive and len(cells) == 2 and cells[0] is not cells[1]:
        _encode_pairs(constraint, encoding, guard)
        return

    def step(place: int, rows: State, value: int) -> State | None:
        return frozenset(row[1:] for row in rows if row[0] == value) or None

    encoding.layered(cells, constraint.tuples, step, bool, guard, positive)


def _encode_pairs(constraint: Table, encoding: Encoding, guard: Guard) -> None:
    """Add for each value of one cell a clause with the values of the other."""
    for at, other in ((0, 1), (1, 0)):
        here, there = (encoding.literals[constraint.cells[place].index] for place in (at, other))
        for value, literal in here.items():
            partners = sorted(row[other] for row in constraint.tuples if row[at] == value)
            encoding.clause([literal ^ 1, *(there[partner] for partner in partners if partner in there)], guard)

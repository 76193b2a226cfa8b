"""Tables in a formula: clauses for two cells, otherwise layers of the remaining rows."""

from __future__ import annotations

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.table import Table, Tables
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard, State


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
    cells = tuple(dict.fromkeys(constraint.cells))
    rows = _rows_of(cells, constraint)
    if positive and len(cells) == 2:
        _encode_pairs(cells, rows, encoding, guard)
        return

    def step(place: int, rows: State, value: int) -> State | None:
        return frozenset(row[1:] for row in rows if row[0] == value) or None

    encoding.layered(cells, rows, step, bool, guard, positive)


def _rows_of(cells: tuple[Cell, ...], constraint: Table) -> frozenset[tuple[int, ...]]:
    """The values of the distinct cells in each tuple that gives a repeated cell one value."""
    if len(cells) == len(constraint.cells):
        return constraint.tuples
    assignments = [dict(zip(constraint.cells, row, strict=True)) for row in constraint.tuples]
    return frozenset(
        tuple(map(assignment.__getitem__, cells))
        for assignment in assignments
        if tuple(map(assignment.__getitem__, constraint.cells)) in constraint.tuples
    )


def _encode_pairs(cells: tuple[Cell, ...], rows: frozenset[tuple[int, ...]], encoding: Encoding, guard: Guard) -> None:
    """Add for each value of one cell a clause with the values of the other."""
    for at, other in ((0, 1), (1, 0)):
        here, there = (encoding.literals[cells[place].index] for place in (at, other))
        for value, literal in here.items():
            partners = sorted(row[other] for row in rows if row[at] == value)
            encoding.clause([literal ^ 1, *(there[partner] for partner in partners if partner in there)], guard)

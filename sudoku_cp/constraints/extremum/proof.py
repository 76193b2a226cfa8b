"""Extremes in a formula."""

from __future__ import annotations

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.extremum import Maximum, Minimum
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard


def encode(constraint: Maximum | Minimum, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    cells, value = constraint.cells, constraint.value
    largest = isinstance(constraint, Maximum)
    if not cells:
        if positive:
            encoding.clause([], guard)
        return
    if not positive:
        encoding.folded(cells, value, None, _larger if largest else _smaller, guard, positive)
        return
    known = encoding.literals[value.index].items() if isinstance(value, Cell) else [(value, None)]
    for number, literal in known:
        condition = [] if literal is None else [literal ^ 1]
        for cell in cells:
            for other, beyond in encoding.literals[cell.index].items():
                if (other > number) if largest else (other < number):
                    encoding.clause([*condition, beyond ^ 1], guard)
        places = [encoding.literals[cell.index][number] for cell in cells if number in cell.domain]
        encoding.clause([*condition, *places], guard)


def _larger(known: int | None, value: int) -> int:
    return value if known is None else max(known, value)


def _smaller(known: int | None, value: int) -> int:
    return value if known is None else min(known, value)

"""Elements of arrays in a formula."""

from __future__ import annotations

from collections.abc import Mapping

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.element import Element
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard


def encode(constraint: Element, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    for at, index in encoding.literals[constraint.index.index].items():
        position = at - constraint.first
        if not 0 <= position < len(constraint.array):
            if positive:
                encoding.clause([index ^ 1], guard)
            continue
        pointed = encoding.literals[constraint.array[position].index]
        if isinstance(constraint.value, Cell):
            wanted: Mapping[int, int | None] = encoding.literals[constraint.value.index]
        else:
            wanted = {constraint.value: None}
        for value, literal in wanted.items():
            condition = [index ^ 1] if literal is None else [index ^ 1, literal ^ 1]
            if positive:
                encoding.clause([*condition, *([pointed[value]] if value in pointed else [])], guard)
            elif value in pointed:
                encoding.clause([*condition, pointed[value] ^ 1], guard)

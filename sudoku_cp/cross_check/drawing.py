"""What random constraints are drawn with: scopes, numbers that often fit, and variables of their own."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sudoku_cp.model import Cell, Model, Relation

Witness = dict[Cell, int]
"""An assignment that a case is drawn around, so that its constraints often hold together."""

RELATIONS = tuple(Relation)

NEAR = (0, 0, 0, 0, -1, 1, -2, 2, 50)
"""What is added to a number that fits: mostly nothing, and sometimes much."""

SHAPES = ((2, 13), (3, 5), (3, 6), (4, 3), (5, 3), (6, 2), (7, 2))
"""Cells, and values of each: few assignments."""

WIDE_SHAPES = ((2, 30), (2, 64), (3, 9), (3, 12), (4, 6), (5, 4), (6, 3), (9, 2))
"""Those where a table or an automaton leaves few of many assignments."""


def random_scope(random: Random, cells: Sequence[Cell], most: int = 4) -> tuple[Cell, ...]:
    """Some cells, often different ones; sometimes none."""
    size = random.choice((0, 1, 1, *(2, 2, 3, 3, 4, 4, 5, 5, 6, 6)[: 2 * most - 2]))
    if size <= len(cells) and random.random() < 0.75:
        return tuple(random.sample(cells, size))
    return tuple(random.choice(cells) for _ in range(size))


def random_number(random: Random, cells: Sequence[Cell], witness: Witness, value: int, cell: float = 0.5) -> Cell | int:
    """The value or one near to it, or, with a probability, a cell that has it in the witness if there is one."""
    if random.random() > cell:
        return value + random.choice(NEAR)
    return random.choice([cell for cell in cells if witness[cell] == value] or cells)


def random_variables(random: Random, model: Model, number: int, size: int, values: Sequence[int]) -> Witness:
    """Variables with so many of the values each, and a value of each."""
    domains = [random.sample(values, min(size, len(values))) for _ in range(number)]
    cells = [model.variable(f"x{len(model.cells)}", domain) for domain in domains]
    return {cell: random.choice(cell.domain) for cell in cells}

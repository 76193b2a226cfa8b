"""Ingredients of random constraints: scopes, numbers that often fit, and variables of their own."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sudoku_cp.model import Cell, Model, Relation

Witness = dict[Cell, int]
"""An assignment that a random case is built around, so that its constraints often hold together."""

RELATIONS = tuple(Relation)

NEAR = (0, 0, 0, 0, -1, 1, -2, 2, 50)
"""Offsets to a number that fits: mostly 0, and sometimes large."""

SHAPES = ((2, 13), (3, 5), (3, 6), (4, 3), (5, 3), (6, 2), (7, 2))
"""Numbers of cells and of values for each, which give few assignments."""

WIDE_SHAPES = ((2, 30), (2, 64), (3, 9), (3, 12), (4, 6), (5, 4), (6, 3), (9, 2))
"""The same for tables and automata, which leave few of many assignments."""


def random_scope(random: Random, cells: Sequence[Cell], most: int = 4) -> tuple[Cell, ...]:
    """Random cells, often different ones; sometimes none."""
    size = random.choice((0, 1, 1, *(2, 2, 3, 3, 4, 4, 5, 5, 6, 6)[: 2 * most - 2]))
    if size <= len(cells) and random.random() < 0.75:
        return tuple(random.sample(cells, size))
    return tuple(random.choice(cells) for _ in range(size))


def random_number(random: Random, cells: Sequence[Cell], witness: Witness, value: int, cell: float = 0.5) -> Cell | int:
    """The value, one near it, or, with a probability, a cell that has it in the witness if there is one."""
    if random.random() > cell:
        return value + random.choice(NEAR)
    return random.choice([cell for cell in cells if witness[cell] == value] or cells)


def random_variables(random: Random, model: Model, number: int, size: int, values: Sequence[int]) -> Witness:
    """New variables with random domains of a given size, and a value for each."""
    domains = [random.sample(values, min(size, len(values))) for _ in range(number)]
    cells = [model.variable(f"x{len(model.cells)}", domain) for domain in domains]
    return {cell: random.choice(cell.domain) for cell in cells}

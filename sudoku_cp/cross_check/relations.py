"""Metamorphic relations: transformations of a model whose effect on the solutions is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random

from sudoku_cp.cross_check import instances
from sudoku_cp.cross_check.instances import moved, remade
from sudoku_cp.kernel import Combination, Table
from sudoku_cp.model import Cell, Model, Relation, Sudoku


@dataclass(frozen=True, slots=True)
class Transformed:
    """A model made from another one."""

    model: Model
    cells: Mapping[Cell, Cell]
    """The new cell for each old one; the new model may have further cells, which are functions of these."""
    values: Mapping[int, int] = field(default_factory=dict)
    """The new value for each old one that changes."""


Transform = Callable[[Model, Random], Transformed | None]
"""Transforms a model; None if it has nothing to transform."""


def reorder(model: Model, random: Random) -> Transformed | None:
    """Shuffle the constraints, and the cells within them where their order does not matter."""
    constraints = [instances.shuffled(constraint, random) for constraint in model.constraints]
    if len(constraints) < 2:
        return None
    random.shuffle(constraints)
    return Transformed(*remade(model, constraints=constraints))


def shuffle(model: Model, random: Random) -> Transformed | None:
    """Declare the cells in any other order."""
    return _in_order(model, random.sample(model.cells, len(model.cells)))


def transpose(model: Model, random: Random) -> Transformed | None:
    """Swap rows and columns."""
    return _in_order(model, sorted(model.cells, key=lambda cell: (cell.column or 0, cell.row or 0, cell.index)))


def rotate(model: Model, random: Random) -> Transformed | None:
    """Rotate the grid by 90 degrees."""
    return _in_order(model, sorted(model.cells, key=lambda cell: (cell.column or 0, -(cell.row or 0), cell.index)))


def bands(model: Model, random: Random) -> Transformed | None:
    """Permute the bands of boxes, and the rows within each."""
    if not isinstance(model, Sudoku) or model.box is None:
        return None
    height = model.box[0]
    tops = random.sample(range(0, model.size, height), model.size // height)
    place = {0: -1}
    for top in tops:
        for row in random.sample(range(top, top + height), height):
            place[row + 1] = len(place)
    return _in_order(model, sorted(model.cells, key=lambda cell: (place[cell.row or 0], cell.column or 0, cell.index)))


def _in_order(model: Model, order: list[Cell]) -> Transformed | None:
    if all(cell is other for cell, other in zip(order, model.cells, strict=True)):
        return None
    return Transformed(*remade(model, order=order))


def relabel(model: Model, random: Random) -> Transformed | None:
    """Permute the values if all constraints allow it."""
    values = sorted({value for cell in model.cells for value in cell.domain})
    if model.objective is not None or len(values) < 2:
        return None
    new = dict(zip(values, random.sample(values, len(values)), strict=True))
    constraints = [instances.relabelled(constraint, new) for constraint in model.constraints]
    if any(constraint is None for constraint in constraints):
        return None
    domains = {cell: tuple(sorted(new[value] for value in cell.domain)) for cell in model.cells}
    kept = [constraint for constraint in constraints if constraint is not None]
    kept += [Table((cell,), [(new[value],) for value in marks]) for cell, marks in model.pencilmarks.items()]
    made, cells = remade(model, domains=domains, constraints=kept)
    made.givens.clear()
    return Transformed(made, cells, new)


def tabulate(model: Model, random: Random) -> Transformed | None:
    """Replace constraints by tables of the tuples they allow."""
    tables = [
        None if isinstance(constraint, Table) else instances.table_of(constraint) for constraint in model.constraints
    ]
    if all(table is None for table in tables):
        return None
    made = [constraint if table is None else table for table, constraint in zip(tables, model.constraints, strict=True)]
    return Transformed(*remade(model, constraints=made))


def imply(model: Model, random: Random) -> Transformed | None:
    """Add constraints that follow from the others."""
    constraints = list(model.constraints)
    for constraint in random.sample(constraints, min(len(constraints), 4)):
        constraints += instances.implied(constraint, random) or (
            constraint,
            Combination((constraint, random.choice(model.constraints)), Relation.AT_LEAST, 1),
        )
    return Transformed(*remade(model, constraints=constraints)) if model.constraints else None


def split(model: Model, random: Random) -> Transformed | None:
    """Split constraints into smaller ones, with further variables if necessary."""
    made, cells = remade(model, constraints=())
    divided = False
    for number, original in enumerate(model.constraints):
        constraint = moved(original, cells)
        parts = instances.split(constraint, partial(made.variable, f"part {number}"))
        made.add(*(parts or (constraint,)))
        divided = divided or bool(parts)
    return Transformed(made, cells) if divided else None


RELATIONS: Mapping[str, Transform] = {
    transform.__name__: transform
    for transform in (reorder, shuffle, transpose, rotate, bands, relabel, tabulate, imply, split)
}
"""The relations by name."""

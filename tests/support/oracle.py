"""All solutions of a model by `holds` alone; no code is shared with a backend or with `cross_check.brute_force`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from sudoku_cp import AllDifferent, Cell, Constraint, Model

Values = tuple[int, ...]


def brute_force(model: Model, givens: Mapping[Cell, int] | None = None) -> list[Values]:
    """All solutions of a model, in lexicographic order.

    Parameters
    ----------
    model
        With a few cells, or with few solutions of its first cells.
    givens
        These take the place of the model's own givens.

    Returns
    -------
    list of tuple of int
        The values of all cells of each, in the order of the model's cells.
    """
    return list(solutions_by_meaning(model, givens))


def solutions_by_meaning(model: Model, givens: Mapping[Cell, int] | None = None) -> Iterator[Values]:
    """The same one by one: cells are assigned in order, and a constraint is asked once its scope has values.

    Of cells that must all differ, no two ever get the same value.
    """
    cells = model.cells
    fixed = model.givens if givens is None else givens
    due, unlike = _constraints_by_last_cell(model), _earlier_cells_that_differ(model)
    assignment: dict[Cell, int] = {}

    def extend(index: int) -> Iterator[Values]:
        if not all(constraint.holds(assignment) for constraint in due[index]):
            return
        if index == len(cells):
            assert not model.violations(assignment, fixed)
            yield tuple(assignment[cell] for cell in cells)
            return
        cell = cells[index]
        taken = {assignment[other] for other in unlike[index]}
        for value in model.domain_of(cell):
            if value not in taken and fixed.get(cell, value) == value:
                assignment[cell] = value
                yield from extend(index + 1)
                del assignment[cell]

    yield from extend(0)


def _constraints_by_last_cell(model: Model) -> list[list[Constraint]]:
    due: list[list[Constraint]] = [[] for _ in range(len(model.cells) + 1)]
    for constraint in model.constraints:
        for part in constraint.parts:
            due[max((cell.index + 1 for cell in part.scope), default=0)].append(part)
    return due


def _earlier_cells_that_differ(model: Model) -> list[set[Cell]]:
    unlike: list[set[Cell]] = [set() for _ in model.cells]
    for constraint in model.constraints:
        if isinstance(constraint, AllDifferent):
            for one, other in combinations(sorted(set(constraint.scope), key=lambda cell: cell.index), 2):
                unlike[other.index].add(one)
    return unlike

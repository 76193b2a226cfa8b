"""All solutions of a model by `holds` alone; no code is shared with a solver or with `cross_check.brute_force`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    """The same one by one."""
    fixed = model.givens if givens is None else givens
    domains = [[value for value in model.domain_of(cell) if fixed.get(cell, value) == value] for cell in model.cells]
    for values in satisfying(model.constraints, model.cells, domains):
        assert not model.violations(values, fixed)
        yield values


def satisfying(
    constraints: Iterable[Constraint], cells: Sequence[Cell], domains: Sequence[Sequence[int]] | None = None
) -> Iterator[Values]:
    """All values of some cells with which constraints on these cells hold.

    Cells are assigned in order, and a constraint is asked once its scope has values. Of cells that must all differ, no
    two ever get the same value.

    Parameters
    ----------
    constraints
        Their scopes lie within the cells.
    cells
        In the order in which they are assigned and their values are given.
    domains
        The values that each may take, in order; where left out, the domains of the cells.
    """
    place = {cell: at for at, cell in enumerate(cells)}
    parts = [part for constraint in constraints for part in constraint.parts]
    due: list[list[Constraint]] = [[] for _ in range(len(cells) + 1)]
    for part in parts:
        due[max((place[cell] + 1 for cell in part.scope), default=0)].append(part)
    unlike, values = _earlier_cells_that_differ(parts, place), domains or [cell.domain for cell in cells]
    assignment: dict[Cell, int] = {}

    def extend(at: int) -> Iterator[Values]:
        for constraint in due[at]:
            if not constraint.holds(assignment):
                return
        if at == len(cells):
            yield tuple(assignment[cell] for cell in cells)
            return
        taken = {assignment[other] for other in unlike[at]}
        for value in values[at]:
            if value not in taken:
                assignment[cells[at]] = value
                yield from extend(at + 1)

    yield from extend(0)


def _earlier_cells_that_differ(parts: Iterable[Constraint], place: Mapping[Cell, int]) -> list[set[Cell]]:
    unlike: list[set[Cell]] = [set() for _ in place]
    for part in parts:
        if isinstance(part, AllDifferent):
            for one, other in combinations(sorted(set(part.scope), key=place.__getitem__), 2):
                unlike[place[other]].add(one)
    return unlike

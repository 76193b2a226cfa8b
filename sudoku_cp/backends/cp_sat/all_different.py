"""Lower AllDifferent: a permutation of its values where it has as many cells as values, else at most one of each."""

from __future__ import annotations

from sudoku_cp.backends.cp_sat.literals import ValueLiterals
from sudoku_cp.model import AllDifferent


def lower_all_different(constraint: AllDifferent, literals: ValueLiterals) -> None:
    """Require that the cells of ``constraint`` take pairwise different values."""
    places: dict[int, list[int]] = {}
    for cell in constraint.cells:
        for value, literal in literals.of(cell).items():
            places.setdefault(value, []).append(literal)
    if len(set(constraint.cells)) < len(constraint.cells) or len(places) < len(constraint.cells):
        literals.contradiction()
    elif len(places) == len(constraint.cells):
        for value in sorted(places):
            literals.exactly_one(places[value])
    else:
        for value in sorted(places):
            literals.at_most_one(places[value])

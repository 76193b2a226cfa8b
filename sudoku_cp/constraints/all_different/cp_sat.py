"""All-different in CP-SAT: a permutation if there are as many cells as values, otherwise at most one of each."""

from __future__ import annotations

from sudoku_cp.kernel.all_different import AllDifferent
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.solvers.cp_sat.literals import ValueLiterals
from sudoku_cp.solvers.cp_sat.lowering import Definitions, define_sum, places, presence

MAX_PLACES = 50_000
"""The most candidates of the cells for which each value has its places; more are left to CP-SAT's own constraint."""


def define(constraint: AllDifferent, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if the cells have pairwise different values."""
    if definitions.literals.is_true(holds):
        _require(constraint, definitions.literals)
    else:
        _define(constraint, holds, definitions.literals)


def _require(constraint: AllDifferent, literals: ValueLiterals) -> None:
    """Require that the cells of ``constraint`` have pairwise different values."""
    if sum(len(literals.candidates(cell)) for cell in constraint.cells) > MAX_PLACES:
        literals.all_different([literals.integer(cell) for cell in constraint.cells])
        return
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


def _define(constraint: AllDifferent, holds: int, literals: ValueLiterals) -> None:
    """Make ``holds`` true exactly if there are as many different values as cells."""
    size = len(constraint.cells)
    present = [(1, literal) for literal in presence(constraint.cells, literals).values()]
    define_sum(present, Relation.AT_LEAST, size, holds, literals)
    for there in places(constraint.cells, literals).values():
        literals.sum_in([(1, place) for place in there], [0, 1], holds)

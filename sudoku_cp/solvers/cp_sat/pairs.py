"""Relations of two cells as clauses."""

from __future__ import annotations

from collections.abc import Callable

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.solvers.cp_sat.literals import ValueLiterals, negated

MAX_PAIRS = 4096
"""The largest number of value pairs for which a relation of two cells becomes clauses."""


def are_few_pairs(first: Cell, second: Cell, literals: ValueLiterals) -> bool:
    """Whether two cells have so few pairs of values that each can be looked at."""
    return len(literals.of(first)) * len(literals.of(second)) <= MAX_PAIRS


def define_pairs(
    first: Cell, second: Cell, allowed: Callable[[int, int], bool], holds: int, literals: ValueLiterals
) -> None:
    """Make ``holds`` true exactly if two different cells have a pair of values for which ``allowed`` is true."""
    if not literals.is_false(holds):
        _allow_pairs(first, second, allowed, holds, literals)
    if not literals.is_true(holds):
        _allow_pairs(first, second, lambda a, b: not allowed(a, b), negated(holds), literals)


def _allow_pairs(
    first: Cell, second: Cell, allowed: Callable[[int, int], bool], where: int, literals: ValueLiterals
) -> None:
    for value, literal in literals.of(first).items():
        supports: list[int] = []
        conflicts: list[int] = []
        for other, other_literal in literals.of(second).items():
            (supports if allowed(value, other) else conflicts).append(other_literal)
        if len(conflicts) < len(supports):
            for conflict in conflicts:
                literals.clause((negated(where), negated(literal), negated(conflict)))
        else:
            literals.clause((negated(where), negated(literal), *supports))

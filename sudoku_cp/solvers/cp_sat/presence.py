"""Literals for the values that occur in some cells, and counts of true literals."""

from __future__ import annotations

from collections.abc import Iterable

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.relation import Relation
from sudoku_cp.kernel.value import Value
from sudoku_cp.solvers.cp_sat.literals import ValueLiterals
from sudoku_cp.solvers.cp_sat.sums import define_sum, sum_terms


def define_number(
    name: str, counted: Iterable[int], relation: Relation, number: Value, holds: int, literals: ValueLiterals
) -> None:
    """Compare the number of the literals that are true with a number."""
    terms = [(1, literal) for literal in counted]
    constant = 0
    if isinstance(number, Cell):
        terms += sum_terms(name, {number: -1}, literals)
    else:
        constant = number
    define_sum(terms, relation, constant, holds, literals)


def places(cells: Iterable[Cell], literals: ValueLiterals) -> dict[int, list[int]]:
    """The literals of each value that different cells may have, in ascending order."""
    found: dict[int, list[int]] = {}
    for cell in dict.fromkeys(cells):
        for value, literal in literals.of(cell).items():
            found.setdefault(value, []).append(literal)
    return dict(sorted(found.items()))


def presence(cells: Iterable[Cell], literals: ValueLiterals) -> dict[int, int]:
    """A literal for each value that the cells may have, which is true if one of them has it."""
    return {value: literals.some(there) for value, there in places(cells, literals).items()}

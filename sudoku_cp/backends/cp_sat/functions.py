"""Lower Element, Count, CountDistinct, Maximum and Minimum, each as a condition that a literal stands for."""

from __future__ import annotations

from collections.abc import Iterable

from sudoku_cp.backends.cp_sat.literals import ValueLiterals, negated
from sudoku_cp.backends.cp_sat.sums import define_sum, sum_terms
from sudoku_cp.expressions.value import Value
from sudoku_cp.model import AllDifferent, Cell, Count, CountDistinct, Element, Maximum, Minimum, Relation


def define_element(constraint: Element, holds: int, literals: ValueLiterals) -> None:
    """Make ``holds`` true just where the cell pointed at has the value."""
    numbers = literals.values_of(constraint.value)
    supports: dict[int, list[int]] = {value: [] for value in numbers}
    for index, pointed in literals.of(constraint.index).items():
        position = index - constraint.first
        if not 0 <= position < len(constraint.array):
            literals.clause((negated(holds), negated(pointed)))
            continue
        candidates = literals.of(constraint.array[position])
        if not isinstance(constraint.value, Cell):
            right = candidates.get(constraint.value, literals.false)
            literals.clause((negated(holds), negated(pointed), right))
            literals.clause((holds, negated(pointed), negated(right)))
            supports[constraint.value].append(pointed)
            continue
        chosen: list[int] = []
        for value, literal in candidates.items():
            both = literals.boolean()
            literals.clause((negated(both), literal))
            chosen.append(both)
            supports.setdefault(value, []).append(both)
            number = numbers.get(value, literals.false)
            literals.clause((negated(holds), negated(both), number))
            literals.clause((holds, negated(both), negated(number)))
        literals.equals_sum(pointed, chosen)
    for value, number in numbers.items():
        literals.clause((negated(holds), negated(number), *supports[value]))


def define_count(constraint: Count, holds: int, literals: ValueLiterals) -> None:
    """Make ``holds`` true just where the number of cells with one of the values compares so."""
    members = (literals.among(cell, constraint.values) for cell in constraint.cells)
    _define_number(str(constraint), members, constraint.relation, constraint.number, holds, literals)


def define_count_distinct(constraint: CountDistinct, holds: int, literals: ValueLiterals) -> None:
    """Make ``holds`` true just where the number of different values compares so."""
    present = _presence(constraint.cells, literals).values()
    _define_number(str(constraint), present, constraint.relation, constraint.number, holds, literals)


def define_all_different(constraint: AllDifferent, holds: int, literals: ValueLiterals) -> None:
    """Make ``holds`` true just where there are as many values as cells."""
    size = len(constraint.cells)
    present = [(1, literal) for literal in _presence(constraint.cells, literals).values()]
    define_sum(present, Relation.AT_LEAST, size, holds, literals)
    for places in _places(constraint.cells, literals).values():
        literals.sum_in([(1, place) for place in places], [0, 1], holds)


def define_extremum(constraint: Maximum | Minimum, holds: int, literals: ValueLiterals) -> None:
    """Make ``holds`` true just where the value occurs in the cells and none beyond it does."""
    present = _presence(constraint.cells, literals)
    numbers = literals.values_of(constraint.value)
    beyond = number_beyond = literals.false
    for value in sorted({*present, *numbers}, reverse=isinstance(constraint, Maximum)):
        here, number = present.get(value, literals.false), numbers.get(value, literals.false)
        literals.clause((negated(holds), negated(number), here))
        literals.clause((negated(holds), negated(number), negated(beyond)))
        literals.clause((holds, negated(number), negated(here), beyond))
        number_beyond = literals.some((number_beyond, number), exclusive=True)
        literals.clause((negated(holds), negated(here), number_beyond))
        beyond = literals.some((beyond, here))


def _define_number(
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


def _places(cells: Iterable[Cell], literals: ValueLiterals) -> dict[int, list[int]]:
    """Of each value that different cells may take, ascending, the literals."""
    places: dict[int, list[int]] = {}
    for cell in dict.fromkeys(cells):
        for value, literal in literals.of(cell).items():
            places.setdefault(value, []).append(literal)
    return dict(sorted(places.items()))


def _presence(cells: Iterable[Cell], literals: ValueLiterals) -> dict[int, int]:
    """A literal for each value that the cells may take, true where one of them does."""
    return {value: literals.some(places) for value, places in _places(cells, literals).items()}

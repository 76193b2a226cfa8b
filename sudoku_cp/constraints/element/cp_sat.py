"""Elements of arrays in CP-SAT."""

from __future__ import annotations

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.combination import AllOf, AnyOf
from sudoku_cp.kernel.element import Element
from sudoku_cp.solvers.cp_sat.literals import negated
from sudoku_cp.solvers.cp_sat.lowering import Definitions


def define(constraint: Element, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if the indexed cell has the value."""
    literals = definitions.literals
    if literals.any_wide(*constraint.scope):
        here = [
            AllOf(constraint.index == place, cell == constraint.value)
            for place, cell in enumerate(constraint.array, constraint.first)
        ]
        definitions.define(AnyOf(*here), holds)
        return
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

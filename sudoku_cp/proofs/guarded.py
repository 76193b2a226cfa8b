"""Sums over cells and chains of states in a formula, each required if a guard is true.

A constraint inside a combination is *guarded*: it is required only if its guard, a literal, is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sudoku_cp.kernel.cell import Value
from sudoku_cp.model import Cell, Relation
from sudoku_cp.proofs.formula import Formula
from sudoku_cp.proofs.layers import Layers, State

Guard = int | None
"""A literal, or None for an unconditional requirement."""


_NEGATED = {
    Relation.EQUAL: (Relation.UNEQUAL, 0),
    Relation.UNEQUAL: (Relation.EQUAL, 0),
    Relation.AT_MOST: (Relation.AT_LEAST, 1),
    Relation.AT_LEAST: (Relation.AT_MOST, -1),
}
"""The negation of each relation, and the number that it adds to the right side."""


def signed(relation: Relation, positive: bool) -> tuple[Relation, int]:
    """The relation, or its opposite, and the number that it adds to the right side.

    >>> signed(Relation.AT_MOST, False)
    (<Relation.AT_LEAST: '≥'>, 1)
    """
    return (relation, 0) if positive else _NEGATED[relation]


class House:
    """A required all-different: its cells, and for each value the literals and the number of its constraint."""

    def __init__(self, cells: tuple[int, ...]) -> None:
        self.cells = cells
        self.places: dict[int, list[int]] = {}
        self.numbers: dict[int, int] = {}


class GuardedFormula:
    """A formula over cells, with the building blocks of all constraints."""

    def __init__(self) -> None:
        self.formula = Formula()
        self.literals: list[dict[int, int]] = []
        """For each cell the literal of each value."""

    def weighed(self, terms: Iterable[tuple[int, Cell]]) -> list[tuple[int, int]]:
        """Σ weight · cell as a sum over literals."""
        weights: dict[int, int] = {}
        for weight, cell in terms:
            for value, literal in self.literals[cell.index].items():
                weights[literal] = weights.get(literal, 0) + weight * value
        return [(weight, literal) for literal, weight in weights.items() if weight]

    def clause(self, literals: Iterable[int], guard: Guard) -> None:
        self.formula.clause([*literals, *([] if guard is None else [guard ^ 1])])

    def at_least(self, terms: list[tuple[int, int]], bound: int, guard: Guard) -> None:
        """Require Σ ≥ bound if the guard is true; a false guard adds the largest possible shortfall."""
        if guard is not None:
            missing = bound - sum(min(weight, 0) for weight, _ in terms)
            if missing <= 0:
                return
            terms = [*terms, (missing, guard ^ 1)]
        self.formula.at_least(terms, bound)

    def relate(self, terms: list[tuple[int, int]], relation: Relation, bound: int, guard: Guard) -> None:
        negative = [(-weight, literal) for weight, literal in terms]
        match relation:
            case Relation.AT_LEAST:
                self.at_least(terms, bound, guard)
            case Relation.AT_MOST:
                self.at_least(negative, -bound, guard)
            case Relation.EQUAL if guard is None:
                self.formula.equal(terms, bound)
            case Relation.EQUAL:
                self.at_least(terms, bound, guard)
                self.at_least(negative, -bound, guard)
            case Relation.UNEQUAL:
                below, above = self._sides(guard)
                self.at_least(negative, 1 - bound, below)
                self.at_least(terms, bound + 1, above)

    def _sides(self, guard: Guard) -> tuple[int, int]:
        """Two guards, one of which is true if the guard is; both are functions of the cells."""
        below = self.formula.variable()
        if guard is None:
            return below, below ^ 1
        above = self.formula.variable()
        self.formula.equal([(1, below), (1, above), (-1, guard)], 0)
        return below, above

    def _number(self, value: Value) -> tuple[list[tuple[int, int]], int]:
        """A number or a cell as terms to subtract, and a constant."""
        if isinstance(value, Cell):
            return [(-weight, literal) for weight, literal in self.weighed([(1, value)])], 0
        return [], value

    def compare(self, terms: list[tuple[int, int]], relation: Relation, value: Value, guard: Guard, more: int) -> None:
        others, constant = self._number(value)
        weights: dict[int, int] = {}
        for weight, literal in [*terms, *others]:
            weights[literal] = weights.get(literal, 0) + weight
        summed = [(weight, literal) for literal, weight in weights.items() if weight]
        self.relate(summed, relation, constant + more, guard)

    def layered(
        self,
        cells: tuple[Cell, ...],
        start: State,
        step: Callable[[int, Any, int], State | None],
        accepts: Callable[[Any], bool],
        guard: Guard,
        positive: bool,
    ) -> None:
        """One variable for each possible step of reading the cells in order; one step is taken in each layer."""
        layers = Layers([cell.domain for cell in cells], start, step, accepts, positive)
        if layers.always:
            return
        if layers.never:
            self.clause([], guard)
            return
        total, bound = ([(-1, guard)], 0) if guard is not None else ([], 1)
        before: dict[State, list[int]] = {}
        for place, edges in enumerate(layers.edges):
            by_value: dict[int, list[int]] = {}
            leaving: dict[State, list[int]] = {}
            entering: dict[State, list[int]] = {}
            for state, value, target in edges:
                edge = self.formula.variable()
                by_value.setdefault(value, []).append(edge)
                leaving.setdefault(state, []).append(edge)
                entering.setdefault(target, []).append(edge)
            if place == 0:
                self.formula.equal([*((1, edge) for edge in leaving[start]), *total], bound)
            for state, out in leaving.items() if place else ():
                self.formula.equal([*((1, edge) for edge in before[state]), *((-1, edge) for edge in out)], 0)
            before = entering
            for value, literal in self.literals[cells[place].index].items():
                taken = [(1, edge) for edge in by_value.get(value, ())]
                if guard is None:
                    self.formula.equal([*taken, (-1, literal)], 0)
                else:
                    self.clause([literal ^ 1, *(edge for _, edge in taken)], guard)
                    for _, edge in taken:
                        self.formula.clause([edge ^ 1, literal])

    def folded(
        self,
        cells: tuple[Cell, ...],
        value: Value,
        start: State,
        fold: Callable[[Any, int], int],
        guard: Guard,
        positive: bool,
    ) -> None:
        """Compare the result of folding the cells with a number, or with a cell that is read last."""
        if not isinstance(value, Cell):
            self.layered(cells, start, lambda place, state, read: fold(state, read), value.__eq__, guard, positive)
            return

        def step(place: int, state: State, read: int) -> State | None:
            return fold(state, read) if place < len(cells) else (True if state == read else None)

        self.layered((*cells, value), start, step, lambda state: state is True, guard, positive)

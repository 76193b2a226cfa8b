"""From the declared constraints of a model to a pseudo-Boolean formula.

The variable ``r1c1_5`` says that the cell r1c1 is 5. Whatever else a constraint needs is an auxiliary variable that is
a function of the cells, so that the formula has just as many solutions as the model. This is written down a second
time on purpose: nothing is shared with the lowerings of the backends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sudoku_cp.expressions.value import Value
from sudoku_cp.model import (
    AllDifferent,
    AllOf,
    Automaton,
    Cell,
    Combination,
    Connected,
    Constraint,
    Count,
    CountDistinct,
    Element,
    Linear,
    Maximum,
    Minimum,
    Model,
    Product,
    Relation,
    Sense,
    Table,
    Tables,
)
from sudoku_cp.proofs.connected import strays
from sudoku_cp.proofs.guarded import Guard, GuardedFormula, House
from sudoku_cp.proofs.layers import NotCoveredError, State

_PLAIN_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")

_NEGATED = {
    Relation.EQUAL: (Relation.UNEQUAL, 0),
    Relation.UNEQUAL: (Relation.EQUAL, 0),
    Relation.AT_MOST: (Relation.AT_LEAST, 1),
    Relation.AT_LEAST: (Relation.AT_MOST, -1),
}
"""What a relation becomes in a negation, and what it adds to the right side."""


class Encoding(GuardedFormula):
    """The formula of a model, and which literal says that a cell has a value.

    Raises
    ------
    NotCoveredError
        If a constraint is of an unknown kind, or needs too many auxiliary variables.
    """

    def __init__(self, model: Model, givens: Mapping[Cell, int]) -> None:
        super().__init__()
        self.cell_numbers: list[int] = []
        """By cell: the constraint that it has at least one value; the next one says at most one."""
        self.houses: list[House] = []
        for cell in model.cells:
            name = cell.name if _PLAIN_NAME.fullmatch(cell.name) else f"v[{cell.index}]"
            self.literals.append(
                {value: self.formula.variable(f"{name}_{value}".replace("-", "m")) for value in cell.domain}
            )
        self.formula.preserved = [literal for values in self.literals for literal in values.values()]
        if model.objective is not None:
            sign = 1 if model.objective.sense is Sense.MINIMIZE else -1
            self.formula.objective = [
                (sign * points, self.literals[cell.index][value])
                for cell, of_cell in model.objective.points().items()
                for value, points in of_cell.items()
                if points
            ]
        self.formula.say("each cell has one value")
        for values in self.literals:
            self.cell_numbers.append(self.formula.equal([(1, literal) for literal in values.values()], 1))
        self._restrict(model, givens)
        for constraint in model.constraints:
            self.formula.say(str(constraint))
            self._add(constraint, None, positive=True)

    def _restrict(self, model: Model, givens: Mapping[Cell, int]) -> None:
        if model.pencilmarks:
            self.formula.say("pencil marks")
        for cell, candidates in model.pencilmarks.items():
            for value in cell.domain:
                if value not in candidates:
                    self.formula.clause([self.literals[cell.index][value] ^ 1])
        if givens:
            self.formula.say("givens")
        for cell, value in givens.items():
            self.formula.clause([self.literals[cell.index][value]])

    def _add(self, constraint: Constraint, guard: Guard, positive: bool) -> None:
        encode = _ENCODERS.get(type(constraint))
        if encode is None:
            raise NotCoveredError(f"proofs do not cover {constraint} ({type(constraint).__name__})")
        try:
            encode(self, constraint, guard, positive)
        except NotCoveredError as error:
            raise NotCoveredError(f"proofs do not cover {constraint}: {error}") from None

    def _all_different(self, constraint: AllDifferent, guard: Guard, positive: bool) -> None:
        cells = constraint.cells
        if not positive:
            self._count_distinct(CountDistinct(cells, len(cells) - 1, Relation.AT_MOST), guard, True)
            return
        if len(set(cells)) < len(cells):
            self._clause([], guard)
            return
        house = House(tuple(cell.index for cell in cells))
        for value in sorted({value for cell in cells for value in cell.domain}):
            places = [self.literals[cell.index][value] for cell in cells if value in cell.domain]
            house.places[value] = places
            if len(places) > 1:
                self._at_least([(-1, literal) for literal in places], -1, guard)
                house.numbers[value] = len(self.formula.constraints)
        if guard is None:
            self.houses.append(house)

    def _linear(self, constraint: Linear, guard: Guard, positive: bool) -> None:
        relation, more = (constraint.relation, 0) if positive else _NEGATED[constraint.relation]
        self._relate(self._weighed(constraint.terms), relation, constraint.constant + more, guard)

    def _count(self, constraint: Count, guard: Guard, positive: bool) -> None:
        relation, more = (constraint.relation, 0) if positive else _NEGATED[constraint.relation]
        terms = [
            (1, literal)
            for cell in constraint.cells
            for value, literal in self.literals[cell.index].items()
            if value in constraint.values
        ]
        self._compare(terms, relation, constraint.number, guard, more)

    def _count_distinct(self, constraint: CountDistinct, guard: Guard, positive: bool) -> None:
        relation, more = (constraint.relation, 0) if positive else _NEGATED[constraint.relation]
        terms = []
        for value in sorted({value for cell in constraint.cells for value in cell.domain}):
            places = [self.literals[cell.index][value] for cell in constraint.cells if value in cell.domain]
            occurs = self.formula.variable()
            self.formula.clause([occurs ^ 1, *places])
            for literal in dict.fromkeys(places):
                self.formula.clause([literal ^ 1, occurs])
            terms.append((1, occurs))
        self._compare(terms, relation, constraint.number, guard, more)

    def _table(self, constraint: Table, guard: Guard, positive: bool) -> None:
        cells = constraint.cells
        if positive and len(cells) == 2 and cells[0] is not cells[1]:
            self._pairs(constraint, guard)
            return

        def step(place: int, rows: State, value: int) -> State | None:
            return frozenset(row[1:] for row in rows if row[0] == value) or None

        self._layered(cells, constraint.tuples, step, bool, guard, positive)

    def _tables(self, constraint: Tables, guard: Guard, positive: bool) -> None:
        self._holding(AllOf(*constraint.parts), guard, positive)

    def _pairs(self, constraint: Table, guard: Guard) -> None:
        """Say for each value of one cell what the other may be."""
        for at, other in ((0, 1), (1, 0)):
            here, there = (self.literals[constraint.cells[place].index] for place in (at, other))
            for value, literal in here.items():
                partners = sorted(row[other] for row in constraint.tuples if row[at] == value)
                self._clause([literal ^ 1, *(there[partner] for partner in partners if partner in there)], guard)

    def _automaton(self, constraint: Automaton, guard: Guard, positive: bool) -> None:
        dfa = constraint.dfa
        self._layered(
            constraint.cells,
            dfa.start,
            lambda place, state, value: dfa.transitions[state].get(value),
            dfa.accepting.__contains__,
            guard,
            positive,
        )

    def _product(self, constraint: Product, guard: Guard, positive: bool) -> None:
        self._folded(constraint.cells, constraint.value, 1, lambda product, value: product * value, guard, positive)

    def _extremum(self, constraint: Maximum | Minimum, guard: Guard, positive: bool) -> None:
        cells, value = constraint.cells, constraint.value
        largest = isinstance(constraint, Maximum)
        if not cells:
            if positive:
                self._clause([], guard)
            return
        if not positive:
            self._folded(cells, value, None, _larger if largest else _smaller, guard, positive)
            return
        known = self.literals[value.index].items() if isinstance(value, Cell) else [(value, None)]
        for number, literal in known:
            condition = [] if literal is None else [literal ^ 1]
            for cell in cells:
                for other, beyond in self.literals[cell.index].items():
                    if (other > number) if largest else (other < number):
                        self._clause([*condition, beyond ^ 1], guard)
            places = [self.literals[cell.index][number] for cell in cells if number in cell.domain]
            self._clause([*condition, *places], guard)

    def _folded(
        self,
        cells: tuple[Cell, ...],
        value: Value,
        start: State,
        fold: Callable[[Any, int], int],
        guard: Guard,
        positive: bool,
    ) -> None:
        """Compare what the cells fold to with a number, or with a cell that is read last."""
        if not isinstance(value, Cell):
            self._layered(cells, start, lambda place, state, read: fold(state, read), value.__eq__, guard, positive)
            return

        def step(place: int, state: State, read: int) -> State | None:
            return fold(state, read) if place < len(cells) else (True if state == read else None)

        self._layered((*cells, value), start, step, lambda state: state is True, guard, positive)

    def _element(self, constraint: Element, guard: Guard, positive: bool) -> None:
        for at, index in self.literals[constraint.index.index].items():
            position = at - constraint.first
            if not 0 <= position < len(constraint.array):
                if positive:
                    self._clause([index ^ 1], guard)
                continue
            pointed = self.literals[constraint.array[position].index]
            if isinstance(constraint.value, Cell):
                wanted: Mapping[int, int | None] = self.literals[constraint.value.index]
            else:
                wanted = {constraint.value: None}
            for value, literal in wanted.items():
                condition = [index ^ 1] if literal is None else [index ^ 1, literal ^ 1]
                if positive:
                    self._clause([*condition, *([pointed[value]] if value in pointed else [])], guard)
                elif value in pointed:
                    self._clause([*condition, pointed[value] ^ 1], guard)

    def _connected(self, constraint: Connected, guard: Guard, positive: bool) -> None:
        if constraint.size == 0:  # a group has a cell
            if positive:
                self._clause([], guard)
            return
        inside = []
        for cell in constraint.cells:
            inside.append(self.formula.variable())
            values = self.literals[cell.index].items()
            members = [(1, literal) for value, literal in values if value in constraint.values]
            self.formula.equal([*members, (-1, inside[-1])], 0)
        members = [(1, member) for member in inside]
        relation, size = (Relation.AT_LEAST, 1) if constraint.size is None else (Relation.EQUAL, constraint.size)
        apart = strays(self.formula, constraint, inside)
        if positive:
            self._relate(members, relation, size, guard)
            for stray in apart:
                self._clause([stray ^ 1], guard)
            return
        sized = self.formula.variable()
        self._relate(members, relation, size, sized)
        opposite, more = _NEGATED[relation]
        self._relate(members, opposite, size + more, sized ^ 1)
        self._clause([sized ^ 1, *apart], guard)

    def _holding(self, constraint: Combination, guard: Guard, positive: bool) -> None:
        relation, bound = _said(constraint, positive)
        parts = constraint.constraints
        if relation is Relation.AT_LEAST and bound == len(parts):  # all of them: no need to count
            for part in parts:
                self._add(part, guard, True)
        elif relation in (Relation.AT_MOST, Relation.EQUAL) and bound == 0:
            for part in parts:
                self._add(part, guard, False)
        else:
            self._relate([(1, self._held(part)) for part in parts], relation, bound, guard)

    def _held(self, constraint: Constraint) -> int:
        """A literal that is true just where the constraint holds; of a combination both signs name the same parts."""
        held = self.formula.variable()
        if isinstance(constraint, Tables):
            constraint = AllOf(*constraint.parts)
        if isinstance(constraint, Combination):
            terms = [(1, self._held(part)) for part in constraint.constraints]
            self._relate(terms, *_said(constraint, True), held)
            self._relate(terms, *_said(constraint, False), held ^ 1)
        else:
            self._add(constraint, held, True)
            self._add(constraint, held ^ 1, False)
        return held


def _said(constraint: Combination, positive: bool) -> tuple[Relation, int]:
    """What a combination, or its negation, says of the number of parts that hold."""
    relation, more = (constraint.relation, 0) if positive else _NEGATED[constraint.relation]
    return relation, constraint.constant + more


def _larger(known: int | None, value: int) -> int:
    return value if known is None else max(known, value)


def _smaller(known: int | None, value: int) -> int:
    return value if known is None else min(known, value)


_ENCODERS: Mapping[type[Constraint], Callable[[Encoding, Any, Guard, bool], None]] = {
    AllDifferent: Encoding._all_different,
    Linear: Encoding._linear,
    Table: Encoding._table,
    Tables: Encoding._tables,
    Automaton: Encoding._automaton,
    Element: Encoding._element,
    Count: Encoding._count,
    CountDistinct: Encoding._count_distinct,
    Maximum: Encoding._extremum,
    Minimum: Encoding._extremum,
    Product: Encoding._product,
    Connected: Encoding._connected,
    Combination: Encoding._holding,
}

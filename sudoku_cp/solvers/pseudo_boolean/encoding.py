"""Encoding of a model's declared constraints as a pseudo-Boolean formula.

For each value of a cell there is a variable which says that the cell has it. Constraints may need auxiliary variables,
which are functions of the cells, so that the formula has as many solutions as the model. A constraint inside a
combination is *guarded*: it is required only if its guard, a literal, is true. Proofs and the solvers of formulas read
the formula; it shares no code with the lowerings to the engine and to CP-SAT. The folder of each constraint defines its
encoding in ``proof.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from typing import Any, Protocol

from sudoku_cp.kernel.cell import Value
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.slots import Slot
from sudoku_cp.model import Cell, LoweringError, Model, Relation, Sense
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solvers.pseudo_boolean.formula import Formula
from sudoku_cp.solving.compiling import in_time

State = Any
"""Any hashable value except None."""

MAX_EDGES = 50_000
"""The largest number of steps for one constraint."""

_DEAD = object()
"""The state after a step that is not allowed."""


class NotCoveredError(LoweringError):
    """Raised if a constraint cannot be written as a formula; the message names it."""


def limit_edges(count: int) -> None:
    """Refuse to encode more edges than a formula should have.

    Parameters
    ----------
    count
        The number of edges so far.

    Raises
    ------
    NotCoveredError
        If there are more than `MAX_EDGES`.
    """
    if count > MAX_EDGES:
        raise NotCoveredError(f"reading its cells needs more than {MAX_EDGES:,} steps")


class Layers:
    """The steps, layer by layer, that are on a path to acceptance.

    Parameters
    ----------
    domains
        The possible values at each position.
    start
        The state before the first value.
    step
        Returns the next state for a position, a state and a value; None rejects.
    accepts
        Returns whether a state accepts at the end.
    positive
        Whether to find accepted paths; False finds those that are *not* accepted.

    Raises
    ------
    NotCoveredError
        If there are more than `MAX_EDGES` steps.

    >>> def add(place, total, value): return total + value
    >>> [len(layer) for layer in Layers([(1, 2), (1, 2)], 0, add, (3).__eq__, True).edges]
    [2, 2]
    """

    def __init__(
        self,
        domains: Sequence[Sequence[int]],
        start: Hashable,
        step: Callable[[int, Any, int], State | None],
        accepts: Callable[[Any], bool],
        positive: bool,
    ) -> None:
        layers: list[list[tuple[State, int, State]]] = []
        states = [start]
        count = 0
        for place, domain in enumerate(domains):
            edges = []
            for state in states:
                for value in domain:
                    target = _DEAD if state is _DEAD else step(place, state, value)
                    if target is None or target is _DEAD:
                        if positive:
                            continue
                        target = _DEAD
                    edges.append((state, value, target))
            count += len(edges)
            limit_edges(count)
            layers.append(edges)
            states = list(dict.fromkeys(target for _, _, target in edges))
        good = {state for state in states if (state is not _DEAD and bool(accepts(state))) == positive}
        self.edges: list[list[tuple[State, int, State]]] = []
        for edges in reversed(layers):
            edges = [edge for edge in edges if edge[2] in good]
            good = {state for state, _, _ in edges}
            self.edges.append(edges)
        self.edges.reverse()
        ends_well = start in good
        self.never = not ends_well
        """Whether there is no such path."""
        self.always = ends_well and not self.edges
        """Whether there are no cells, and that is accepted."""


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


class ConstraintEncoding(Protocol):
    """The contents of a constraint's ``proof.py``."""

    def encode(self, constraint: Any, encoding: Encoding, guard: Guard, positive: bool) -> None:
        """Require the constraint, or its negation, if the guard is true.

        Raises
        ------
        NotCoveredError
            If it needs too many auxiliary variables.
        """


ENCODINGS = Slot[ConstraintEncoding]("proof", "encode", "pseudo-Boolean formulas do not cover", NotCoveredError)


class Encoding(GuardedFormula):
    """The formula of a model, with the literal for each value of a cell.

    Raises
    ------
    NotCoveredError
        If a constraint is of an unknown kind, or needs too many auxiliary variables.
    LoweringError
        If a limit is reached.
    """

    def __init__(
        self, model: Model, givens: Mapping[Cell, int], limits: Limits = NO_LIMITS, solver: str = "proof"
    ) -> None:
        super().__init__()
        self.cell_numbers: list[int] = []
        """For each cell the number of the constraint for at least one value; the next one is for at most one."""
        self.houses: list[House] = []
        """The required all-differents."""
        self._held: dict[Constraint, int] = {}
        self._objective = model.objective
        for cell in model.cells:
            name = " ".join(cell.name.split())
            self.literals.append({value: self.formula.variable(f"{name} = {value}") for value in cell.domain})
        if model.objective is not None:
            sign = 1 if model.objective.sense is Sense.MINIMIZE else -1
            self.formula.objective = [
                (sign * points, self.literals[cell.index][value])
                for cell, of_cell in model.objective.points().items()
                for value, points in of_cell.items()
                if points
            ]
        if not model.cells:  # a formula has a variable
            self.formula.clause([self.formula.variable()])
        self.formula.say("each cell has one value")
        for values in self.literals:
            self.cell_numbers.append(self.formula.equal([(1, literal) for literal in values.values()], 1))
        self._restrict(model, givens)
        for constraint in in_time(solver, model, limits):
            self.formula.say(str(constraint))
            self.add(constraint, None, positive=True)

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

    def add(self, constraint: Constraint, guard: Guard, positive: bool) -> None:
        """Require the constraint, or its negation, if the guard is true.

        Raises
        ------
        NotCoveredError
            If its kind has no encoding, or it needs too many auxiliary variables.
        """
        encoding = ENCODINGS.of(constraint)
        try:
            encoding.encode(constraint, self, guard, positive)
        except NotCoveredError as error:
            raise NotCoveredError(f"pseudo-Boolean formulas do not cover {constraint}: {error}") from None

    def restrictions(self, givens: Mapping[Cell, int], target: int | None) -> list[tuple[list[tuple[int, int]], int]]:
        """The sums, and what each must reach, by which a question restricts the model.

        Parameters
        ----------
        givens
            The fixed values.
        target
            The score that solutions must reach, if any.
        """
        found = [([(1, self.literals[cell.index][value])], 1) for cell, value in givens.items()]
        if target is not None and self._objective is not None:
            gains = [(-weight, literal) for weight, literal in self.formula.objective or ()]
            found.append((gains, self.gain_of(target)))
        return found

    def gain_of(self, target: int) -> int:
        """What the negated objective of the formula must reach for a score."""
        assert self._objective is not None
        return self._objective.gain(target - self._objective.expression.constant)

    def values_of(self, true: Set[int]) -> tuple[int, ...]:
        """The values of the cells, in cell order, if these positive literals are the true ones."""
        return tuple(next(value for value, literal in values.items() if literal in true) for values in self.literals)

    def held(self, constraint: Constraint) -> int:
        """A literal that is equivalent to the constraint, made at its first use."""
        if constraint not in self._held:
            held = self._held[constraint] = self.formula.variable()
            self.add(constraint, held, True)
            self.add(constraint, held ^ 1, False)
        return self._held[constraint]

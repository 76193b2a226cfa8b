"""The elements of a puzzle, and the sets of them that may eliminate something together.

An element is what a person looks at as one thing, such as a row, a cage or the anti-knight rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from sudoku_cp.human.marks import Marks, is_difference
from sudoku_cp.kernel import AllDifferent
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.model import Board, Clue, Model


@dataclass(frozen=True, eq=False)
class Group:
    """Constraints that are used together, with the definitions of the auxiliary variables among their cells."""

    number: int
    """Its place among the groups of the model."""
    constraints: tuple[Constraint, ...]
    cells: tuple[Cell, ...]
    """The cells that it depends on, in the model's order, without auxiliary variables."""

    @cached_property
    def bits(self) -> int:
        """The cells as a mask over the model's cells."""
        return sum(1 << cell.index for cell in self.cells)


@dataclass(frozen=True, eq=False)
class Element:
    """A house, a clue, or a rule for the whole grid."""

    number: int
    """Its place among the elements of the model."""
    label: str
    groups: tuple[Group, ...]
    """One, or each constraint of a rule for the whole grid: of those a step uses only the ones near its cells."""

    @cached_property
    def bits(self) -> int:
        """The cells that it depends on, as a mask over the model's cells."""
        bits = 0
        for group in self.groups:
            bits |= group.bits
        return bits

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its groups."""
        return tuple(group.number for group in self.groups)

    @property
    def is_rule(self) -> bool:
        """Whether it is a rule for the whole grid."""
        return len(self.groups) > 1

    @cached_property
    def is_house(self) -> bool:
        """Whether it says that its cells differ, and nothing else."""
        only = self.groups[0].constraints
        return not self.is_rule and len(only) == 1 and isinstance(only[0], AllDifferent)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of a house or clue."""
        return self.groups[0].cells

    def __str__(self) -> str:
        return self.label


def bits_of(elements: Iterable[Element]) -> int:
    """The cells that elements depend on, as a mask over the model's cells."""
    bits = 0
    for element in elements:
        bits |= element.bits
    return bits


def elements_of(model: Model) -> tuple[Element, ...]:
    """Divide a model's constraints into elements.

    Auxiliary variables are functions of the cells, so their definitions belong to each element that uses them.

    Parameters
    ----------
    model
        The model.

    Returns
    -------
    tuple
        Its elements, in the order of their constraints.
    """
    hidden = {cell.index for cell in model.auxiliary_cells}
    defined = _definitions(model, hidden)
    definitions = {id(constraint) for constraint in defined.values()}
    clue_of = {id(each): declared.clue for declared in model.declarations for each in declared.constraints}
    by_origin: dict[int, list[Constraint]] = {}
    for constraint in model.constraints:
        if id(constraint) not in definitions:
            by_origin.setdefault(id(clue_of.get(id(constraint)) or constraint), []).append(constraint)
    elements: list[Element] = []
    groups = 0
    for constraints in by_origin.values():
        clue = clue_of.get(id(constraints[0]))
        parts = [constraints]
        if clue is not None and _names_no_place(clue) and _covers_half(constraints, model):
            parts = [[part] for constraint in constraints for part in constraint.parts]
        made = []
        for part in parts:
            made.append(_group(groups, [*part, *_closure(part, defined)], hidden))
            groups += 1
        elements.append(Element(len(elements), str(clue or constraints[0]), tuple(made)))
    return tuple(elements)


def _names_no_place(clue: Clue) -> bool:
    """Whether a clue may be a rule for the whole grid: all of its parameters are numbers."""
    parameters: Mapping[str, object] = getattr(clue, "parameters", {})
    return not any(isinstance(value, str) for value in parameters.values())


def _covers_half(constraints: Iterable[Constraint], model: Model) -> bool:
    cells = model.grid if isinstance(model, Board) else model.cells
    covered = {cell for constraint in constraints for cell in constraint.scope}
    return 2 * len(covered) >= len(cells)


def _group(number: int, constraints: list[Constraint], hidden: set[int]) -> Group:
    scope = {cell.index: cell for constraint in constraints for cell in constraint.scope}
    return Group(number, tuple(constraints), tuple(scope[index] for index in sorted(scope) if index not in hidden))


def _definitions(model: Model, hidden: set[int]) -> dict[int, Constraint]:
    """The constraint that defines each auxiliary variable: the first one of whose variables it is the last declared."""
    defined: dict[int, Constraint] = {}
    for constraint in model.constraints:
        last = max((cell.index for cell in constraint.scope), default=-1)
        if last in hidden:
            defined.setdefault(last, constraint)
    return defined


def _closure(constraints: Iterable[Constraint], defined: Mapping[int, Constraint]) -> list[Constraint]:
    """The definitions of the auxiliary variables of constraints, and of those in the definitions."""
    found: dict[int, Constraint] = {}
    waiting = list(constraints)
    while waiting:
        for cell in waiting.pop().scope:
            if cell.index in defined and cell.index not in found:
                found[cell.index] = defined[cell.index]
                waiting.append(defined[cell.index])
    return list(found.values())


Part = tuple[Element, Group, int]
"""A rule for the whole grid, one of its constraints, and the open cells of that as a mask."""


@dataclass(frozen=True)
class Selection:
    """Some elements, and the groups of constraints that are used of them."""

    elements: tuple[Element, ...]
    groups: tuple[Group, ...]


def whole(elements: Sequence[Element]) -> Selection:
    """Elements with all of their constraints."""
    return Selection(tuple(elements), tuple(group for element in elements for group in element.groups))


def selections(elements: Sequence[Element], size: int, marks: Marks) -> Iterator[Selection]:
    """The sets of elements that may eliminate more than their subsets do.

    Where an element shares a single open cell with the others, both sides alone eliminate all that they do together. So
    each shares two open cells or more with the others. Of a rule for the whole grid only the constraints
    with an open cell of another element are used, and each of them alone.

    Parameters
    ----------
    elements
        The elements to choose from.
    size
        How many elements a set has, 1 to 3.
    marks
        The candidates.
    """
    is_open = sum(1 << index for index in range(len(marks.masks)) if marks.is_open(index))
    local = [element for element in elements if not element.is_rule and element.bits & is_open]
    rules = [element for element in elements if element.is_rule]
    if size == 1:
        yield from map(whole, ((element,) for element in local))
        for rule in rules:
            for group in rule.groups:
                if group.bits & is_open and not is_difference(group.constraints[0]):
                    yield Selection((rule,), (group,))
        return
    parts = [(rule, group, group.bits & is_open) for rule in rules for group in rule.groups]
    parts = [part for part in parts if part[2].bit_count() > 1]
    for many in range(1, size + 1):
        for chosen in _linked(local, many, is_open) if many == size else combinations(local, many):
            for used in combinations(rules, size - many):
                if many == size:
                    yield whole(chosen)
                elif (found := _with_rules(chosen, used, parts, is_open)) is not None:
                    yield found


def _linked(local: Sequence[Element], size: int, is_open: int) -> Iterator[tuple[Element, ...]]:
    live = [(element, element.bits & is_open) for element in local]
    for at, (one, first) in enumerate(live):
        for place, (two, second) in enumerate(live[at + 1 :], at + 1):
            if size == 2:
                if (first & second).bit_count() > 1:
                    yield one, two
                continue
            for three, third in live[place + 1 :]:
                if (
                    (first & (second | third)).bit_count() > 1
                    and (second & (first | third)).bit_count() > 1
                    and (third & (first | second)).bit_count() > 1
                ):
                    yield one, two, three


def _with_rules(
    chosen: tuple[Element, ...], rules: tuple[Element, ...], parts: Sequence[Part], is_open: int
) -> Selection | None:
    """Elements with the constraints of rules that link their cells; None where something is not linked."""
    inside = bits_of(chosen) & is_open
    near = [part for part in parts if part[2] & inside and part[0] in rules]
    while True:  # a constraint with a single cell that others share has no effect on them
        once = twice = 0
        for bits in (*(element.bits & is_open for element in chosen), *(bits for _, _, bits in near)):
            twice |= once & bits
            once |= bits
        linked = [part for part in near if (part[2] & twice).bit_count() > 1]
        if len(linked) == len(near):
            break
        near = linked
    if {rule for rule, _, _ in near} != set(rules) or not _is_connected(chosen, [bits for _, _, bits in near], is_open):
        return None
    return Selection((*chosen, *rules), (*(element.groups[0] for element in chosen), *(group for _, group, _ in near)))


def _is_connected(chosen: tuple[Element, ...], near: list[int], is_open: int) -> bool:
    """Whether each element shares two cells with the others, and cells link all of them."""
    sets = [element.bits & is_open for element in chosen]
    for at, bits in enumerate(sets):
        others = 0
        for other in (*sets[:at], *sets[at + 1 :], *near):
            others |= other
        if (bits & others).bit_count() < 2:
            return False
    reached, left = sets[0], [*sets[1:], *near]
    while touching := [bits for bits in left if bits & reached]:
        for bits in touching:
            reached |= bits
        left = [bits for bits in left if not bits & reached]
    return not left

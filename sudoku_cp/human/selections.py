"""Sets of elements that may eliminate something together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from sudoku_cp.human.elements import Element, Group, bits_of
from sudoku_cp.human.marks import Marks, is_difference

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

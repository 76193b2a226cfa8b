"""Steps by named techniques, and names for exact steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from sudoku_cp.human.elements import Element
from sudoku_cp.human.finder import MOST_ELEMENTS, SearchStoppedError, StepFinder
from sudoku_cp.human.marks import Marks, values_of
from sudoku_cp.human.step import Step
from sudoku_cp.human.techniques import Layout, Pattern, Position, easiest, techniques_for
from sudoku_cp.human.techniques.layout import bits_of

DEDUCTION = "deduction"
"""The name of a step that people have no name for."""

_NAMING = tuple(takewhile(lambda technique: technique.name != "finned swordfish", techniques_for(uniqueness=False)))
"""The techniques that give exact steps their names; further ones take too long where many cells are open."""

_BEFORE_CLUES = frozenset(technique.name for technique in takewhile(lambda each: each.name != "X-wing", _NAMING))
"""The techniques, singles to subsets, that are easier than deductions from clues."""


class HumanFinder:
    """Finds steps by named techniques in a model's puzzles.

    In models with clues or rules, exact steps of up to `MOST_ELEMENTS` elements come before fish, wings and chains: few
    people look for those before the clues, and where most cells are open they take seconds.

    Parameters
    ----------
    finder
        The finder of exact steps, for the elements of the model and for where no technique applies.
    uniqueness
        Whether techniques count that are only right in puzzles with one solution.
    most_elements
        The largest number of elements that an exact step may need; None for any number.
    """

    def __init__(self, finder: StepFinder, *, uniqueness: bool = False, most_elements: int | None = None) -> None:
        self._finder = finder
        self._most = most_elements
        self._layout = Layout(finder.model)
        techniques = techniques_for(uniqueness=uniqueness)
        self._assuming = {technique.name for technique in techniques if technique.assumes_uniqueness}
        self._has_clues = not all(element.is_house for element in finder.elements)
        self._easy = tuple(each for each in techniques if each.name in _BEFORE_CLUES or not self._has_clues)
        self._hard = techniques[len(self._easy) :]
        self._element_of: dict[int, Element] = {}
        for element in finder.elements:
            for group in element.groups:
                self._element_of.setdefault(group.bits, element)

    def step(self, marks: Marks) -> Step | None:
        """The first step of the easiest technique, or an exact step: the smallest one.

        Parameters
        ----------
        marks
            The candidates.

        Returns
        -------
        Step or None
            The step; None if nothing follows, or a cell has no candidate.

        Raises
        ------
        SearchStoppedError
            If the finder's ``should_stop`` says so.
        """
        if self._finder.should_stop():
            raise SearchStoppedError
        if marks.is_contradictory():
            return None
        position = self._position(marks)
        if pattern := easiest(position, self._easy):
            return self._step_of(pattern, marks)
        if self._has_clues:
            few = MOST_ELEMENTS if self._most is None else min(self._most, MOST_ELEMENTS)
            for step in self._finder.steps(marks, few):
                return self.named(step, marks)
        if pattern := easiest(position, self._hard):
            return self._step_of(pattern, marks)
        return next(iter(self._finder.steps(marks, self._most)), None)

    def walk(self, marks: Marks) -> Iterator[Step]:
        """Take the easiest step, and carry it out, until none is left.

        Parameters
        ----------
        marks
            The candidates, which change.

        Yields
        ------
        Step
            Each step before it is carried out.
        """
        while (step := self.step(marks)) is not None:
            yield step
            step.apply(marks)

    def _position(self, marks: Marks) -> Position:
        layout = self._layout
        masks = [0] * len(marks.masks)
        for cell in layout.cells:
            mask = marks.masks[cell.index]
            masks[cell.index] = mask if cell.domain == layout.digits else layout.mask_of(values_of(cell, mask))
        placed, givens = (sum(1 << index for index in indices) for indices in (marks.placed, marks.givens))
        return Position(layout, masks, placed, givens)

    def _step_of(self, pattern: Pattern, marks: Marks) -> Step:
        layout, cells = self._layout, marks.model.cells
        return Step(
            pattern.name,
            tuple(sorted(self._elements(pattern), key=lambda element: element.number)),
            tuple(cells[index] for index in bits_of(pattern.cells)),
            layout.values_of(pattern.digits),
            {cells[index]: layout.values_of(digits) for index, digits in pattern.eliminated.items()},
            {cells[index]: layout.digits[digit] for index, digit in pattern.placed.items()},
            pattern.reason,
            is_least=False,
            assumes_uniqueness=pattern.name in self._assuming,
        )

    def _elements(self, pattern: Pattern) -> set[Element]:
        """The elements that prove a pattern: its houses, and what makes its cells and the eliminated ones differ."""
        houses = {house.number: house for house in pattern.houses}
        seen = [
            (cell, other)
            for cell, digits in pattern.eliminated.items()
            for other in bits_of(pattern.cells & self._layout.peers[cell])
            if digits & pattern.digits
        ]
        for one, other in (*pattern.pairs, *seen):
            both = 1 << one | 1 << other
            if all(house.bits & both != both for house in houses.values()):
                house = self._layout.house_with(one, other)
                houses[house.number] = house
        return {self._element_of[house.bits] for house in houses.values()}

    def named(self, step: Step, marks: Marks) -> Step:
        """An exact step with the name and the words of the technique that finds it, if there is one.

        Parameters
        ----------
        step
            The step.
        marks
            The candidates before it.
        """
        if step.name != DEDUCTION or not all(element.is_house for element in step.elements):
            return step
        layout, cells = self._layout, marks.model.cells
        position = self._position(marks)
        for technique in _NAMING:
            for pattern in technique.find(position):
                if self._explains(pattern, step):
                    seen = tuple(cells[index] for index in bits_of(pattern.cells))
                    digits = layout.values_of(pattern.digits)
                    return replace(step, name=pattern.name, cells=seen, digits=digits, reason=pattern.reason)
        return step

    def _explains(self, pattern: Pattern, step: Step) -> bool:
        """Whether a pattern concludes all that a step does, from the step's elements."""
        layout, elements = self._layout, [element.bits for element in step.elements]
        if not pattern.eliminated or step.placed:
            return False
        lost = pattern.eliminated
        if any(layout.mask_of(values) & ~lost.get(cell.index, 0) for cell, values in step.eliminated.items()):
            return False
        pairs = (1 << one | 1 << other for one, other in pattern.pairs)
        return all(house.bits in elements for house in pattern.houses) and all(
            any(bits & pair == pair for bits in elements) for pair in pairs
        )

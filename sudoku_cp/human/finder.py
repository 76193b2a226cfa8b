"""The steps of least size, found by trying every set of few elements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sudoku_cp._base.arguments import checked, function, integer, of_type
from sudoku_cp.human.cases import clue_text, innie_text
from sudoku_cp.human.cores import Cores, Subproblems
from sudoku_cp.human.elements import Element, Selection, elements_of, selections, whole
from sudoku_cp.human.houses import house_steps, intersection_steps, naked_singles
from sudoku_cp.human.marks import Marks, Values, mask_of, values_of
from sudoku_cp.human.step import Step, listed
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.model import Model

__all__ = ["SearchStoppedError", "StepFinder"]

MOST_ELEMENTS = 3
"""The largest sets of elements that are all tried."""


MOST_WIDE = 4
"""How many sets of a size are tried that contain a constraint on most of the grid, such as regions to be found: a
question about one of them takes as long as thousands about other sets. Clues come before houses."""


class SearchStoppedError(Exception):
    """The search for steps has been stopped."""


_marks = of_type(Marks, "Marks")


def _never() -> bool:
    return False


class StepFinder:
    """Finds steps in a model's puzzles.

    Parameters
    ----------
    model
        The model.
    should_stop
        Asked again and again; True ends the search with `SearchStoppedError`.

    Raises
    ------
    LoweringError
        If the engine cannot express a constraint.
    """

    @checked(model=of_type(Model, "a model"), should_stop=function)
    def __init__(self, model: Model, should_stop: Callable[[], bool] = _never) -> None:
        self.model = model
        self.should_stop = should_stop
        self.elements = elements_of(model)
        self._subproblems = Subproblems(model, self.elements)
        self._cores = Cores(self.elements, self._subproblems)
        groups = (group for element in self.elements for group in element.groups)
        self._wide = {group.number for group in groups if 2 * len(group.cells) > len(model.cells)}
        self._left_out = 0
        """How many sets have been left out of the current search."""

    @checked(marks=_marks, most_elements=integer)
    def steps(self, marks: Marks, most_elements: int | None = None) -> list[Step]:
        """The smallest steps, in their order.

        Up to `MOST_ELEMENTS` elements these are all steps of the least size there is. Steps with more are minimal:
        each of their elements is needed, but there may be smaller ones. Constraints on most of the grid are exceptions:
        sets with these come last of their size, until one of them eliminates something, and only `MOST_WIDE` are tried.
        Steps are not known to be least where smaller sets are left out.

        Parameters
        ----------
        marks
            The candidates.
        most_elements
            The largest number of elements that a step may need; None for any number.

        Returns
        -------
        list
            The steps; empty where none is that small, or a cell has no candidate.

        Raises
        ------
        SearchStoppedError
            If ``should_stop`` says so.
        """
        if marks.is_contradictory():
            return []
        found = list(naked_singles(marks))
        most = len(self.elements) if most_elements is None else most_elements
        self._left_out = smaller_left_out = 0
        for size in range(1, min(MOST_ELEMENTS, most) + 1):
            if found:
                break
            smaller_left_out = self._left_out
            for selection in self._selections(size, marks):
                if found and self._is_wide(selection):
                    break
                found += self._steps_of(selection, marks)
        if not found and most > MOST_ELEMENTS:
            smaller_left_out = self._left_out
            for chosen, refuted in self._cores.smallest(marks, self._stop).items():
                if len(chosen) <= most:
                    found += self._steps_of(whole(chosen), marks) or [self._deduction(whole(chosen), refuted, marks)]
        if smaller_left_out:
            found = [replace(step, is_least=False) for step in found]
        return sorted(_without_repeats(found), key=lambda step: step.order)

    def forget(self) -> None:
        """Forget steps of other puzzles: what is found then depends on the candidates alone."""
        self._cores.forget()

    @checked(marks=_marks)
    def heat(self, marks: Marks) -> dict[Cell, int]:
        """How many elements the smallest step about each cell needs, up to `MOST_ELEMENTS`.

        Parameters
        ----------
        marks
            The candidates.

        Returns
        -------
        dict
            The numbers, by the cells that lose a candidate or get a digit, in the model's order.

        Raises
        ------
        SearchStoppedError
            If ``should_stop`` says so.
        """
        if marks.is_contradictory():
            return {}
        found = {step.cells[0]: 0 for step in naked_singles(marks)}
        for size in range(1, MOST_ELEMENTS + 1):
            for selection in self._selections(size, marks):
                for index in self._subproblems.eliminations(selection.groups, marks):
                    found.setdefault(marks.model.cells[index], size)
        return dict(sorted(found.items(), key=lambda item: item[0].index))

    def reason(
        self, marks: Marks, cell: Cell, values: Values, elements: Sequence[Element] | None = None
    ) -> tuple[Element, ...] | None:
        """A minimal set of elements that refutes some candidates of a cell; up to `MOST_ELEMENTS` elements a least one.

        Parameters
        ----------
        marks
            The candidates.
        cell
            The cell.
        values
            The values that are impossible.
        elements
            The elements to choose from; by default all.

        Returns
        -------
        tuple
            The elements, empty if none of the values is a candidate; None where nothing refutes them all.

        Raises
        ------
        SearchStoppedError
            If ``should_stop`` says so.
        """
        refuted = mask_of(cell, values) & marks.masks[cell.index]
        if not refuted:
            return ()
        if elements is None:
            for size in range(1, MOST_ELEMENTS + 1):
                for selection in self._selections(size, marks):
                    if not refuted & ~self._subproblems.eliminations(selection.groups, marks).get(cell.index, 0):
                        return selection.elements
        self._stop()
        return self._cores.reason(self.elements if elements is None else elements, (cell.index, refuted), marks)

    def _selections(self, size: int, marks: Marks) -> Iterator[Selection]:
        """The sets to try, those with constraints on most of the grid last."""
        wide = []
        for selection in selections(self.elements, size, marks):
            self._stop()
            if self._is_wide(selection):
                wide.append(selection)
            else:
                yield selection
        self._left_out += max(len(wide) - MOST_WIDE, 0)
        wide.sort(key=lambda selection: sum(element.is_house for element in selection.elements))
        for selection in wide[:MOST_WIDE]:
            self._stop()
            yield selection

    def _is_wide(self, selection: Selection) -> bool:
        return any(group.number in self._wide for group in selection.groups)

    def _stop(self) -> None:
        if self.should_stop():
            raise SearchStoppedError

    def _steps_of(self, selection: Selection, marks: Marks) -> list[Step]:
        """What a set of elements eliminates: as steps that people know, and the rest as a deduction."""
        left = dict(self._subproblems.eliminations(selection.groups, marks))
        steps: list[Step] = []
        for step in _known_steps(selection.elements, marks) if left else ():
            steps.append(step)
            _subtract(left, step, marks)
            if not left:
                break
        return [*steps, self._deduction(selection, left, marks)] if left else steps

    def _deduction(self, selection: Selection, removed: Mapping[int, int], marks: Marks) -> Step:
        cells = marks.model.cells
        eliminated, placed = {}, {}
        for index, mask in sorted(removed.items()):
            rest = values_of(cells[index], marks.masks[index] & ~mask)
            if len(rest) == 1:
                placed[cells[index]] = rest[0]
            else:
                eliminated[cells[index]] = values_of(cells[index], mask)
        if len(selection.elements) <= MOST_ELEMENTS and not self._is_wide(selection):
            seen = self._subproblems.carriers(selection.groups, removed, marks)
        else:
            seen = {cell.index for group in selection.groups for cell in group.cells if marks.is_open(cell.index)}
        return Step(
            "deduction",
            selection.elements,
            tuple(cells[index] for index in sorted(seen)),
            tuple(sorted({value for index, mask in removed.items() for value in values_of(cells[index], mask)})),
            eliminated,
            placed,
            _reason(selection, removed, marks),
            len(selection.elements) <= MOST_ELEMENTS,
        )


def _known_steps(chosen: Sequence[Element], marks: Marks) -> Iterable[Step]:
    if not all(element.is_house for element in chosen):
        return ()
    if len(chosen) == 1:
        return house_steps(chosen[0], marks)
    return intersection_steps(chosen[0], chosen[1], marks) if len(chosen) == 2 else ()


def _subtract(left: dict[int, int], step: Step, marks: Marks) -> None:
    """Forget the eliminations that a step explains."""
    after = marks.copy()
    step.apply(after)
    for index in list(left):
        left[index] &= after.masks[index]
        if not left[index]:
            del left[index]


def _reason(selection: Selection, removed: Mapping[int, int], marks: Marks) -> str:
    if any(mask == marks.masks[index] for index, mask in removed.items()):
        together = " together" if len(selection.elements) > 1 else ""
        return f"no digits fit {listed(map(str, selection.elements))}{together}"
    if len(selection.elements) > 1:
        words = f"{listed(map(str, selection.elements))} leave nothing else"
        innies = innie_text(selection.elements, removed, marks)
        return f"{innies}: {words}" if innies else words
    (element,) = selection.elements
    if len(selection.groups) > 1:
        return f"{element} leaves nothing else"
    return clue_text(element, selection.groups[0], removed, marks)


def _without_repeats(steps: Iterable[Step]) -> list[Step]:
    """Each conclusion of the same elements once."""
    seen: dict[tuple[object, ...], Step] = {}
    for step in steps:
        key = (step.name, step.cells, step.digits, tuple(step.eliminated.items()), tuple(step.placed.items()))
        seen.setdefault(key, step)
    return list(seen.values())

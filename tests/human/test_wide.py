"""Steps of puzzles with a constraint on most of the grid, such as regions to be found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import pytest

from sudoku_cp.formats import load
from sudoku_cp.human.cores import Subproblems
from sudoku_cp.human.elements import Group
from sudoku_cp.human.finder import MOST_ELEMENTS, MOST_WIDE, StepFinder
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.paths import walk
from sudoku_cp.human.step import check_step


@pytest.mark.slow
def test_steps_of_a_chaos_construction(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few sets with the regions are tried, each step is true, and larger ones do not claim to be least."""
    model = load("chaos")
    solution = model.solve().solution
    assert solution is not None
    finder, marks = StepFinder(model), Marks(model)
    wide = {group.number for element in finder.elements if element.is_rule for group in element.groups}
    asked: list[frozenset[int]] = []
    eliminations = Subproblems.eliminations

    def counted(self: Subproblems, groups: Sequence[Group], of_marks: Marks) -> dict[int, int]:
        asked.append(frozenset(group.number for group in groups))
        return eliminations(self, groups, of_marks)

    monkeypatch.setattr(Subproblems, "eliminations", counted)
    sizes = []
    for step in islice(walk(finder, marks), 15):
        assert sum(bool(wide & numbers) for numbers in set(asked)) <= MOST_ELEMENTS * MOST_WIDE
        if step.size.elements:
            assert check_step(step, marks)
        for cell, values in step.eliminated.items():
            assert solution[cell] not in values
        for cell, value in step.placed.items():
            assert solution[cell] == value
        assert step.is_least or step.size.elements > 1
        sizes.append((step.size.elements, step.is_least))
        asked.clear()
    assert (3, False) in sizes
    assert (1, True) in sizes

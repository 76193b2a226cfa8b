"""The words and the cells of steps that follow from clues."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from sudoku_cp import Sudoku
from sudoku_cp.human.cases import innie_text
from sudoku_cp.human.elements import elements_of, whole
from sudoku_cp.human.finder import StepFinder
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.paths import walk
from sudoku_cp.human.step import Step
from sudoku_cp.rules import arrow, killer, thermo
from sudoku_cp.rules.applied_rule import AppliedRule
from tests.human.puzzles import impossible, puzzle

THERMO = "r1c1 r2c2 r3c3 r4c4 r5c5"


def first(clue: AppliedRule, **candidates: set[int]) -> Step:
    """The first step that follows from a clue."""
    model = Sudoku(9)
    model.add(clue)
    for name, digits in candidates.items():
        model.restrict(name, digits)
    marks = Marks(model)
    for cell in model.cells:
        if len(marks.values(cell)) == 1:
            marks.place(cell, marks.values(cell)[0])
    return next(step for step in StepFinder(model).steps(marks) if str(clue) in map(str, step.elements))


@pytest.mark.parametrize(
    ("clue", "candidates", "reason"),
    [
        (killer("r1c1 r1c2", sum=15), {}, "cage 15 in r1c1 r1c2: 69 or 78"),
        (killer("r1c1 r1c2 r2c1", sum=9), {"r1c1": {2}}, "cage 9 leaves 7 in r1c2 r2c1: 16 or 34"),
        (killer("r1c1 r1c2 r2c1 r2c2", sum=11), {}, "cage 11 in r1c1 r1c2 r2c1 r2c2: 1235"),
        (killer("r1c1 r1c2 r2c1", sum=19), {}, "cage 19 in r1c1 r1c2 r2c1"),
        (thermo(THERMO), {}, f"on thermo {THERMO}, the start is at most 5 and the end is at least 5"),
        (thermo(THERMO), {"r5c5": {6, 7}}, f"on thermo {THERMO}, the start is at most 3"),
    ],
)
def test_reasons(clue: AppliedRule, candidates: dict[str, set[int]], reason: str) -> None:
    assert first(clue, **candidates).reason == reason


def test_a_cage_lists_the_digits_that_its_cells_can_have() -> None:
    """Not 78: r1c1 has neither."""
    step = first(killer("r1c1 r1c2", sum=15), r1c1={6, 9})
    assert step.reason == "cage 15 in r1c1 r1c2: 69"


def test_only_the_cells_that_matter_are_named() -> None:
    raised = {"r1c1": {1, 2, 3}, "r2c2": {4, 5}, "r3c3": {4, 5, 6}, "r4c4": {6, 7}, "r5c5": {7, 8, 9}}
    step = first(thermo(THERMO), **raised)
    assert step.conclusion == "r3c3 ≠ 4"
    assert [cell.name for cell in step.cells] == ["r2c2", "r3c3"]
    assert step.reason == f"on thermo {THERMO}, r3c3 is at least 5"
    ring = first(arrow("r5c5", "r5c6 r4c6"), r5c5={1, 2, 3})
    assert [cell.name for cell in ring.cells] == ["r4c6", "r5c5", "r5c6"]


@pytest.mark.slow
@given(st.integers(0, 10**6))
def test_a_step_follows_from_the_cells_that_it_names(seed: int) -> None:
    model, _ = puzzle(seed)
    marks = Marks(model)
    for step in walk(StepFinder(model), marks):
        if step.name != "deduction" or len(step.elements) != 1 or step.elements[0].is_rule:
            continue
        wider = marks.copy()
        named = {cell.index for cell in step.cells}
        for cell in step.elements[0].cells:
            if marks.is_open(cell.index) and cell.index not in named:
                wider.masks[cell.index] = (1 << len(cell.domain)) - 1
        lost, after = impossible(whole(step.elements), wider), marks.copy()
        step.apply(after)
        for cell in (*step.eliminated, *step.placed):
            assert marks.masks[cell.index] & ~after.masks[cell.index] & ~lost.get(cell.index, 0) == 0


@pytest.mark.parametrize(
    ("cages", "removed", "words"),
    [
        ({"r1c1 r1c2 r1c3 r2c1": 20, "r2c2 r2c3 r3c1 r3c2": 20}, "r3c3", "the innie of box 1, r3c3, is 5"),
        ({"r1c1 r1c2 r1c3 r2c1": 20, "r2c2 r2c3 r3c1": 15}, "r3c3", "the innies of box 1, r3c2 r3c3, add up to 10"),
        ({"r1c1 r1c2 r1c3 r2c1": 20, "r2c2 r2c3 r3c1 r3c2 r3c3 r3c4": 28}, "r3c4", "the outie of box 1, r3c4, is 3"),
        ({"r1c1 r1c2 r1c3 r2c1": 20, "r2c2 r2c3 r3c1 r3c2": 20}, "r1c1", ""),
        ({"r1c1 r1c2 r1c3 r2c1": 20, "r2c2 r2c3 r3c1 r3c2 r3c4": 28}, "r3c3", ""),
    ],
)
def test_innies_and_outies(cages: dict[str, int], removed: str, words: str) -> None:
    model = Sudoku(9)
    model.add(*(killer(cells, sum=total) for cells, total in cages.items()))
    chosen = [element for element in elements_of(model) if str(element) == "box 1" or not element.is_house]
    assert innie_text(chosen, [model[removed].index], Marks(model)) == words

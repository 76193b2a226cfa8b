"""Paths by named techniques, and names of exact steps."""

from __future__ import annotations

from itertools import islice

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.authoring import generate
from sudoku_cp.formats import load
from sudoku_cp.human.finder import SearchStoppedError, StepFinder
from sudoku_cp.human.human import DEDUCTION, HumanFinder
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.step import Step, check_step
from sudoku_cp.human.techniques import BY_NAME
from sudoku_cp.rules import killer

# From Peter Norvig's essay "Solving Every Sudoku Puzzle": the puzzle by Arto Inkala (2010).
HARD = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."


@pytest.mark.slow
@pytest.mark.parametrize("uniqueness", [False, True])
def test_each_step_of_a_path_is_proved(uniqueness: bool) -> None:
    model = Sudoku(9)
    human = HumanFinder(StepFinder(model), uniqueness=uniqueness)
    names = set()
    for each in islice(generate(model, seed=42), 7):
        marks = Marks(model, each.givens)
        for step in human.walk(marks):
            if len(step.elements) > 1 or step.assumes_uniqueness:
                assert check_step(step, marks)
            names.add(step.name)
        assert all(marks.values(cell) == (each.solution[cell],) for cell in model.cells)
    assert names <= set(BY_NAME)
    assert names & {name for name, technique in BY_NAME.items() if technique.assumes_uniqueness} or not uniqueness


def test_the_smallest_step_follows_where_no_technique_applies() -> None:
    model = Sudoku(4)
    model.add(killer("r1c1 r1c2", sum=3))
    step = HumanFinder(StepFinder(model)).step(Marks(model))
    assert step is not None
    assert step.name == DEDUCTION
    assert step.conclusion == "r1c1 ≠ 3, 4; r1c2 ≠ 3, 4"


def test_clues_come_before_fish() -> None:
    model = Sudoku(9)
    x_wing = Marks(model)
    for row in (model.rows[1], model.rows[6]):
        for cell in row:
            if cell.column not in (2, 8):
                x_wing.eliminate(cell, (5,))
    step = HumanFinder(StepFinder(model)).step(x_wing)
    assert step is not None
    assert step.name == "X-wing"
    model.add(killer("r5c5 r5c6", sum=17))
    marks = Marks(model)
    marks.masks[:] = x_wing.masks
    step = HumanFinder(StepFinder(model)).step(marks)
    assert step is not None
    assert (step.name, step.size.elements) == (DEDUCTION, 1)
    step.apply(marks)
    assert "X-wing" in {each.name for each in HumanFinder(StepFinder(model), most_elements=0).walk(marks)}


def test_a_path_of_a_killer() -> None:
    model = load("killer")
    human, marks = HumanFinder(StepFinder(model)), Marks(model)
    checked = 0
    for step in human.walk(marks):
        if checked < 20 and len(step.elements) > 1:
            checked += check_step(step, marks)
    assert checked == 20
    assert all(len(marks.values(cell)) == 1 for cell in model.cells)
    assert not model.violations({cell: marks.values(cell)[0] for cell in model.cells})


def exact(model: Sudoku, marks: Marks, houses: str, eliminated: dict[str, int]) -> Step:
    """A deduction from houses."""
    elements = tuple(element for element in StepFinder(model).elements if str(element) in houses.split(", "))
    lost = {model[name]: (value,) for name, value in eliminated.items()}
    return Step(DEDUCTION, elements, tuple(lost), (5,), lost, {}, f"{houses} leave nothing else")


def test_an_exact_step_gets_the_name_of_its_pattern() -> None:
    model = Sudoku(9)
    human, marks = HumanFinder(StepFinder(model)), Marks(model)
    for row in (model.rows[1], model.rows[6]):
        for cell in row:
            if cell.column not in (2, 8):
                marks.eliminate(cell, (5,))
    lost = {"r4c2": 5, "r9c8": 5}
    named = human.named(exact(model, marks, "row 2, row 7, column 2, column 8", lost), marks)
    assert named.name == "X-wing"
    assert named.reason == "5 in rows 2 and 7 is in columns 2 and 8"
    assert [cell.name for cell in named.cells] == ["r2c2", "r2c8", "r7c2", "r7c8"]
    assert named.eliminated == {model[name]: (value,) for name, value in lost.items()}
    without = exact(model, marks, "row 2, row 7, column 2", {"r4c2": 5})
    assert human.named(without, marks) is without


def test_the_cells_of_givens_are_known() -> None:
    model = Sudoku(9)
    model.give_grid(HARD)
    marks = Marks(model)
    marks.place(model["r1c1"], 1)
    assert marks.copy().givens == {cell.index for cell in model.givens}


def test_a_search_stops_when_told() -> None:
    model = Sudoku(9)
    with pytest.raises(SearchStoppedError):
        HumanFinder(StepFinder(model, lambda: True)).step(Marks(model))


def test_contradictory_givens() -> None:
    model = Sudoku(4)
    model.give("r1c1", 1).give("r1c2", 1)
    assert HumanFinder(StepFinder(model)).step(Marks(model)) is None

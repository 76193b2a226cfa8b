from __future__ import annotations

from itertools import combinations, islice
from random import Random

import pytest
from hypothesis import given, strategies as st

from sudoku_cp import Model, Sudoku
from sudoku_cp.human.cores import Subproblems
from sudoku_cp.human.elements import Selection, bits_of, elements_of, selections, whole
from sudoku_cp.human.finder import MOST_ELEMENTS, SearchStoppedError, StepFinder
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.paths import path, walk
from sudoku_cp.human.step import Step, check_step
from sudoku_cp.model import UnsoundAnswerError
from sudoku_cp.rules import anti_knight, killer
from tests.human.puzzles import impossible, puzzle

SEEDS = st.integers(0, 10**6)

# From Wikipedia, "Sudoku"; and the puzzle by Arto Inkala (2010) in Peter Norvig's essay "Solving Every Sudoku Puzzle".
EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
HARD = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."


@pytest.mark.slow
@given(SEEDS)
def test_eliminations_are_those_of_brute_force(seed: int) -> None:
    model, _ = puzzle(seed)
    marks = Marks(model)
    elements = elements_of(model)
    subproblems = Subproblems(model, elements)
    for size in range(1, MOST_ELEMENTS + 1):
        for selection in list(selections(elements, size, marks))[: 12 // size]:
            assert subproblems.eliminations(selection.groups, marks) == impossible(selection, marks)


@pytest.mark.slow
@given(SEEDS, st.randoms(use_true_random=False))
def test_refuted_candidates_are_those_of_brute_force(seed: int, random: Random) -> None:
    """With enough nodes, elements refute each impossible candidate that is asked about, and no other."""
    model, _ = puzzle(seed)
    marks = Marks(model)
    elements = elements_of(model)
    subproblems = Subproblems(model, elements)
    chosen = random.sample([element for element in elements if not element.is_rule], 2)
    cells = bits_of(chosen)
    asked = [mask & random.randrange(16) if cells >> index & 1 else 0 for index, mask in enumerate(marks.masks)]
    expected = {index: mask & asked[index] for index, mask in impossible(whole(chosen), marks).items()}
    refuted = subproblems.refuted(chosen, marks.masks, asked, 10**6, lambda: False)
    assert refuted == {index: mask for index, mask in expected.items() if mask}
    at_once = subproblems.refuted(chosen, marks.masks, asked, 0, lambda: False)
    assert all(mask & ~expected.get(index, 0) == 0 for index, mask in at_once.items())


def test_questions_about_candidates_stop_when_told() -> None:
    model = Sudoku(9)
    model.give_grid(HARD)
    elements, marks = elements_of(model), Marks(model)

    def stop() -> bool:
        raise SearchStoppedError

    with pytest.raises(SearchStoppedError):
        Subproblems(model, elements).refuted(elements, marks.masks, marks.masks, 100, stop)


def fewest_cells(selection: Selection, removed: dict[int, int], marks: Marks) -> int:
    """The size of a smallest set of cells for which eliminations follow when all others have all candidates."""
    inside = {cell.index: cell for group in selection.groups for cell in group.cells}
    free = [index for index in inside if marks.is_open(index) and index not in removed]
    for size in range(len(free) + 1):
        for kept in combinations(free, size):
            wider = marks.copy()
            for index in set(free) - set(kept):
                wider.masks[index] = (1 << len(inside[index].domain)) - 1
            lost = impossible(selection, wider)
            if all(mask & ~lost.get(index, 0) == 0 for index, mask in removed.items()):
                return len(removed) + size
    raise AssertionError("the eliminations do not follow")


@pytest.mark.slow
@given(SEEDS)
def test_a_step_has_the_fewest_cells(seed: int) -> None:
    model, _ = puzzle(seed)
    marks = Marks(model)
    elements = elements_of(model)
    subproblems = Subproblems(model, elements)
    found = [
        (selection, removed)
        for size in (1, 2)
        for selection in selections(elements, size, marks)
        if (removed := dict(subproblems.eliminations(selection.groups, marks)))
        and len({cell.index for group in selection.groups for cell in group.cells}) < 8
    ]
    for selection, removed in found[-3:]:
        assert len(subproblems.carriers(selection.groups, removed, marks)) == fewest_cells(selection, removed, marks)


@pytest.mark.slow
@given(SEEDS)
def test_nothing_follows_from_fewer_elements(seed: int) -> None:
    """Sets that are not tried, since few cells link them, eliminate nothing either."""
    model, _ = puzzle(seed)
    finder, marks = StepFinder(model), Marks(model)
    local = [element for element in finder.elements if not element.is_rule]
    for step in walk(finder, marks):
        size = step.size.elements
        if size == 0 or size > MOST_ELEMENTS:
            continue
        for number in range(1, min(size, 3)):
            for chosen in combinations(local, number):
                assert not impossible(whole(chosen), marks)


@pytest.mark.slow
@given(SEEDS)
def test_steps_follow_from_their_elements(seed: int) -> None:
    model, solution = puzzle(seed)
    marks = Marks(model)
    for step in walk(StepFinder(model), marks):
        lost = impossible(whole(step.elements), marks) if not any(each.is_rule for each in step.elements) else None
        after = marks.copy()
        step.apply(after)
        for cell in model.cells:
            assert solution[cell] in after.values(cell)
            explained = cell in step.eliminated or cell in step.placed
            removed = marks.masks[cell.index] & ~after.masks[cell.index]
            if lost is not None and explained and step.elements:
                assert removed & ~lost.get(cell.index, 0) == 0
        assert any(after.masks[at] != marks.masks[at] or at in after.placed - marks.placed for at in range(16))


@pytest.mark.slow
@given(SEEDS)
def test_a_path_finds_what_all_solutions_share(seed: int) -> None:
    model, _ = puzzle(seed)
    found = path(model)
    candidates = model.candidates().values
    assert {cell: found.marks.values(cell) for cell in model.cells} == candidates
    assert found.is_solved == (model.count(2).count == 1)


@pytest.mark.slow
@given(SEEDS)
def test_another_solver_proves_each_step(seed: int) -> None:
    model, _ = puzzle(seed)
    marks = Marks(model)
    for step in walk(StepFinder(model), marks):
        assert check_step(step, marks)


def test_a_wrong_step_is_found() -> None:
    model = Sudoku(4)
    row = elements_of(model)[0]
    wrong = Step("deduction", (row,), row.cells, (1,), {model["r1c1"]: (1,)}, {}, "row 1 leaves nothing else")
    with pytest.raises(UnsoundAnswerError, match="r1c1 = 1"):
        check_step(wrong, Marks(model))


def test_an_easy_grid_is_solved_inside_houses() -> None:
    model = Sudoku(9)
    model.give_grid(EASY)
    found = path(model)
    solution = model.solve().solution
    assert solution is not None
    assert found.is_solved
    assert all(found.marks.values(cell) == (solution[cell],) for cell in model.cells)
    assert {step.size.elements for step in found.steps} <= {0, 1}


@pytest.mark.slow
def test_a_hard_grid_needs_minimal_sets() -> None:
    model = Sudoku(9)
    model.give_grid(HARD)
    solution = model.solve().solution
    assert solution is not None
    marks = Marks(model)
    steps = []
    for step in islice(walk(StepFinder(model), marks), 8):
        assert step.is_least == (step.size.elements <= MOST_ELEMENTS)
        assert check_step(step, marks)
        steps.append(step)
    assert max(step.size.elements for step in steps) > MOST_ELEMENTS
    assert all(solution[cell] in marks.values(cell) for cell in model.cells)


@pytest.mark.slow
def test_a_finder_forgets_one_puzzle_at_the_next() -> None:
    model = Sudoku(9)
    model.give_grid(HARD)
    cells = model.cells
    turned = {cells[80 - cell.index]: 10 - value for cell, value in model.givens.items()}
    finder = StepFinder(model)
    for givens in (model.givens, turned):
        solution = model.solve(givens=givens).solution
        assert solution is not None
        marks = Marks(model, givens)
        for step in islice(walk(finder, marks), 8):
            assert check_step(step, marks)
        assert all(solution[cell] in marks.values(cell) for cell in cells)


def test_two_runs_are_equal() -> None:
    model = Sudoku(9)
    model.give_grid(HARD)
    first, second = (StepFinder(model).steps(Marks(model)) for _ in range(2))
    assert list(map(str, first)) == list(map(str, second))


def test_a_rule_for_the_whole_grid_is_one_element() -> None:
    model = Sudoku(9)
    model.add(anti_knight(), killer("r1c1 r1c2", sum=3))
    *_, knights, cage = elements_of(model)
    assert knights.is_rule
    assert not cage.is_rule
    assert [cell.name for cell in cage.cells] == ["r1c1", "r1c2"]
    used = [each for each in selections(elements_of(model), 2, Marks(model)) if knights in set(each.elements)]
    assert all(len(each.groups) < len(knights.groups) for each in used)


def test_auxiliary_variables_belong_to_the_elements_that_use_them() -> None:
    model = Model()
    cells = model.variables("abc", domain=range(1, 30))
    a, b, c = cells
    model += [a * b == c, a * b >= 28, a <= b]
    product_, least, order = elements_of(model)
    assert [cell.name for cell in product_.cells] == ["a", "b", "c"]
    assert [cell.name for cell in least.cells] == ["a", "b"]
    assert [cell.name for cell in order.cells] == ["a", "b"]
    found = Subproblems(model, elements_of(model)).eliminations(whole((product_, least)).groups, Marks(model))
    assert found[c.index] == (1 << 27) - 1  # 28 and 29 are left


def test_contradictory_givens() -> None:
    model = Sudoku(4)
    model.give("r1c1", 1).give("r1c2", 1)
    found = path(model)
    assert found.is_contradictory
    assert not found.is_solved
    assert found.steps == ()


def test_no_solution_is_found_step_by_step() -> None:
    model = Sudoku(4)
    model.give("r1c1", 1).give("r2c3", 3).give("r4c4", 1)
    assert path(model).is_contradictory


def test_a_search_stops_when_told() -> None:
    model = Sudoku(9)
    with pytest.raises(SearchStoppedError):
        StepFinder(model, lambda: True).steps(Marks(model))


def test_known_answers_are_kept_while_their_cells_stay() -> None:
    model = Sudoku(9)
    model.give_grid(EASY)
    elements = elements_of(model)
    subproblems, marks = Subproblems(model, elements), Marks(model)
    selection = Selection((elements[0],), elements[0].groups)
    before = subproblems.eliminations(selection.groups, marks)
    marks.eliminate(model["r9c1"], (2,))
    assert subproblems.eliminations(selection.groups, marks) is before
    assert subproblems.questions == 1
    marks.eliminate(model["r1c3"], (1, 2))
    assert subproblems.eliminations(selection.groups, marks) == impossible(selection, marks)
    assert subproblems.questions == 2


def test_the_heat_of_a_cell_is_the_size_of_its_smallest_step() -> None:
    sudoku = Sudoku(4)
    sudoku.add(killer("r1c1 r1c2", sum=3))
    sudoku.give_grid("..3...1.........")
    finder, marks = StepFinder(sudoku), Marks(sudoku, sudoku.givens)
    heat = finder.heat(marks)
    steps = finder.steps(marks)
    least = {cell for step in steps for cell in (*step.placed, *step.eliminated)}
    assert {cell for cell, size in heat.items() if size == steps[0].size.elements} == least
    assert min(heat.values()) == steps[0].size.elements
    assert max(heat.values()) <= MOST_ELEMENTS
    assert list(heat) == [cell for cell in sudoku.grid if cell in set(heat)]

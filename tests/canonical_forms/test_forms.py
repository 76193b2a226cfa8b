"""Canonical forms of any model: the automorphisms that are found, against solutions and the definition."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sudoku_cp import Model, ModelError, Sudoku, models
from sudoku_cp.canonical_forms import CanonicalForms, canonical_form, distinct
from sudoku_cp.canonical_forms.automorphisms import automorphisms_of
from sudoku_cp.rules import killer, kropki_white, non_consecutive, thermo
from tests.canonical_forms import copies


def with_clues() -> list[Sudoku]:
    """4×4 boards with clues that leave some symmetries."""
    made = [Sudoku(4) for _ in range(6)]
    made[0].add(killer("r1c1 r1c2", sum=4), killer("r4c3 r4c4", sum=4))
    made[1].add(thermo("r1c1 r1c2 r2c2"), thermo("r4c4 r4c3 r3c3"))
    made[2].add(non_consecutive())
    made[3].add(kropki_white("r1c1 r2c1"), made[3].cells[2] + 2 * made[3].cells[5] >= 4)
    made[4].add(made[4].cells[0] != made[4].cells[15])
    made[5].restrict(made[5].cells[0], (1, 2))
    return made


def test_automorphisms_map_solutions_to_solutions() -> None:
    sizes = []
    for model in with_clues():
        found = automorphisms_of(model)
        size = len(found.cells)
        sizes.append(size)
        assert len({tuple(row) for row in found.cells.tolist()}) == size
        solutions = {solution.values_in_order for solution in model.solutions()}
        for row in found.cells.tolist():
            assert {tuple(values[cell] for cell in row) for values in solutions} == solutions
        if found.values_are_free:
            swapped = {1: 2, 2: 1, 3: 3, 4: 4}
            assert {tuple(swapped[value] for value in values) for values in solutions} == solutions
    assert sizes == [8, 2, 8, 2, 4, 8]


def test_a_plain_grid_has_the_symmetries_of_its_boxes() -> None:
    size, model = 4, Sudoku(4)
    assert model.box is not None
    found = automorphisms_of(model)
    assert {tuple(row) for row in found.cells.tolist()} == set(copies.cell_permutations(model.box))
    random, forms = Random(1), CanonicalForms()
    for number in (0, 1, 4, 9, size * size):
        cells = set(random.sample(range(size * size), number))
        values = np.array([random.randint(1, size) if cell in cells else 0 for cell in range(size * size)])
        givens = {cell: int(value) for cell, value in zip(model.grid, values, strict=True) if value}
        assert found.least(values) == forms.form(model, givens)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number"), [("x_sudoku", 96), ("windoku", 128), ("anti_knight", 8), ("jigsaw", 2)])
def test_symmetric_copies_of_variants_have_one_form(name: str, number: int) -> None:
    model, random = models.load(name), Random(3)
    found = automorphisms_of(model)
    assert (len(found.cells), found.values_are_free) == (number, True)
    values = np.array([random.choice((0, 0, random.randint(1, 9))) for _ in model.cells])
    labels = np.array([0, *random.sample(range(1, 10), 9)])
    forms = {found.least(labels[values[row]]) for row in found.cells[:40]}
    assert len(forms) == 1
    other = values.copy()
    other[np.flatnonzero(values)[0]] = 0
    assert found.least(other) not in forms


def test_forms_without_free_values_keep_the_digits() -> None:
    sudoku = Sudoku(4)
    sudoku.add(killer("r1c1 r1c2", sum=4), killer("r4c3 r4c4", sum=4))
    sudoku.give("r1c1", 3)
    made = canonical_form(sudoku)
    assert {cell.name: value for cell, value in made.givens.items()} == {"r4c4": 3}
    assert made.count().count == sudoku.count().count


def test_equal_puzzles_of_different_models_are_distinct() -> None:
    one, copy, other = Sudoku(4), Sudoku(4), Sudoku(4)
    for sudoku, total in ((one, 4), (copy, 4), (other, 3)):
        sudoku.add(killer("r1c1 r1c2", sum=total), killer("r4c3 r4c4", sum=total))
    one.give("r1c1", 1)
    copy.give("r4c4", 1)
    other.give("r1c1", 1)
    assert list(distinct([one, copy, other])) == [one, other]


def test_weights_of_a_sum_count() -> None:
    boards = [Sudoku(4) for _ in range(4)]
    for board, (left, right) in zip(boards, ((1, 2), (1, 3), (2, 1), (1, 2)), strict=True):
        first, last = board.cells[0], board.cells[15]
        board.add(left * first + right * last >= 9, right * last - left * first != 0)
        board.give("r1c2", 3)
    assert list(distinct(boards)) == boards[:3]
    for board in boards:
        found = automorphisms_of(board)
        solutions = {solution.values_in_order for solution in board.solutions(givens={})}
        for row in found.cells.tolist():
            assert {tuple(values[cell] for cell in row) for values in solutions} == solutions
        assert len(found.cells) == 2  # the one beside the identity keeps both corners


def test_models_without_a_form_are_refused() -> None:
    with pytest.raises(ModelError, match="too many"):
        canonical_form(Sudoku(5, regions=()))
    scored: Model = Sudoku(4)
    scored.maximize(scored.cells[0])
    with pytest.raises(ModelError, match="objective"):
        canonical_form(scored)


def test_a_symmetric_copy_is_not_new() -> None:
    forms, sudoku = CanonicalForms(), Sudoku(4)
    seen: set[tuple[str, tuple[int, ...]]] = set()
    corner, middle = {sudoku["r1c1"]: 1}, {sudoku["r2c3"]: 4}
    assert forms.is_new(seen, sudoku, corner)
    assert not forms.is_new(seen, sudoku, middle)
    assert forms.is_new(seen, sudoku, corner | middle)
    assert len(seen) == 2

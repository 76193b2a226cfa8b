"""Minlex forms of plain grids against the definition."""

from __future__ import annotations

from itertools import islice
from random import Random

import numpy as np
import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.authoring import generate
from sudoku_cp.canonical_forms import minlex
from tests.canonical_forms import copies


def forms(grids: list[copies.Grid], box: tuple[int, int] = (3, 3)) -> list[copies.Grid]:
    return list(map(tuple, minlex(np.array(grids, np.uint8), box).tolist()))


def classic(number: int, fewest: int) -> list[copies.Grid]:
    """Generated 9×9 puzzles, some with few open cells."""
    made = islice(generate(Sudoku(9), seed=11, givens=(fewest, 81)), number)
    return [tuple(each.givens.get(cell, 0) for cell in each.board.grid) for each in made]


@pytest.mark.slow
@pytest.mark.parametrize("fewest", [0, 30, 81])
def test_symmetric_copies_have_one_form_and_other_puzzles_have_others(fewest: int) -> None:
    random, puzzles = Random(fewest), classic(40, fewest)
    found = forms(puzzles)
    assert len(set(found)) == len(puzzles)
    for puzzle, form in zip(puzzles, found, strict=True):
        assert set(forms([copies.drawn(puzzle, (3, 3), random) for _ in range(20)])) == {form}
        assert forms([form]) == [form]


def test_few_givens_and_repeated_digits_in_9x9() -> None:
    random = Random(5)
    for number in (0, 1, 2, 5, 9, 17, 81):
        grid = [0] * 81
        for cell in random.sample(range(81), number):
            grid[cell] = random.randint(1, 9)
        assert len(set(forms([copies.drawn(grid, (3, 3), random) for _ in range(12)]))) == 1


@pytest.mark.slow
@pytest.mark.parametrize("box", [(2, 2), (1, 4), (4, 1)])
def test_the_form_is_the_least_copy(box: tuple[int, int]) -> None:
    random = Random(1)
    side = box[0] * box[1]
    grids = []
    for _ in range(60):
        number = random.randint(0, side * side)
        cells = set(random.sample(range(side * side), number))
        grids.append(tuple(random.randint(1, side) if cell in cells else 0 for cell in range(side * side)))
    assert forms(grids, box) == [copies.least(grid, box) for grid in grids]


@pytest.mark.slow
@pytest.mark.parametrize("box", [(2, 3), (3, 2)])
def test_the_form_is_the_least_copy_of_grids_with_oblong_boxes(box: tuple[int, int]) -> None:
    random, order = Random(2), np.array(list(copies.cell_permutations(box)))
    for number in (2, 9, 20, 36):
        cells = set(random.sample(range(36), number))
        grid = np.array([random.randint(1, 6) if cell in cells else 0 for cell in range(36)])
        assert forms([tuple(grid.tolist())], box) == [min(_relabelled(copy) for copy in grid[order].tolist())]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("box", "rows"), [((2, 3), ("011234", "012034")), ((3, 2), ("010111", "010203"))], ids=["2x3", "3x2"]
)
def test_a_row_with_more_givens_comes_first_if_it_repeats_a_digit(box: tuple[int, int], rows: tuple[str, str]) -> None:
    order = np.array(list(copies.cell_permutations(box)))
    grid = np.array([int(digit) for row in (*rows, *["123456"] * 4) for digit in row])
    [form] = forms([tuple(grid.tolist())], box)
    assert form == min(_relabelled(copy) for copy in grid[order].tolist())
    assert form[:6] == tuple(map(int, rows[0]))


def _relabelled(copy: list[int]) -> copies.Grid:
    """The least relabelled copy: new digits come in the order of their first cells."""
    labels = {0: 0}
    return tuple(labels.setdefault(digit, len(labels)) for digit in copy)


def test_all_grids_of_size_4_are_two() -> None:
    grids = [solution.values_in_order for solution in Sudoku(4).solutions()]
    assert len(grids) == 288
    assert sorted(set(forms(grids, (2, 2)))) == [
        (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1),
        (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3),
    ]


def test_what_is_no_grid_is_refused() -> None:
    with pytest.raises(ModelError, match="do not fit"):
        minlex(np.zeros((1, 80), np.uint8))
    with pytest.raises(ModelError, match="out of range"):
        minlex(np.full((1, 16), 5, np.uint8), (2, 2))
    with pytest.raises(ModelError, match="1 to 9 cells, not 4×4"):
        minlex(np.zeros((1, 256), np.uint8), (4, 4))
    with pytest.raises(ModelError, match="must be a digit from 0 to 9, not 257"):
        minlex(np.full((1, 16), 257), (2, 2))

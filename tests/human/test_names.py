from __future__ import annotations

from collections.abc import Mapping

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.human.finder import StepFinder
from sudoku_cp.human.marks import Marks

DIGITS = set(range(1, 10))
ROW = [f"r1c{column}" for column in range(1, 10)]
BOX = [f"r{row}c{column}" for row in (1, 2, 3) for column in (1, 2, 3)]


def without(digits: set[int], *cells: str) -> dict[str, set[int]]:
    return dict.fromkeys(cells, DIGITS - digits)


@pytest.mark.parametrize(
    ("name", "candidates", "eliminated", "placed"),
    [
        ("naked single", {"r1c1": {1}}, {}, {"r1c1": 1}),
        ("hidden single", without({1}, *ROW[1:]), {}, {"r1c1": 1}),
        ("naked pair", {"r1c1": {1, 2}, "r1c9": {1, 2}}, dict.fromkeys(ROW[1:8], (1, 2)), {}),
        ("hidden pair", without({1, 2}, *ROW[1:8]), dict.fromkeys(("r1c1", "r1c9"), tuple(range(3, 10))), {}),
        (
            "naked triple",
            {"r1c1": {1, 2}, "r1c5": {2, 3}, "r1c9": {1, 3}},
            dict.fromkeys((*ROW[1:4], *ROW[5:8]), (1, 2, 3)),
            {},
        ),
        (
            "hidden quad",
            without({1, 2, 3, 4}, *ROW[2:7]),
            dict.fromkeys(("r1c1", "r1c2", "r1c8", "r1c9"), (5, 6, 7, 8, 9)),
            {},
        ),
        ("pointing", without({1}, *BOX[3:]), dict.fromkeys(ROW[3:], (1,)), {}),
        ("claiming", without({1}, *ROW[3:]), dict.fromkeys(BOX[3:], (1,)), {}),
    ],
)
def test_names(
    name: str,
    candidates: Mapping[str, set[int]],
    eliminated: Mapping[str, tuple[int, ...]],
    placed: Mapping[str, int],
) -> None:
    """Each pattern alone in an empty grid has its name and its eliminations."""
    model = Sudoku(9)
    for cell, digits in candidates.items():
        model.restrict(cell, digits)
    step = StepFinder(model).steps(Marks(model))[0]
    assert step.name == name
    assert {cell.name: values for cell, values in step.eliminated.items()} == eliminated
    assert {cell.name: value for cell, value in step.placed.items()} == placed

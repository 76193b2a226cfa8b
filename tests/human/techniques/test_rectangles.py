"""Rectangles of all types in random positions, named by whether a corner is placed."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.authoring import generate
from sudoku_cp.human.techniques import Layout, Position
from sudoku_cp.human.techniques.uniqueness import HIDDEN, NAMES, rectangles

MODEL = Sudoku(9)
LAYOUT = Layout(MODEL)


def positions(seed: int, number: int) -> list[Position]:
    """Positions of random puzzles in which some cells are solved, in any order."""
    random = Random(seed)
    found = []
    for puzzle in islice(generate(MODEL, seed=seed), number):
        position = Position.of_givens(LAYOUT, puzzle.givens)
        solution = MODEL.solve(puzzle.givens).solution
        assert solution is not None
        for place, cell in enumerate(random.sample(MODEL.cells, 81)):
            if position.open >> cell.index & 1:
                position = position.after(placed={cell.index: solution[cell] - 1})
                found += [position] if 20 < place < 60 and place % 8 == 0 else []
    return found


@pytest.mark.slow
def test_a_rectangle_is_avoidable_if_a_corner_is_placed() -> None:
    seen = set()
    for position in positions(3, 12):
        for name in NAMES:
            for pattern in rectangles(position, name):
                is_avoidable = pattern.cells & position.placed != 0
                assert pattern.name.startswith("avoidable") is is_avoidable, pattern
                assert not pattern.cells & position.givens
                seen.add(name)
    assert seen >= {"unique rectangle 1", "unique rectangle 4", HIDDEN, "avoidable rectangle 1"}

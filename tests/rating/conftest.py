"""Random puzzles."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.solving.registry import load_solver


@pytest.fixture(scope="session")
def minimal_puzzles() -> Callable[[int, int], list[tuple[str, str]]]:
    """Random puzzles with a unique solution that needs every given, each with its solution."""
    compiled = load_solver("exact-cover").compile(Sudoku(9))
    cells = compiled.model.cells

    def draw(seed: int, number: int) -> list[tuple[str, str]]:
        random = Random(seed)
        return [minimal(random) for _ in range(number)]

    def minimal(random: Random) -> tuple[str, str]:
        boxes = [(box, random.sample(range(1, 10), 9)) for box in (0, 30, 60)]
        diagonal = {
            cells[box + place // 3 * 9 + place % 3]: digits[place] for box, digits in boxes for place in range(9)
        }
        solution = compiled.solve(diagonal).solution
        assert solution is not None
        givens = {cell: solution[cell] for cell in cells}
        for cell in random.sample(cells, 81):
            digit = givens.pop(cell)
            if compiled.count(2, givens).count > 1:
                givens[cell] = digit
        return "".join(str(givens.get(cell, ".")) for cell in cells), "".join(str(solution[cell]) for cell in cells)

    return draw

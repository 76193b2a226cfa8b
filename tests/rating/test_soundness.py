"""Every step of random puzzles agrees with the solution, and techniques of all families occur."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sudoku_cp.rating import Outcome, rate
from tests.support.candidate_grids import easiest_step, follow, grid_of, index_of

FAMILIES = {
    "X-cycle",
    "XY-cycle",
    "XY-wing",
    "XYZ-wing",
    "Y-cycle",
    "bivalue universal grave",
    "cell forcing chains",
    "claiming",
    "direct hidden pair",
    "direct hidden triplet",
    "direct pointing",
    "forcing X-chain",
    "forcing chain",
    "hidden pair",
    "house forcing chains",
    "naked triplet",
    "nishio forcing chains",
    "unique loop",
}

Puzzles = Callable[[int, int], list[tuple[str, str]]]


def _names_of_steps(puzzle: str, solution: str) -> tuple[list[str], list[float]]:
    """Follow the steps to the end, and hold each against the solution."""
    grid = grid_of(puzzle)
    names, ratings = [], []
    while any(grid):
        step = easiest_step(grid)
        if step is None:
            break
        assert step.placements or step.eliminations
        assert all(solution[index_of(text)] == text[5] for text in step.placements), step
        assert all(solution[index_of(text)] != text[5] for text in step.eliminations), step
        assert all(int(text[5]) in grid[index_of(text)] for text in (*step.placements, *step.eliminations)), step
        follow(grid, step)
        names.append(step.name)
        ratings.append(step.rating)
    assert any(grid) == (rate(puzzle).outcome is Outcome.BEYOND)
    return names, ratings


@pytest.mark.slow
def test_steps_agree_with_the_solution(minimal_puzzles: Puzzles) -> None:
    seen: set[str] = set()
    for puzzle, solution in minimal_puzzles(15, 100):
        names, ratings = _names_of_steps(puzzle, solution)
        rating = rate(puzzle)
        if rating.outcome is Outcome.RATED:
            assert (rating.er, rating.ed) == (max(ratings), ratings[0])
            assert rating.hardest == names[ratings.index(max(ratings))]
        seen.update(names)
    assert seen >= FAMILIES

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


NESTED = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
SOLUTION = "145327698839654127672918543496185372218473956753296481367542819984761235521839764"

STEPS = [
    ("dynamic contradiction", 9.4, "r1c8=4"),
    ("dynamic contradiction", 9.9, "r1c1=2"),
    ("nested contradiction", 10.3, "r1c7=4"),
    ("nested contradiction", 10.5, "r3c1=9"),
    ("nested contradiction", 10.6, "r7c5=8"),
]
"""Its first hard steps, as Sudoku Explainer 1.2.1 takes them, and what they eliminate."""


def test_nested_chains_agree_with_the_solution() -> None:
    _names_of_steps(NESTED, SOLUTION)


def test_nested_chains_are_those_of_sudoku_explainer() -> None:
    grid = grid_of(NESTED)
    hard: list[tuple[str, float, str]] = []
    while len(hard) < len(STEPS):
        step = easiest_step(grid)
        assert step is not None
        if step.rating > 9:
            (gone,) = step.eliminations
            hard.append((step.name, step.rating, gone))
        follow(grid, step)
    assert hard == STEPS


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

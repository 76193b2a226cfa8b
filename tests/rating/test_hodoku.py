"""HoDoKu's score."""

from __future__ import annotations

from itertools import islice

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.authoring import generate
from sudoku_cp.human.techniques import BY_NAME, Layout, Position, walk
from sudoku_cp.rating import Outcome, Score, score
from sudoku_cp.rating.hodoku import POINTS, Level

EASY = ".4..2....3..8..5.9.96...12.....7...3.873.129.2...8.....52...98.4.3..8..2....5..3."
HARD = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."


SCORED = [technique for name, technique in BY_NAME.items() if name in POINTS]


def test_only_rare_techniques_and_those_beyond_have_no_points() -> None:
    without = {name for name, technique in BY_NAME.items() if name not in POINTS and not technique.is_rare}
    assert without == {
        "ALS AIC",
        "ALS continuous nice loop",
        "ALS discontinuous nice loop",
        "death blossom",
        "franken jellyfish",
        "finned franken jellyfish",
    }
    assert set(POINTS) <= set(BY_NAME)


@pytest.mark.slow
def test_a_score_is_the_sum_of_the_steps() -> None:
    model = Sudoku(9)
    levels = set()
    for each in islice(generate(model, seed=42), 7):
        puzzle = "".join(str(each.givens.get(cell, ".")) for cell in model.grid)
        names = [pattern.name for _, pattern in walk(Position.of_givens(Layout(model), each.givens), SCORED)]
        found = score(puzzle)
        assert found.outcome is Outcome.RATED
        assert found.score == sum(map(POINTS.__getitem__, names))
        assert found.hardest is not None
        assert POINTS[found.hardest] == max(map(POINTS.__getitem__, names))
        if found.level != "extreme":
            assert found.score <= Level[str(found.level).upper()]
        levels.add(found.level)
    assert levels == {"easy", "medium", "hard", "extreme"}


@pytest.mark.slow
def test_a_puzzle_beyond_the_techniques() -> None:
    assert score(HARD) == Score(Outcome.BEYOND, level="extreme")


@pytest.mark.parametrize(
    ("puzzle", "outcome"), [("." * 81, Outcome.SEVERAL_SOLUTIONS), ("11" + "." * 79, Outcome.NO_SOLUTION)]
)
def test_puzzles_without_a_unique_solution(puzzle: str, outcome: Outcome) -> None:
    assert score(puzzle) == Score(outcome)


def test_a_solved_puzzle() -> None:
    model = Sudoku(9)
    model.give_grid(EASY)
    solved = model.solve().solution
    assert solved is not None
    assert score("".join(map(str, solved.values_in_order))).score == 0


def test_a_score_stops_when_told() -> None:
    assert score(EASY, lambda: True) == Score(Outcome.STOPPED)


def test_other_puzzles_have_no_score() -> None:
    with pytest.raises(ModelError, match="only classic"):
        score(Sudoku(4))

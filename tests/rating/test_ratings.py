"""Ratings of whole puzzles."""

from __future__ import annotations

from threading import Event

import numpy as np
import pytest

from sudoku_cp import ModelError, Sudoku, _rating
from sudoku_cp.rating import Outcome, Rating, rate, rate_many

KNOWN = {
    # The example of Wikipedia's article on sudoku.
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": (1.2, "hidden single"),
    # The first grid of Project Euler's problem 96.
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..": (1.2, "hidden single"),
    # The first of Royle's list of puzzles with 17 givens.
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...": (1.5, "hidden single"),
    # The examples of P. Norvig's "Solving Every Sudoku Puzzle", the first of magictour's list among them.
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......": (2.6, "pointing"),
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.": (2.0, "direct hidden pair"),
}
EASY = next(iter(KNOWN))
NO_SOLUTION = EASY[:2] + "5" + EASY[3:]
SEVERAL = "." * 81
HARD = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."


@pytest.mark.parametrize("puzzle", KNOWN)
def test_known_puzzles(puzzle: str) -> None:
    er, hardest = KNOWN[puzzle]
    assert rate(puzzle) == Rating(Outcome.RATED, er, 1.2, 1.2, hardest)


def test_a_puzzle_needs_a_unique_solution() -> None:
    assert rate(NO_SOLUTION) == Rating(Outcome.NO_SOLUTION)
    assert rate(SEVERAL) == Rating(Outcome.SEVERAL_SOLUTIONS)
    assert str(rate(SEVERAL)) == "several solutions"


def test_many_puzzles_on_any_number_of_threads() -> None:
    puzzles = [*KNOWN, NO_SOLUTION, SEVERAL] * 4
    one_by_one = [rate(puzzle) for puzzle in puzzles]
    for threads in (1, 2, 5):
        assert rate_many(puzzles, threads) == one_by_one
    assert rate_many([], 2) == []


def test_models_and_arrays() -> None:
    sudoku = Sudoku(9)
    sudoku.give_grid(EASY)
    digits = np.array([[int(character) if character != "." else 0 for character in EASY]], np.uint8)
    assert rate_many([sudoku]) == rate_many(digits) == [rate(EASY)]


def _with_a_diagonal() -> Sudoku:
    sudoku = Sudoku(9)
    from sudoku_cp.constraints import AllDifferent

    sudoku.add(AllDifferent(sudoku.diagonals[0]))
    return sudoku


def _with_pencil_marks() -> Sudoku:
    return Sudoku(9).restrict("r1c1", (1, 2))


def _scored() -> Sudoku:
    sudoku = Sudoku(9)
    sudoku.maximize(sudoku["r1c1"])
    return sudoku


@pytest.mark.parametrize(
    "sudoku",
    [
        Sudoku(4),
        Sudoku(9, box=(1, 9)),
        Sudoku(9, regions=()),
        Sudoku(9, digits=range(9)),
        _with_a_diagonal(),
        _with_pencil_marks(),
        _scored(),
    ],
)
def test_other_models_are_refused(sudoku: Sudoku) -> None:
    with pytest.raises(ModelError, match="only classic 9×9 sudokus"):
        rate(sudoku)


def test_a_text_of_another_length_is_refused() -> None:
    with pytest.raises(ModelError, match="81 cells, not 16"):
        rate("." * 16)


def test_cancelling() -> None:
    cancel = Event()
    cancel.set()
    assert {rating.outcome for rating in rate_many([HARD] * 40, 2, cancel=cancel)} == {Outcome.STOPPED}


def test_an_error_in_the_poll_ends_the_run() -> None:
    givens = np.array([[int(character) if character != "." else 0 for character in HARD]] * 300, np.uint8)

    def poll() -> bool:
        raise KeyError("poll")

    with pytest.raises(KeyError, match="poll"):
        _rating.rate_many(givens, np.zeros((300, 5), np.int32), 1, poll)


def test_arrays_that_do_not_fit_are_refused() -> None:
    for givens, ratings in (((1, 80), (1, 5)), ((2, 81), (1, 5)), ((1, 81), (1, 4))):
        with pytest.raises(ValueError, match="do not fit"):
            _rating.rate_many(np.zeros(givens, np.uint8), np.zeros(ratings, np.int32))
    with pytest.raises(ValueError, match="out of range"):
        _rating.rate_many(np.full((1, 81), 10, np.uint8), np.zeros((1, 5), np.int32))

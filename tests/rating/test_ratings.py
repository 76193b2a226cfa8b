"""Ratings of whole puzzles."""

from __future__ import annotations

from threading import Event

import numpy as np
import pytest
from numpy.typing import NDArray

from sudoku_cp import ModelError, Sudoku, _native
from sudoku_cp.rating import Outcome, Rating, rate, rate_many, technique_names

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
OWN = {
    "....6.......9...27.8...7.6..16......2...7.......21...353......28.1.3..9..294..5..": (
        1.5,
        1.2,
        1.2,
        "hidden single",
    ),
    "9....2..6....3...7.5....8.9...45....4....3...6....153..7..........57.9.3...31..2.": (
        1.7,
        1.2,
        1.2,
        "direct pointing",
    ),
    "7..691...3..74....9...8..5..1.3..58......6..2.8..1.4........74..32..7...8........": (
        2.0,
        1.2,
        1.2,
        "direct hidden pair",
    ),
    "5....9.....3...8...8..54..9..5....2.31.9..7..64..1..8....2.....4..7.6...7.8......": (
        2.3,
        1.2,
        1.2,
        "naked single",
    ),
    "...45...243...2..66...3.....215......4....1.7...38.9............8..6.3...5.14....": (
        2.5,
        1.2,
        1.2,
        "direct hidden triplet",
    ),
    "..46.7........2.....6....73.13.....7.....52.6..78....97..3...8.9..5.4...3.......2": (2.6, 1.2, 1.2, "pointing"),
    ".....3....5......23..21...81.5.9.....3.......6.81.7..5...5....687.....3...4...821": (2.8, 1.2, 1.2, "claiming"),
    "2.49....7.7.8...1.......65.....8....1.76.....5.62..1...5..7...4......2....2..3...": (3.0, 1.2, 1.2, "naked pair"),
    "...9.1.6.........58....47....7.9..8...5.2.4.62.8......1.........5.31...9.3.7..8..": (3.2, 1.2, 1.2, "X-wing"),
    "3.7.1..6..2..6...8.8...9........57..27.....4.4...3.5.2.9.....8...6...3..7..5.1...": (3.4, 1.2, 1.2, "hidden pair"),
    ".2.754....3.....5.......2.6.5.3....82..86.5..3....7..1.4.....3......98...7.2.....": (
        3.6,
        1.2,
        1.2,
        "naked triplet",
    ),
    ".......6..56...34991........3.5..8.2....1....7.12..5...2...89..6.7.....3...9..7..": (4.2, 1.2, 1.2, "XY-wing"),
    "...79...5....63...13....6.8...........85...4..2.47...6.6.8....42........985.2....": (4.4, 1.2, 1.2, "XYZ-wing"),
    "......4.3...9.6....29..3.....45...7.....2..8.7...8...5.7.89..6.......8....57....2": (4.5, 1.2, 1.2, "unique loop"),
    "........13.4.15..........577....2...2.....56...6.3...9..1.49....4..5.2..56.7.....": (
        5.6,
        1.2,
        1.2,
        "bivalue universal grave",
    ),
    "...2.5..8.1.6.8.......71.....8.6...7...4.9.3...3....1.6.15...9..7...6.5.95..2....": (
        6.2,
        1.2,
        1.2,
        "aligned pair exclusion",
    ),
    "..47..8....82....1...1....2.........91......6.6...9..4..6..5...8...71.3.3...8...9": (6.5, 1.2, 1.2, "X-cycle"),
    "4....76215...6..4....1.4.9..76.....9.....941.8.9.........8...7..534..1..6.7......": (
        6.6,
        1.2,
        1.2,
        "forcing X-chain",
    ),
    "......4.26....8..7.14....8...3..657......9...56.1...3...1...9.3..9.5.8...3......5": (7.0, 1.2, 1.2, "Y-cycle"),
    "87.4..92..5..........93.........85........31.79...1..414.5..7...2..........21...6": (
        7.1,
        1.2,
        1.2,
        "forcing chain",
    ),
    "..2..91........3.24.8.17.....3..8.......25.7.....7...6..9....3.........55..16.2.8": (7.2, 1.2, 1.2, "XY-cycle"),
    "..4.2.7..725.8.1.31..............4.1...9..5.....8.5.76.4.5.......2..4.6.93.......": (
        7.8,
        1.2,
        1.2,
        "nishio forcing chains",
    ),
    "..6..5.9....32.7...3......6..825...7.9..3.8..7.5.89............12....6.3.5..12...": (
        8.5,
        1.2,
        1.2,
        "cell forcing chains",
    ),
    "5.....46....436.2.....5...78...6...5.1.....9......52.3..83......9....7..72.61....": (
        8.5,
        1.2,
        1.2,
        "cell forcing chains",
    ),
    ".74.......9..4..135.3.7....6....9.4.8...6......742.8...2..3.6.9.......5......2.7.": (
        8.8,
        1.2,
        1.2,
        "dynamic house forcing chains",
    ),
    ".3.........52..64....549....1......67..6..91.2...5.....7...25....87....3....6...1": (
        9.1,
        1.2,
        1.2,
        "dynamic contradiction",
    ),
    # An easier step places the first digit.
    ".81.3....2............54..9.........69.3....8..59..1.4......7...3..8..26..2.7.4.1": (
        7.3,
        2.6,
        2.6,
        "forcing chain",
    ),
    # A cycle excludes nothing in its own cells.
    "..3.....6.41......7.54...1..5..2.3.......3..99..7....1...64...7..8......4.915....": (
        7.2,
        1.2,
        1.2,
        "forcing chain",
    ),
    # Two cells of an aligned triplet exclude a combination alone.
    "5...3..287.2..5....3....74...8...........3.6..2.46...7.1.9.26.......6.89....5...2": (
        8.4,
        1.2,
        1.2,
        "cell forcing chains",
    ),
}
"""Random puzzles: one for each technique that is the hardest of one, and those that a detail decides, with the
numbers of Sudoku Explainer's program."""

EASY = next(iter(KNOWN))
ONLY_GUESSES = ".453.7698839654..767.9.8543496.8537...8473956753.9648.36754.8.998476..355..839764"
"""Two digits can be exchanged, so that no step excludes anything."""
NO_SOLUTION = EASY[:2] + "5" + EASY[3:]
SEVERAL = "." * 81
HARD = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."


@pytest.mark.parametrize("puzzle", KNOWN)
def test_known_puzzles(puzzle: str) -> None:
    er, hardest = KNOWN[puzzle]
    assert rate(puzzle) == Rating(Outcome.RATED, er, 1.2, 1.2, hardest)


@pytest.mark.parametrize("puzzle", OWN)
def test_puzzles_of_each_hardest_technique(puzzle: str) -> None:
    assert rate(puzzle) == Rating(Outcome.RATED, *OWN[puzzle])


def test_a_puzzle_with_nested_chains() -> None:
    assert rate(HARD) == Rating(Outcome.RATED, 10.6, 1.2, 1.2, "nested contradiction")


def test_a_puzzle_beyond_the_known_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = np.ones((1, 5), np.int32)
    givens = np.array([[int(character) if character != "." else 0 for character in ONLY_GUESSES]], np.uint8)
    _native.rate_many(givens, numbers)
    assert numbers[0, 4] == 0

    def rate_nothing(givens: object, ratings: NDArray[np.int32], threads: int, poll: object) -> bool:
        ratings[:] = (12, 0, 12, 0, 0)
        return True

    monkeypatch.setattr(_native, "rate_many", rate_nothing)
    assert rate(HARD) == Rating(Outcome.BEYOND, ed=1.2)


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
    from sudoku_cp.kernel import AllDifferent

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
        _native.rate_many(givens, np.zeros((300, 5), np.int32), 1, poll)


def test_arrays_that_do_not_fit_are_refused() -> None:
    for givens, ratings in (((1, 80), (1, 5)), ((2, 81), (1, 5)), ((1, 81), (1, 4))):
        with pytest.raises(ValueError, match="do not fit"):
            _native.rate_many(np.zeros(givens, np.uint8), np.zeros(ratings, np.int32))
    with pytest.raises(ValueError, match="out of range"):
        _native.rate_many(np.full((1, 81), 10, np.uint8), np.zeros((1, 5), np.int32))


def test_the_names_of_techniques_are_those_of_ratings() -> None:
    names = technique_names()
    assert len(set(names)) == len(names) > 20
    wikipedia = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert rate(wikipedia).hardest in names

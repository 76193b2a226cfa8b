"""The compiled verifier refuses wrong digits, repeated digits and changed givens, at every place, on any threads."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sudoku_cp import Sudoku
from sudoku_cp._verifier import Verifier

KINDS = ["int8", "int16", "int32", "int64"]


def verifier_of(sudoku: Sudoku) -> Verifier:
    return Verifier([cell.domain for cell in sudoku.cells], [[cell.index for cell in house] for house in sudoku.houses])


def filled(size: int) -> list[int]:
    step = int(size**0.5)
    return [(row * step + row // step + column) % size + 1 for row in range(size) for column in range(size)]


@pytest.mark.parametrize("size", [4, 9, 16, 25, pytest.param(36, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", KINDS)
def test_every_wrong_digit_of_every_cell(size: int, kind: str) -> None:
    right, verifier = filled(size), verifier_of(Sudoku(size))
    others = [0, -1, 1, size, size + 1, 17, 33, 65, -128, 127]
    changes = [(cell, other) for cell in range(0, size * size, size // 4) for other in others if other != right[cell]]
    rows = np.array([right] * (len(changes) + 1), kind)
    rows[range(len(changes)), [cell for cell, _ in changes]] = [other for _, other in changes]
    sound = np.ones(len(rows), bool)
    verifier.check(rows, None, int(np.iinfo(kind).min), sound, 1)
    assert sound.tolist() == [False] * len(changes) + [True]
    for row in rows[:: len(others) * 7]:
        assert not verifier.holds(tuple(row.tolist()), {}, ())


@pytest.mark.parametrize("greatest", [3, 15, 16, 31, 32, 63, 64, 90])
@pytest.mark.parametrize("kind", KINDS)
def test_random_candidates_and_houses(greatest: int, kind: str) -> None:
    random = Random(greatest)
    values = sorted({0, greatest, *random.sample(range(greatest + 1), 4)})
    for _ in range(10):
        candidates = [tuple(random.sample(values, random.randint(2, len(values)))) for _ in range(5)]
        houses = [random.sample(range(5), random.randint(0, 4)) for _ in range(3)]
        rows = [[random.choice(random.choice([values, of_cell])) for of_cell in candidates] for _ in range(40)]
        expected = [
            all(value in of_cell for value, of_cell in zip(row, candidates, strict=True))
            and all(len({row[cell] for cell in house}) == len(house) for house in houses)
            for row in rows
        ]
        verifier, sound = Verifier(candidates, houses), np.zeros(len(rows), bool)
        verifier.check(np.array(rows, kind), None, int(np.iinfo(kind).min), sound, 1)
        assert sound.tolist() == expected
        assert [verifier.holds(tuple(row), {}, ()) for row in rows] == expected


def test_exchanged_digits_of_a_row() -> None:
    """Each row has all digits, and the columns and boxes repeat some."""
    right, verifier = filled(9), verifier_of(Sudoku(9))
    for first in range(81):
        for second in range(first + 1, first // 9 * 9 + 9):
            wrong = right.copy()
            wrong[first], wrong[second] = wrong[second], wrong[first]
            assert not verifier.holds(tuple(wrong), {}, ())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_givens_and_threads(kind: str, threads: int) -> None:
    random = Random(threads)
    right, verifier = filled(9), verifier_of(Sudoku(9))
    open_mark, puzzles = int(np.iinfo(kind).min), 9_003
    solutions = np.array([right] * puzzles, kind)
    givens = np.where(np.array([[random.random() < 0.3 for _ in range(81)]] * puzzles), solutions, open_mark)
    expected = [True] * puzzles
    for puzzle in random.sample(range(puzzles), 200):
        cell = random.randrange(81)
        givens[puzzle, cell] = right[cell] % 9 + 1
        expected[puzzle] = False
    sound = np.zeros(puzzles, bool)
    verifier.check(solutions, givens.astype(kind), open_mark, sound, threads)
    assert sound.tolist() == expected


def test_one_solution_and_its_givens() -> None:
    sudoku, right = Sudoku(9), tuple(filled(9))
    verifier = verifier_of(sudoku)
    assert verifier.holds(right, {}, ())
    assert verifier.holds(right, dict(zip(sudoku.cells, right, strict=True)), sudoku.cells)
    for cell in sudoku.cells:
        assert not verifier.holds(right, {cell: right[cell.index] % 9 + 1}, sudoku.cells)
    assert not verifier.holds(right[:-1], {}, ())
    assert not verifier.holds((*right, 1), {}, ())
    assert not verifier.holds((10**30, *right[1:]), {}, ())
    assert not verifier.holds(right, {sudoku.cells[0]: 10**30}, sudoku.cells)
    for cell in (Sudoku(16).cells[200], Sudoku(9).cells[0]):  # of another model
        assert not verifier.holds(right, {cell: right[0]}, sudoku.cells)
        assert not verifier.holds(right, {sudoku.cells[1]: right[1], cell: right[0]}, sudoku.cells)


def test_what_is_no_integer_is_refused_loudly() -> None:
    verifier = Verifier([(1, 2)], [])
    with pytest.raises(TypeError):
        verifier.holds(("1",), {}, ())  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        verifier.holds((1,), {0: "1"}, (0,))  # type: ignore[dict-item]


def test_arrays_that_do_not_fit() -> None:
    verifier = Verifier([(1, 2), (1, 2)], [[0, 1]])
    rows, sound = np.ones((3, 2), np.int8), np.zeros(3, bool)
    with pytest.raises(ValueError, match="do not fit"):
        verifier.check(rows[:, :1].copy(), None, -128, sound, 1)
    with pytest.raises(ValueError, match="do not fit"):
        verifier.check(rows, rows[:2], -128, sound, 1)
    with pytest.raises(ValueError, match="do not fit"):
        verifier.check(rows, None, -128, sound[:2], 1)
    with pytest.raises(ValueError, match="a cell that is not there"):
        Verifier([(1, 2)], [[0, 1]])


def test_the_verifier_shares_no_code_with_the_engine() -> None:
    from pathlib import Path

    folder = Path(__file__).parents[2] / "native" / "verifier"
    lines = [line for path in folder.iterdir() for line in path.read_text(encoding="utf-8").splitlines()]
    included = {line.split('"')[1] for line in lines if line.startswith('#include "')}
    assert "verifier.hpp" in included
    assert included <= {path.name for path in folder.iterdir()}

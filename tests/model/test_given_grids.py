from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sudoku_cp import Sudoku
from sudoku_cp.formats import load, load_all
from sudoku_cp.model import ModelError
from sudoku_cp.model.given_grids import entries_of

ROWS = [[1, 2, 0, 0], [0, 0, 1, 2], [2, 1, 0, 0], [0, 0, 2, 1]]
TEXT = "12....1221....21"
FORMS: list[Callable[[], Any]] = [
    lambda: TEXT,
    lambda: "12..\n..12\n21..\n..21",
    lambda: ROWS,
    lambda: [digit for row in ROWS for digit in row],
    lambda: tuple(map(tuple, ROWS)),
    lambda: [[digit or None for digit in row] for row in ROWS],
    lambda: ["12..", "..12", "21..", "..21"],
    lambda: [[str(digit) for digit in row] for row in ROWS],
    lambda: np.array(ROWS),
    lambda: np.array(ROWS, np.uint8).reshape(16),
    lambda: np.array(ROWS, float),
]


@pytest.mark.parametrize("form", range(len(FORMS)))
def test_a_grid_in_any_form(form: int) -> None:
    given = FORMS[form]()
    sudoku = Sudoku(4, grid=given)
    other = Sudoku(4)
    other.give_grid(given)
    wanted = {cell.name: digit for cell, digit in zip(other.grid, (int(mark) if mark > "0" else 0 for mark in TEXT),
              strict=True) if digit}  # fmt: skip
    for board in (sudoku, other, load(given)):
        assert {cell.name: digit for cell, digit in board.givens.items()} == wanted


def test_zero_as_a_digit() -> None:
    sudoku = Sudoku(4, digits=range(4), grid=[0, None, 1, 2] + [None] * 12)
    assert [digit for _, digit in sorted((cell.index, digit) for cell, digit in sudoku.givens.items())] == [0, 1, 2]


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ([[1, 2, 0, 0]] * 3, "sudoku has 16 cells, not 12"),
        ([[1, 2], [1, 2, 3]], "the grid must have rows of one length, not of 2 and 3 cells"),
        ([1, [2]], "the grid has digits beside rows"),
        ([[5, 0, 0, 0]] + [[0] * 4] * 3, "r1c1"),
        (7, "the grid must be a text"),
        ({}, "the grid must be a text"),
    ],
)
def test_what_is_no_grid(grid: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Sudoku(4, grid=grid)


def test_entries_of_arrow_lists() -> None:
    pa = pytest.importorskip("pyarrow")
    assert entries_of(pa.array([[1, 2], [3, None]])) == [1, 2, 3, None]
    assert entries_of(pa.array([[1, 2]])[0]) == [1, 2]


def test_arrays_of_grids_are_loaded_one_by_one() -> None:
    boards = list(load_all(np.array([ROWS, ROWS])))
    assert [len(board.givens) for board in boards] == [8, 8]
    boards = list(load_all(np.array([ROWS, ROWS]).reshape(2, 16)))
    assert [len(board.givens) for board in boards] == [8, 8]
    with pytest.raises(ModelError, match="a puzzle must be"):
        load([])


def test_a_solution_as_rows_and_as_an_array() -> None:
    solution = Sudoku(4, grid=TEXT).solve().solution
    assert solution is not None
    assert solution.rows == ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
    assert np.array(solution).tolist() == [list(row) for row in solution.rows]
    assert np.asarray(solution, np.uint8).dtype == np.uint8

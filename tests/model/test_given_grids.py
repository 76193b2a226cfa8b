from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sudoku_cp import Sudoku, columns
from sudoku_cp.formats import load, load_all
from sudoku_cp.model import InputError, ModelError
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


NINE = "..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9."
SOLVED = "189327645756849312243651879924183567375496128618572934491735286832964751567218493"
FLAT = [0 if mark == "." else int(mark) for mark in NINE]
NESTED = [FLAT[start : start + 9] for start in range(0, 81, 9)]


def test_columns_of_lists_and_arrays() -> None:
    pa = pytest.importorskip("pyarrow")
    for column in ([NESTED, NESTED], [FLAT, FLAT], [np.array(NESTED)] * 2, [NINE, FLAT]):
        assert columns.solutions(column) == [SOLVED, SOLVED]
    for array in (np.array([NESTED, NESTED]), np.array([FLAT, FLAT], np.uint8)):
        assert columns.solutions(array).tolist() == [SOLVED, SOLVED]
    arrays = [pa.array([FLAT] * 2), pa.array([NESTED] * 2), pa.array([FLAT] * 2, pa.list_(pa.int8(), 81))]
    for arrow in [*arrays, pa.array([NESTED] * 3)[1:]]:
        assert columns.solutions(arrow).to_pylist() == [SOLVED, SOLVED]
    assert columns.counts(pa.array([NESTED, None])).to_pylist() == [1, None]


def test_a_digit_too_large_in_a_column() -> None:
    with pytest.raises(InputError, match="digits from 0 to"):
        columns.counts(np.full((1, 81), 17))
    with pytest.raises(InputError, match="without a symbol"):
        columns.counts([[17] * 81])


def test_a_text_with_a_frame_names_what_reads_it() -> None:
    text = "1 2 | . .\n. . | 1 2\n----+----\n2 1 | . .\n. . | 2 1\n"
    with pytest.raises(ModelError, match=r"the grid has a frame, which sudoku_cp\.formats\.load reads"):
        Sudoku(4, grid=text)
    assert len(load(text).givens) == 8

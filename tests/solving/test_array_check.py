"""The check of arrays says what `Model.violations` says, of right and of wrong values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from sudoku_cp import AllDifferent, Model, Sudoku, Table
from sudoku_cp.kernel import Linear
from sudoku_cp.model import Relation
from sudoku_cp.solving.batch import ArrayCheck
from sudoku_cp.solving.solution_check import SolutionCheck
from tests.support import brute_force, tiny_models


def by_meaning(model: Model, rows: list[list[int]]) -> list[bool]:
    return [not model.violations(row, {}) for row in rows]


def by_array(model: Model, rows: list[list[int]], kind: str) -> list[bool]:
    array = np.array(rows, kind).reshape(len(rows), len(model.cells))
    sound: list[bool] = ArrayCheck(SolutionCheck(model))(array).tolist()
    return sound


@pytest.mark.slow
@given(data=st.data())
def test_tiny_models(data: Any) -> None:
    model = data.draw(tiny_models())
    solutions = [list(values) for values in brute_force(model)[:20]]
    noise = data.draw(
        st.lists(st.tuples(*(st.sampled_from([*cell.domain, -128, 127, -1, 0]) for cell in model.cells)), max_size=5)
    )
    rows = solutions + [list(values) for values in noise]
    for row in solutions[:5] if model.cells else []:
        wrong = row.copy()
        wrong[data.draw(st.integers(0, len(row) - 1))] += data.draw(st.sampled_from([-2, -1, 1, 2]))
        rows.append([max(-128, min(127, value)) for value in wrong])
    kind = data.draw(st.sampled_from(["int8", "int16", "int64"]))
    assert by_array(model, rows, kind) == by_meaning(model, rows)
    assert all(by_array(model, solutions, kind))


@pytest.mark.parametrize("step", [1, 3, 10, 40, 10**9])
def test_all_different_in_words_of_any_width(step: int) -> None:
    model = Model()
    cells = model.variables("abcd", domain=(0, step, 2 * step, 3 * step))
    model.add(AllDifferent(cells))
    rows = [[step * digit for digit in row] for row in ([3, 1, 2, 0], [3, 1, 1, 0], [3, 3, 3, 3], [0, 0, 1, 2])]
    assert by_array(model, rows, "int64") == [True, False, False, False]


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 9, 16, 25, 36])
def test_every_row_column_and_box(size: int) -> None:
    sudoku = Sudoku(size)
    step = int(size**0.5)
    grid = [[(row * step + row // step + column) % size + 1 for column in range(size)] for row in range(size)]
    values = [value for row in grid for value in row]
    rows = [values]
    for cell in range(0, size * size, 7):
        others = (value for value in (1, size) if value != values[cell])
        rows.extend([*values[:cell], other, *values[cell + 1 :]] for other in others)
    assert by_array(sudoku, rows, "int8") == by_meaning(sudoku, rows) == [True] + [False] * (len(rows) - 1)


@pytest.mark.parametrize("relation", Relation)
def test_sums_do_not_overflow(relation: Relation) -> None:
    model = Model()
    a, b = model.variables("ab", domain=(-100, 100))
    model.add(Linear(((3, a), (1000, b)), relation, 100300))
    rows = [[100, 100], [-100, 100], [100, -100]]
    assert by_array(model, rows, "int8") == by_meaning(model, rows)


def test_pencil_marks() -> None:
    model = Model()
    a, b = model.variables("ab", domain=(1, 2, 3))
    model.restrict(a, [1, 3])
    model.restrict(b, [])
    assert by_array(model, [[1, 1]], "int8") == [False]


def test_tables_are_asked_one_by_one() -> None:
    model = Model()
    a, b, _ = model.variables("abc", domain=(1, 2))
    model.add(Table([b, a], [(1, 2)]))
    assert by_array(model, [[2, 1, 1], [1, 2, 1]], "int8") == [True, False]


def test_the_same_cell_twice() -> None:
    model = Model()
    (cell,) = model.variables("a", domain=(1, 2))
    model.add(AllDifferent([cell, cell]))
    assert by_array(model, [[1], [2]], "int8") == [False, False]


@pytest.mark.parametrize("top", [14, 15, 30, 31, 62, 63, 64])
def test_carries_of_repeated_values(top: int) -> None:
    model = Model()
    cells = model.variables("abc", domain=range(top + 1))
    model.add(AllDifferent(cells))
    rows = [[top, top, top], [top, top, 0], [top, top - 1, top - 1], [top, 0, 1]]
    assert by_array(model, rows, "int8") == [False, False, False, True]

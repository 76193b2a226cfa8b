"""Arrays of many puzzles, for every solver."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, note, settings, strategies as st

from sudoku_cp import Model, ModelError, Sudoku
from sudoku_cp.authoring import equal
from sudoku_cp.authoring.estimates import count_fillings
from sudoku_cp.model import UnsoundAnswerError
from sudoku_cp.model.batches import Batch
from sudoku_cp.solving.batch import BLOCK, ArrayCheck, Form, open_mark, read_grids, verify_batch
from sudoku_cp.solving.registry import SOLVERS, load_solver
from sudoku_cp.solving.solution_check import SolutionCheck
from tests.support import brute_force, tiny_models

KINDS = ("int8", "uint8", "int16", "int64", "uint64")


@pytest.mark.slow
@settings(max_examples=60)
@given(data=st.data())
def test_a_batch_is_as_puzzle_by_puzzle(data: Any) -> None:
    model = data.draw(tiny_models())
    known = {value for cell in model.cells for value in cell.domain}
    empty = max({*range(-99, 1)} - known)
    given = [[model.givens.get(cell, empty) for cell in model.cells]]
    for _ in range(data.draw(st.integers(0, 3))):
        row = [value if value != empty else data.draw(st.sampled_from([empty, -99])) for value in given[0]]
        if row:
            column = data.draw(st.integers(0, len(row) - 1))
            row[column] = data.draw(st.sampled_from(model.cells[column].domain))
        given.append(row)
    limit = data.draw(st.sampled_from([1, 2, 1000]))
    array = np.array(given, np.int64).reshape(len(given), len(model.cells))
    threads = data.draw(st.integers(1, 2))
    solutions = [
        brute_force(model, {cell: value for cell, value in zip(model.cells, row, strict=True) if value in known})
        for row in given
    ]
    for name in SOLVERS:
        note(name)
        batch = load_solver(name).compile(model).solve_many(array, limit=limit, threads=threads)
        assert batch.solutions.shape == array.shape
        for puzzle, expected in enumerate(solutions):
            assert batch.counts[puzzle] == min(len(expected), limit)
            assert batch.exact[puzzle] == (len(expected) < limit)
            values = tuple(batch.solutions[puzzle].tolist())
            assert values in expected if expected else set(values) <= {empty}


@pytest.mark.parametrize("kind", KINDS)
def test_givens_of_any_width(kind: str) -> None:
    grids = read_grids(Form(Sudoku(4)), np.array([[0, 1, 2, 3, 4] + [0] * 11], kind))
    mark = open_mark(grids)
    assert grids.dtype == np.int8
    assert grids.tolist() == [[mark, 1, 2, 3, 4] + [mark] * 11]


def test_the_caller_keeps_its_array() -> None:
    givens = np.zeros((1, 16), np.int8)
    read_grids(Form(Sudoku(4)), givens)
    assert not givens.any()


@pytest.mark.parametrize(
    ("domain", "kind"),
    [((1, 127), "int8"), ((-127, 2), "int8"), ((1, 128), "int16"), ((-40_000, 1), "int32"), ((0, 10**11), "int64")],
)
@pytest.mark.parametrize("name", SOLVERS)
def test_solutions_of_any_width(name: str, domain: tuple[int, ...], kind: str) -> None:
    model = Model()
    a, b = model.variables("ab", domain=domain)
    model.add(a > b)
    givens = np.array([[-1, -1], [domain[-1], -1], [-1, domain[-1]]])
    batch = load_solver(name).compile(model).solve_many(givens, limit=2)
    empty = -1 if 0 in domain else 0
    assert batch.solutions.dtype == kind
    assert batch.solutions.tolist() == [[domain[1], domain[0]]] * 2 + [[empty, empty]]
    assert batch.counts.tolist() == [1, 1, 0]
    assert batch.exact.all()


def test_cells_of_different_domains() -> None:
    model = Model()
    a, b, c = model.variable("a", (1, 2)), model.variable("b", (2, 300)), model.variable("c", (1, 2))
    model.add(a != c, a + b != 4)
    batch = load_solver().compile(model).solve_many(np.array([[0, 0, 1], [1, 300, 2], [2, 2, 1]]), limit=5)
    assert batch.solutions.tolist() == [[2, 300, 1], [1, 300, 2], [0, 0, 0]]
    with pytest.raises(ModelError, match="puzzle 1: b = 1: the value is not one of its digits"):
        read_grids(Form(model), np.array([[0, 0, 0], [0, 1, 0]]))


@pytest.mark.parametrize("value", [5, 127, 300, 2**63])
def test_values_that_are_no_digits(value: int) -> None:
    givens = np.zeros((3, 16), np.uint64 if value > 2**62 else np.int64)
    givens[2, 5] = value
    with pytest.raises(ModelError, match=f"^puzzle 2: r2c2 = {value}: the value is not one of its digits$"):
        read_grids(Form(Sudoku(4)), givens)


def test_gaps_between_digits() -> None:
    sudoku = Sudoku(2, digits=(1, 3))
    with pytest.raises(ModelError, match="r1c2 = 2"):
        read_grids(Form(sudoku), np.array([[0, 2, 0, 0]], np.int8))
    assert load_solver().compile(sudoku).solve_many(np.array([[0, 3, 0, 0]])).solutions.tolist() == [[1, 3, 3, 1]]


@pytest.mark.parametrize("givens", [np.zeros(16, int), np.zeros((2, 15), int), np.zeros((1, 16)), np.zeros((1, 4, 4))])
def test_arrays_of_the_wrong_shape(givens: Any) -> None:
    with pytest.raises(ModelError, match=r"^givens must be integers of shape \(puzzles, 16\), not "):
        load_solver().compile(Sudoku(4)).solve_many(givens)


@pytest.mark.parametrize("options", [{"limit": 0}, {"threads": 0}])
def test_limit_and_threads_are_positive(options: Any) -> None:
    message = r"^(the limit of a batch must be at least 1|threads must be 1 to 1,024), not 0$"
    with pytest.raises(ModelError, match=message):
        load_solver().compile(Sudoku(4)).solve_many(np.zeros((1, 16), int), **options)


@pytest.mark.parametrize("name", SOLVERS)
def test_no_puzzles(name: str) -> None:
    batch = load_solver(name).compile(Sudoku(4)).solve_many(np.zeros((0, 16), int))
    assert (batch.solutions.shape, batch.counts.shape, batch.exact.shape) == ((0, 16), (0,), (0,))


SOLVED: tuple[int, ...] = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)


def batch_of(solutions: list[tuple[int, ...]], counts: list[int]) -> Batch:
    zeros = np.zeros(len(counts), np.int64)
    return Batch(np.array(solutions, np.int8), np.array(counts), zeros.astype(bool), zeros, 0.0)


@pytest.mark.parametrize("at", [0, BLOCK - 1, BLOCK, BLOCK + 3])
@pytest.mark.parametrize(
    ("wrong", "given", "message"),
    [
        ((2, *SOLVED[1:]), 0, "is broken: r1c1=2 r1c2=2"),
        ((9, *SOLVED[1:]), 0, "r1c1=9 is not among its candidates"),
        (SOLVED, 2, "r1c1=1 overrides the given 2"),
    ],
)
def test_a_wrong_solution_is_found(at: int, wrong: tuple[int, ...], given: int, message: str) -> None:
    puzzles = BLOCK + 10
    givens = np.zeros((puzzles, 16), np.int8)
    givens[at, 0] = given
    solutions = [SOLVED] * puzzles
    solutions[at] = wrong
    sudoku = Sudoku(4)
    grids, check = read_grids(Form(sudoku), givens), ArrayCheck(SolutionCheck(sudoku))
    counts = [1] * puzzles
    with pytest.raises(UnsoundAnswerError, match=f"^tested gave a wrong solution to puzzle {at}: .*{message}"):
        verify_batch("tested", sudoku, check, grids, batch_of(solutions, counts), threads=2)
    counts[at] = 0
    verified = verify_batch("tested", sudoku, check, grids, batch_of(solutions, counts), threads=2)
    assert verified.counts.sum() == puzzles - 1


@pytest.mark.parametrize("first", [-5, -2, -1, 0, 1, 4, -200])
def test_no_value_is_read_as_an_open_cell(first: int) -> None:
    """The mark of an open cell is a number up to 0 that is no value."""
    model = Sudoku(4, digits=range(first, first + 4))
    compiled, empty = model.compile(), first - 1 if first <= 0 <= first + 3 else 0
    rows = [solution.values_in_order for solution in model.solutions()]
    grids = np.array(rows[:20])
    grids[:, 4:] = empty
    batch = compiled.solve_many(grids)
    expected = [sum(row[:4] == other[:4] for other in rows) for row in rows[:20]]
    assert [compiled.solve_many(grids, limit=100).counts.tolist()] == [expected]
    assert {tuple(solution) for solution in batch.solutions.tolist()} <= set(rows)
    grids[:, 4] = grids[:, 0]
    assert not compiled.solve_many(grids).counts.any()
    assert (compiled.solve_many(grids).solutions == empty).all()


@pytest.mark.parametrize("first", [-2, -1, 0, 1])
def test_projections_and_relations_with_any_digits(first: int) -> None:
    model = Sudoku(4, digits=range(first, first + 4))
    model.give("r1c1", first + 1)
    rows = [solution.values_in_order for solution in model.solutions()]
    for cells in (model.rows[0], model.rows[1], (model["r1c2"], model["r2c1"], model["r3c3"])):
        fillings = {tuple(row[cell.index] for cell in cells) for row in rows}
        assert count_fillings(model.compile(), cells).count == len(fillings)
    model.give("r1c2", first + 2)
    columns = list(zip(*(row for row in rows if row[1] == first + 2), strict=True))
    found = {(each.first.index, each.second.index) for each in equal(model).relations}
    assert found == {(2, 3), (4, 5), (6, 7)}
    assert all(len({a + b for a, b in zip(columns[one], columns[other], strict=True)}) == 1 for one, other in found)


def test_lists_that_are_no_table_are_refused() -> None:
    sudoku = Sudoku(4)
    sudoku.maximize(sudoku["r1c1"])
    compiled = sudoku.compile()
    cyclic: list[Any] = []
    cyclic.append(cyclic)
    for lists in (cyclic, [[0] * 16, cyclic], [[0] * 16, [0] * 15]):
        for ask in (compiled.solve_many, compiled.best_many):
            with pytest.raises(ModelError, match=r"integers of shape \(puzzles, 16\)"):
                ask(lists)  # type: ignore[arg-type]

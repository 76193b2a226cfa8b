"""Plain sudokus without a model, compared with models."""

from __future__ import annotations

from itertools import islice
from operator import mul
from typing import Any

import pytest
from hypothesis import given, strategies as st

from sudoku_cp import Sudoku, _native
from sudoku_cp.model import UnsoundAnswerError
from sudoku_cp.models.target import ring_weight, target
from sudoku_cp.solving.plain_grids import PlainGrids, houses_of

FILLED = bytes((3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
"""A filled 9×9 grid."""

TURNED = bytes([0, *range(2, 10), 1]).ljust(256)
"""Gives every digit the next one: a filled grid stays one, and keeps no given."""

MANY = 200
"""Solutions that are compared as sets."""


@pytest.mark.parametrize("size", [1, 4, 9, 16, 25])
def test_houses_are_those_of_the_model_in_their_order(size: int) -> None:
    assert houses_of(size) == [[cell.index for cell in house] for house in Sudoku(size).houses]


@given(
    st.lists(st.integers(0, 80), max_size=60), st.lists(st.tuples(st.integers(0, 80), st.integers(1, 9)), max_size=2)
)
def test_answers_are_those_of_the_model(emptied: list[int], changed: list[tuple[int, int]]) -> None:
    ranks = bytearray(FILLED)
    for cell in emptied:
        ranks[cell] = 0
    for cell, digit in changed:
        ranks[cell] = digit
    model = Sudoku(9)
    result = model.compile().solve({cell: rank for cell, rank in zip(model.cells, ranks, strict=True) if rank})
    found = PlainGrids(9).solve(bytes(ranks))
    assert (None if found is None else tuple(found)) == (result.solution and result.solution.values_in_order)


@given(st.sets(st.integers(1, 9), max_size=4), st.tuples(st.integers(0, 80), st.integers(1, 9)))
def test_all_solutions_and_the_best_are_those_of_the_model(emptied: set[int], changed: tuple[int, int]) -> None:
    ranks = bytearray(0 if digit in emptied else digit for digit in FILLED)
    ranks[changed[0]] = changed[1]
    model = target()
    weights = [ring_weight(row, column) for row in range(1, 10) for column in range(1, 10)]
    found = model.compile().solutions({cell: rank for cell, rank in zip(model.cells, ranks, strict=True) if rank})
    expected = {solution.values_in_order for solution in islice(found, MANY)}
    if len(expected) < MANY:
        solutions = PlainGrids(9).solutions(bytes(ranks), MANY)
        assert len(solutions) == len(expected)
        assert {tuple(solution) for solution in solutions} == expected
        scores = [sum(map(mul, weights, solution)) for solution in expected]
        assert PlainGrids(9, weights).best(bytes(ranks)) == max(scores, default=None)
    else:
        assert len({*PlainGrids(9).solutions(bytes(ranks), MANY)}) == MANY


@pytest.mark.parametrize(
    "wrong",
    [FILLED[1:] + FILLED[:1], bytes([FILLED[1], FILLED[0]]) + FILLED[2:], FILLED[:80]],
    ids=["turned", "exchanged", "short"],
)
def test_a_wrong_solution_is_refused(wrong: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    class Liar:
        def __init__(self, *_: Any) -> None: ...

        def count(self, limit: int) -> tuple[int, tuple[int, ...], str]:
            return 1, tuple(wrong), "exhausted"

        def take(self, most: int) -> tuple[list[tuple[int, ...]], str]:
            return [tuple(wrong)], "exhausted"

        def minimum(self) -> tuple[list[tuple[int, tuple[int, ...]]], int, str]:
            return [(0, tuple(wrong))], 0, "exhausted"

    grids = PlainGrids(9)
    monkeypatch.setattr(_native, "Solver", Liar)
    for question in (grids.solve, lambda ranks: grids.solutions(ranks, 2), grids.best):
        with pytest.raises(UnsoundAnswerError, match="exact-cover gave a wrong solution"):
            question(bytes(81))


def test_a_wrong_score_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Liar:
        def __init__(self, *_: Any) -> None: ...

        def minimum(self) -> tuple[list[tuple[int, tuple[int, ...]]], int, str]:
            return [(-404, tuple(FILLED))], -404, "exhausted"

    grids = PlainGrids(9, [1] * 81)
    monkeypatch.setattr(_native, "Solver", Liar)
    with pytest.raises(UnsoundAnswerError, match="the score 404 for a solution of 405"):
        grids.best(bytes(81))


def test_a_solution_that_changes_a_given_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    grids = PlainGrids(9)
    solver = _native.Solver
    monkeypatch.setattr(_native, "Solver", lambda problem, givens: solver(problem, []))
    found = grids.solve(bytes(81))
    assert found is not None
    with pytest.raises(UnsoundAnswerError):
        grids.solve(bytes([found[0] % 9 + 1, *bytes(80)]))


@given(st.lists(st.sampled_from([FILLED, FILLED.translate(bytes([0, 0, *range(2, 256)])), FILLED[1:] + FILLED[:1]])))
def test_many_answers_are_those_one_by_one(grids: list[bytes]) -> None:
    assert PlainGrids(9).solve_many(grids) == [PlainGrids(9).solve(grid) for grid in grids]


def test_one_of_several_solutions_is_found_in_many_grids() -> None:
    grids = PlainGrids(9)
    for number, solution in enumerate(grids.solve_many([bytes(81), bytes([*range(1, 10), *bytes(72)])] * 300)):
        assert solution is not None
        assert all(sorted(solution[cell] for cell in house) == list(range(1, 10)) for house in houses_of(9))
        assert number % 2 == 0 or solution[:9] == bytes(range(1, 10))


@pytest.mark.parametrize(
    "wrong",
    [bytes([FILLED[1], FILLED[0]]) + FILLED[2:], FILLED.replace(b"\1", b"\0"), FILLED.translate(TURNED)],
    ids=["exchanged", "empty", "another"],
)
def test_a_wrong_solution_of_many_is_refused(wrong: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def solve_many(*arguments: Any) -> None:
        arguments[4].obj[:] = bytes(rank - 1 if rank else 255 for rank in FILLED + wrong)
        arguments[5][0] = arguments[5][1] = 1

    monkeypatch.setattr(_native, "solve_many", solve_many)
    with pytest.raises(UnsoundAnswerError, match="exact-cover gave a wrong solution"):
        PlainGrids(9).solve_many([FILLED[:9] + bytes(72)] * 2)

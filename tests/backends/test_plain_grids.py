"""Plain sudokus without a model, compared with models."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_cp import Sudoku, UnsoundAnswerError, _native
from sudoku_cp.backends.plain_grids import PlainGrids, houses_of

FILLED = bytes((3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
"""A filled 9×9 grid."""


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

    grids = PlainGrids(9)
    monkeypatch.setattr(_native, "Solver", Liar)
    with pytest.raises(UnsoundAnswerError, match="exact-cover gave a wrong solution"):
        grids.solve(bytes(81))


def test_a_solution_that_changes_a_given_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    grids = PlainGrids(9)
    solver = _native.Solver
    monkeypatch.setattr(_native, "Solver", lambda problem, givens: solver(problem, {}))
    found = grids.solve(bytes(81))
    assert found is not None
    with pytest.raises(UnsoundAnswerError):
        grids.solve(bytes([found[0] % 9 + 1, *bytes(80)]))

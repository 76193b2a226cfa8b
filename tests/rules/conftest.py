from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import pytest

from sudoku_cp import Cell, Model, Sudoku
from sudoku_cp.rules import AppliedRule

Values = tuple[int, ...]
Compare = Callable[[Model, AppliedRule, Sequence[Cell], Callable[[Values], bool]], None]


@pytest.fixture
def latin() -> Sudoku:
    """A 4×4 grid with digits 1–4."""
    return Sudoku(4, regions="")


@pytest.fixture
def agrees() -> Compare:
    """Compare a clue's constraints with a plain predicate on all values of some cells."""

    def compare(model: Model, clue: AppliedRule, cells: Sequence[Cell], predicate: Callable[[Values], bool]) -> None:
        constraints = list(clue.constraints(model))
        rows = list(product(*(cell.domain for cell in cells)))
        allowed = {row for row in rows if all(c.holds(dict(zip(cells, row, strict=True))) for c in constraints)}
        expected = {row for row in rows if predicate(row)}
        assert allowed == expected
        assert 0 < len(expected) < len(rows), "the example shows nothing"

    return compare

"""Proofs about cells with more than 64 values, and about sums of products."""

from __future__ import annotations

import pytest

from sudoku_cp import AllDifferent, Model
from sudoku_cp.proofs import prove
from sudoku_cp.proofs.checker.proof import check


@pytest.mark.parametrize("size", [20, 70])
def test_sums_of_products(size: int) -> None:
    model = Model()
    a, b = model.variables("ab", range(size))
    model.add(a * a == 2 * b * b + 1, a > 3)
    expected = sum(x * x == 2 * y * y + 1 for x in range(4, size) for y in range(size))
    proof = prove(model)
    assert (proof.solutions, proof.complete) == (expected, True)
    check(proof.formula, proof.steps)


def test_wide_cells_that_differ() -> None:
    model = Model()
    cells = model.variables("abc", range(70))
    model += AllDifferent(cells)
    for cell in cells:
        model.restrict(cell, (3, 69))
    proof = prove(model)
    assert (proof.solutions, proof.complete) == (0, True)
    check(proof.formula, proof.steps)

"""Ranks as grids for solvers: the same as by the way that callers of the library take."""

from __future__ import annotations

import numpy as np
import pytest

from sudoku_cp import Sudoku
from sudoku_cp.formats.bulk_cells import _grids, ranks_of_values, solve_ranks, values_of_ranks
from sudoku_cp.model.limits import NO_LIMITS
from sudoku_cp.solving.batch import Form, read_grids
from sudoku_cp.solving.registry import load_solver

DIGITS = {"from 1": range(1, 5), "from 0": range(4), "with gaps": (2, 3, 5, 7), "large": (1, 2, 3, 300)}


@pytest.mark.parametrize("digits", DIGITS.values(), ids=DIGITS.keys())
def test_ranks_in_the_form_for_solvers(digits: range | tuple[int, ...]) -> None:
    model = Sudoku(4, digits=digits)
    ranks = np.random.default_rng(1).integers(0, 5, (50, 16), np.uint8)
    wanted = read_grids(Form(model), values_of_ranks(model, ranks))
    grids = _grids(model, ranks)
    assert (grids.dtype, grids.tolist()) == (wanted.dtype, wanted.tolist())
    counts = load_solver().compile(model).solve_many(values_of_ranks(model, ranks), limit=2).counts
    found = solve_ranks(load_solver().compile(model), model, ranks, 2, 1, NO_LIMITS)
    assert found.counts.tolist() == counts.tolist()
    solved = found.counts > 0
    kept = ranks[solved] > 0
    assert (ranks_of_values(model, found.solutions[solved])[kept] == ranks[solved][kept]).all()

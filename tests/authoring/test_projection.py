"""Numbers of fillings against all solutions, also beyond the block of fillings that is asked about at once."""

from __future__ import annotations

from itertools import islice, product
from random import Random

import pytest

from sudoku_cp import Model
from sudoku_cp.authoring import estimates
from sudoku_cp.authoring.estimates import ROWS, count_fillings
from sudoku_cp.model import Status
from tests.authoring.small import puzzle


@pytest.mark.parametrize("rows", [1, 2, 3, ROWS])
@pytest.mark.parametrize("seed", range(8))
def test_fillings_are_those_of_all_solutions(seed: int, rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "ROWS", rows)
    random = Random(seed)
    model = puzzle(random, faults=0)
    model.givens = dict(islice(model.givens.items(), random.randint(0, 3)))
    cells = random.sample(model.cells, random.randint(1, 5))
    fillings = {tuple(solution[cell] for cell in cells) for solution in model.solutions()}
    compiled = model.compile()
    found = count_fillings(compiled, cells)
    assert (found.count, found.exact) == (len(fillings), True)
    for limit in (1, len(fillings), len(fillings) + 1):
        found = count_fillings(compiled, cells, limit=limit)
        assert found.count == min(limit, len(fillings))
        assert found.exact is (limit > len(fillings))


@pytest.mark.parametrize("largest", [ROWS - 1, ROWS, ROWS + 1])
def test_fillings_of_more_than_a_block(largest: int) -> None:
    """Each number below a bound in base 17 is a filling; the last variable is free."""
    model = Model()
    digits = model.variables("abc", range(17))
    model.variable("free", range(2))
    model += 289 * digits[0] + 17 * digits[1] + digits[2] < largest
    assert sum(289 * a + 17 * b + c < largest for a, b, c in product(range(17), repeat=3)) == largest
    found = count_fillings(model.compile(), digits)
    assert (found.count, found.status) == (largest, Status.COMPLETE)

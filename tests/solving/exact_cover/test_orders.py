"""Two orders of branching that take turns: the same solutions as by one order, each once."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt
import pytest

from sudoku_cp import _native
from sudoku_cp.kernel import Linear
from sudoku_cp.model import Model, Relation
from sudoku_cp.solvers.exact_cover.lowering import lower

SIZE = 21
"""The variables of a scope that is just long enough for another order."""

ASSIGNMENTS = (np.arange(1 << SIZE)[:, None] >> np.arange(SIZE) & 1).astype(np.int8)


def random_bits(rng: random.Random) -> tuple[Model, npt.NDArray[np.int8]]:
    """Bits with a sum over all of them and random sums over a few, and all solutions."""
    model = Model()
    bits = [model.variable(f"x{number}", range(2)) for number in range(SIZE)]
    total = rng.randint(6, SIZE - 6)
    model.add(Linear(tuple((1, bit) for bit in bits), Relation.EQUAL, total))
    solutions = ASSIGNMENTS[ASSIGNMENTS.sum(axis=1) == total]
    for _ in range(rng.randint(6, 10)):
        chosen = rng.sample(range(SIZE), rng.randint(4, 6))
        constant = rng.choice((2, 3))
        model.add(Linear(tuple((1, bits[number]) for number in chosen), Relation.EQUAL, constant))
        solutions = solutions[solutions[:, chosen].sum(axis=1) == constant]
    return model, solutions


@pytest.mark.slow
def test_two_orders_report_each_solution_once() -> None:
    """Turns of any length, with fewer solutions than are remembered and with more."""
    rng = random.Random(21)
    counts = []
    for _ in range(40):
        model, solutions = random_bits(rng)
        problem = lower(model)
        expected = sorted(map(tuple, solutions.tolist()))
        for learn_after in (0, 1, 2, 5, 20):
            solver = _native.Solver(problem, [], learn_after=learn_after)
            found = []
            while True:
                taken, ending = solver.take(1)
                found += taken
                if ending != "solution":
                    break
            assert sorted(found) == expected
        counts.append(len(expected))
    assert min(counts) < 3
    assert sum(10 < count < 64 for count in counts) > 3
    assert max(counts) > 100

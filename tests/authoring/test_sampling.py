"""Estimates, fillings of some cells and random solutions against exact numbers."""

from __future__ import annotations

from collections import Counter
from random import Random
from threading import Event

import pytest

from sudoku_cp import Limits, Sudoku
from sudoku_cp.authoring import estimates
from sudoku_cp.authoring.estimates import count_fillings, estimate, random_solution
from sudoku_cp.authoring.sub_puzzles import Unfinished
from tests.authoring.small import puzzle


@pytest.mark.slow
def test_estimates_are_without_bias(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "COUNTED", 3)
    sudoku = Sudoku(4)
    sudoku.add(sudoku["r1c1"] < sudoku["r1c2"], sudoku["r2c2"] != sudoku["r3c3"])
    exact = sudoku.count().count
    found = estimate(sudoku.compile(), descents=600, seed=5)
    assert not found.is_exact
    assert found.low < exact < found.high
    assert found.high - found.low < 0.2 * exact


def test_few_solutions_are_counted() -> None:
    sudoku = Sudoku(4)
    found = estimate(sudoku.compile(), seed=7)
    assert (found.mean, found.low, found.high, found.is_exact, str(found)) == (288, 288, 288, True, "288")


def test_the_seed_decides() -> None:
    sudoku = Sudoku(9)
    sudoku.give_grid("123456789456789123789123456" + "." * 54)
    compiled = sudoku.compile()
    first, second, other = (estimate(compiled, descents=2, seed=seed) for seed in (1, 1, 2))
    assert first == second != other
    one, two, three = (random_solution(compiled, random=Random(seed)) for seed in (1, 1, 2))
    assert one == two != three


def test_random_solutions_are_uniform() -> None:
    sudoku = Sudoku(4)
    sudoku.give_grid("1234............")
    compiled, random = sudoku.compile(), Random(1)
    found = Counter(random_solution(compiled, random=random) for _ in range(360))
    assert len(found) == 12
    assert min(found.values()) > 12


def test_there_is_no_random_solution() -> None:
    sudoku = Sudoku(4)
    sudoku.give_grid("1..1............")
    assert random_solution(sudoku.compile(), random=Random(1)) is None


def test_a_cancelled_estimate() -> None:
    cancel = Event()
    cancel.set()
    with pytest.raises(Unfinished):
        estimate(Sudoku(9).compile(), limits=Limits(cancel=cancel))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_fillings(seed: int) -> None:
    random = Random(seed)
    model = puzzle(random, faults=0)
    model.givens = dict(list(model.givens.items())[: random.randint(0, 3)])
    cells = random.sample(model.cells, random.randint(0, 8))
    expected = {tuple(solution[cell] for cell in cells) for solution in model.solutions()}
    compiled = model.compile()
    assert count_fillings(compiled, cells).count == len(expected)
    if len(expected) > 2:
        assert count_fillings(compiled, cells, limit=2).count == 2
        assert not count_fillings(compiled, cells, limit=2).exact

"""Puzzles in waves: the same counts as one search at a time, whatever the houses and whatever the mixture."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from sudoku_cp import Sudoku, _native, models
from sudoku_cp.model import Model
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.registry import load_solver


def pattern(box: int) -> list[list[int]]:
    """A full grid of boxes of ``box`` × ``box`` cells."""
    size = box * box
    return [[(box * (row % box) + row // box + column) % size + 1 for column in range(size)] for row in range(size)]


def shuffled_grid(rng: random.Random, box: int) -> list[list[int]]:
    """A full grid, from a pattern by permuting digits, bands, rows, stacks and columns."""
    digits, plain = rng.sample(range(1, box * box + 1), box * box), pattern(box)
    lines = [
        [box * band + line for band in rng.sample(range(box), box) for line in rng.sample(range(box), box)]
        for _ in range(2)
    ]
    return [[digits[plain[row][column] - 1] for column in lines[1]] for row in lines[0]]


def puzzles(count: int, seed: int, box: int = 3, fewest: int = 22, most: int = 45) -> Iterator[list[int]]:
    """Grids with some givens left, and some with one digit changed: none, one or many solutions."""
    rng = random.Random(seed)
    for number in range(count):
        cells = [digit for row in shuffled_grid(rng, box) for digit in row]
        kept = set(rng.sample(range(len(cells)), rng.randint(fewest, most)))
        givens = [digit if cell in kept else 0 for cell, digit in enumerate(cells)]
        if number % 3 == 0:
            givens[rng.choice(sorted(kept))] = rng.randint(1, box * box)
        yield givens


@pytest.fixture(scope="module")
def mixture() -> NDArray[np.int64]:
    return np.array(list(puzzles(240, 7)))


def one_by_one(grids: NDArray[np.int64], limit: int, model: Model | None = None) -> list[tuple[int, bool]]:
    model = model or Sudoku(9)
    compiled = load_solver().compile(model)
    results = [
        compiled.count(limit, {cell: int(value) for cell, value in zip(model.cells, row, strict=True) if value})
        for row in grids
    ]
    return [(result.count, result.exact) for result in results]


@pytest.mark.slow
@pytest.mark.parametrize("limit", [1, 2, 50])
@pytest.mark.parametrize("threads", [1, 2])
def test_counts_are_those_of_single_searches(mixture: NDArray[np.int64], limit: int, threads: int) -> None:
    batch = load_solver().compile(Sudoku(9)).solve_many(mixture, limit=limit, threads=threads)
    expected = one_by_one(mixture, limit)
    assert list(zip(batch.counts.tolist(), batch.exact.tolist(), strict=True)) == expected
    assert {0, 1} < set(batch.counts.tolist()) or limit == 1


def thinned(model: Model, count: int, seed: int, most_open: float) -> NDArray[np.int64]:
    """A solution with cells left open, and some puzzles with one digit changed: none, one or many solutions."""
    rng = random.Random(seed)
    solution = load_solver().compile(model).solve().solution
    assert solution is not None
    grids = []
    for number in range(count):
        share = rng.uniform(0.2, most_open)
        grid = [0 if rng.random() < share else solution[cell] for cell in model.cells]
        if number % 3 == 0:
            changed = rng.randrange(len(grid))
            grid[changed] = rng.choice(model.cells[changed].domain)
        grids.append(grid)
    return np.array(grids)


def loosely_coupled() -> Sudoku:
    """A grid with houses that lack values, pencil marks, and cells that differ outside of houses."""
    sudoku = Sudoku(9)
    sudoku.add(sudoku["r1c1"] != sudoku["r5c6"], sudoku["r2c2"] != sudoku["r9c9"])
    sudoku.restrict(sudoku["r4c4"], (1, 2, 3))
    sudoku.give(sudoku["r9c1"], 7)
    return sudoku


def with_pencil_marks() -> Sudoku:
    """A plain grid in which cells lack values on all boards of a batch."""
    sudoku = Sudoku(9)
    sudoku.give(sudoku["r9c1"], 7)
    for name in ("r1c1", "r2c5", "r4c4", "r7c8"):
        sudoku.restrict(sudoku[name], (1, 2, 3, 6))
    return sudoku


SHAPES: dict[str, Callable[[], Model]] = {
    "4": lambda: Sudoku(4),
    "6": lambda: Sudoku(6),
    "10": lambda: Sudoku(10),
    "16": lambda: Sudoku(16),
    "pairs": loosely_coupled,
    "marks": with_pencil_marks,
    **{name: partial(models.load, name) for name in ("x_sudoku", "windoku", "jigsaw", "anti_knight", "samurai")},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_counts_on_any_houses(name: str) -> None:
    model = SHAPES[name]()
    grids = thinned(model, 100, 5, 0.5 if len(model.cells) > 100 else 0.75)
    for threads in (1, 2):
        batch = load_solver().compile(model).solve_many(grids, limit=3, threads=threads)
        expected = one_by_one(grids, 3, model)
        assert list(zip(batch.counts.tolist(), batch.exact.tolist(), strict=True)) == expected
    assert {0, 1} < set(batch.counts.tolist())


@pytest.mark.slow
def test_a_puzzle_that_waves_give_up_is_solved_all_the_same() -> None:
    grids = np.array(list(puzzles(60, 5, box=4, fewest=60, most=120)))
    batch = load_solver().compile(Sudoku(16)).solve_many(grids, limit=40)
    assert list(zip(batch.counts.tolist(), batch.exact.tolist(), strict=True)) == one_by_one(grids, 40, Sudoku(16))


SIX_BY_SIX = 28_200_960
"""Grids of 6×6 with boxes of 2×3; each first row begins equally many (Pettersen, sudoku players' forum, 2006)."""


def test_many_solutions_of_one_puzzle() -> None:
    six = Sudoku(6)
    compiled = load_solver().compile(six)
    givens = dict(zip(six.rows[0], range(1, 7), strict=True))
    whole = compiled.count(givens=givens)
    assert (whole.count, whole.exact) == (SIX_BY_SIX // 720, True)
    assert whole.statistics.nodes >= whole.count - 1
    some = compiled.count(5000, givens)
    assert (some.count, some.exact) == (5000, False)
    few = compiled.count(givens=givens, limits=Limits(nodes=4000))
    assert 1000 <= few.count <= 4001
    assert not few.exact


def test_threads_share_the_boards_of_one_puzzle() -> None:
    six = load_solver().compile(Sudoku(6))
    batch = six.solve_many(np.array([[1, 2, 3, 4, 5, 6] + [0] * 30]), limit=10**6, threads=3)
    assert batch.counts.tolist() == [SIX_BY_SIX // 720]
    assert batch.exact.all()


@pytest.mark.slow
def test_answers_are_the_same_on_any_number_of_threads() -> None:
    grids = np.array(list(puzzles(4000, 3, fewest=24, most=40)))
    alone, together = (
        load_solver().compile(Sudoku(9)).solve_many(grids, limit=2, threads=threads) for threads in (1, 3)
    )
    for field in ("solutions", "counts", "exact", "nodes"):
        assert (getattr(alone, field) == getattr(together, field)).all()
    assert set(alone.counts.tolist()) == {0, 1, 2}


def test_open_grids() -> None:
    for size in (4, 9, 16):
        grids = np.zeros((60, size * size), np.int64)
        batch = load_solver().compile(Sudoku(size)).solve_many(grids, limit=3)
        assert batch.counts.tolist() == [3] * 60
        assert not batch.exact.any()
        assert batch.nodes.max() < 2000


def test_fewer_puzzles_than_lanes_and_none(mixture: NDArray[np.int64]) -> None:
    compiled = load_solver().compile(Sudoku(9))
    for count in (0, 1, 15, 16, 17):
        batch = compiled.solve_many(mixture[:count], limit=2)
        assert list(zip(batch.counts.tolist(), batch.exact.tolist(), strict=True)) == one_by_one(mixture[:count], 2)


def test_a_full_grid_and_contradictory_givens() -> None:
    grid = np.array([[digit for row in pattern(3) for digit in row]] * 5)
    grid[1, 0] = grid[1, 1]  # a digit twice in a row
    grid[2, 0] = grid[2, 9]  # in a column
    grid[3, [0, 10]] = (grid[3, 10], 0)  # in a box
    grid[4, :] = 0
    grid[4, [0, 80]] = (1, 1)
    batch = load_solver().compile(Sudoku(9)).solve_many(grid, limit=3)
    assert batch.counts.tolist() == [1, 0, 0, 0, 3]


def test_a_node_limit_holds_for_each_puzzle(mixture: NDArray[np.int64]) -> None:
    compiled = load_solver().compile(Sudoku(9))
    free = compiled.solve_many(mixture, limit=50)
    bounded = compiled.solve_many(mixture, limit=50, limits=Limits(nodes=3))
    assert bounded.nodes.max() <= 3 < free.nodes.max()
    easy = free.nodes < 3
    assert easy.any()
    assert (bounded.counts[easy] == free.counts[easy]).all()
    assert bounded.exact[free.nodes > 3].tolist() == [False] * int((free.nodes > 3).sum())


def test_other_models_of_the_size_are_left_to_the_general_engine(mixture: NDArray[np.int64]) -> None:
    crossed = Sudoku(9)
    crossed.add(crossed[1, 1] + crossed[9, 9] <= 9)
    batch = load_solver().compile(crossed).solve_many(mixture, limit=2000)
    plain = load_solver().compile(Sudoku(9)).solve_many(mixture, limit=2000)
    whole = plain.exact & (plain.counts > 0)
    assert (batch.counts[whole] <= plain.counts[whole]).all()
    assert (batch.counts[whole] < plain.counts[whole]).any()


@pytest.mark.slow
def test_every_cpu_level_finds_the_same_in_as_many_nodes() -> None:
    script = (
        "import json, numpy, sys\n"
        "from sudoku_cp import Sudoku; from sudoku_cp.solving.registry import load_solver\n"
        "batch = load_solver().compile(Sudoku(9)).solve_many(numpy.array(json.load(sys.stdin)), limit=20)\n"
        "print(batch.counts.tolist(), batch.nodes.tolist())"
    )
    outputs = {
        level: subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "SUDOKU_CP_CPU": level},
            input=json.dumps(list(puzzles(60, 3))),
            capture_output=True,
            text=True,
            check=True,
            timeout=600,
        ).stdout
        for level in _native.cpu_levels()
    }
    assert [level for level, output in outputs.items() if output != outputs["baseline"]] == []

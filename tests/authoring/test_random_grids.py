"""Random grids, and the removal of their values, against plain Python."""

from __future__ import annotations

from time import monotonic

import numpy as np
import pytest

from sudoku_cp import Sudoku, _native, models
from sudoku_cp.authoring.grid_batches import BatchedBoard, RandomGrids
from sudoku_cp.authoring.wishes import orbits
from sudoku_cp.model import Board
from sudoku_cp.model.limits import NO_LIMITS
from sudoku_cp.rules import thermo
from sudoku_cp.solving.registry import load_solver


def batched_board(board: Board) -> BatchedBoard:
    return BatchedBoard(board, load_solver().compile(board), dict(board.givens), 1, NO_LIMITS, monotonic())


def random_grids(batched: BatchedBoard, rows: int, seed: int) -> RandomGrids:
    source, number = np.random.default_rng(seed), len(batched.board.grid)
    places = source.random((rows, number)).argsort(axis=1)
    return RandomGrids(batched, places, source.random((rows, number, len(batched.board.digits)), np.float32))


def filled(
    domains: list[int], peers: list[list[int]], ranks: list[int], keys: list[list[float]]
) -> tuple[list[int], bool]:
    grid, is_filled = np.zeros((1, len(domains)), np.uint8), np.zeros(1, np.uint8)
    _native.fill_at_random(domains, peers, np.array([ranks]), np.array([keys], np.float32), grid, is_filled)
    return grid[0].tolist(), bool(is_filled[0])


def test_the_least_keys_come_first() -> None:
    keys = [[0.5, 0.1, 0.9], [0.5, 0.1, 0.9]]
    assert filled([0b111, 0b111], [[], []], [0, 1], keys) == ([1, 1], True)
    assert filled([0b101, 0b111], [[], []], [0, 1], keys) == ([0, 1], True)
    assert filled([0b111, 0b111], [[1], [0]], [0, 1], keys) == ([1, 0], True)
    assert filled([0b111, 0b111], [[1], [0]], [1, 0], keys) == ([0, 1], True)
    assert filled([0b111, 0b110], [[1], [0]], [0, 1], keys) == ([0, 1], True), "the cell with fewer digits is first"


def test_a_search_goes_back_and_ends() -> None:
    keys = [[0.1, 0.2, 0.3]] * 3
    triangle = [[1, 2], [0, 2], [0, 1]]
    found, is_filled = filled([0b111, 0b011, 0b101], triangle, [2, 0, 1], keys)
    assert (found, is_filled) == ([1, 0, 2], True) or (found, is_filled) == ([2, 1, 0], True)
    assert filled([0b011, 0b011, 0b011], triangle, [0, 1, 2], keys)[1] is False
    assert filled([0b010, 0b010, 0b111], triangle, [0, 1, 2], keys)[1] is False


@pytest.mark.parametrize(
    ("domains", "peers", "ranks"),
    [([0, 1], [[], []], [0, 1]), ([8, 1], [[], []], [0, 1]), ([1, 1], [[2], []], [0, 1]), ([1, 1], [[]], [0, 1])],
)
def test_what_does_not_fit(domains: list[int], peers: list[list[int]], ranks: list[int]) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        filled(domains, peers, ranks, [[0.1, 0.2, 0.3]] * 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["classic", "windoku", "anti_knight", "hexadoku"])
def test_grids_of_cells_that_differ(name: str) -> None:
    """Most are filled at once; those that the search gives up are filled as well."""
    board = models.load(name)
    if name == "classic":
        board.give("r5c5", 7)
    grids = random_grids(batched_board(board), 6 if name == "hexadoku" else 30, 2)
    assert grids.batched.has_only_differences
    assert grids.is_solved.all()
    for row in grids.solutions:
        assert not board.violations(dict(zip(board.cells, row.tolist(), strict=True)))
    assert len({tuple(row) for row in grids.solutions.tolist()}) == len(grids.solutions)


def test_other_boards_are_asked_about() -> None:
    board = Sudoku(4)
    board.add(thermo("r1c1 r1c2 r1c3"))
    batched = batched_board(board)
    assert not batched.has_only_differences
    grids = random_grids(batched, 20, 1)
    assert grids.is_solved.all()
    assert all(row[0] < row[1] < row[2] for row in grids.solutions)


@pytest.mark.parametrize(("symmetry", "least"), [((), 0), ((), 12), (("rot180",), 0)])
def test_values_are_removed_as_if_one_by_one(symmetry: tuple[str, ...], least: int) -> None:
    board = Sudoku(6)
    board.give("r2c3", 4)
    batched, rows = batched_board(board), 12
    solutions = random_grids(batched, rows, 3).solutions
    groups = list(map(frozenset, orbits(board, symmetry)))
    masks = np.array([[cell in group for cell in board.cells] for group in groups])
    orders = np.random.default_rng(4).random((rows, len(groups))).argsort(axis=1)
    found = batched.is_given(batched.thinned(solutions, masks, orders, np.full(rows, least)))
    for row in range(rows):
        givens = dict(zip(board.cells, solutions[row].tolist(), strict=True))
        for place in orders[row]:
            fewer = {cell: value for cell, value in givens.items() if cell not in groups[place] or cell in board.givens}
            if len(fewer) >= least and board.count(2, fewer).count == 1:
                givens = fewer
        assert [cell in givens for cell in board.cells] == found[row].tolist()

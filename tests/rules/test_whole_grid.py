from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.rules import connected_values, doppelganger, one_digit_set
from sudoku_cp.solving.registry import load_solver

Place = tuple[int, int]


def one_area(places: Iterable[Place]) -> bool:
    """Whether the places are connected from side to side, and there is one."""
    left = set(places)
    reached = [left.pop()] if left else []
    connected = bool(reached)
    while reached:
        row, column = reached.pop()
        near = left & {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        left -= near
        reached.extend(near)
    return connected and not left


RING = "r1c1 r1c2 r1c3 r2c1 r2c3 r3c1 r3c2 r3c3"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("names", "size"),
    [
        ("r1c1 r1c2 r1c3 r2c1 r2c3 r3c1", None),
        ("r3c1 r2c3 r1c3 r1c2 r1c1 r2c1", 4),
        ("r1c2 r2c2 r2c3 r3c2", None),
        ("r1c1 r2c2", None),
    ],
    ids=["arch", "arch in any order", "branch", "corner to corner"],
)
def test_connected_values(means: Any, names: str, size: int | None) -> None:
    sudoku = Sudoku(3, regions="")
    cells = sudoku.cells_at(names)

    def connected(values: tuple[int, ...]) -> bool:
        places = [(cell.row or 0, cell.column or 0) for cell, value in zip(cells, values, strict=True) if value != 2]
        return one_area(places) and size in (None, len(places))

    means(sudoku, connected_values([1, 3], cells, size), cells, connected)


def test_connected_around_a_hole(agrees: Any) -> None:
    sudoku = Sudoku(3, regions="")
    cells = sudoku.cells_at(RING)

    def connected(values: tuple[int, ...]) -> bool:
        return one_area(
            (cell.row or 0, cell.column or 0) for cell, value in zip(cells, values, strict=True) if value == 1
        )

    agrees(sudoku, connected_values([1], cells), cells, connected)


def test_connected_in_a_whole_grid(selects: Any) -> None:
    def connected(g: Any) -> bool:
        return one_area((r, c) for r in range(4) for c in range(4) if g[r][c] != 3)

    selects(Sudoku(4), connected_values([4, 1, 2]), connected)


def test_connected_in_a_large_grid() -> None:
    sudoku = Sudoku(9)
    sudoku.add(connected_values([1, 3, 5, 7, 9]))
    result = load_solver().compile(sudoku).solve()
    assert result.solution is not None
    grid = [result.solution.values_in_order[start : start + 9] for start in range(0, 81, 9)]
    assert one_area((r, c) for r in range(9) for c in range(9) if grid[r][c] % 2)


def test_cells_beside_the_grid_have_no_sides() -> None:
    sudoku = Sudoku(4)
    sudoku.variable("total", (1, 2))
    with pytest.raises(ModelError, match="connected_values values=1 r1c1 total: total is not in the grid"):
        sudoku.add(connected_values([1], ["r1c1", "total"]))


def test_only_a_group_is_drawn() -> None:
    sudoku = Sudoku(4)
    (cage,) = connected_values([1, 2], "r1c1 r1c2").drawings(sudoku)
    assert cage.cells == sudoku.cells_at("r1c1 r1c2")
    assert connected_values([1, 2]).drawings(sudoku) == ()


def lacking(houses: Iterable[Iterable[int]], digits: int) -> list[set[int]]:
    return [set(range(digits)) - set(house) for house in houses]


@pytest.mark.slow
def test_doppelganger(selects: Any) -> None:
    def doppelgangers(g: Any) -> bool:
        boxes = [[g[r + i][c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
        rows, columns, squares = (lacking(houses, 5) for houses in (g, zip(*g, strict=True), boxes))
        return all(
            len(set(map(frozenset, houses))) == 4 and {0} not in houses for houses in (rows, columns, squares)
        ) and all(
            g[r][c] or len({*rows[r], *columns[c], *squares[r // 2 * 2 + c // 2]}) == 3
            for r in range(4)
            for c in range(4)
        )

    sudoku = Sudoku(4, digits=range(5)).give("r1c1", 0).give("r1c2", 1).give("r1c3", 2).give("r1c4", 3)
    selects(sudoku, doppelganger(), doppelgangers)


@pytest.mark.parametrize("sudoku", [Sudoku(4), Sudoku(4, digits=range(6)), Sudoku(4, digits=range(5), regions="")])
def test_doppelgangers_need_a_zero_and_boxes(sudoku: Sudoku) -> None:
    with pytest.raises(ModelError, match="doppelganger: sudoku needs boxes and the digits 0 to 4"):
        sudoku.add(doppelganger())


@pytest.mark.slow
def test_one_digit_set(selects: Any) -> None:
    sudoku = Sudoku(4, digits=range(6))
    sudoku.give_grid([0, 4, 2, 1, 1, 2, None, None, 2, *[None] * 7])
    selects(sudoku, one_digit_set(), lambda g: len({frozenset(row) for row in g}) == 1)

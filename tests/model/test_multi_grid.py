from __future__ import annotations

from itertools import product

import pytest

from sudoku_cp import ModelError, MultiGrid, Sudoku
from sudoku_cp.render import show, svg
from sudoku_cp.solving.registry import load_solver

SAMURAI = ["r1c1", "r1c13", "r7c7", "r13c1", "r13c13"]


def test_shared_cells_and_boxes_are_declared_once() -> None:
    samurai = MultiGrid(SAMURAI)
    assert (samurai.height, samurai.width, len(samurai.grid)) == (21, 21, 5 * 81 - 4 * 9)
    assert len(samurai.constraints) == 5 * 27 - 4
    assert len(samurai.boxes) == 41
    middle = samurai.grids[2]
    assert [str(cells[0]) for cells in middle.boxes] == [f"r{r}c{c}" for r in (7, 10, 13) for c in (7, 10, 13)]
    assert middle.boxes[0] is samurai.grids[0].boxes[8]
    assert [str(cell) for cell in middle.columns[8][:2]] == ["r7c15", "r8c15"]
    assert samurai.rows[9][0].name == "r10c7"


def test_solutions_of_twins() -> None:
    """Two grids that share a box: every pair of grids that agree there."""
    twins = MultiGrid(["r1c1", "r3c3"], size=4)
    single = Sudoku(4)
    grids = [solution.values_in_order for solution in load_solver().compile(single).solutions()]
    lower, upper = ([single.boxes[number][place].index for place in range(4)] for number in (3, 0))
    expected = {
        one + other
        for one, other in product(grids, grids)
        if [one[index] for index in lower] == [other[index] for index in upper]
    }
    first, second = twins.grids
    found = [
        tuple(solution[cell] for grid in (first, second) for cell in grid.cells)
        for solution in load_solver().compile(twins).solutions()
    ]
    assert len(found) == len(expected) == 288 * 12
    assert set(found) == expected


def test_a_scattered_grid() -> None:
    """The centres of nine boxes form a grid of their own."""
    model = MultiGrid(["r1c1", "r1c5", "r5c1", "r5c5", "r2,3,6,7c2,3,6,7"], size=4)
    last = model.grids[-1]
    assert [cell.name for cell in last.rows[1]] == ["r3c2", "r3c3", "r3c6", "r3c7"]
    assert len(model.grid) == 64
    assert len(model.constraints) == 5 * 12
    assert all(len(box) == 4 for box in model.boxes)
    result = load_solver().compile(model).solve()
    assert result.solution is not None
    assert len({result.solution[cell] for cell in last.boxes[0]}) == 4


@pytest.mark.parametrize(
    ("grids", "message"),
    [
        ([], "give the place of at least one grid"),
        (["x"], "'x' is not a place such as r1c13 or r4-6,13-15c1-6"),
        (["r1c"], "'r1c' is not a place such as"),
        (["c1"], "'c1' is not a place such as"),
        (["r1-8c1"], "r1-8c1 has 8 rows, not 9"),
        (["r1c1-10"], "r1c1-10 has 10 columns, not 9"),
        (["r0c1"], "the rows of r0c1 must lie between 1 and 250"),
        (["r1c243"], "the columns of r1c243 must lie between 1 and 250"),
        (["r1-999999999999c1"], "r1-999999999999c1 has 251 rows, not 9"),
    ],
)
def test_places_that_do_not_fit(grids: list[str], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        MultiGrid(grids)


def test_sizes_that_do_not_fit() -> None:
    with pytest.raises(ModelError, match="size must be from 1 to 36, not 37"):
        MultiGrid(["r1c1"], size=37)
    with pytest.raises(ModelError, match="needs at least 9 digits, not 2"):
        MultiGrid(["r1c1"], digits=(1, 2))
    with pytest.raises(ModelError, match="boxes of 2×4 cells do not fill a grid of 9×9"):
        MultiGrid(["r1c1"], box=(2, 4))


def test_pictures() -> None:
    twins = MultiGrid(["r1c1", "r3c3"], size=4).give("r1c1", 3)
    assert [line.rstrip() for line in show(twins, colour=False, unicode=False).splitlines()] == [
        "+------+------+",
        "| 3  _ | _  _ |",
        "| _  _ | _  _ |",
        "+------+------+------+",
        "| _  _ | _  _ | _  _ |",
        "| _  _ | _  _ | _  _ |",
        "+------+------+------+",
        "       | _  _ | _  _ |",
        "       | _  _ | _  _ |",
        "       +------+------+",
    ]
    assert svg(twins).count("Z") >= 28
    assert 'viewBox="-12 -12 408 408"' in svg(twins)

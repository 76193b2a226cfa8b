from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, strategies as st

from sudoku_cp import AllDifferent, ModelError, Sudoku
from sudoku_cp.model.board import default_symbols


@pytest.mark.slow
@given(st.integers(1, 36))
def test_any_size(size: int) -> None:
    sudoku = Sudoku(size)
    assert len(sudoku.cells) == size * size
    assert sudoku.digits == tuple(range(1, size + 1))
    for houses in (sudoku.rows, sudoku.columns, sudoku.boxes):
        assert len(houses) == size
        assert {cell for house in houses for cell in house} == set(sudoku.cells)
    assert [str(constraint) for constraint in sudoku.constraints] == [
        f"{kind} {number}" for kind in ("row", "column", "box") for number in range(1, size + 1)
    ]
    assert all(isinstance(constraint, AllDifferent) for constraint in sudoku.constraints)


def test_places() -> None:
    sudoku = Sudoku(6)
    assert sudoku.box == (2, 3)
    assert sudoku[2, 4] is sudoku["r2c4"] is sudoku["R2C4"] is sudoku.rows[1][3] is sudoku.columns[3][1]
    assert (sudoku[2, 4].row, sudoku[2, 4].column, sudoku[2, 4].index) == (2, 4, 9)
    assert sudoku[2, 4] in set(sudoku.boxes[1])
    assert sudoku.box_of[sudoku[2, 4]] == 1
    falling, rising = sudoku.diagonals
    assert [cell.name for cell in falling] == ["r1c1", "r2c2", "r3c3", "r4c4", "r5c5", "r6c6"]
    assert [cell.name for cell in rising] == ["r6c1", "r5c2", "r4c3", "r3c4", "r2c5", "r1c6"]
    assert [cell.name for cell in sudoku.cells_at("r1c2, r3c4")] == ["r1c2", "r3c4"]
    assert sudoku.cells_at([sudoku[1, 2], "r3c4"]) == sudoku.cells_at("r1c2 r3c4")
    assert [sudoku.has(*place) for place in ((1, 1), (6, 6), (0, 1), (1, 7))] == [True, True, False, False]


def test_rows_and_columns_of_different_lengths() -> None:
    sudoku = Sudoku((2, 6), digits=range(7))
    assert (sudoku.height, sudoku.width, sudoku.size, sudoku.box) == (2, 6, 6, (2, 3))
    assert sudoku.symbols == "0123456"
    assert [len(house) for house in sudoku.houses] == [6] * 2 + [2] * 6 + [6] * 2
    assert sudoku[2, 6] is sudoku["r2c6"] is sudoku.rows[1][5] is sudoku.columns[5][1] is sudoku.boxes[1][5]
    assert [sudoku.has(*place) for place in ((2, 6), (3, 1), (1, 7))] == [True, False, False]
    assert [str(constraint) for constraint in sudoku.constraints[1:4]] == ["row 2", "column 1", "column 2"]
    with pytest.raises(ModelError, match="a grid of 2×6 cells has no main diagonals"):
        _ = sudoku.diagonals


def test_boxes_may_be_smaller_than_rows() -> None:
    sudoku = Sudoku((6, 4), box=(3, 2), digits=(1, 3, 5, 7, 9, 11, 13))
    assert [len(box) for box in sudoku.boxes] == [6] * 4
    assert [len(box) for box in Sudoku(6, box=(2, 2)).boxes] == [4] * 9
    assert [len(box) for box in Sudoku((2, 4), regions="ABCDABCD").boxes] == [2] * 4


@pytest.mark.parametrize("place", [(0, 1), (1, 0), (10, 1), (1, 10), (-1, -1)])
def test_places_outside_the_grid(place: tuple[int, int]) -> None:
    with pytest.raises(ModelError, match="outside the grid: rows go from 1 to 9, columns to 9"):
        Sudoku(9)[place]
    with pytest.raises(ModelError):
        Sudoku(9)[f"r{place[0]}c{place[1]}"]


def test_further_variables_are_not_in_the_grid() -> None:
    sudoku = Sudoku(2)
    total = sudoku.variable("total", range(10))
    assert sudoku.cells == (*sudoku.grid, total)
    assert len(sudoku.grid) == 4


def test_irregular_regions() -> None:
    sudoku = Sudoku(3, regions="112133223")
    assert sudoku.box is None
    assert [cell.name for cell in sudoku.boxes[1]] == ["r1c3", "r3c1", "r3c2"]
    assert sudoku.box_of[sudoku[3, 1]] == 1


def test_latin_square() -> None:
    sudoku = Sudoku(4, regions=())
    assert sudoku.boxes == ()
    assert len(sudoku.constraints) == 8


def test_digits() -> None:
    assert Sudoku(3, digits=range(3)).symbols == "012"
    assert Sudoku(2, digits=[7, -1, 7]).digits == (-1, 7)
    assert Sudoku(2, digits=range(5)).digits == (0, 1, 2, 3, 4)
    assert Sudoku(16).symbols == "123456789ABCDEFG"
    assert Sudoku(2, symbols="AB").symbols == "AB"


@pytest.mark.parametrize(
    ("digits", "symbols"),
    [
        (range(1, 10), "123456789"),
        (range(16), "0123456789ABCDEF"),
        (range(1, 37), "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0"),
        (range(36), "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        (range(-1, 3), ""),
        (range(30, 40), ""),
    ],
)
def test_default_symbols(digits: range, symbols: str) -> None:
    assert default_symbols(digits) == symbols


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": 0}, "size must be from 1 to 36, not 0"),
        ({"size": 37}, "size must be from 1 to 36, not 37"),
        ({"size": 6, "box": (2, 4)}, "boxes of 2×4 cells do not fill a grid of 6×6"),
        ({"size": 6, "box": (3, 3)}, "a box of 9 cells has more cells than there are digits"),
        ({"size": (6, 0)}, "size must be from 1 to 36, not 6×0"),
        ({"size": (4, 6), "digits": range(5)}, "a grid of size 4×6 needs at least 6 digits, not 5"),
        ({"size": (2, 4), "regions": "AAABBBBC"}, "region A has 3 cells, not 4"),
        ({"size": (2, 4), "regions": "AAAAAAAA"}, "a box of 8 cells has more cells than there are digits"),
        ({"size": 4, "box": (2, 2), "regions": ()}, "not both"),
        ({"size": 4, "digits": (1, 2, 3)}, "at least 4 digits, not 3"),
        ({"size": 4, "digits": (1, 2, 3, 3)}, "at least 4 digits, not 3"),
        ({"size": 4, "symbols": "ABC"}, "4 digits need as many different symbols"),
        ({"size": 4, "symbols": "ABCC"}, "4 digits need as many different symbols"),
        ({"size": 2, "regions": "1112"}, "region 1 has 3 cells, not 2"),
    ],
)
def test_parts_that_do_not_fit(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Sudoku(**arguments)


def test_grids_of_givens() -> None:
    sudoku = Sudoku(2, regions=())
    sudoku.give_grid([1, None, None, 1])
    assert sudoku.givens == {sudoku[1, 1]: 1, sudoku[2, 2]: 1}
    with pytest.raises(ModelError, match="4 cells, not 3"):
        sudoku.give_grid([1, 2, 1])
    with pytest.raises(ModelError, match="r1c2 = 3: the digits are 1, 2"):
        sudoku.give_grid([1, 3, None, None])


def test_importing_the_package_loads_no_solver() -> None:
    script = (
        "import sys, sudoku_cp; print([name for name in ('numpy', 'ortools', 'constraint') if name in sys.modules])"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ended.stdout == "[]\n"

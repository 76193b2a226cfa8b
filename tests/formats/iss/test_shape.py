"""Windows of a string's grid, against those of the pictures in the field."""

from __future__ import annotations

import pytest

from sudoku_cp.formats.iss.grid import Shape, windows_of


@pytest.mark.parametrize(
    ("height", "width", "digits", "box", "corners"),
    [
        (9, 9, 9, (3, 3), {(2, 2), (2, 6), (6, 2), (6, 6)}),  # windoku
        (6, 6, 6, (2, 3), {(2, 2)}),  # a further one would be at the edge
        (6, 6, 4, (2, 2), {(2, 2)}),  # as many cells as digits, not as columns
        (16, 16, 16, (4, 4), {(top, left) for top in (2, 7, 12) for left in (2, 7, 12)}),
        (7, 7, 7, None, set()),  # no box of seven cells
    ],
)
def test_windows(
    height: int, width: int, digits: int, box: tuple[int, int] | None, corners: set[tuple[int, int]]
) -> None:
    found = windows_of(Shape(height, width, range(1, digits + 1), True, None, box))
    assert {min(window) for window in found} == corners
    assert len(found) == len(corners)
    for window in found:
        top, left = min(window)
        rows, columns = box or (0, 0)
        assert set(window) == {(top + down, left + right) for down in range(rows) for right in range(columns)}

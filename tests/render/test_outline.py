from __future__ import annotations

from math import isclose

import pytest
from hypothesis import given, strategies as st

from sudoku_cp.render.figures import Point, outlines

D = 0.125

SHAPES = {
    "one": (["#"], ["1,1 7,1 7,7 1,7"]),
    "domino": (["##"], ["1,1 15,1 15,7 1,7"]),
    "bend": (["##", "#."], ["1,1 15,1 15,7 7,7 7,15 1,15"]),
    "bend the other way": (["##", ".#"], ["1,1 15,1 15,15 9,15 9,7 1,7"]),
    "T": (["###", ".#."], ["1,1 23,1 23,7 15,7 15,15 9,15 9,7 1,7"]),
    "plus": ([".#.", "###", ".#."], ["9,1 15,1 15,9 23,9 23,15 15,15 15,23 9,23 9,15 1,15 1,9 9,9"]),
    "ring": (["###", "#.#", "###"], ["1,1 23,1 23,23 1,23", "7,7 7,17 17,17 17,7"]),
    "corner touch": (["#.", ".#"], ["1,1 7,1 7,7 1,7", "9,9 15,9 15,15 9,15"]),
    "corner touch inside": (
        [".#", "##", "#."],
        ["9,1 15,1 15,15 7,15 7,23 1,23 1,9 9,9"],
    ),
    "two": (["#.#"], ["1,1 7,1 7,7 1,7", "17,1 23,1 23,7 17,7"]),
    "none": (["."], []),
}
"""Corners in eighths of a cell."""


def cells_of(picture: list[str]) -> list[tuple[int, int]]:
    return [(row, column) for row, line in enumerate(picture) for column, mark in enumerate(line) if mark == "#"]


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name: str) -> None:
    picture, expected = SHAPES[name]
    written = [" ".join(f"{x * 8:g},{y * 8:g}" for x, y in polygon) for polygon in outlines(cells_of(picture), D)]
    assert [set(polygon.split()) for polygon in written] == [set(polygon.split()) for polygon in expected]
    for polygon, wanted in zip(written, expected, strict=True):
        start = wanted.split()[0]
        corners = polygon.split()
        turn = corners.index(start)
        assert corners[turn:] + corners[:turn] == wanted.split()


def crossings(y: float, polygons: list[list[Point]]) -> list[float]:
    """Where a level line crosses the polygons; inside are points with an odd number of crossings to their right."""
    return [
        x1 + (y - y1) * (x2 - x1) / (y2 - y1)
        for polygon in polygons
        for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True)
        if (y1 > y) != (y2 > y)
    ]


SIDE = 4
shapes = st.sets(st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1)))


@pytest.mark.slow
@given(cells=shapes)
def test_inside_the_outline_is_what_keeps_its_distance(cells: set[tuple[int, int]]) -> None:
    polygons = outlines(cells, D)
    step = D / 2
    samples = [step * (index + 0.5) for index in range(int(SIDE / step))]
    for y in samples:
        to_the_right = crossings(y, polygons)
        for x in samples:
            corners = {(int(y + dy), int(x + dx)) for dx in (-D, D) for dy in (-D, D)}
            reach = x > D and y > D and corners <= cells
            assert (sum(x < crossing for crossing in to_the_right) % 2 == 1) == reach, (x, y)


@pytest.mark.slow
@given(cells=shapes)
def test_polygons_are_rectilinear_and_without_needless_corners(cells: set[tuple[int, int]]) -> None:
    for polygon in outlines(cells, D):
        assert len(polygon) >= 4
        ahead = polygon[1:] + polygon[:1]
        upright = [isclose(a[0], b[0]) for a, b in zip(polygon, ahead, strict=True)]
        level = [isclose(a[1], b[1]) for a, b in zip(polygon, ahead, strict=True)]
        assert all(one != other for one, other in zip(upright, level, strict=True))
        assert all(one != other for one, other in zip(upright, upright[1:] + upright[:1], strict=True))


@pytest.mark.slow
@given(cells=shapes)
def test_without_inset_the_outline_has_the_area_of_the_cells(cells: set[tuple[int, int]]) -> None:
    doubled = sum(
        x1 * y2 - x2 * y1
        for polygon in outlines(cells, 0)
        for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True)
    )
    assert isclose(doubled / 2, len(cells), abs_tol=1e-9)

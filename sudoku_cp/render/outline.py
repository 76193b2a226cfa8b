"""The outline of a group of cells, drawn inside their borders."""

from __future__ import annotations

from collections.abc import Collection

Point = tuple[float, float]

_RIGHT, _DOWN, _LEFT, _UP = (1, 0), (0, 1), (-1, 0), (0, -1)
_CLOCKWISE = (_RIGHT, _DOWN, _LEFT, _UP)


def outlines(cells: Collection[tuple[int, int]], inset: float) -> list[list[Point]]:
    """The closed polygons, as corners (x, y), that run ``inset`` inside the border of the cells.

    Outer borders run clockwise and holes anticlockwise, so that the inside lies on the right. Cells that touch only
    at a corner are kept apart.

    Parameters
    ----------
    cells
        (row, column), each the unit square whose upper left corner is (x, y) = (column, row).
    inset
        The distance in cells, below one half.

    >>> outlines([(0, 0), (0, 1)], 0.25)
    [[(0.25, 0.25), (1.75, 0.25), (1.75, 0.75), (0.25, 0.75)]]
    """
    edges = _border_edges(set(cells))
    polygons = []
    while edges:
        start = min(edges)
        loop = [start]
        while (following := _next_edge(loop[-1], edges)) != start:
            loop.append(following)
        for edge in loop:
            edges.remove(edge)
        polygons.append(_inset_corners(loop, inset))
    return polygons


Edge = tuple[tuple[int, int], tuple[int, int]]
"""The borders as ((y, x), direction), upper row first: from a corner one cell on, with the inside on the right."""


def _border_edges(cells: set[tuple[int, int]]) -> set[Edge]:
    edges: set[Edge] = set()
    for row, column in cells:
        if (row - 1, column) not in cells:
            edges.add(((row, column), _RIGHT))
        if (row, column + 1) not in cells:
            edges.add(((row, column + 1), _DOWN))
        if (row + 1, column) not in cells:
            edges.add(((row + 1, column + 1), _LEFT))
        if (row, column - 1) not in cells:
            edges.add(((row + 1, column), _UP))
    return edges


def _next_edge(edge: Edge, edges: set[Edge]) -> Edge:
    """Turn right if possible, which stays with the same cell where two touch at a corner."""
    (y, x), direction = edge
    corner = (y + direction[1], x + direction[0])
    right = (_CLOCKWISE.index(direction) + 1) % 4
    turns = (_CLOCKWISE[right], direction, _CLOCKWISE[right - 2])
    return next((corner, turn) for turn in turns if (corner, turn) in edges)


def _inset_corners(loop: list[Edge], inset: float) -> list[Point]:
    """Move each corner by the inward normals of its two edges, which works for convex and concave corners."""
    corners = []
    for index, ((y, x), direction) in enumerate(loop):
        before = loop[index - 1][1]
        if before != direction:
            corners.append((x - inset * (before[1] + direction[1]), y + inset * (before[0] + direction[0])))
    return corners

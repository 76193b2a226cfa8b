"""SVG elements as text, in a coordinate system with `CELL` units per cell, and the outlines of groups of cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from html import escape
from math import hypot
from textwrap import wrap

CELL = 64

Place = tuple[int, int]
"""(row, column), counted from 0."""

Point = tuple[float, float]

TextLine = Callable[[float], str]
"""A line of text centred on a given height."""

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """The text without anything that XML could read as markup or refuse."""
    return escape(_NOT_XML.sub("\ufffd", text))


def number(value: float) -> str:
    """A number with at most two decimals.

    >>> number(3.0), number(1 / 3)
    ('3', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def element(name: str, **attributes: str | float) -> str:
    """An element without content; an underscore in an attribute's name stands for a hyphen.

    >>> element("circle", r=3.5, stroke_width=2)
    '<circle r="3.5" stroke-width="2"/>'
    """
    return f"<{name}{_written(attributes)}/>"


def group(elements: Iterable[str], **attributes: str | float) -> str:
    """Elements that share attributes; empty if there are no elements."""
    content = "".join(elements)
    return f"<g{_written(attributes)}>{content}</g>" if content else ""


def text(content: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """A text centred vertically on y."""
    written = _written({"x": x, "y": y + 0.355 * size, "font_size": size, **attributes})
    return f"<text{written}>{escaped(content)}</text>" if content else ""


def halo(size: float) -> dict[str, str | float]:
    """Attributes that set a text off from the shapes under it."""
    return {"stroke": "white", "stroke_width": size, "stroke_linejoin": "round", "paint_order": "stroke"}


def centre(place: Place) -> Point:
    """The middle of a cell."""
    row, column = place
    return (column + 0.5) * CELL, (row + 0.5) * CELL


def path(points: Iterable[Point], closed: bool = False) -> str:
    """The path data of a polygon or of an open line."""
    return "M" + " ".join(f"{number(x)},{number(y)}" for x, y in points) + ("Z" if closed else "")


def polygons(places: Iterable[Place], inset: float = 0) -> list[list[Point]]:
    """The outlines of cells, ``inset`` units inside their borders.

    The first one starts at the upper left corner of the first cell, to the right.
    """
    return [[(x * CELL, y * CELL) for x, y in polygon] for polygon in outlines(set(places), inset / CELL)]


def area(places: Iterable[Place], inset: float = 0) -> str:
    """The path data of the outlines of cells, ``inset`` units inside their borders."""
    return "".join(path(polygon, closed=True) for polygon in polygons(places, inset))


def towards(start: Point, end: Point, distance: float) -> Point:
    """The point at a distance from the start, in the direction of the end."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1
    return tuple(a + (b - a) * distance / length for a, b in zip(start, end, strict=True))  # type: ignore[return-value]


def arrowhead(before: Point, end: Point, length: float = 0.22 * CELL) -> list[Point]:
    """The corners of an arrowhead at the end of a line."""
    x, y = towards(end, before, length)
    across = (end[1] - y, x - end[0])
    return [(x + across[0], y + across[1]), end, (x - across[0], y - across[1])]


_POLYGONS: tuple[tuple[Point, ...], ...] = (
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0, -1.1), (1.1, 0.85), (-1.1, 0.85)),
    ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)),
    ((0, 1.1), (1.1, -0.85), (-1.1, -0.85)),
    (
        *((-0.4, -1.1), (0.4, -1.1), (0.4, -0.4), (1.1, -0.4), (1.1, 0.4), (0.4, 0.4)),
        *((0.4, 1.1), (-0.4, 1.1), (-0.4, 0.4), (-1.1, 0.4), (-1.1, -0.4), (-0.4, -0.4)),
    ),
    ((-1.1, -1.1), (0.5, 0), (-1.1, 1.1)),
)

GLYPHS = 1 + len(_POLYGONS)
"""The number of small figures: a disc, a square, triangles, a diamond, a cross."""


def glyph(number_: int, x: float, y: float, radius: float, colour: str) -> str:
    """A small filled figure around a point."""
    if number_ == 0:
        return element("circle", cx=x, cy=y, r=radius, fill=colour)
    corners = ((x + radius * right, y + radius * down) for right, down in _POLYGONS[number_ - 1])
    return element("path", d=path(corners, closed=True), fill=colour)


def width_of(words: str, size: float) -> float:
    """The approximate width of a text in Helvetica or Arial."""
    narrow, wide = (sum(map(words.count, letters)) for letters in ("fijlrt .,:;()", "mwMW"))
    return size * (0.56 * len(words) - 0.28 * narrow + 0.25 * wide)


def words_in_lines(words: str, size: float, width: float, **attributes: str | float) -> list[TextLine]:
    """Words wrapped to as many lines as they need."""
    letters = max(8, int(2 * width / size))
    return [lambda y, line=line: text(line, 0, y, size, **attributes) for line in wrap(words, letters)]  # type: ignore[misc]


def _written(attributes: dict[str, str | float]) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{escaped(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
    )


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

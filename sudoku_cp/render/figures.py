"""SVG elements as text, in a coordinate system of `CELL` units a cell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from sudoku_cp.render.outline import outlines

CELL = 64

Place = tuple[int, int]
"""(row, column), counted from 0."""

Point = tuple[float, float]

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """The text with nothing in it that XML could take for markup or refuse."""
    return escape(_NOT_XML.sub("\ufffd", text))


def number(value: float) -> str:
    """At most two decimals.

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
    """Elements that share attributes; nothing where there are no elements."""
    content = "".join(elements)
    return f"<g{_written(attributes)}>{content}</g>" if content else ""


def text(content: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """A text whose middle line is at y."""
    written = _written({"x": x, "y": y + 0.355 * size, "font_size": size, **attributes})
    return f"<text{written}>{escaped(content)}</text>" if content else ""


def halo(size: float) -> dict[str, str | float]:
    """Attributes that keep a text free of what lies under it."""
    return {"stroke": "white", "stroke_width": size, "stroke_linejoin": "round", "paint_order": "stroke"}


def centre(place: Place) -> Point:
    """The middle of a cell."""
    row, column = place
    return (column + 0.5) * CELL, (row + 0.5) * CELL


def path(points: Iterable[Point], closed: bool = False) -> str:
    """The path data of a polygon or of an open line."""
    return "M" + " ".join(f"{number(x)},{number(y)}" for x, y in points) + ("Z" if closed else "")


def area(places: Iterable[Place], inset: float = 0) -> str:
    """The path data of the outline of cells, ``inset`` units inside their borders."""
    polygons = outlines(set(places), inset / CELL)
    return "".join(path(((x * CELL, y * CELL) for x, y in polygon), closed=True) for polygon in polygons)


def _written(attributes: dict[str, str | float]) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{escaped(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
    )

"""Boxes, regions and cell names of a grid."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from math import isqrt

from sudoku_cp._base.arguments import integers, listed, refused
from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.text import shown

Positions = tuple[tuple[int, int], ...]
"""(row, column) pairs, counted from 1."""

_NAME = re.compile(r"[rR](\d{1,9})[cC](\d{1,9})")


@lru_cache(maxsize=64)
def default_box(height: int, width: int | None = None) -> tuple[int, int]:
    """The most nearly square box with as many cells as the longer side that fits: 9×9 → 3×3, 6×6 → 2×3, 7×7 → 1×7.

    If there are two such boxes, it is the wider one. Without a width the grid is square.

    >>> default_box(12), default_box(6, 9), default_box(8, 6)
    ((3, 4), (3, 3), (4, 2))
    """
    width = height if width is None else width
    size = max(height, width)
    sides = [side for side in range(isqrt(size), 0, -1) if size % side == 0]
    boxes = [box for side in sides for box in ((side, size // side), (size // side, side))]
    return next((rows, columns) for rows, columns in boxes if height % rows == 0 and width % columns == 0)


def box_of(box: object) -> tuple[int, int]:
    """The height and width of boxes.

    Raises
    ------
    ModelError
        If these are no two integers.
    """
    sides = integers(box, "the box", "(height, width)")
    if len(sides) != 2:
        raise refused("the box", "(height, width)", box)
    return sides[0], sides[1]


@lru_cache(maxsize=64)
def named_positions(height: int, width: int) -> tuple[tuple[str, int, int], ...]:
    """The name, row and column of every cell in reading order.

    >>> named_positions(2, 1)
    (('r1c1', 1, 1), ('r2c1', 2, 1))
    """
    columns = range(1, width + 1)
    return tuple((f"r{row}c{column}", row, column) for row in range(1, height + 1) for column in columns)


@lru_cache(maxsize=64)
def box_positions(height: int, width: int, box: tuple[int, int]) -> tuple[Positions, ...]:
    """The boxes of ``box = (height, width)`` cells, in reading order.

    Raises
    ------
    ModelError
        If such boxes do not fill the grid.
    """
    rows, columns = box
    if rows < 1 or columns < 1 or height % rows or width % columns:
        raise ModelError(f"boxes of {rows}×{columns} cells do not fill a grid of {height}×{width}")
    return tuple(
        tuple((top + row, left + column) for row in range(1, rows + 1) for column in range(1, columns + 1))
        for top in range(0, height, rows)
        for left in range(0, width, columns)
    )


def region_positions(height: int, width: int, regions: str | Sequence[Sequence[Hashable]]) -> tuple[Positions, ...]:
    """The cells of each region, in the order in which the regions first occur.

    Parameters
    ----------
    regions
        A label for each cell: a string (white space is ignored), or rows of labels. An empty sequence means no
        regions.

    Raises
    ------
    ModelError
        If labels are missing, or regions differ in size.
    """
    rows: Sequence[Sequence[Hashable]]
    if isinstance(regions, str):
        text = "".join(regions.split())
        rows = [text[start : start + width] for start in range(0, len(text), width)]
    else:
        expected = "a text, or rows of labels"
        rows = [
            row if isinstance(row, str) else listed(row, "the regions", expected)
            for row in listed(regions, "the regions", expected)
        ]
        if not all(isinstance(label, Hashable) for row in rows for label in row):
            raise refused("the regions", expected, regions)
    if not len(rows):
        return ()
    if len(rows) != height or any(len(row) != width for row in rows):
        raise ModelError(f"regions need {height} rows of {width} labels, not {[len(row) for row in rows]}")
    cells: dict[Hashable, list[tuple[int, int]]] = {}
    for row, labels in enumerate(rows, 1):
        for column, label in enumerate(labels, 1):
            cells.setdefault(label, []).append((row, column))
    if len(cells) == height * width > 1:
        own = next(iter(cells))
        raise ModelError(f"regions need one label in all cells of a region, but each cell has its own: {own!r}, …")
    share, rest = divmod(height * width, len(cells))
    wanted = max(height, width) if rest else share
    for label, region in cells.items():
        if len(region) != wanted:
            raise ModelError(f"region {label} has {len(region)} cells, not {wanted}")
    return tuple(tuple(region) for region in cells.values())


def parse_names(names: str | Iterable[str]) -> Positions:
    """Read ``"r1c1 r2c3"`` (commas also separate names) as positions.

    Raises
    ------
    ModelError
        If a word is not the name of a cell.

    >>> parse_names("r1c1, r12c3")
    ((1, 1), (12, 3))
    """
    tokens = re.split(r"[\s,;]+", names.strip()) if isinstance(names, str) else listed(names, "the cells", "a text")
    positions = []
    for token in tokens:
        match = _NAME.fullmatch(token) if isinstance(token, str) else None
        if not match:
            raise ModelError(f"{shown(token)} is not a cell name such as r1c1")
        positions.append((int(match[1]), int(match[2])))
    return tuple(positions)

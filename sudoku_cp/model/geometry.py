"""Boxes, regions and cell names of a square grid."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from math import isqrt

from sudoku_cp.model.errors import ModelError

Positions = tuple[tuple[int, int], ...]
"""(row, column) pairs, counted from 1."""

_NAME = re.compile(r"[rR](\d+)[cC](\d+)")


def default_box(size: int) -> tuple[int, int]:
    """The box nearest to a square, not higher than wide: 9 → (3, 3), 6 → (2, 3), 7 → (1, 7).

    >>> default_box(12)
    (3, 4)
    """
    height = next(height for height in range(isqrt(size), 0, -1) if size % height == 0)
    return height, size // height


@lru_cache(maxsize=64)
def named_positions(size: int) -> tuple[tuple[str, int, int], ...]:
    """The name, row and column of every cell in reading order.

    >>> named_positions(2)
    (('r1c1', 1, 1), ('r1c2', 1, 2), ('r2c1', 2, 1), ('r2c2', 2, 2))
    """
    lines = range(1, size + 1)
    return tuple((f"r{row}c{column}", row, column) for row in lines for column in lines)


@lru_cache(maxsize=64)
def box_positions(size: int, box: tuple[int, int]) -> tuple[Positions, ...]:
    """The boxes of ``box = (height, width)`` cells, in reading order.

    Raises
    ------
    ModelError
        If such boxes do not hold ``size`` cells each.
    """
    height, width = box
    if height < 1 or width < 1 or height * width != size:
        raise ModelError(f"boxes of {height}×{width} cells do not fit a grid of size {size}: {height}·{width} ≠ {size}")
    return tuple(
        tuple((top + row, left + column) for row in range(1, height + 1) for column in range(1, width + 1))
        for top in range(0, size, height)
        for left in range(0, size, width)
    )


def region_positions(size: int, regions: str | Sequence[Sequence[Hashable]]) -> tuple[Positions, ...]:
    """The cells of each region, in the order in which the regions first occur.

    Parameters
    ----------
    regions
        A label for every cell: a text of ``size``² characters (white space is skipped), or ``size`` rows of
        labels. An empty sequence means that there are no regions.

    Raises
    ------
    ModelError
        If labels are missing, or a region does not have ``size`` cells.
    """
    rows: Sequence[Sequence[Hashable]]
    if isinstance(regions, str):
        text = "".join(regions.split())
        rows = [text[start : start + size] for start in range(0, len(text), size)]
    else:
        rows = regions
    if not rows:
        return ()
    if len(rows) != size or any(len(row) != size for row in rows):
        raise ModelError(f"regions need {size} rows of {size} labels, not {[len(row) for row in rows]}")
    cells: dict[Hashable, list[tuple[int, int]]] = {}
    for row, labels in enumerate(rows, 1):
        for column, label in enumerate(labels, 1):
            cells.setdefault(label, []).append((row, column))
    for label, region in cells.items():
        if len(region) != size:
            raise ModelError(f"region {label} has {len(region)} cells, not {size}")
    return tuple(tuple(region) for region in cells.values())


def parse_names(names: str | Iterable[str]) -> Positions:
    """Read ``"r1c1 r2c3"`` (commas also divide) as positions.

    >>> parse_names("r1c1, r12c3")
    ((1, 1), (12, 3))
    """
    tokens = re.split(r"[\s,;]+", names.strip()) if isinstance(names, str) else list(names)
    positions = []
    for token in tokens:
        match = _NAME.fullmatch(token)
        if not match:
            raise ModelError(f"{token!r} is not a cell name such as r1c1")
        positions.append((int(match[1]), int(match[2])))
    return tuple(positions)

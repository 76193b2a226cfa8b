"""The grid of a constraint string: its sides, its digits, its boxes and jigsaw pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from sudoku_cp.formats.iss.text import Entry, number
from sudoku_cp.model import InputError
from sudoku_cp.model.geometry import Positions, box_positions

MAX_SIDE = 16
"""The largest number of rows, columns and digits."""

_SIDES = re.compile(r"(\d{1,3})x(\d{1,3})")
_DIGITS = re.compile(r"(?:(\d{1,3})-)?(\d{1,3})")


@dataclass(frozen=True, slots=True)
class Shape:
    """The grid that a string describes."""

    height: int
    width: int
    digits: range
    has_houses: bool
    """Whether digits differ in rows, columns and boxes."""
    stated_size: int | None
    """The number of cells in a box or a jigsaw piece, if the string gives it."""
    boxes: tuple[int, int] | None
    """The height and width of the boxes in force; None if there are none."""
    pieces: tuple[Positions, ...] = ()
    """The jigsaw pieces."""

    @property
    def side(self) -> int:
        """The number of cells along the longer side."""
        return max(self.height, self.width)

    @property
    def is_square(self) -> bool:
        return self.height == self.width

    @property
    def region_size(self) -> int:
        """The number of cells in a box or a jigsaw piece."""
        return self.side if self.stated_size is None else self.stated_size

    @property
    def box(self) -> tuple[int, int] | None:
        """The height and width of the boxes, even if boxes are turned off."""
        return box_of_size(self.height, self.width, self.region_size)


def shape_of(entries: Sequence[Entry]) -> Shape:
    """The grid that entries describe; by default nine rows of nine cells with boxes.

    Raises
    ------
    InputError
        If Interactive Sudoku Solver does not accept it.
    """
    last = {entry.type: entry for entry in entries}
    plain = Entry("Shape", ("9x9",), "Shape 1")
    height, width, digits, kind = _sides_and_digits(last.get("Shape", plain))
    stated = _region_size(last["RegionSize"]) if "RegionSize" in last else None
    size = max(height, width) if stated is None else stated
    has_houses = kind == "Sudoku"
    box = box_of_size(height, width, size) if has_houses and "NoBoxes" not in last else None
    pieces = _pieces(last["Jigsaw"], height, width, len(digits), size) if "Jigsaw" in last else ()
    return Shape(height, width, digits, has_houses, stated, box, pieces)


def _sides_and_digits(entry: Entry) -> tuple[int, int, range, str]:
    sides, digits, kind, *rest = (*entry.arguments, "", "", "")[: max(3, len(entry.arguments))]
    found = _SIDES.fullmatch(sides)
    if rest or found is None or kind not in ("", "Sudoku", "Raw"):
        raise InputError(f"{entry.place}: write a shape like 9x9, 6x6~9, 9x9~0-8 or 4x4~4~Raw, not {_shown(entry)}")
    height, width = int(found[1]), int(found[2])
    if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE):
        raise InputError(f"{entry.place}: a grid has 1 to {MAX_SIDE} rows and columns, not {sides}")
    bounds = _DIGITS.fullmatch(digits or str(max(height, width)))
    if bounds is None:
        raise InputError(f"{entry.place}: write digits like 9 or 0-8, not {digits!r}")
    values = range(int(bounds[1] or 1), int(bounds[2]) + 1)
    least = 1 if kind == "Raw" else max(height, width)
    if values.start > 1 or not least <= len(values) <= MAX_SIDE:
        raise InputError(f"{entry.place}: a grid of {sides} has {least} to {MAX_SIDE} digits from 0 or 1, not {digits}")
    return height, width, values, kind or "Sudoku"


def _region_size(entry: Entry) -> int:
    if len(entry.arguments) != 1 or number(entry.arguments[0], "size of regions") < 1:
        raise InputError(f"{entry.place}: the size of regions must be one number of at least 1, not {_shown(entry)}")
    return int(entry.arguments[0])


def _pieces(entry: Entry, height: int, width: int, digits: int, size: int) -> tuple[Positions, ...]:
    """The pieces of a jigsaw; one label may mark the cells that are in no piece."""
    labels = entry.arguments[-1] if entry.arguments else ""
    if len(labels) != height * width:
        raise InputError(f"{entry.place}: {height * width} labels are needed, one for each cell, not {len(labels)}")
    found: dict[str, list[tuple[int, int]]] = {}
    for place, label in enumerate(labels):
        found.setdefault(label, []).append((place // width + 1, place % width + 1))
    pieces = [tuple(cells) for cells in found.values() if max(height, width) <= len(cells) <= digits]
    if len(found) == 1:
        return ()
    if len(found) - len(pieces) > 1 or any(len(cells) != size for cells in pieces):
        raise InputError(f"{entry.place}: each piece must have {size} cells, except one label for cells in no piece")
    return tuple(pieces)


def box_of_size(height: int, width: int, size: int) -> tuple[int, int] | None:
    """The box with the given number of cells that fits and is nearest to a square, but not a single row or column.

    >>> box_of_size(6, 6, 6), box_of_size(8, 6, 8), box_of_size(7, 7, 7)
    ((2, 3), (4, 2), None)
    """
    for short in range(isqrt(size), 1, -1):
        if size % short == 0:
            long = size // short
            for rows, columns in ((short, long), (long, short)):
                if height % rows == 0 and width % columns == 0:
                    return rows, columns
    return None


def boxes_of(shape: Shape) -> tuple[Positions, ...]:
    """The boxes in force."""
    return box_positions(shape.height, shape.width, shape.boxes) if shape.boxes else ()


def windows_of(shape: Shape) -> list[list[tuple[int, int]]]:
    """The windows: boxes of all digits, or of the stated region size, shifted by one row and one column."""
    size = len(shape.digits) if shape.stated_size is None else shape.stated_size
    box = box_of_size(shape.height, shape.width, size)
    if box is None:
        return []
    rows, columns = box
    return [
        [(top + down, left + right) for down in range(rows) for right in range(columns)]
        for left in range(2, shape.width - columns + 1, columns + 1)
        for top in range(2, shape.height - rows + 1, rows + 1)
    ]


def _shown(entry: Entry) -> str:
    return "~".join(entry.arguments) or "nothing"

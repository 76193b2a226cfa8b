"""Documents of SudokuPad of our own making, drawn and worded as setters do."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any

from sudoku_cp.formats import Document, read
from sudoku_cp.model.geometry import box_positions, default_box

COLOURS = {
    "purple": "#f067f0ff",
    "green": "#67f067ff",
    "blue": "#2ecbffff",
    "grey": "#cfcfcf",
    "peach": "#ffccaaff",
    "red": "#e6261f",
    "yellow": "#ffe600",
    "white": "#ffffff",
    "black": "#000000",
}

Cell = str
"""A name such as r1c2."""


def place(cell: Cell) -> tuple[float, float]:
    row, column = cell[1:].split("c")
    return int(row) - 0.5, int(column) - 0.5


def line(cells: str, colour: str = "purple", thickness: float = 10) -> dict[str, Any]:
    points = [list(place(cell)) for cell in cells.split()]
    return {"wayPoints": points, "color": COLOURS[colour], "thickness": thickness}


def figure(
    cells: str, fill: str = "", border: str = "", *, size: float = 0.35, text: str = "", round_: bool = True
) -> dict[str, Any]:
    centres = [place(cell) for cell in cells.split()]
    centre = [sum(axis) / len(centres) for axis in zip(*centres, strict=True)]
    colours = {"backgroundColor": COLOURS.get(fill, ""), "borderColor": COLOURS.get(border, "")}
    return {"center": centre, "width": size, "height": size, "rounded": round_, "text": text, **colours}


def bulb(cell: Cell, colour: str = "grey") -> dict[str, Any]:
    return figure(cell, colour, size=0.8)


def arrow(cells: str) -> dict[str, Any]:
    """An arrow that begins at the rim of a circle."""
    (row, column), second, *_ = map(place, cells.split())
    rim = [row + 0.4 * (second[0] - row), column + 0.4 * (second[1] - column)]
    points = [rim, *(list(place(cell)) for cell in cells.split()[1:])]
    return {"wayPoints": points, "color": "#aaaaaa", "thickness": 3, "headLength": 0.35}


def circle(cell: Cell) -> dict[str, Any]:
    return figure(cell, "white", "grey", size=0.82)


def cage(cells: str, label: object = "", *, unique: bool = True) -> dict[str, Any]:
    """A cage; with `unique`, the document states its rule."""
    pairs = [[int(row - 0.5), int(column - 0.5)] for row, column in map(place, cells.split())]
    return {"cells": pairs, "value": str(label), "unique": unique}


def document(
    rules: str,
    size: int = 6,
    *,
    givens: dict[Cell, int] | None = None,
    solution: Sequence[int] | str | None = None,
    boxes: bool = True,
    **drawings: Iterable[dict[str, Any]],
) -> str:
    rows: list[list[dict[str, Any]]] = [[{} for _ in range(size)] for _ in range(size)]
    for cell, digit in (givens or {}).items():
        row, column = place(cell)
        rows[int(row)][int(column)] = {"value": digit}
    metadata = {"title": "drawn", "rules": rules}
    if solution is not None:
        metadata["solution"] = "".join(map(str, solution))
    regions = [[[row - 1, column - 1] for row, column in box] for box in box_positions(size, size, default_box(size))]
    whole = {"cells": rows, "metadata": metadata, **({"regions": regions} if boxes else {}), **drawings}
    return json.dumps(whole)


def read_one(text: str, *, ignore: bool = True) -> Document:
    (found,) = read(BytesIO(text.encode()), "drawn", ignore_unsupported=ignore)
    assert isinstance(found, Document)
    return found


def clues(found: Document) -> list[str]:
    return sorted(str(clue) for clue in found.model.clues)

"""What documents of SudokuPad and f-puzzles, and descriptions of drawings, draw: strokes, figures and cages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sudoku_cp.formats.drawn.elements import CageOutline, Figure, Place, Point, Primitive, Stroke
from sudoku_cp.model import InputError

_LONG = {
    "wp": "wayPoints",
    "c": "color",
    "th": "thickness",
    "ct": "center",
    "w": "width",
    "h": "height",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "r": "rounded",
    "te": "text",
    "fs": "fontSize",
    "hl": "headLength",
}
"""Short keys of drawings in SudokuPad's shorter notation."""

_NAME = re.compile(r"[Rr](-?\d{1,2})[Cc](-?\d{1,2})")


def primitives_of_sudokupad(document: Mapping[str, Any]) -> list[Primitive]:
    """What a document of SudokuPad draws; cages with a label or with different digits are cages.

    Raises
    ------
    InputError
        If a drawing is not what it must be.
    """
    found: list[Primitive] = []
    for key in ("lines", "arrows"):
        for number, entry in enumerate(_entries(document, key), 1):
            found.append(_stroke(entry, f"{key} {number}", arrow=key == "arrows"))
    for key in ("underlays", "overlays"):
        for number, entry in enumerate(_entries(document, key), 1):
            found.append(_figure(entry, f"{key} {number}"))
    return found


def _entries(document: Mapping[str, Any], key: str) -> Iterator[dict[str, Any]]:
    value = document.get(key, [])
    for entry in value if isinstance(value, list) else []:
        if isinstance(entry, dict) and entry:
            yield {_LONG.get(str(name), str(name)): content for name, content in entry.items()}


def _stroke(entry: Mapping[str, Any], place: str, *, arrow: bool) -> Stroke:
    points = entry.get("wayPoints")
    if not isinstance(points, list):
        points = []
    return Stroke(
        tuple(_point(point, place) for point in points if point),
        str(entry.get("color") or ""),
        float(entry.get("thickness") or 1),
        arrow,
    )


def _point(value: Any, place: str) -> Point:
    if isinstance(value, list) and len(value) == 2 and all(isinstance(number, int | float) for number in value):
        return float(value[0]), float(value[1])
    raise InputError(f"{place}: {value!r} is not a point such as [0.5, 0.5]")


def _number(value: Any) -> float:
    try:
        return float(value or 0)
    except (TypeError, ValueError):
        return 0.0


def _figure(entry: Mapping[str, Any], place: str) -> Figure:
    return Figure(
        _point(entry.get("center"), place),
        _number(entry.get("height")),
        _number(entry.get("width")),
        bool(entry.get("rounded")),
        round(_number(entry.get("angle"))) % 90 != 0,
        str(entry.get("backgroundColor") or ""),
        str(entry.get("borderColor") or ""),
        _text(entry.get("text")),
    )


def _text(value: Any) -> str:
    return "" if value is None else str(value).strip()


def primitives_of_f_puzzles(document: Mapping[str, Any]) -> list[Primitive]:
    """What an f-puzzles document only draws: lines, circles, rectangles, texts and cages."""
    found: list[Primitive] = []
    for entry in _drawings(document, "line"):
        for line in entry.get("lines") or ():
            points = tuple(_centre(cell) for cell in line)
            found.append(Stroke(points, str(entry.get("outlineC") or ""), 64 * _number(entry.get("width") or 0.25)))
    for key in ("circle", "rectangle", "text"):
        for entry in _drawings(document, key):
            found += [_figure_of(entry, key)]
    for entry in _drawings(document, "cage"):
        cells = tuple(_place(cell) for cell in entry.get("cells") or ())
        found.append(CageOutline(cells, _text(entry.get("value")), str(entry.get("outlineC") or "")))
    return found


def _drawings(document: Mapping[str, Any], key: str) -> Iterator[Mapping[str, Any]]:
    """The entries that belong to no clue of the document."""
    value = document.get(key)
    for entry in value if isinstance(value, list) else ():
        if isinstance(entry, dict) and not any(entry.get(name) for name in ("fromConstraint", "isNewConstraint")):
            yield entry


def _figure_of(entry: Mapping[str, Any], key: str) -> Figure:
    centres = [_centre(cell) for cell in entry.get("cells") or ("R1C1",)]
    centre = (sum(row for row, _ in centres) / len(centres), sum(column for _, column in centres) / len(centres))
    is_text = key == "text"
    return Figure(
        centre,
        0.0 if is_text else _number(entry.get("height") or 0.8),
        0.0 if is_text else _number(entry.get("width") or 0.8),
        key == "circle",
        round(_number(entry.get("angle"))) % 90 != 0,
        "" if is_text else str(entry.get("baseC") or ""),
        "" if is_text else str(entry.get("outlineC") or ""),
        _text(entry.get("value")),
    )


def _place(name: Any) -> Place:
    found = _NAME.fullmatch(str(name))
    if found is None:
        raise InputError(f"{name!r} is not a cell such as R1C1")
    return int(found[1]), int(found[2])


def _centre(name: Any) -> Point:
    row, column = _place(name)
    return row - 0.5, column - 0.5


def primitives_of_description(entries: Sequence[Mapping[str, Any]]) -> list[Primitive]:
    """What a description of a drawing lists, as the ``visual_elements`` of Sudoku-Bench."""
    found: list[Primitive] = []
    for entry in entries:
        kind = entry.get("type")
        if kind in ("lines", "arrows"):
            points = tuple(_centre(cell) for cell in entry["coords"])
            thickness = _number(entry.get("thickness"))
            found.append(Stroke(points, str(entry.get("color_hex") or ""), thickness, kind == "arrows"))
        elif kind in ("underlays", "overlays"):
            found.append(_described_figure(entry))
        elif kind == "inequality" and (cells := entry.get("cells") or entry.get("coords")):
            found.append(_described_angle(entry, cells))
        elif kind == "cage" and entry.get("style") == "killer":
            cells = tuple(_place(cell) for cell in entry["cells"])
            found.append(CageOutline(cells, _text(entry.get("value"))))
    return found


def _described_figure(entry: Mapping[str, Any]) -> Figure:
    centres = [_centre(cell) for cell in entry["coords"]]
    shape = str(entry.get("shape") or "")
    return Figure(
        (sum(row for row, _ in centres) / len(centres), sum(column for _, column in centres) / len(centres)),
        _number(entry.get("height")),
        _number(entry.get("width")),
        shape == "circle",
        shape == "diamond",
        str(entry.get("color_hex") or ""),
        str(entry.get("border_color_hex") or ""),
        _text(entry.get("text")),
    )


def _described_angle(entry: Mapping[str, Any], cells: Sequence[Any]) -> Figure:
    centres = [_centre(cell) for cell in cells[:2]]
    (row, column), (other_row, other_column) = centres
    return Figure(((row + other_row) / 2, (column + other_column) / 2), text=str(entry.get("direction") or ""))

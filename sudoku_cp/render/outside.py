"""Clues beside the grid as SVG; if there are several kinds, each has a mark and a colour, listed in a legend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from math import hypot

from sudoku_cp.model import Board
from sudoku_cp.render.figures import (
    CELL,
    GLYPHS,
    Point,
    TextLine,
    arrowhead,
    element,
    glyph,
    group,
    path,
    text,
    width_of,
)
from sudoku_cp.render.margin import Beside, kinds_outside, outside_clues
from sudoku_cp.render.words import in_words

ROOM = 0.75 * CELL
"""The space for one clue beside the grid."""

PLAIN = "#333"
COLOURS = ("#0b63a5", "#b3400a", "#0a7a53", "#8a3a9b", "#7a5c00", "#b01860")
"""Colours dark enough to read, and distinguishable by the colour-blind. The number of glyphs differs, so that the same
pair of a colour and a glyph recurs late."""

_GLYPH = 0.075 * CELL


@dataclass(frozen=True, slots=True)
class Style:
    """The style that distinguishes a kind of clue from the others."""

    colour: str
    glyph: int | None
    """The index of one of `GLYPHS`; None if there is no other kind."""


def styles(model: Board) -> dict[str, Style]:
    """The style of each kind of clue beside the grid, by the name of its rule, in order of declaration."""
    kinds = kinds_outside(model)
    if len(kinds) < 2:
        return {kind: Style(PLAIN, None) for kind in kinds}
    return {kind: Style(COLOURS[at % len(COLOURS)], at % GLYPHS) for at, kind in enumerate(kinds)}


def outside(model: Board) -> str:
    """Labels and arrows beside the grid, in one group for each kind."""
    drawn = ""
    for kind, style in styles(model).items():
        elements = [_clue(clue, model, style) for clue in outside_clues(model) if clue.kind == kind]
        drawn += group(elements, fill=style.colour)
    return drawn


def legend(model: Board, size: float, width: float) -> list[TextLine]:
    """The lines of the legend; none if there are fewer than two kinds."""
    lines: list[dict[float, str]] = []
    x = width
    for kind, style in styles(model).items():
        if style.glyph is None:
            return []
        needed = 2.2 * size + width_of(in_words(kind), size)
        if x + needed > width:
            lines.append({})
            x = 0.0
        lines[-1][x] = kind
        x += needed
    return [partial(_legend_line, styles(model), line, size) for line in lines]


def _legend_line(style_of: Mapping[str, Style], kinds: Mapping[float, str], size: float, y: float) -> str:
    """The marks and the names of some kinds, each starting at its x."""
    line = ""
    for x, kind in kinds.items():
        style = style_of[kind]
        assert style.glyph is not None
        line += glyph(style.glyph, x + 0.35 * size, y, 0.33 * size, style.colour)
        line += text(in_words(kind), x + 0.95 * size, y, size, fill=style.colour)
    return line


def _clue(clue: Beside, model: Board, style: Style) -> str:
    drawing = clue.drawing
    x = _beside(drawing.place[1], clue.outwards[1], clue.level, model.width)
    y = _beside(drawing.place[0], clue.outwards[0], clue.level, model.height)
    size = min(0.36, 1.25 / max(1, len(drawing.label))) * CELL
    label_y = y - (0 if style.glyph is None else 0.09 * CELL)
    mark = x, label_y + 0.3 * CELL
    drawn = ""
    if drawing.arrow is not None:
        rows, columns = drawing.arrow
        reach = 0.42 * ROOM / max(1, hypot(rows, columns) * 0.8)
        start = 0.25 if drawing.label else -0.8
        before, end = ((x + columns * reach * part, y + rows * reach * part) for part in (start, 1))
        drawn = _arrow(before, end, style.colour)
        mark = x + 0.2 * CELL * abs(rows), y + 0.2 * CELL * abs(columns)
        if drawing.label:
            x, label_y = x - 0.4 * columns * reach, y - 0.4 * rows * reach
            mark = (x - 0.09 * CELL * columns, label_y + 0.24 * CELL * rows) if columns else (x - 0.3 * CELL, label_y)
    if style.glyph is not None:
        drawn += glyph(style.glyph, *mark, _GLYPH, style.colour)
    return drawn + text(drawing.label, x, label_y, size)


def _arrow(before: Point, end: Point, colour: str) -> str:
    data = path((before, end)) + path(arrowhead(before, end, 0.12 * CELL))
    return element(
        "path", d=data, fill="none", stroke=colour, stroke_width=2, stroke_linecap="round", stroke_linejoin="round"
    )


def _beside(index: int, outwards: int, level: int, size: int) -> float:
    """The coordinate of a clue along one axis: in the middle of its row or column, or at its distance outside."""
    if outwards < 0:
        return -(level + 0.5) * ROOM
    return size * CELL + (level + 0.5) * ROOM if outwards else (index - 0.5) * CELL

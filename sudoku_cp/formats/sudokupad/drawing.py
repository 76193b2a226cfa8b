"""Clues as drawings of SudokuPad: lines, arrows, and shapes and texts over or under the cells.

Places are [row, column] in cells from the upper left corner of the grid; widths of lines and sizes of texts are in
units of which a cell has `PIXELS`. A line that begins in a circle begins at its rim. Two halves of a line between two
circles become one line, and a pill that is straight becomes one shape, as SudokuPad's own importers write them.

References
----------
The documents have no published definition; the keys are those that SudokuPad's importer of f-puzzles writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import hypot
from typing import Any, TypeAlias

from sudoku_cp.model import Board, Cell
from sudoku_cp.render.margin import Beside, outside_clues
from sudoku_cp.render.svg import COLOURS, PLAIN, styles
from sudoku_cp.rules import AppliedRule, Border, Cage, Dot, Drawing, Line, Mark, Outside, Shade

PIXELS = 64
"""The units of a cell in which SudokuPad measures widths and texts."""

RING = 0.38
"""The radius of a circle in a cell, in cells."""

HEAD = 0.3
"""The length of arrowheads, in cells."""

ROOM = 0.8
"""The distance between clues behind each other beside the grid, in cells."""

FILLS = {"white": "#FFFFFF", "grey": "#808080", "black": "#000000"}
CLEAR = "#FFFFFF00"
"""The colour of a shape through which one sees what is below it."""

COLOUR_NAMES = dict(zip(COLOURS, ("blue", "orange", "green", "purple", "brown", "red"), strict=True))

Point: TypeAlias = tuple[float, float]
Part: TypeAlias = tuple[str, dict[str, Any]]
"""The key of a drawing in documents, and the drawing."""


def drawn(board: Board, clues: Iterable[AppliedRule]) -> dict[str, list[dict[str, Any]]]:
    """The drawings of clues, by their keys in documents.

    Parameters
    ----------
    board
        The board of the clues.
    clues
        The clues to draw; those beside the grid are drawn in any case.

    Returns
    -------
    dict
        Lists of drawings under ``lines``, ``arrows``, ``underlays``, ``overlays`` and ``cages``, without empty ones.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for clue in clues:
        for key, part in _parts(clue.drawings(board)):
            found.setdefault(key, []).append(part)
    colours = {kind: style.colour for kind, style in styles(board).items()}
    for beside in outside_clues(board):
        for key, part in _beside(beside, board, colours[beside.kind]):
            found.setdefault(key, []).append(part)
    return found


def colours_outside(board: Board) -> dict[str, str]:
    """The colour of each kind of clue beside the grid in words, where there are several kinds."""
    names = {kind: COLOUR_NAMES.get(style.colour) for kind, style in styles(board).items()}
    return {kind: name for kind, name in names.items() if name is not None}


def _parts(drawings: tuple[Drawing, ...]) -> Iterator[Part]:
    """The parts of a document that show the drawings of one clue."""
    lines = [each for each in drawings if isinstance(each, Line)]
    if _are_halves(lines):
        yield from _between(*lines)
        lines = []
    pills = {_names(one): one.width for one, other in pairwise(lines) if _is_inner(other, one)}
    for line in lines:
        if _names(line) in pills and _is_straight(line.cells):
            if line.width == pills[_names(line)]:
                yield _pill(line)
        else:
            yield from _line(line, pills)
    for drawing in drawings:
        if isinstance(drawing, Shade):
            yield from (("underlays", _shape(_centre(cell), 1, 1, drawing.colour)) for cell in _in_grid(drawing.cells))
        elif isinstance(drawing, Mark):
            is_round = drawing.figure == "disc"
            for cell in _in_grid(drawing.cells):
                yield "underlays", _shape(_centre(cell), 2 * RING, 2 * RING, drawing.colour, is_round=is_round)
        elif isinstance(drawing, Cage):
            yield from _cage(drawing)
        elif isinstance(drawing, Dot):
            yield from _dot(drawing)
        elif isinstance(drawing, Border):
            yield from _border(drawing)


def _in_grid(cells: Iterable[Cell]) -> list[Cell]:
    return [cell for cell in cells if cell.row is not None and cell.column is not None]


def _names(line: Line) -> tuple[str, ...]:
    return tuple(cell.name for cell in line.cells)


def _centre(cell: Cell) -> Point:
    assert cell.row is not None
    assert cell.column is not None
    return cell.row - 0.5, cell.column - 0.5


def _middle(points: list[Point]) -> Point:
    return sum(row for row, _ in points) / len(points), sum(column for _, column in points) / len(points)


def _written(points: Iterable[Point]) -> list[list[float]]:
    return [[round(row, 3), round(column, 3)] for row, column in points]


def _towards(start: Point, end: Point, distance: float) -> Point:
    """The point at a distance from the start, in the direction of the end."""
    rows, columns = end[0] - start[0], end[1] - start[1]
    length = hypot(rows, columns) or 1
    return start[0] + rows * distance / length, start[1] + columns * distance / length


def _shape(
    centre: Point, width: float, height: float, fill: str, *, border: str = "", is_round: bool = False
) -> dict[str, Any]:
    return {
        "center": _written([centre])[0],
        "width": round(width, 3),
        "height": round(height, 3),
        "rounded": is_round,
        "backgroundColor": fill,
        "borderColor": border or fill,
    }


def _are_halves(lines: list[Line]) -> bool:
    """Whether two lines begin in circles and end in one cell."""
    return len(lines) == 2 and all(line.circle for line in lines) and _names(lines[0])[-1:] == _names(lines[1])[-1:]


def _between(one: Line, other: Line) -> Iterator[Part]:
    """One line from circle to circle."""
    points = [_centre(cell) for cell in _in_grid((*one.cells, *reversed(other.cells[:-1])))]
    for end in (points[0], points[-1]):
        yield "overlays", _shape(end, 2 * RING, 2 * RING, CLEAR, border=one.colour, is_round=True)
    points[0], points[-1] = _towards(points[0], points[1], RING), _towards(points[-1], points[-2], RING)
    yield "lines", _stroke(points, one)


def _stroke(points: list[Point], line: Line) -> dict[str, Any]:
    return {"wayPoints": _written(points), "color": line.colour, "thickness": round(line.width * PIXELS, 1)}


def _is_inner(inner: Line, outer: Line) -> bool:
    """Whether a line is the inside of another one, which is then an outline."""
    return _names(inner) == _names(outer) and inner.colour == "white" and inner.width < outer.width


def _is_straight(cells: tuple[Cell, ...]) -> bool:
    places = [_centre(cell) for cell in _in_grid(cells)]
    return any(len({place[axis] for place in places}) == 1 for axis in (0, 1))


def _pill(line: Line) -> Part:
    points = [_centre(cell) for cell in _in_grid(line.cells)]
    height, width = (max(place) - min(place) + line.width for place in zip(*points, strict=True))
    shape = _shape(_middle(points), width, height, CLEAR, border=line.colour, is_round=True)
    return "overlays", shape


def _line(line: Line, pills: Mapping[tuple[str, ...], float]) -> Iterator[Part]:
    points = [_centre(cell) for cell in _in_grid(line.cells)]
    if not points:
        return
    if line.bulb:
        yield "underlays", _shape(points[0], 2 * RING, 2 * RING, line.colour, is_round=True)
    if line.circle:
        yield "overlays", _shape(points[0], 2 * RING, 2 * RING, CLEAR, border=line.colour, is_round=True)
    if len(points) < 2:
        return
    pill = next((width for names, width in pills.items() if names != _names(line) and line.cells[0].name in names), 0)
    if line.circle or pill:
        points[0] = _towards(points[0], points[1], RING if line.circle else pill / 2)
    if line.edge_to_edge:
        first, last = points[0], points[-1]
        points[0] = first[0] * 1.5 - points[1][0] / 2, first[1] * 1.5 - points[1][1] / 2
        points[-1] = last[0] * 1.5 - points[-2][0] / 2, last[1] * 1.5 - points[-2][1] / 2
    stroke = _stroke(points, line)
    yield ("arrows", stroke | {"headLength": HEAD}) if line.arrow else ("lines", stroke)


def _cage(cage: Cage) -> Iterator[Part]:
    if cells := _in_grid(cage.cells):
        places = [[cell.row - 1, cell.column - 1] for cell in cells if cell.row and cell.column]
        label = {"value": cage.label} if cage.label else {}
        colour = {} if cage.colour == Cage().colour else {"outlineC": cage.colour}
        yield "cages", {"cells": places, "unique": False, **label, **colour}


def _dot(dot: Dot) -> Iterator[Part]:
    if not (points := [_centre(cell) for cell in _in_grid(dot.cells)]):
        return
    centre = _middle(points)
    if dot.bare:
        yield "overlays", _text(centre, dot.label, 20) | {"backgroundColor": FILLS["white"]}
        return
    shape = _shape(centre, 2 * dot.radius, 2 * dot.radius, FILLS[dot.fill], border="#000000", is_round=True)
    ink = {"text": dot.label, "fontSize": 14, "color": FILLS["white" if dot.fill == "black" else "black"]}
    yield "overlays", shape | (ink if dot.label else {})


def _text(centre: Point, text: str, size: int, colour: str = "#000000") -> dict[str, Any]:
    return _shape(centre, 0.25, 0.25, CLEAR) | {"text": text, "fontSize": size, "color": colour}


def _border(border: Border) -> Iterator[Part]:
    one, other = (_centre(cell) for cell in border.cells)
    row, column = _middle([one, other])
    across = (0.0, 0.5) if one[1] == other[1] else (0.5, 0.0)
    ends = [(row + sign * across[0], column + sign * across[1]) for sign in (-1, 1)]
    yield "lines", {"wayPoints": _written(ends), "color": "#000000", "thickness": 3}


def _beside(beside: Beside, board: Board, colour: str) -> Iterator[Part]:
    """The label of a clue beside the grid, and its arrow between the label and the grid."""
    drawing: Outside = beside.drawing
    row, column = (_outwards(*each) for each in zip(drawing.place, beside.outwards, (beside.level,) * 2, strict=True))
    colour = "#000000" if colour == PLAIN else colour
    if drawing.label:
        size = 28 if len(drawing.label) < 4 else round(100 / len(drawing.label))
        yield "overlays", _text((row, column), drawing.label, size, colour)
    if drawing.arrow is not None:
        near, far = (0.3, 0.48) if drawing.label else (-0.3, 0.4)
        ends = [(row + drawing.arrow[0] * reach, column + drawing.arrow[1] * reach) for reach in (near, far)]
        yield "arrows", {"wayPoints": _written(ends), "color": colour, "thickness": 2, "headLength": 0.15}


def _outwards(index: int, step: int, level: int) -> float:
    """The coordinate of a clue along one axis, further out for those behind others."""
    return index - 0.5 + step * level * ROOM

"""The layers of a picture, from back to front, and what a step of a solve path highlights.

Each layer is one SVG group, or empty.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, sqrt

from sudoku_cp.model import Board, Cell, Kakuro
from sudoku_cp.render.drawn import (
    drawings_by_clue,
    drawings_of,
    fence_sides,
    is_fenced,
    modified,
    positions,
    region_borders,
    symbol,
    value_of,
    written,
)
from sudoku_cp.render.figures import (
    CELL,
    Place,
    Point,
    area,
    arrowhead,
    centre,
    element,
    group,
    halo,
    path,
    polygons,
    text,
    towards,
    width_of,
)
from sudoku_cp.rules import Cage, Dot, Line, Mark, Shade

GIVEN, SOLVED = "#111", "#2a6fc4"
MODIFIED = "#f7d9c4"
LOOP = "#e0a13a"
DARK = "#5b626d"
"""The colour of shaded cells; pale where digits are found in them."""
CIRCLES = {"○": "white", "●": "#1b1f26"}
"""Symbols that are drawn as circles, with their colours."""
SIDES = {1: (-1, 0), 2: (0, 1), 4: (1, 0), 8: (0, -1)}
"""The sides of a cell that a loop goes through, as numbers to add, and as steps by rows and columns."""
CAGE_INSET = 5
LABEL = 0.26 * CELL
"""The size of the label of a cage."""
RING = 0.38
"""The radius of discs and circles in a cell, in cells."""


def weights(model: Board) -> str:
    """The weights of an objective: numbers in the corners, on a background that is darker for larger weights."""
    if model.objective is None:
        return ""
    weight_of: dict[Cell, int] = {}
    for weight, cell in model.objective.expression.terms:
        weight_of[cell] = weight_of.get(cell, 0) + weight
    low, high = min(weight_of.values(), default=0), max(weight_of.values(), default=0)
    if low == high:
        return ""
    elements = []
    for cell, weight in weight_of.items():
        for place in positions((cell,)):
            x, y = centre(place)
            opacity = 0.45 * (weight - low) / (high - low)
            elements.append(element("path", d=area([place]), fill="#f0b429", fill_opacity=opacity))
            elements.append(_in_corner(str(weight), x, y))
    return group(elements, fill="#7d5f10", text_anchor="end")


def _in_corner(words: str, x: float, y: float) -> str:
    """A small number in the lower right corner of a cell, inside the dashes of a cage."""
    return text(words, x + 0.36 * CELL, y + 0.29 * CELL, 0.2 * CELL * min(1, 2.5 / len(words)))


def shades(model: Board) -> str:
    """Shaded areas."""
    return group(
        (
            element("path", d=area(places), fill=shade.colour, fill_rule="evenodd")
            for shade in drawings_of(drawings_by_clue(model), Shade)
            if (places := positions(shade.cells))
        ),
        opacity=0.9,
    )


def found_shades(model: Board, solution: Mapping[Cell, int] | None) -> str:
    """The shaded cells that have been found."""
    dark = [cell for cell, variable in model.shaded_of.items() if value_of(model, solution, variable) == 1]
    places = positions(tuple(dark))
    areas = [element("path", d=area(places), fill_rule="evenodd")] if places else []
    return group(areas, fill=DARK, fill_opacity=1 if model.follows.issuperset(model.grid) else 0.36)


def marks(model: Board) -> str:
    """Discs and squares behind the digits."""
    elements = []
    for mark in drawings_of(drawings_by_clue(model), Mark):
        for x, y in map(centre, positions(mark.cells)):
            if mark.figure == "disc":
                elements.append(element("circle", cx=x, cy=y, r=RING * CELL, fill=mark.colour))
            else:
                side = 2 * RING * CELL
                elements.append(
                    element("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, fill=mark.colour)
                )
    return group(elements)


def placements(model: Board, solution: Mapping[Cell, int] | None) -> str:
    """Squares behind the cells found to be modified, with their values."""
    squares, counts = [], []
    for cell, value in modified(model, solution).items():
        for place in positions((cell,)):
            x, y = centre(place)
            squares.append(element("path", d=area([place], (0.5 - RING) * CELL)))
            counts.append(_in_corner(str(value), x, y))
    return group(squares, fill=MODIFIED) + group(counts, fill="#8a4f1f", text_anchor="end")


def lines(model: Board) -> str:
    """Lines through cells, with bulbs, circles and arrowheads."""
    return group(
        (
            _line(line, points)
            for line in drawings_of(drawings_by_clue(model), Line)
            if (points := list(map(centre, positions(line.cells))))
        ),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _line(line: Line, points: list[Point]) -> str:
    width, start = line.width * CELL, points[0]
    elements = []
    if line.bulb:
        elements.append(element("circle", cx=start[0], cy=start[1], r=RING * CELL, fill=line.colour))
    if line.circle:
        elements.append(
            element("circle", cx=start[0], cy=start[1], r=RING * CELL, stroke=line.colour, stroke_width=width)
        )
        points = [towards(points[0], points[1], RING * CELL), *points[1:]] if len(points) > 1 else []
    if line.edge_to_edge and len(points) > 1:
        points = [
            _beyond(points[1], points[0]),
            *points[1:-1],
            _beyond(points[-2], points[-1]),
        ]
    if points:
        data = path(points) + (path(arrowhead(points[-2], points[-1])) if line.arrow and len(points) > 1 else "")
        elements.append(element("path", d=data, stroke=line.colour, stroke_width=width))
    return "".join(elements)


def _beyond(before: Point, end: Point) -> Point:
    """The point half a step beyond the centre of the last cell, on its outer edge or corner."""
    return end[0] + (end[0] - before[0]) / 2, end[1] + (end[1] - before[1]) / 2


def thin_grid(model: Board) -> str:
    """The borders of all cells."""
    if len(model.grid) < model.width * model.height:
        data = "".join(area([place]) for place in positions(model.grid))
    else:
        width, height = model.width * CELL, model.height * CELL
        data = ""
        for step in range(CELL, max(width, height), CELL):
            data += f"M0,{step}H{width}" * (step < height) + f"M{step},0V{height}" * (step < width)
    colour = "#dcdcdc" if is_fenced(model) else "#a8a8a8"
    return group([element("path", d=data)] if data else [], fill="none", stroke=colour, stroke_width=1)


def blocks(model: Board) -> str:
    """The black places of a kakuro: a diagonal, the sum down below it and the sum across above it."""
    if not isinstance(model, Kakuro):
        return ""
    squares, diagonals, sums = [], "", []
    for (row, column), block in model.blocks.items():
        squares.append(element("path", d=area([(row - 1, column - 1)])))
        if block == (None, None):
            continue
        x, y = centre((row - 1, column - 1))
        diagonals += path([(x - CELL / 2, y - CELL / 2), (x + CELL / 2, y + CELL / 2)])
        for sum_, aside in ((block.down, -0.22 * CELL), (block.across, 0.22 * CELL)):
            sums.append(text("" if sum_ is None else str(sum_), x + aside, y - aside, 0.3 * CELL))
    lines = group([element("path", d=diagonals)] if diagonals else [], stroke="#aaa", stroke_width=1.5)
    return group(squares, fill="#333", stroke="#666", stroke_width=1) + lines + group(filter(None, sums), fill="white")


def cages(model: Board) -> str:
    """Dashed cage outlines, open at the corner with the label."""
    outlines, labels = [], []
    ends: dict[Place, float] = {}  # where the labels in the corner of a cell end
    for cage in drawings_of(drawings_by_clue(model), Cage):
        if not (places := positions(cage.cells)):
            continue
        first, *holes = polygons(places, CAGE_INSET)
        corner, start = first[0], ends.get(min(places), first[0][0])
        size = LABEL * min(1, (CELL - 2 * CAGE_INSET - 4) / max(1, width_of(cage.label, LABEL)))
        if cage.label:
            labels.append(text(cage.label, start, corner[1] + 0.38 * LABEL, size, fill=cage.colour))
            start += width_of(cage.label, size) + 3
            ends[min(places)] = start + 3
            first = [(min(start, first[1][0]), corner[1]), *first[1:], (corner[0], corner[1] + 0.95 * LABEL)]
        data = path(first, closed=not cage.label) + "".join(path(hole, closed=True) for hole in holes)
        outlines.append(element("path", d=data, stroke=cage.colour))
    dashes = group(outlines, fill="none", stroke_width=1.4, stroke_dasharray="5 3")
    return dashes + group(labels, text_anchor="start")


def routes(model: Board, solution: Mapping[Cell, int] | None) -> str:
    """The loop and the path through cells that have been found, from the middle of each to its sides."""
    data, ends = "", []
    for cell, variable in (*model.loop_of.items(), *model.path_of.items()):
        sides = value_of(model, solution, variable) or 0
        for x, y in map(centre, positions((cell,))):
            for side, (down, right) in SIDES.items():
                if sides & side:
                    data += f"M{x:g},{y:g}L{x + right * CELL / 2:g},{y + down * CELL / 2:g}"
            if sides in SIDES:
                ends.append(element("circle", cx=x, cy=y, r=0.14 * CELL))
    line = [element("path", d=data)] if data else []
    drawn = group(line, fill="none", stroke=LOOP, stroke_width=0.12 * CELL, stroke_linecap="round")
    return drawn + group(ends, fill=LOOP)


def fence(model: Board, solution: Mapping[Cell, int] | None) -> str:
    """The loop along the borders of cells that has been found; the corners of cells if there are no other borders."""
    pieces = set()
    for (row, column), sides in fence_sides(model, solution):
        left, top = column * CELL, row * CELL
        for side, piece in (
            (1, f"M{left},{top}h{CELL}"),
            (2, f"M{left + CELL},{top}v{CELL}"),
            (4, f"M{left},{top + CELL}h{CELL}"),
            (8, f"M{left},{top}v{CELL}"),
        ):
            if sides & side:
                pieces.add(piece)
    line = [element("path", d="".join(sorted(pieces)))] if pieces else []
    is_alone = is_fenced(model)
    drawn = group(
        line, fill="none", stroke=GIVEN if is_alone else LOOP, stroke_width=0.09 * CELL, stroke_linecap="round"
    )
    if not is_alone:
        return drawn
    corners = sorted(
        {(row + down, column + right) for row, column in positions(model.grid) for down, right in _CORNERS}
    )
    dots_ = [element("circle", cx=column * CELL, cy=row * CELL, r=0.05 * CELL) for row, column in corners]
    return drawn + group(dots_, fill=GIVEN)


_CORNERS = ((0, 0), (0, 1), (1, 0), (1, 1))
"""Where the corners of a cell are, from its upper left one, by rows and columns."""


def region_frames(model: Board, solution: Mapping[Cell, int] | None) -> str:
    """Thick borders around the regions."""
    if is_fenced(model):
        return ""
    borders = region_borders(model, drawings_by_clue(model), solution)
    data = ""
    for row, weights_above in enumerate(borders.above):
        for start, length in _runs(weights_above):
            data += f"M{start * CELL},{row * CELL}h{length * CELL}"
    for column, weights_left in enumerate(zip(*borders.left, strict=True)):
        for start, length in _runs(weights_left):
            data += f"M{column * CELL},{start * CELL}v{length * CELL}"
    return group([element("path", d=data)], fill="none", stroke="#111", stroke_width=3.5, stroke_linecap="square")


def _runs(weights_in_line: tuple[int, ...] | list[int]) -> list[tuple[int, int]]:
    """(start, length) of each run of borders."""
    runs: list[tuple[int, int]] = []
    for index, weight in enumerate(weights_in_line):
        if weight and runs and sum(runs[-1]) == index:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif weight:
            runs.append((index, 1))
    return runs


def dots(model: Board) -> str:
    """Dots and letters on the borders between cells."""
    elements = []
    for dot in drawings_of(drawings_by_clue(model), Dot):
        points = [centre(place) for place in positions(dot.cells)]
        if not points:
            continue
        x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
        if dot.bare:
            size, weight = (0.58, "normal") if len(points) == 1 else (0.3, "bold")
            elements.append(text(dot.label, x, y, size * CELL, fill=GIVEN, font_weight=weight, **halo(6)))
            continue
        radius = dot.radius * CELL
        elements.append(element("circle", cx=x, cy=y, r=radius, fill=dot.fill, stroke="#111", stroke_width=1.5))
        if dot.label:
            ink = "white" if dot.fill == "black" else "#111"
            elements.append(text(dot.label, x, y, 0.2 * CELL, fill=ink, font_weight="bold"))
    return group(elements)


def pencilmarks(model: Board, solution: Mapping[Cell, int] | None) -> str:
    """The candidates of the open cells that the puzzle restricts, each in its own place."""
    places = MarkPlaces(model)
    elements = [
        text(symbol(model, digit), x, y, places.size)
        for cell in model.pencilmarks
        if value_of(model, solution, cell) is None
        for digit in model.domain_of(cell)
        for x, y in places.centres(cell, digit)
    ]
    return group(elements, fill="#666")


class MarkPlaces:
    """Where the pencil marks of a board are: in rows, below the label of a cage."""

    def __init__(self, model: Board) -> None:
        self._model = model
        self._columns = ceil(sqrt(len(model.digits)))
        self._step = 0.84 * CELL / self._columns
        cages = drawings_of(drawings_by_clue(model), Cage)
        self._labelled = {min(positions(cage.cells), default=None) for cage in cages if cage.label}
        self.size = 0.8 * self._step
        """The font size."""

    def centres(self, cell: Cell, digit: int) -> list[Point]:
        """The place of a digit in a cell; none for a variable outside the grid."""
        row, column = divmod(self._model.digits.index(digit), self._columns)
        offset = (self._columns - 1) / 2
        points = []
        for place in positions((cell,)):
            x, y = centre(place)
            below = 0.5 * LABEL if place in self._labelled else 0
            down = (row - offset) * self._step + below * (1 - row / max(1, self._columns - 1))
            points.append((x + (column - offset) * self._step, y + down))
        return points


def digits(model: Board, solution: Mapping[Cell, int] | None) -> str:
    """Givens and solved digits."""
    given: list[str] = []
    solved: list[str] = []
    for cell in model.grid:
        word = written(model, solution, cell)
        if not word:
            continue
        for x, y in map(centre, positions((cell,))):
            if word in CIRCLES:
                given.append(element("circle", cx=x, cy=y, r=RING * CELL, fill=CIRCLES[word], **_OUTLINE))
                continue
            digit = text(word, x, y + 0.02 * CELL, 0.58 * CELL * min(1, 1.3 / len(word)))
            (given if cell in model.givens else solved).append(digit)
    return group(given, fill=GIVEN) + group(solved, fill=SOLVED)


_OUTLINE: dict[str, str | float] = {"stroke": GIVEN, "stroke_width": 1.5}


CONTEXT, PATTERN, PLACED, REMOVED = "#fff4d1", "#ffe08a", "#bfe6c6", "#d23030"

HEAT = ("#f58a6b", "#f9b49c", "#fcd6c7", "#feeee7")
"""The colours of a heat map, for steps of no, one, two, and more elements."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """Cells and candidates to point out."""

    context: Collection[Cell] = ()
    """The cells of the houses and clues of a step: pale."""
    pattern: Collection[Cell] = ()
    """The cells that it is about: stronger."""
    placed: Collection[Cell] = ()
    """The cells whose digit it finds: green."""
    removed: Mapping[Cell, Sequence[int]] = field(default_factory=dict)
    """The candidates that it eliminates: crossed out."""
    heat: Mapping[Cell, int] = field(default_factory=dict)
    """How many elements the smallest step about each cell needs: the fewer, the stronger."""


def backgrounds(highlight: Highlight) -> str:
    """The coloured cells, behind everything else."""
    shades: list[tuple[Collection[Cell], str]] = [
        ([cell for cell, size in highlight.heat.items() if min(size, len(HEAT) - 1) == strength], colour)
        for strength, colour in enumerate(HEAT)
    ]
    shades += (highlight.context, CONTEXT), (highlight.pattern, PATTERN), (highlight.placed, PLACED)
    return group(
        element("path", d=area(places), fill=colour) for cells, colour in shades if (places := positions(tuple(cells)))
    )


def crosses(model: Board, highlight: Highlight) -> str:
    """A line through each candidate that is eliminated."""
    places = MarkPlaces(model)
    half = 0.45 * places.size
    data = ""
    for cell, digits in highlight.removed.items():
        for digit in digits:
            if digit in model.digits:
                for x, y in places.centres(cell, digit):
                    data += f"M{x - half:.1f},{y + half:.1f}L{x + half:.1f},{y - half:.1f}"
    return group([element("path", d=data)] if data else [], stroke=REMOVED, stroke_width=2.5, fill="none")

"""What a document draws, as elements that a person would name: a purple line, an arrow with its circle, a white dot.

A reader of a program's documents makes strokes, figures and cages of what it has; `elements_of` puts together what
belongs together (a line and the disc at its end are a thermometer), and `kinds_of` groups what looks the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from sudoku_cp.formats.drawn.colours import families
from sudoku_cp.rules.wording import Shape

Point = tuple[float, float]
"""A row and a column; the centre of r1c1 is (0.5, 0.5)."""

Place = tuple[int, int]
"""The row and the column of a cell, from 1; row or column 0, or one beyond the last, is outside the grid."""


@dataclass(frozen=True)
class Stroke:
    """A line or an arrow through points."""

    points: tuple[Point, ...]
    colour: str = ""
    thickness: float = 1.0
    arrow: bool = False


@dataclass(frozen=True)
class Figure:
    """A disc, a rectangle or a text with its centre."""

    centre: Point
    height: float = 0.0
    width: float = 0.0
    rounded: bool = False
    turned: bool = False
    fill: str = ""
    border: str = ""
    text: str = ""


@dataclass(frozen=True)
class CageOutline:
    """The outline of a cage and its label."""

    cells: tuple[Place, ...]
    label: str = ""
    colour: str = ""
    is_killer: bool = False
    """Whether the document states that its digits differ and add up to the label."""


Primitive = Stroke | Figure | CageOutline


@dataclass(frozen=True)
class Element:
    """Something drawn that a clue may be made of."""

    shape: Shape
    cells: tuple[Place, ...]
    """Its cells in their order: along a line, from a bulb, from the greater one of an inequality."""
    colours: tuple[str, ...] = ()
    """The families of its colour, the usual one first; see `sudoku_cp.formats.drawn.colours`."""
    text: str = ""
    figure: str = ""
    """``circle``, ``square`` or ``diamond`` for figures."""
    circle: tuple[Place, ...] = ()
    """The cells of an arrow's circle or pill."""
    ends: str = ""
    """``circles`` or ``squares`` if there is one at both ends of a line."""
    direction: Place | None = None
    """One step along the arrow of a text outside the grid."""
    is_stated: bool = False
    """Whether the document itself states the rule of a cage."""


@dataclass(frozen=True)
class Kind:
    """Elements that a person sees as one kind."""

    shape: Shape
    colours: tuple[str, ...]
    figure: str
    text: str
    """The text that all have, or ``#`` if there are numbers; empty without texts."""
    elements: tuple[Element, ...] = field(repr=False)
    ends: str = ""

    @property
    def name(self) -> str:
        """The kind in words, without its number: ``purple line``."""
        noun = _NOUNS.get(self.shape, self.shape)
        if self.figure and self.shape in ("pair", "corner", "cell", "outside"):
            noun = {"pair": "dot"}.get(self.shape, self.figure) if self.figure == "circle" else self.figure
        if self.figure == "" and self.text:
            noun = "text"
        words = [*self.colours[:1], noun]
        if self.ends:
            words.append(f"with {self.ends} at its ends")
        if self.text:
            words.append("with a number" if self.text == "#" else f"with {self.text}")
        if self.shape in ("pair", "corner", "outside"):
            words.append({"pair": "on a border", "corner": "on a corner", "outside": "outside"}[self.shape])
        return " ".join(words)

    @property
    def counted(self) -> str:
        """The kind with its number: ``7 purple lines``."""
        head, *rest = re.split(r"(?= with | on a | outside)", self.name)
        many = len(self.elements)
        return f"{many} {head}{'' if many == 1 else 's'}{''.join(rest)}"


_NOUNS = {
    "line": "line",
    "thermo": "thermometer",
    "arrow": "arrow",
    "cage": "cage",
    "pair": "dot",
    "corner": "circle",
    "cell": "figure",
    "shade": "cell",
    "outside": "number",
    "diagonal": "diagonal arrow",
    "inequality": "inequality sign",
    "border": "border",
    "axis": "diagonal",
}

_NUMBER = re.compile(r"\d+")
_SIGNS = {"<": "<", ">": ">", "^": "^", "∧": "^", "⋀": "^", "v": "v", "∨": "v", "⋁": "v", "﹤": "<", "﹥": ">"}


def elements_of(primitives: Iterable[Primitive], size: int, *, bulbs: bool = True) -> list[Element]:
    """Put primitives together to elements.

    Parameters
    ----------
    primitives
        What is drawn.
    size
        The number of rows and columns.
    bulbs
        Whether a line with a disc at one end is a thermometer.
    """
    return _Composer(list(primitives), size, bulbs=bulbs).elements()


def kinds_of(elements: Iterable[Element]) -> list[Kind]:
    """Group elements that look the same, in the order of their first ones."""
    groups: dict[tuple[object, ...], list[Element]] = {}
    for element in elements:
        text = "#" if _NUMBER.search(element.text) or element.shape in ("cage", "outside", "diagonal") else element.text
        text = "" if element.shape == "cage" or not element.text else text
        key = element.shape, element.colours, element.figure, text, element.ends
        groups.setdefault(key, []).append(element)
    return [
        Kind(group[0].shape, group[0].colours, group[0].figure, str(key[3]), tuple(group), group[0].ends)
        for key, group in groups.items()
    ]


def path_of(points: Sequence[Point], size: int) -> tuple[Place, ...]:
    """The cells along straight strokes between the centres of cells; none if a stroke is not straight.

    >>> path_of([(0.5, 0.5), (2.5, 2.5), (2.5, 1.5)], 9)
    ((1, 1), (2, 2), (3, 3), (3, 2))
    """
    corners = [(int(row // 1) + 1, int(column // 1) + 1) for row, column in points]
    if not all(0 <= coordinate <= size + 1 for corner in corners for coordinate in corner):
        return ()
    path = corners[:1]
    for row, column in corners[1:]:
        down, right = row - path[-1][0], column - path[-1][1]
        if down and right and abs(down) != abs(right):
            return ()
        for _ in range(max(abs(down), abs(right))):
            path.append((path[-1][0] + _sign(down), path[-1][1] + _sign(right)))
    return tuple(path)


class _Composer:
    """Puts together the primitives of one document."""

    def __init__(self, primitives: list[Primitive], size: int, *, bulbs: bool) -> None:
        self._size = size
        self._has_bulbs = bulbs
        self._strokes = [each for each in primitives if isinstance(each, Stroke) and len(each.points) > 1]
        self._figures = [each for each in primitives if isinstance(each, Figure)]
        self._cages = [each for each in primitives if isinstance(each, CageOutline)]
        self._used: set[int] = set()
        """Indices of figures that belong to an arrow or are the bulb of a line."""
        self._ends: set[int] = set()
        """Indices of figures at the ends of lines, which several lines may share."""

    def elements(self) -> list[Element]:
        """All elements."""
        self._merge_texts()
        found = [*self._outside_arrows(), *self._arrows(), *self._lines()]
        self._take_middles(found)
        self._used |= self._ends
        free = [figure for at, figure in enumerate(self._figures) if at not in self._used]
        found += [element for figure in free for element in self._figure(figure)]
        found += [
            Element("cage", cage.cells, families(cage.colour), cage.label, is_stated=cage.is_killer)
            for cage in self._cages
        ]
        return found

    def _merge_texts(self) -> None:
        """Give a bare text that stands on a figure to the figure."""
        shapes = [at for at, figure in enumerate(self._figures) if not figure.text and figure.width and figure.height]
        gone = set()
        for at, figure in enumerate(self._figures):
            if not figure.text or families(figure.fill):
                continue
            under = next((other for other in shapes if _close(self._figures[other].centre, figure.centre, 0.06)), None)
            if under is not None and self._figures[under].width < 0.95:
                self._figures[under] = replace(self._figures[under], text=figure.text)
                shapes.remove(under)
                gone.add(at)
        self._figures = [figure for at, figure in enumerate(self._figures) if at not in gone]

    def _inside(self, place: Place) -> bool:
        return all(1 <= coordinate <= self._size for coordinate in place)

    def _discs(self, place: Place, least: float = 0.35) -> list[int]:
        """The figures without text, at least that large, in the middle of a cell."""
        centre = (place[0] - 0.5, place[1] - 0.5)
        return [
            at
            for at, figure in enumerate(self._figures)
            if not figure.text
            and _close(figure.centre, centre, 0.1)
            and least <= min(figure.width, figure.height)
            and max(figure.width, figure.height) < 0.95
        ]

    def _pill(self, place: Place) -> tuple[int, tuple[Place, ...]] | None:
        """A rounded figure over several cells of a row or column that contains the place."""
        for at, figure in enumerate(self._figures):
            long, short = max(figure.width, figure.height), min(figure.width, figure.height)
            if not figure.rounded or figure.text or not (long > 1.2 and 0.35 <= short < 1):
                continue
            row, column = figure.centre
            many = round(long + 0.2)
            wide = figure.width > figure.height
            first = (column if wide else row) - many / 2
            cells = tuple(
                (int(row // 1) + 1, round(first) + step + 1)
                if wide
                else (round(first) + step + 1, int(column // 1) + 1)
                for step in range(many)
            )
            if place in cells:
                return at, cells
        return None

    def _outside_arrows(self) -> Iterator[Element]:
        """Texts outside the grid with an arrow that points along a diagonal."""
        rest = []
        for stroke in self._strokes:
            start, end = stroke.points[0], stroke.points[-1]
            place = (int(start[0] // 1) + 1, int(start[1] // 1) + 1)
            down, right = _sign(end[0] - start[0]), _sign(end[1] - start[1])
            is_short = max(abs(end[0] - start[0]), abs(end[1] - start[1])) <= 1.2
            if not (stroke.arrow and is_short and not self._inside(place) and down and right):
                rest.append(stroke)
                continue
            near = [
                at
                for at, figure in enumerate(self._figures)
                if figure.text and at not in self._used and _close(figure.centre, (place[0] - 0.5, place[1] - 0.5), 0.5)
            ]
            first = (place[0] + down, place[1] + right)
            text = ""
            if near:
                self._used.add(near[0])
                text = self._figures[near[0]].text
            yield Element("diagonal", (first,), (), text, direction=(down, right))
        self._strokes = rest

    def _arrows(self) -> Iterator[Element]:
        for stroke in [stroke for stroke in self._strokes if stroke.arrow]:
            cells = path_of(stroke.points, self._size)
            if not cells or not all(map(self._inside, cells)):
                continue
            circle: tuple[Place, ...] = ()
            if (pill := self._pill(cells[0])) is not None:
                self._used.add(pill[0])
                circle = pill[1]
            elif discs := self._discs(cells[0]):
                self._used.update(discs)
                circle = cells[:1]
            line = tuple([cell for cell in cells if cell not in circle])
            yield Element("arrow", line if circle else cells, families(stroke.colour), circle=circle)

    def _lines(self) -> Iterator[Element]:
        drawn: dict[tuple[Place, ...], Element] = {}
        thickness: dict[tuple[Place, ...], float] = {}
        for stroke in [stroke for stroke in self._strokes if not stroke.arrow]:
            if (sign := self._inequality(stroke)) is not None:
                yield sign
                continue
            if (border := self._border(stroke)) is not None:
                yield border
                continue
            cells = path_of(stroke.points, self._size)
            if (axis := self._axis(stroke)) is not None:
                yield axis
                continue
            if len(cells) < 2 or not all(map(self._inside, cells)) or not _are_centres(stroke.points):
                yield Element("other", cells, families(stroke.colour))
                continue
            line = self._line(cells, stroke)
            key = min(line.cells, line.cells[::-1])
            if key in drawn and families(stroke.colour) != drawn[key].colours and thickness[key] != stroke.thickness:
                # a thin line on a thick one with the same cells is one line with a rim
                thin = line if stroke.thickness < thickness[key] else drawn[key]
                drawn[key] = thin
                continue
            while key in drawn:
                key = (*key, (0, 0))
            drawn[key], thickness[key] = line, stroke.thickness
        yield from drawn.values()

    def _take_middles(self, elements: list[Element]) -> None:
        """Count figures of a line's own colour in the middle of it as a part of the line."""
        for element in elements:
            if element.shape != "line":
                continue
            half, odd = divmod(len(element.cells), 2)
            one, other = element.cells[half], element.cells[half - (not odd)]
            centre = ((one[0] + other[0] - 1) / 2, (one[1] + other[1] - 1) / 2)
            self._ends.update(
                at
                for at, figure in enumerate(self._figures)
                if not figure.text and _close(figure.centre, centre, 0.1) and families(figure.fill) == element.colours
            )

    def _line(self, cells: tuple[Place, ...], stroke: Stroke) -> Element:
        colours = families(stroke.colour)
        first, last = ([at for at in self._discs(end) if at not in self._used] for end in (cells[0], cells[-1]))
        bulbs = [
            [at for at in discs if self._is_bulb(self._figures[at], colours)] if cells[0] != cells[-1] else []
            for discs in (first, last)
        ]
        if self._has_bulbs and bool(bulbs[0]) != bool(bulbs[1]):
            self._ends.update(*bulbs)
            return Element("thermo", cells if bulbs[0] else cells[::-1], colours)
        if first and last and cells[0] != cells[-1]:
            self._ends.update(first, last)
            figures = {self._figures[at].rounded for at in (*first, *last)}
            return Element("line", cells, colours, ends="circles" if figures == {True} else "squares")
        return Element("line", cells, colours)

    def _is_bulb(self, figure: Figure, colours: tuple[str, ...]) -> bool:
        return (
            figure.rounded and min(figure.width, figure.height) >= 0.45 and bool({*families(figure.fill)} & {*colours})
        )

    def _inequality(self, stroke: Stroke) -> Element | None:
        """A small angle at the border of two cells; its tip points to the smaller digit."""
        if len(stroke.points) != 3 or not _extent(stroke.points) <= 0.5:
            return None
        ends = ((stroke.points[0][0] + stroke.points[2][0]) / 2, (stroke.points[0][1] + stroke.points[2][1]) / 2)
        tip = stroke.points[1]
        down, right = tip[0] - ends[0], tip[1] - ends[1]
        if abs(down) > abs(right):
            border = round((tip[0] + ends[0]) / 2)
            column = int(tip[1] // 1) + 1
            pair = ((border, column), (border + 1, column))[:: 1 if down > 0 else -1]
        else:
            border = round((tip[1] + ends[1]) / 2)
            row = int(tip[0] // 1) + 1
            pair = ((row, border), (row, border + 1))[:: 1 if right > 0 else -1]
        return Element("inequality", pair) if all(map(self._inside, pair)) else None

    def _axis(self, stroke: Stroke) -> Element | None:
        """A line along a whole main diagonal of the grid."""
        (row, column), (low, far) = sorted((stroke.points[0], stroke.points[-1]))
        most, size = 0.6, self._size
        if len(stroke.points) > 2 and len(path_of(stroke.points, size)) != size:
            return None
        if row > most or low < size - most or not _close((column, far), (0, size), most):
            if row > most or low < size - most or not _close((column, far), (size, 0), most):
                return None
            cells = tuple((at, size + 1 - at) for at in range(1, size + 1))
        else:
            cells = tuple((at, at) for at in range(1, size + 1))
        reaches_out = min(row, abs(column - round(column))) < 0.2
        return Element("axis", cells, families(stroke.colour)) if reaches_out or stroke.thickness <= 5 else None

    def _border(self, stroke: Stroke) -> Element | None:
        """A line on the border of two cells."""
        (row, column), (low, far) = stroke.points[0], stroke.points[-1]
        if len(stroke.points) != 2 or not all(abs(value - round(value)) < 0.05 for value in (row, column, low, far)):
            return None
        if abs(abs(row - low) + abs(column - far) - 1) > 0.05:
            return None
        if round(row) == round(low):
            at = round(min(column, far)) + 1
            pair = ((round(row), at), (round(row) + 1, at))
        else:
            at = round(min(row, low)) + 1
            pair = ((at, round(column)), (at, round(column) + 1))
        return Element("border", pair, families(stroke.colour)) if all(map(self._inside, pair)) else None

    def _figure(self, figure: Figure) -> Iterator[Element]:
        row, column = figure.centre
        colours = families(figure.fill) or families(figure.border)
        name = "diamond" if figure.turned else "circle" if figure.rounded else "square"
        if not families(figure.fill) and not families(figure.border):
            name = ""
        text = " ".join(figure.text.split())
        at_row, at_column = abs(row - round(row)) < 0.13, abs(column - round(column)) < 0.13
        if not (0 <= row <= self._size and 0 <= column <= self._size):
            place = (int(row // 1) + 1, int(column // 1) + 1)
            if text:
                yield Element("outside", (place,), (), text)
            return
        if at_row and at_column:
            corner = (round(row), round(column))
            cells = tuple((corner[0] + down, corner[1] + right) for down in (0, 1) for right in (0, 1))
            if all(map(self._inside, cells)):
                yield Element("corner", cells, colours, text, name)
        elif at_row != at_column:
            one = (round(row), int(column // 1) + 1) if at_row else (int(row // 1) + 1, round(column))
            other = (one[0] + 1, one[1]) if at_row else (one[0], one[1] + 1)
            if not (self._inside(one) and self._inside(other)):
                return
            sign = _SIGNS.get(text if text != "V" else "")
            if sign is not None and (not colours or text != "v"):
                greater_first = sign in ">v"
                yield Element("inequality", (one, other) if greater_first else (other, one))
            else:
                yield Element("pair", (one, other), colours, text, name)
        else:
            cell = (int(row // 1) + 1, int(column // 1) + 1)
            if min(figure.width, figure.height) >= 0.95 and not figure.rounded and not text:
                if colours and colours != ("white",):
                    yield Element("shade", (cell,), colours)
                return
            yield Element("cell", (cell,), colours, text, name)


def _close(one: Point, other: Point, distance: float) -> bool:
    return abs(one[0] - other[0]) <= distance and abs(one[1] - other[1]) <= distance


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _extent(points: Sequence[Point]) -> float:
    return max(
        max(row for row, _ in points) - min(row for row, _ in points),
        max(column for _, column in points) - min(column for _, column in points),
    )


def _are_centres(points: Sequence[Point]) -> bool:
    """Whether a path goes through the centres of cells; its ends may be at the rims of circles."""
    return all(
        abs(value % 1 - 0.5) < (0.45 if at in (0, len(points) - 1) else 0.3)
        for at, point in enumerate(points)
        for value in point
    )

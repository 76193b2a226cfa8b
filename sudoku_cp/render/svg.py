"""Puzzles and solutions as SVG: plain text without ids or style sheets, safe to embed anywhere.

If there are several kinds of clues beside the grid, each has a mark and a colour, listed in a legend.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot

from sudoku_cp._base.arguments import checked, integer, mapped, of_type, truth
from sudoku_cp.model import Board, Cell, Clue, Model
from sudoku_cp.render import layers
from sudoku_cp.render.drawn import clue_in_words, drawings_by_clue, in_words, listing, objective_text, sentence, title
from sudoku_cp.render.figures import (
    CELL,
    GLYPHS,
    Point,
    TextLine,
    arrowhead,
    element,
    escaped,
    glyph,
    group,
    number,
    path,
    text,
    width_of,
    words_in_lines,
)
from sudoku_cp.render.layers import Highlight, backgrounds, crosses
from sudoku_cp.render.margin import Beside, kinds_outside, outside_clues, room
from sudoku_cp.rules import AppliedRule

MARGIN = 12


TITLE_SIZE = 24


CAPTION_SIZE = 18


LINE = 1.4
"""The height of a line of text, relative to the font size."""


LARGEST = 960
"""The width and height in pixels at which larger grids are shown; they scale without loss."""


class SVG(str):
    """The text of an SVG picture, which notebooks display as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


@checked(
    model=of_type(Model, "a model"),
    solution=mapped("values by cell"),
    cell=integer,
    highlight=of_type(Highlight, "a Highlight"),
    words=truth,
)
def svg(
    model: Model,
    solution: Mapping[Cell, int] | None = None,
    *,
    cell: int = CELL,
    highlight: Highlight | None = None,
    words: bool = True,
) -> SVG:
    """Draw the puzzle with its name and its clues; givens are black, solved digits blue.

    A model without a grid is listed: its variables, its constraints and its objective.

    Parameters
    ----------
    model
        The puzzle to draw.
    solution
        Values for some or all cells.
    cell
        The size of a cell in pixels, except for grids of more than `LARGEST` pixels; the picture scales without loss.
    highlight
        Cells and candidates to point out.
    words
        Whether to write the title above the board, and the clues that have no drawing below it.

    Returns
    -------
    SVG
        The text of the picture.
    """
    if not isinstance(model, Board):
        return _listed(model, solution)
    board = model
    board_width, board_height = board.width * CELL, board.height * CELL
    space = room(board)
    left, top = (MARGIN + round(clues * ROOM) for clues in (space.left, space.top))
    right, bottom = (MARGIN + round(clues * ROOM) for clues in (space.right, space.bottom))
    zoom = max(1.0, board_width / LARGEST)  # words keep their size if a large grid is scaled down
    titles = words_in_lines(title(board), zoom * TITLE_SIZE, board_width, font_weight="bold")[:2] if words else []
    notes = legend(board, zoom * CAPTION_SIZE, board_width) if words else []
    notes += words_in_lines(_caption(board, solution), zoom * CAPTION_SIZE, board_width) if words else []
    title_rise, note_rise = zoom * LINE * TITLE_SIZE, zoom * LINE * CAPTION_SIZE
    top += round(title_rise * len(titles))
    width = left + board_width + right
    height = top + board_height + bottom + round(note_rise * (len(notes) + 0.3 * bool(notes)))
    scale = min(cell / CELL, LARGEST / width)
    highlight = highlight or Highlight()
    parts = (
        backgrounds(highlight),
        layers.weights(board),
        layers.shades(board),
        layers.marks(board),
        layers.found_shades(board, solution),
        layers.placements(board, solution),
        layers.lines(board),
        layers.thin_grid(board),
        layers.blocks(board),
        layers.cages(board),
        layers.region_frames(board, solution),
        layers.dots(board),
        layers.routes(board, solution),
        layers.fence(board, solution),
        outside(board),
        layers.pencilmarks(board, solution),
        layers.digits(board, solution),
        crosses(board, highlight),
        _stacked(titles, MARGIN - top, title_rise, "#111"),
        _stacked(notes, board_height + bottom, note_rise, "#555"),
    )
    return _picture(board.name, (-left, -top, width, height), scale, parts)


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


def _listed(model: Model, solution: Mapping[Cell, int] | None) -> SVG:
    lines = words_in_lines(sentence(in_words(model.name)), CAPTION_SIZE, LARGEST, font_weight="bold")
    for line in listing(model, solution):
        lines += words_in_lines(line, CAPTION_SIZE, LARGEST)
    rise = LINE * CAPTION_SIZE
    size = LARGEST // 2, round(rise * len(lines)) + 2 * MARGIN
    return _picture(model.name, (-MARGIN, -MARGIN, *size), 1, [_stacked(lines, 0, rise, "#111")])


def _picture(name: str, view: tuple[int, int, int, int], scale: float, parts: Iterable[str]) -> SVG:
    x, y, width, height = view
    return SVG(
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{number(width * scale)}" '
        f'height="{number(height * scale)}" viewBox="{x} {y} {width} {height}" '
        f'font-family="Helvetica, Arial, sans-serif" text-anchor="middle">\n<title>{escaped(name)}</title>\n'
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="white"/>\n'
        + "".join(f"{part}\n" for part in parts if part)
        + "</svg>\n"
    )


def _stacked(lines: Sequence[TextLine], top: float, rise: float, colour: str) -> str:
    """Lines of text below each other."""
    return group(
        (line(top + rise * (index + 0.5)) for index, line in enumerate(lines)), fill=colour, text_anchor="start"
    )


def _caption(board: Board, solution: Mapping[Cell, int] | None) -> str:
    """The parts that no layer shows: kinds of outside clues, clues without a drawing, combinations, the objective.

    The clue that gives the board its name is in the title.
    """
    kinds = styles(board)
    words = [f"outside: {in_words(kind)}" for kind, style in kinds.items() if style.glyph is None]
    words += [
        clue_in_words(clue)
        for clue, drawings in drawings_by_clue(board)
        if (not drawings and not _is_in_title(board, clue)) or (isinstance(clue, AppliedRule) and clue.inner)
    ]
    words.append(objective_text(board, solution))
    return sentence(", ".join(filter(None, words)))


def _is_in_title(board: Board, clue: Clue) -> bool:
    return isinstance(clue, AppliedRule) and bool(board.layers) and clue.rule.name == board.name

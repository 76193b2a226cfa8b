"""Puzzles and solutions as SVG: plain text without ids or style sheets, safe to embed anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sudoku_cp._base.arguments import checked, integer, mapping, of_type, truth
from sudoku_cp.model import Board, Cell, Model
from sudoku_cp.render import layers
from sudoku_cp.render.drawn import drawings_by_clue, objective_text
from sudoku_cp.render.figures import CELL, TextLine, escaped, group, number, words_in_lines
from sudoku_cp.render.highlight import Highlight, backgrounds, crosses
from sudoku_cp.render.listing import listing
from sudoku_cp.render.margin import room
from sudoku_cp.render.outside import ROOM, legend, outside, styles
from sudoku_cp.render.words import clue_in_words, in_words, sentence, title
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
    solution=lambda value, what: mapping(value, what, "values by cell"),
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
        layers.placements(board, solution),
        layers.lines(board),
        layers.thin_grid(board),
        layers.blocks(board),
        layers.cages(board),
        layers.region_frames(board, solution),
        layers.dots(board),
        outside(board),
        layers.pencilmarks(board, solution),
        layers.digits(board, solution),
        crosses(board, highlight),
        _stacked(titles, MARGIN - top, title_rise, "#111"),
        _stacked(notes, board_height + bottom, note_rise, "#555"),
    )
    return _picture(board.name, (-left, -top, width, height), scale, parts)


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
    """The parts that no layer shows: kinds of outside clues, clues without a drawing, combinations, the objective."""
    kinds = styles(board)
    words = [f"outside: {in_words(kind)}" for kind, style in kinds.items() if style.glyph is None]
    words += [
        clue_in_words(clue)
        for clue, drawings in drawings_by_clue(board)
        if not drawings or (isinstance(clue, AppliedRule) and clue.inner)
    ]
    words.append(objective_text(board, solution))
    return sentence(", ".join(filter(None, words)))

"""Puzzles and solutions as SVG: plain text without ids or style sheets, safe to embed anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from sudoku_cp.model import Board, Cell
from sudoku_cp.render import figures, layers
from sudoku_cp.render.drawn import drawings_by_clue, objective_text
from sudoku_cp.render.figures import CELL, escaped, number
from sudoku_cp.render.margin import room

MARGIN = 12
CAPTION_SIZE = 18
LARGEST = 960
"""Pixels a side at which larger grids are shown; they scale without loss."""


class SVG(str):
    """The text of an SVG picture, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg(model: Board, solution: Mapping[Cell, int] | None = None) -> SVG:
    """Draw the puzzle with its clues; givens are black, solved digits blue.

    Parameters
    ----------
    solution
        Values for some or all cells.
    """
    board_width, board_height = model.width * CELL, model.height * CELL
    caption = _caption(model, solution)
    space = room(model)
    left, top = (MARGIN + round(clues * layers.ROOM) for clues in (space.left, space.top))
    right, bottom = (MARGIN + round(clues * layers.ROOM) for clues in (space.right, space.bottom))
    width = left + board_width + right
    height = top + board_height + bottom + round(1.4 * CAPTION_SIZE) * len(caption)
    scale = min(1, LARGEST / width)
    parts = (
        layers.weights(model),
        layers.shades(model),
        layers.marks(model),
        layers.placements(model, solution),
        layers.lines(model),
        layers.thin_grid(model),
        layers.blocks(model),
        layers.cages(model),
        layers.region_frames(model, solution),
        layers.dots(model),
        layers.outside(model),
        layers.pencilmarks(model, solution),
        layers.digits(model, solution),
    )
    lines = [
        figures.text(line, 0, board_height + bottom + 1.4 * CAPTION_SIZE * (index + 0.5), CAPTION_SIZE)
        for index, line in enumerate(caption)
    ]
    return SVG(
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{number(width * scale)}" '
        f'height="{number(height * scale)}" viewBox="{-left} {-top} {width} {height}" '
        f'font-family="Helvetica, Arial, sans-serif" text-anchor="middle">\n<title>{escaped(model.name)}</title>\n'
        f'<rect x="{-left}" y="{-top}" width="{width}" height="{height}" fill="white"/>\n'
        + "".join(f"{part}\n" for part in (*parts, figures.group(lines, fill="#555", text_anchor="start")) if part)
        + "</svg>\n"
    )


def _caption(model: Board, solution: Mapping[Cell, int] | None) -> list[str]:
    """What no layer shows: the clues without drawing, and the objective."""
    words = [str(clue) for clue, drawings in drawings_by_clue(model) if not drawings]
    words.append(objective_text(model, solution))
    return wrap(", ".join(filter(None, words)), width=max(12, model.width * CELL * 2 // CAPTION_SIZE))

"""What a step of a solve path is about, shown in the picture of a board."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from sudoku_cp.model import Board, Cell
from sudoku_cp.render.drawn import positions
from sudoku_cp.render.figures import area, element, group
from sudoku_cp.render.layers import MarkPlaces

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

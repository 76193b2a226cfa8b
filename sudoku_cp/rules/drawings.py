"""The shapes on cells that draw a rule; `sudoku_cp.render` turns them into pictures.

A shape without cells is a template: it takes the cells of the clue's first parameter that has any.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sudoku_cp.model import Cell


@dataclass(frozen=True, eq=False)
class Drawing:
    """A shape on some cells; colours are CSS colours."""

    cells: tuple[Cell, ...] = ()
    """The cells; none in a template."""


@dataclass(frozen=True, eq=False)
class Line(Drawing):
    """A line through the centres of the cells, in their order.

    Parameters
    ----------
    bulb
        Start with a filled disc.
    circle
        Start at the rim of an open circle.
    arrow
        End in an arrowhead.
    colour
        A CSS colour.
    edge_to_edge
        Reach beyond the centres to the outer edges of the first and the last cell.
    width
        In cells.
    """

    bulb: bool = False
    circle: bool = False
    arrow: bool = False
    edge_to_edge: bool = False
    colour: str = "#d0d0d0"
    width: float = 0.2


@dataclass(frozen=True, eq=False)
class Cage(Drawing):
    """A dashed outline inside the borders of the cells, with a label in its first corner.

    Parameters
    ----------
    label
        The text in the corner.
    colour
        A CSS colour.
    """

    label: str = ""
    colour: str = "#444"


@dataclass(frozen=True, eq=False)
class Dot(Drawing):
    """A disc in the middle of the cells, such as on the border between two; a ``bare`` one shows only its label.

    Parameters
    ----------
    label
        The text on the disc.
    fill
        The colour of the disc.
    bare
        Draw no disc.
    radius
        In cells.
    """

    label: str = ""
    fill: Literal["white", "grey", "black"] = "white"
    bare: bool = False
    radius: float = 0.15


@dataclass(frozen=True, eq=False)
class Border(Drawing):
    """A heavy border between two cells that share a side."""


@dataclass(frozen=True, eq=False)
class Shade(Drawing):
    """A coloured area made of the cells.

    Parameters
    ----------
    colour
        A CSS colour.
    """

    colour: str = "#e3e8f0"


@dataclass(frozen=True, eq=False)
class Mark(Drawing):
    """A figure behind the digit of each cell.

    Parameters
    ----------
    figure
        Its shape.
    colour
        A CSS colour.
    """

    figure: Literal["disc", "square"] = "disc"
    colour: str = "#d9d9d9"


@dataclass(frozen=True, eq=False)
class Outside(Drawing):
    """A label beside the grid that applies to the cells, with an arrow if it has a direction.

    Parameters
    ----------
    place
        (row, column), numbered as the cells are, from 1: row or column 0, or the one after the last.
    label
        The text.
    arrow
        One step along the arrow as (rows, columns), each -1, 0 or 1.
    """

    place: tuple[int, int] = (0, 0)
    label: str = ""
    arrow: tuple[int, int] | None = None

"""Shadings: the solver finds which cells are shaded.

The variable ``shaded r1c1`` is 1 if r1c1 is shaded, otherwise 0; it is part of the solution: two solutions may have the
same digits and different shadings. All clues about shaded cells are about the same shading.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Literal, TypeAlias

from sudoku_cp.kernel import Connected, Count, NoSquares, Table
from sudoku_cp.model import Board, Cell, Constraint, ModelError, OpenGrid
from sudoku_cp.rules.drawings import Dot, Mark
from sudoku_cp.rules.loops import pairs_by_side
from sudoku_cp.rules.parameters import Cells, Numbers
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.relations import related
from sudoku_cp.rules.wording import Wording

Constraints = Generator[Constraint, None, None]

Colours: TypeAlias = Literal["neither", "shaded", "unshaded", "both"]

_COLOURS = {"neither": (), "shaded": (1,), "unshaded": (0,), "both": (1, 0)}


def _known(board: Board, shaded: Cells | None = None, unshaded: Cells | None = None) -> Iterator[Dot]:
    for cell in shaded or ():
        yield Dot((cell,), fill="black" if cell in board.follows else "grey", radius=0.36)
    for cell in unshaded or ():
        yield Dot((cell,), fill="white", radius=0.36)


@rule("shading", draw=_known, of_digits=True)
def shading(
    board: Board,
    connected: Colours = "neither",
    no_squares: Colours = "neither",
    apart: Colours = "neither",
    shaded: Cells | None = None,
    unshaded: Cells | None = None,
    values: Numbers | None = None,
) -> Constraints:
    """Shade some cells: those listed as shaded, and none of those listed as unshaded.

    Cells of a colour that is connected, at least one, form one orthogonally connected area; where it has no squares,
    it fills no area of 2×2 cells; where it is apart, no two of its cells share a side. If values are given, exactly the
    cells that contain one of them are shaded.

    Raises
    ------
    ModelError
        If a cell is not in the grid.
    """
    shade = shades_of(board)
    for cells, colour in ((shaded, 1), (unshaded, 0)):
        for cell in cells or ():
            yield Table((_of(shade, cell),), [(colour,)])
    if values is not None:
        for cell, is_shaded in shade.items():
            yield related((cell, is_shaded), _is_shaded, *values)
        dark = set(values).intersection(board.digits)
        if isinstance(board, OpenGrid) and len(dark) == len(set(board.digits) - dark) == 1:
            board.follows.update(board.grid)
    for colour in _COLOURS[connected]:
        yield Connected.by_sides(shade.values(), (colour,))
    for colour in _COLOURS[no_squares]:
        yield NoSquares(shade.values(), colour)
    for colour in _COLOURS[apart]:
        for one, _, other in pairs_by_side(board):
            yield related((shade[one], shade[other]), _not_both, colour)


@rule(
    "yin_yang",
    draw=_known,
    of_digits=True,
    said=(
        Wording((r"\byin[- ]?yang\b",), "grid", by_name=True),
        Wording((r"\bshaded\b", r"\bunshaded\b", r"\bconnected\b"), "grid"),
    ),
)
def yin_yang(
    board: Board, shaded: Cells | None = None, unshaded: Cells | None = None, values: Numbers | None = None
) -> Constraints:
    """Shade some cells, so that the shaded and the unshaded ones each form one orthogonally connected area.

    No area of 2×2 cells has one colour. The cells listed are known to be shaded, or unshaded. If values are given,
    exactly the cells that contain one of them are shaded.

    Raises
    ------
    ModelError
        If a cell is not in the grid.
    """
    known = {"shaded": shaded, "unshaded": unshaded, "values": values}
    yield from shading.meaning(board, connected="both", no_squares="both", **known)


def _islands(cells: Cells, sizes: Numbers | None = None) -> Iterator[Dot | Mark]:
    if sizes is None:
        yield Mark(cells, figure="square", colour="#dfe7f2")
    for cell, size in zip(cells, sizes or (), strict=False):
        yield Dot((cell,), label=str(size), bare=True)


@rule("nurikabe", draw=_islands, of_digits=True)
def nurikabe(board: Board, cells: Cells, sizes: Numbers | None = None) -> Constraints:
    """Shade some cells, at least one: they form one orthogonally connected area, and fill no area of 2×2 cells.

    The unshaded cells form islands: each cell listed is in an island of its own, with as many cells as the size at the
    same place in the list, or as its digit says. Islands do not share sides.

    Raises
    ------
    ModelError
        If a cell is not in the grid, or listed twice, sizes are more or fewer than cells, or there are other islands.
    """
    if sizes is not None and len(sizes) != len(cells):
        raise ModelError(f"sizes: {len(cells)} cells have as many sizes, not {len(sizes)}")
    if len(set(cells)) < len(cells):
        raise ModelError(f"cells: {next(cell.name for cell in cells if cells.count(cell) > 1)} is listed twice")
    shade = shades_of(board)
    for cell in cells:
        _of(shade, cell)
    most = sizes or [max(board.digits)] * len(cells)
    number = {cell: place for place, cell in enumerate(cells, 1)}
    islands = {}
    for cell, is_shaded in shade.items():
        near = [number[other] for other, size in zip(cells, most, strict=True) if _steps(cell, other) < size]
        own = (number[cell],) if cell in number else (0, *near)
        islands[cell] = board.variable_of(cell, "island", own)
        if islands[cell].domain != own:
            raise ModelError("the grid has islands already; list all their cells in one clue")
        yield related((islands[cell], is_shaded), _is_shaded, 0)
    for one, _, other in pairs_by_side(board):
        yield related((islands[one], islands[other]), _do_not_meet)
    for cell, place in number.items():
        area = [island for island in islands.values() if place in island.domain]
        yield Connected.by_sides(area, (place,), None if sizes is None else sizes[place - 1])
        if sizes is None:
            yield Count(area, (place,), cell)
    yield Connected.by_sides(shade.values(), (1,))
    yield NoSquares(shade.values(), 1)


def _counting(count: Cell, cells: Cells | None = None) -> Iterator[Mark]:
    yield Mark((count,), figure="square", colour="#dfe7f2")
    if cells is not None:
        yield Mark(cells, colour="#eef2f8")


@rule("shaded_count", draw=_counting, of_digits=True)
def shaded_count(board: Board, count: Cell, cells: Cells | None = None) -> Constraints:
    """The digit counts the shaded cells in the 3×3 area centred on it, or among the cells listed."""
    shade = shades_of(board)
    around = [other for other in shade if _is_near(count, other)] if cells is None else cells
    yield Count([_of(shade, cell) for cell in around], (1,), count)


def shades_of(board: Board) -> dict[Cell, Cell]:
    """The variables for the shades of all cells, which are noted in the board."""
    for cell in board.grid:
        board.shaded_of[cell] = board.variable_of(cell, "shaded", (0, 1))
    return board.shaded_of


def _of(shade: dict[Cell, Cell], cell: Cell) -> Cell:
    if cell not in shade:
        raise ModelError(f"{cell.name} is not in the grid")
    return shade[cell]


def _is_shaded(value: int, shade: int, *values: int) -> bool:
    return (value in values) == (shade == 1)


def _not_both(one: int, other: int, colour: int) -> bool:
    return not one == other == colour


def _do_not_meet(one: int, other: int) -> bool:
    """Whether two neighbours are in the same island, or one is in none."""
    return one == other or not (one and other)


def _steps(one: Cell, other: Cell) -> int:
    """The number of steps from cell to cell."""
    return abs((one.row or 0) - (other.row or 0)) + abs((one.column or 0) - (other.column or 0))


def _is_near(one: Cell, other: Cell) -> bool:
    return abs((one.row or 0) - (other.row or 0)) < 2 and abs((one.column or 0) - (other.column or 0)) < 2

"""Loops and paths through the cells of a grid, and loops along the borders of cells, which the solver finds.

The variable ``loop r1c1`` says through which sides of r1c1 the loop goes, as a sum: 1 for up, 2 for right, 4 for down,
8 for left; 0 if the loop does not visit the cell. ``path r1c1`` says the same of a path, and ``fence r1c1`` along which
sides of r1c1 a loop runs that follows the borders of cells. The loop is part of the solution: two solutions may have
the same digits and different loops.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from itertools import product

from sudoku_cp.kernel import AllOf, AnyOf, Count, Loop, Path, Table
from sudoku_cp.model import Board, Cell, Constraint, ModelError, OpenGrid
from sudoku_cp.rules.drawings import Dot, Mark, Shade
from sudoku_cp.rules.parameters import Cells, Numbers
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.relations import differ_by_at_least, related

STEPS = {1: (-1, 0), 2: (0, 1), 4: (1, 0), 8: (0, -1)}
"""One step through each side, as (rows, columns)."""

OPPOSITE = {1: 4, 2: 8, 4: 1, 8: 2}
ENDS, STRAIGHT, TURNS = (1, 2, 4, 8), (5, 10), (3, 6, 9, 12)
"""One side; the sums of two sides that are opposite, and of two that are not."""

Constraints = Generator[Constraint, None, None]


def _pearls(
    board: Board,
    visits: Cells | None = None,
    white: Cells | None = None,
    black: Cells | None = None,
    counts: Cells | None = None,
    blocked: Cells | None = None,
) -> Iterator[Dot | Mark | Shade]:
    yield from _stations(visits, blocked)
    for cell in counts or ():
        yield Mark((cell,), figure="square", colour="#dfe7f2")
    for cell in white or ():
        yield Dot((cell,), fill="white", radius=0.36)
    for cell in black or ():
        yield Dot((cell,), fill="black" if cell in board.follows else "grey", radius=0.36)


@rule("loop", synonyms=("masyu",), draw=_pearls, of_digits=True)
def loop(
    board: Board,
    visits: Cells | None = None,
    white: Cells | None = None,
    black: Cells | None = None,
    counts: Cells | None = None,
    blocked: Cells | None = None,
    all_: bool = False,
    values: Numbers | None = None,
    difference: int | None = None,
) -> Constraints:
    """Find a loop that moves between cells with a common side, and visits no cell twice but all cells listed.

    In a white cell it goes straight on, and turns in the cell before, in the next one, or in both. In a black cell it
    turns, and goes straight on in both of these. A digit that counts is the number of cells that the loop visits in the
    3×3 area around it, its own included. The loop visits no blocked cell, and with `all` each other cell. If values are
    given, it visits exactly the cells that contain one of them. Neighbouring digits along the loop differ by at least
    the difference. Several of these clues are about one loop.

    Raises
    ------
    ModelError
        If a cell is not in the grid.
    """
    sides = _sides(board, "loop", (0, *STRAIGHT, *TURNS), board.loop_of)
    _check(sides, (*(visits or ()), *(white or ()), *(black or ()), *(counts or ()), *(blocked or ())))
    must = yield from _visited(sides, visits, blocked, all_, values)
    cells, edges, shapes = yield from _through_sides(board, sides)
    yield Loop(cells, edges, shapes, must)
    beside = {cell: _beside(board, cell) for cell in sides}
    for cell in white or ():
        around = {side: sides[other] for side, other in beside[cell].items()}
        yield _among(sides[cell], STRAIGHT)
        yield AnyOf(*(AllOf(_goes(sides[cell], side), _among(other, TURNS)) for side, other in around.items()))
    for cell in black or ():
        yield _among(sides[cell], TURNS)
        for side, other in beside[cell].items():
            yield AnyOf(~_goes(sides[cell], side), _among(sides[other], STRAIGHT))
    for cell in counts or ():
        row, column = cell.row or 0, cell.column or 0
        around_it = [(row + down, column + right) for down, right in product((-1, 0, 1), repeat=2)]
        area = [sides[near] for place in around_it if (near := _at(board, place)) is not None]
        yield Count(area, (*STRAIGHT, *TURNS), cell)
    yield from _differing(board, sides, difference)


def _stations(
    visits: Cells | None = None, blocked: Cells | None = None, ends: Cells | None = None
) -> Iterator[Mark | Shade]:
    if blocked is not None:
        yield Shade(blocked, colour="#8d939b")
    if visits is not None:
        yield Mark(visits, colour="#f3dcb0")
    if ends is not None:
        yield Mark(ends, colour="#e6b561")


@rule("path", draw=_stations, of_digits=True)
def path(
    board: Board,
    visits: Cells | None = None,
    ends: Cells | None = None,
    blocked: Cells | None = None,
    all_: bool = False,
    values: Numbers | None = None,
    difference: int | None = None,
) -> Constraints:
    """Find a path of two or more cells that moves between cells with a common side, and visits no cell twice.

    It visits all cells listed, and ends in those listed as ends, at most two; without them it ends anywhere. The path
    visits no blocked cell, and with `all` each other cell. If values are given, it visits exactly the cells that
    contain one of them. Neighbouring digits along the path differ by at least the difference. Several of these clues
    are about one path.

    Raises
    ------
    ModelError
        If a cell is not in the grid, or there are more than two ends.
    """
    if len(set(ends or ())) > 2:
        raise ModelError(f"ends: a path has two, not {len(set(ends or ()))}")
    sides = _sides(board, "path", (0, *ENDS, *STRAIGHT, *TURNS), board.path_of)
    _check(sides, (*(visits or ()), *(ends or ()), *(blocked or ())))
    number = {cell: place for place, cell in enumerate(sides)}
    must = yield from _visited(sides, visits, blocked, all_, values)
    cells, edges, shapes = yield from _through_sides(board, sides)
    yield Path(cells, edges, shapes, must, sorted({number[cell] for cell in ends or ()}))
    yield from _differing(board, sides, difference)


def _counted(counts: Cells | None = None) -> Iterator[Mark]:
    if counts is not None:
        yield Mark(counts, figure="square", colour="#dfe7f2")


@rule("slitherlink", draw=_counted, of_digits=True)
def slitherlink(board: Board, counts: Cells | None = None, all_: bool = False) -> Constraints:
    """Find a loop along the borders of cells, the border of the grid included, that touches and crosses itself nowhere.

    A digit that counts is the number of sides of its cell that the loop runs along; with `all` each digit counts.
    Several of these clues are about one loop.

    Raises
    ------
    ModelError
        If a cell is not in the grid.
    """
    for cell in board.grid:
        board.fence_of[cell] = board.variable_of(cell, "fence", range(16))
    _check(board.fence_of, counts or ())
    wide = board.width + 1
    number = {0: -wide - 1, 1: -wide, 2: 0, 3: -1}
    """The corners of a cell from the upper left one clockwise, from its lower right one."""
    cells, edges, shapes = [], [], []
    for cell, fence in board.fence_of.items():
        here, beside = (cell.row or 0) * wide + (cell.column or 0), _beside(board, cell)
        for corner, side in enumerate(STEPS):
            other = beside.get(side)
            if other is not None and side in (2, 4):
                yield related((fence, board.fence_of[other]), _agree, side)
            if other is None or side in (2, 4):
                cells.append(fence)
                edges.append((here + number[corner], here + number[(corner + 1) % 4]))
                shapes.append([shape for shape in fence.domain if shape & side])
    yield Loop(cells, edges, shapes)
    for cell in board.grid if all_ else counts or ():
        yield related((cell, board.fence_of[cell]), _counts)
        if all_ and isinstance(board, OpenGrid):
            board.follows.add(cell)


def _sides(board: Board, name: str, shapes: Iterable[int], known: dict[Cell, Cell]) -> dict[Cell, Cell]:
    """The variables for the sides of all cells, which lead to another cell; they are noted in the board."""
    for cell in board.grid:
        inside = sum(_beside(board, cell))
        known[cell] = board.variable_of(cell, name, [shape for shape in shapes if shape & ~inside == 0])
    return known


def _check(known: Mapping[Cell, Cell], cells: Iterable[Cell]) -> None:
    for cell in cells:
        if cell not in known:
            raise ModelError(f"{cell.name} is not in the grid")


def _visited(
    sides: Mapping[Cell, Cell], visits: Cells | None, blocked: Cells | None, everywhere: bool, values: Numbers | None
) -> Generator[Constraint, None, list[int]]:
    """Exclude what is not visited; the numbers of the cells that must be."""
    for cell in blocked or ():
        yield _among(sides[cell], (0,))
    if values is not None:
        for cell, shape in sides.items():
            yield related((cell, shape), _is_visited, *values)
    must = set(visits or ())
    if everywhere:
        must |= sides.keys() - set(blocked or ())
    return [place for place, cell in enumerate(sides) if cell in must]


def _through_sides(
    board: Board, sides: Mapping[Cell, Cell]
) -> Generator[Constraint, None, tuple[list[Cell], list[tuple[int, int]], list[list[int]]]]:
    """Neighbours agree on the side between them: the cells, edges and values of a loop or a path through cells."""
    number = {cell: place for place, cell in enumerate(sides)}
    cells, edges, values = [], [], []
    for cell, side, other in pairs_by_side(board):
        yield related((sides[cell], sides[other]), _agree, side)
        cells.append(sides[cell])
        edges.append((number[cell], number[other]))
        values.append([shape for shape in sides[cell].domain if shape & side])
    return cells, edges, values


def _differing(board: Board, sides: Mapping[Cell, Cell], difference: int | None) -> Constraints:
    """Neighbours that the loop joins differ in their values by at least the difference."""
    for cell, side, other in () if difference is None else pairs_by_side(board):
        far = related(board.values_of((cell, other)), differ_by_at_least, difference)
        yield AnyOf(~_goes(sides[cell], side), far)


def _agree(here: int, there: int, side: int) -> bool:
    """Whether a loop goes through the side of a cell, and through that of the cell beyond; or through neither."""
    return bool(here & side) == bool(there & OPPOSITE[side])


def _counts(digit: int, sides: int) -> bool:
    return sides.bit_count() == digit


def _is_visited(digit: int, sides: int, *values: int) -> bool:
    return (digit in values) == (sides != 0)


def pairs_by_side(board: Board) -> Iterator[tuple[Cell, int, Cell]]:
    """Each two cells with a common side, and that side of the first one."""
    for cell in board.grid:
        beside = _beside(board, cell)
        for side in (2, 4):
            if side in beside:
                yield cell, side, beside[side]


def _beside(board: Board, cell: Cell) -> dict[int, Cell]:
    """The cell beyond each side."""
    row, column = cell.row or 0, cell.column or 0
    found = {side: _at(board, (row + down, column + right)) for side, (down, right) in STEPS.items()}
    return {side: other for side, other in found.items() if other is not None}


def _at(board: Board, place: tuple[int, int]) -> Cell | None:
    """The cell at (row, column); None where there is none."""
    row, column = place
    return board.lattice[row - 1][column - 1] if 1 <= row <= board.height and 1 <= column <= board.width else None


def _goes(sides: Cell, side: int) -> Constraint:
    """The loop goes through a side."""
    return _among(sides, [shape for shape in sides.domain if shape & side])


def _among(sides: Cell, shapes: list[int] | tuple[int, ...]) -> Constraint:
    return Table((sides,), [(shape,) for shape in shapes])

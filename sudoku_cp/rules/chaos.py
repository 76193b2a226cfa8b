"""Chaos construction: the solver finds the regions of the grid.

The variable ``region r1c1`` holds the number of the region of r1c1. Landmarks, cells too far apart to share a region,
are in the regions 1, 2, …; the other regions are numbered by their first cells in reading order. So each layout has
exactly one numbering. The layout is part of the solution: two solutions may have the same digits and different regions.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import combinations, product

from sudoku_cp.kernel import Connected, Precedence, Regions, Sightlines
from sudoku_cp.model import Cell, Constraint, ModelError, Sudoku
from sudoku_cp.rules.drawings import Border, Cage, Line, Mark, Shade
from sudoku_cp.rules.parameters import Cells, Pair
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.wording import Wording

STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}

Constraints = Generator[Constraint, None, None]


@rule(
    "chaos_construction",
    synonyms=(
        "irregular unknown regions",
        "deconstruction",
    ),
    of_digits=True,
    said=(
        Wording((r"chaos construction",), "grid", by_name=True),
        Wording(
            (
                r"\b(?:determined?|divide|deduce|find|construct|draw|split)\b",
                r"\b(?:regions?|kingdoms)\b",
                r"orthogonally connected|of (?:9|6|orthogonally)|(?:9|6) (?:orthogonally )?cells",
            ),
            "grid",
            unless="segment",
        ),
    ),
)
def chaos_construction(sudoku: Sudoku, size: int | None = None, landmarks: Cells | None = None) -> Constraints:
    """Find the regions: each is orthogonally connected and contains every digit once.

    If regions are given a size smaller than the number of digits, digits do not repeat within a region. The landmarks
    lie in the regions 1, 2, …; they are at least as many steps apart as a region has cells. By default, they are cells
    of the border; solvers need less time if they are cells whose regions the clues are about.

    Raises
    ------
    ModelError
        If the grid has boxes, its cells do not divide into regions, a region has more cells than there are digits, or
        landmarks are so close that they may share a region.
    """
    digits = len(sudoku.digits)
    size = digits if size is None else size
    if not 1 <= size <= digits:
        raise ModelError(f"size: a region has 1 to {digits} cells, not {size}")
    count, rest = divmod(len(sudoku.grid), size)
    if sudoku.boxes:
        raise ModelError('the grid has boxes already; write regions = ""')
    if rest:
        raise ModelError(f"{len(sudoku.grid)} cells do not divide into regions of {size}")
    landmarks = _landmarks(sudoku, size) if landmarks is None else landmarks
    _check_landmarks(landmarks, size)
    number_of = {cell: number for number, cell in enumerate(landmarks, 1)}
    for place, cell in enumerate(sudoku.grid, 1):
        number = number_of.get(cell)
        numbers = (number,) if number else range(1, min(len(landmarks) + place, count) + 1)
        sudoku.region_of[cell] = sudoku.variable_of(cell, "region", numbers)
    regions = tuple(sudoku.region_of.values())
    yield Precedence(regions, len(landmarks))
    area = Connected.by_sides(regions, (), size)
    yield Regions(sudoku.grid, regions, area.neighbours, size)


def _landmarks(sudoku: Sudoku, size: int) -> Cells:
    """The first cell of the border, and each that is at least ``size`` steps away from those before."""
    landmarks: list[Cell] = []
    for cell in sudoku.grid:
        on_border = cell.row in (1, sudoku.height) or cell.column in (1, sudoku.width)
        if on_border and all(_steps(cell, other) >= size for other in landmarks):
            landmarks.append(cell)
    return tuple(landmarks)


def _check_landmarks(landmarks: Cells, size: int) -> None:
    """A region reaches at most one landmark if they are at least ``size`` steps apart."""
    for cell in landmarks:
        if cell.row is None:
            raise ModelError(f"landmarks: {cell.name} is not in the grid")
    for one, other in combinations(landmarks, 2):
        if _steps(one, other) < size:
            raise ModelError(
                f"landmarks: {one.name} and {other.name} may share a region; they must be at least {size} steps apart, "
                f"not {_steps(one, other)}"
            )


def _steps(one: Cell, other: Cell) -> int:
    """The number of steps from cell to cell between two cells of the grid."""
    return abs((one.row or 0) - (other.row or 0)) + abs((one.column or 0) - (other.column or 0))


@rule("same_region", draw=Shade(colour="#e6efe0"), of_digits=True)
def same_region(sudoku: Sudoku, cells: Cells) -> Constraints:
    """All of these cells belong to the same region, which is to be found."""
    first, *others = _regions(sudoku, cells)
    for other in others:
        yield first == other


def _border(cells: Pair) -> Iterator[Border]:
    yield Border(cells)


@rule("region_border", draw=_border, of_digits=True)
def region_border(sudoku: Sudoku, cells: Pair) -> Constraints:
    """The two cells belong to different regions, which are to be found."""
    one, other = _regions(sudoku, cells)
    yield one != other


def _counted(count: Cell, cells: Cells | None) -> Iterator[Cage | Mark]:
    yield Mark((count,), figure="square", colour="#dfe7f2")
    if cells is not None:
        yield Cage(cells)


@rule("region_count", draw=_counted, of_digits=True)
def region_count(sudoku: Sudoku, count: Cell, cells: Cells | None = None) -> Constraints:
    """The digit counts the cells of its own region in the 3×3 area centred on it.

    If cells are listed, the digit counts those that belong to the same region as the first of them.
    """
    first, *others = cells or (count, *_around(sudoku, count))
    _regions(sudoku, (first, *others))
    beside = set(_beside(sudoku, first))
    if beside and beside <= set(others):
        yield count >= 2
    here, *regions = _regions(sudoku, (first, *others))
    yield Sightlines(here, tuple([(region,) for region in regions]), count)


def _beside(sudoku: Sudoku, cell: Cell) -> Cells:
    """The cells beside a cell, of which one is in its region; none if a region has one cell."""
    if len(_numbers(sudoku)) == len(sudoku.region_of):
        return ()
    return tuple([other for step in STEPS.values() for other in _arm(sudoku, cell, *step)[:1]])


def _view(sudoku: Sudoku, cell: Cell, directions: str) -> Iterator[Line | Mark]:
    yield Mark((cell,), colour="#e7def2")
    words = directions.split()
    for word in words if len(words) < len(STEPS) else ():
        for beside in _arm(sudoku, cell, *STEPS[word])[:1]:
            yield Line((cell, beside), arrow=True, colour="#9fb4d0", width=0.06)


@rule("region_view", draw=_view, of_digits=True)
def region_view(sudoku: Sudoku, cell: Cell, directions: str = "up right down left") -> Constraints:
    """The digit counts the cells of its own region that it sees, itself included; other regions block the view.

    It looks up, right, down and left, or only in the directions given.

    Raises
    ------
    ModelError
        If a direction is unknown.
    """
    words = directions.split()
    if not words or len(set(words)) < len(words) or not set(words) <= set(STEPS):
        raise ModelError(f"directions must be some of {' '.join(STEPS)}, not {directions!r}")
    (here,) = _regions(sudoku, (cell,))
    arms = [_regions(sudoku, _arm(sudoku, cell, *STEPS[word])) for word in words]
    if {arm[0] for arm in arms if arm} >= set(_regions(sudoku, _beside(sudoku, cell)) or (here,)):
        yield cell >= 2
    yield Sightlines(here, tuple(arms), cell)


def _numbers(sudoku: Sudoku) -> range:
    """The numbers of the regions."""
    return range(1, max([region.domain[-1] for region in sudoku.region_of.values()]) + 1)


def _regions(sudoku: Sudoku, cells: Cells) -> Cells:
    """The variables for the regions of cells."""
    if not sudoku.region_of:
        raise ModelError("the rule needs regions that are to be found: add chaos_construction before it")
    for cell in cells:
        if cell not in sudoku.region_of:
            raise ModelError(f"{cell.name} is not in the grid")
    return tuple(sudoku.region_of[cell] for cell in cells)


def _around(sudoku: Sudoku, cell: Cell) -> Iterator[Cell]:
    """The cells that touch a cell at a side or a corner."""
    _regions(sudoku, (cell,))
    row, column = cell.row or 0, cell.column or 0
    for down, right in product((-1, 0, 1), repeat=2):
        if (down or right) and sudoku.has(row + down, column + right):
            yield sudoku[row + down, column + right]


def _arm(sudoku: Sudoku, cell: Cell, down: int, right: int) -> Cells:
    """The cells beyond a cell in a direction."""
    row, column = cell.row or 0, cell.column or 0
    line, at = (sudoku.rows[row - 1], column) if right else (sudoku.columns[column - 1], row)
    return line[at:] if down + right > 0 else line[: at - 1][::-1]

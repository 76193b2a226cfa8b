"""Loops through the cells of a grid, which the solver finds.

The variable ``loop r1c1`` says through which sides of r1c1 the loop goes, as a sum: 1 for up, 2 for right, 4 for down,
8 for left; 0 if the loop does not visit the cell. The loop is part of the solution: two solutions may have the same
digits and different loops.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import product

from sudoku_cp.kernel import AllOf, AnyOf, Count, Loop, Table
from sudoku_cp.model import Cell, Constraint, ModelError, Sudoku
from sudoku_cp.rules.drawings import Dot, Mark
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule

STEPS = {1: (-1, 0), 2: (0, 1), 4: (1, 0), 8: (0, -1)}
"""One step through each side, as (rows, columns)."""

OPPOSITE = {1: 4, 2: 8, 4: 1, 8: 2}
STRAIGHT, TURNS = (5, 10), (3, 6, 9, 12)
"""The sums of two sides that are opposite, and of two that are not."""

Constraints = Generator[Constraint, None, None]


def _pearls(
    visits: Cells | None = None, white: Cells | None = None, black: Cells | None = None, counts: Cells | None = None
) -> Iterator[Dot | Mark]:
    if visits is not None:
        yield Mark(visits, colour="#f3dcb0")
    for cell in counts or ():
        yield Mark((cell,), figure="square", colour="#dfe7f2")
    for cells, fill in ((white, "white"), (black, "grey")):
        for cell in cells or ():
            yield Dot((cell,), fill=fill, radius=0.36)  # type: ignore[arg-type]


@rule("loop", draw=_pearls, of_digits=True)
def loop(
    sudoku: Sudoku,
    visits: Cells | None = None,
    white: Cells | None = None,
    black: Cells | None = None,
    counts: Cells | None = None,
) -> Constraints:
    """Find a loop that moves between cells with a common side, and visits no cell twice but all cells listed.

    In a white cell it goes straight on, and turns in the cell before, in the next one, or in both. In a black cell it
    turns, and goes straight on in both of these. A digit that counts is the number of cells that the loop visits in the
    3×3 area around it, its own included. Several of these clues are about one loop.

    Raises
    ------
    ModelError
        If a cell is not in the grid.
    """
    sides = {cell: sudoku.variable_of(cell, "loop", _shapes(sudoku, cell)) for cell in sudoku.grid}
    sudoku.loop_of.update(sides)
    for cell in (*(visits or ()), *(white or ()), *(black or ()), *(counts or ())):
        if cell not in sides:
            raise ModelError(f"{cell.name} is not in the grid")
    number = {cell: place for place, cell in enumerate(sudoku.grid)}
    yield from _one_loop(sudoku, number, [number[cell] for cell in visits or ()])
    for cell in white or ():
        beside = {side: sides[other] for side, other in _beside(sudoku, cell).items()}
        yield _among(sides[cell], STRAIGHT)
        yield AnyOf(*(AllOf(_goes(sides[cell], side), _among(other, TURNS)) for side, other in beside.items()))
    for cell in black or ():
        yield _among(sides[cell], TURNS)
        for side, other in _beside(sudoku, cell).items():
            yield AnyOf(~_goes(sides[cell], side), _among(sides[other], STRAIGHT))
    for cell in counts or ():
        row, column = cell.row or 0, cell.column or 0
        around = [(row + down, column + right) for down, right in product((-1, 0, 1), repeat=2)]
        area = [sides[sudoku[place]] for place in around if sudoku.has(*place)]
        yield Count(area, (*STRAIGHT, *TURNS), cell)


def _one_loop(sudoku: Sudoku, number: dict[Cell, int], visits: list[int]) -> Constraints:
    """Neighbours agree on the side between them, and all sides together are one loop."""
    cells, edges, values = [], [], []
    for cell in sudoku.grid:
        for side in (2, 4):
            other = _beside(sudoku, cell).get(side)
            if other is None:
                continue
            here, there = sudoku.loop_of[cell], sudoku.loop_of[other]
            pairs = product(here.domain, there.domain)
            yield Table((here, there), [(a, b) for a, b in pairs if bool(a & side) == bool(b & OPPOSITE[side])])
            cells.append(here)
            edges.append((number[cell], number[other]))
            values.append([shape for shape in here.domain if shape & side])
    yield Loop(cells, edges, values, visits)


def _beside(sudoku: Sudoku, cell: Cell) -> dict[int, Cell]:
    """The cell beyond each side."""
    row, column = cell.row or 0, cell.column or 0
    places = {side: (row + down, column + right) for side, (down, right) in STEPS.items()}
    return {side: sudoku[place] for side, place in places.items() if sudoku.has(*place)}


def _shapes(sudoku: Sudoku, cell: Cell) -> list[int]:
    """The values of a cell's variable: no sides, or two that lead to another cell."""
    inside = sum(_beside(sudoku, cell))
    return [shape for shape in (0, *STRAIGHT, *TURNS) if shape & ~inside == 0]


def _goes(sides: Cell, side: int) -> Constraint:
    """The loop goes through a side."""
    return _among(sides, [shape for shape in sides.domain if shape & side])


def _among(sides: Cell, shapes: list[int] | tuple[int, ...]) -> Constraint:
    return Table((sides,), [(shape,) for shape in shapes])

"""Grids that constraint strings allow, and grids that plain predicates allow, without any code of the reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO
from itertools import chain, permutations, product

from sudoku_cp.formats import Document, read

Grid = Sequence[int]
"""The digits in reading order, and then those of extra variables."""

Predicate = Callable[[Grid], bool]


def document(text: str) -> Document:
    """The one puzzle of a text."""
    (found,) = read(BytesIO(text.encode()), "strings")
    assert isinstance(found, Document)
    return found


def allowed(text: str) -> list[tuple[int, ...]]:
    """The solutions of a constraint string: its grid, and then its variables."""
    model = document(text).model
    variables = [cell for cell in model.cells[len(model.grid) :] if cell.name.startswith(("V", "DG", "region"))]
    return [tuple(solution[cell] for cell in (*model.grid, *variables)) for solution in model.solutions()]


@cache
def small_sudokus() -> tuple[tuple[int, ...], ...]:
    """All 4×4 sudokus with the digits 1 to 4."""
    grids = (tuple(chain(*rows)) for rows in product(permutations(range(1, 5)), repeat=4))
    return tuple(filter(_differs, grids))


def _differs(grid: Grid) -> bool:
    columns = (grid[start::4] for start in range(4))
    boxes = ([grid[at], grid[at + 1], grid[at + 4], grid[at + 5]] for at in (0, 2, 8, 10))
    return all(len(set(house)) == 4 for house in (*columns, *boxes))


def filtered(predicate: Predicate, lowest: int = 1) -> list[tuple[int, ...]]:
    """The 4×4 sudokus with four digits from the lowest one on that a predicate accepts."""
    shifted = (tuple(digit + lowest - 1 for digit in grid) for grid in small_sudokus())
    return [grid for grid in shifted if predicate(grid)]


def cell(name: str) -> int:
    """The place of ``R1C1`` in a 4×4 grid."""
    return 4 * int(name[1]) + int(name[3]) - 5


def at(grid: Grid, names: str) -> list[int]:
    """The digits of cells."""
    return [grid[cell(name)] for name in names.split()]

"""The minlex form of plain grids with boxes, up to 9×9."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sudoku_cp import _native
from sudoku_cp._base.arguments import checked, integer, pair, refused
from sudoku_cp._base.text import shown
from sudoku_cp.kernel import AllDifferent
from sudoku_cp.model import Model, ModelError, Sudoku

MOST_SIDE = 9
"""The largest side. A 16×16 grid has 16 million arrangements of its columns."""

TOGETHER = 1000
"""The number of grids between two chances to interrupt."""

Grids = NDArray[np.uint8]
"""One row of givens for each grid, in reading order; 0 for open cells."""


def _grids(value: object, what: str) -> Grids:
    expected = "an array of digits, with one row for each grid"
    try:
        grids = np.asarray(value)
    except (ValueError, OverflowError):
        raise refused(what, expected, value) from None
    if grids.ndim != 2 or grids.dtype.kind not in "iu":
        raise refused(what, expected, value)
    if grids.dtype != np.uint8 and grids.size and not 0 <= grids.min() <= grids.max() <= MOST_SIDE:
        raise refused(
            f"a number in {what}", f"a digit from 0 to {MOST_SIDE}", int(grids[(grids < 0) | (grids > MOST_SIDE)][0])
        )
    return np.ascontiguousarray(grids, np.uint8)


@checked(givens=_grids, box=pair(integer, "the height and the width of boxes"))
def minlex(givens: Grids, box: tuple[int, int] = (3, 3)) -> Grids:
    """The minlex forms of plain grids: of all symmetric copies the first in the order of texts, open cells being 0.

    Symmetric copies come from permutations of the digits, of the bands and stacks of boxes, of the rows in a band and
    of the columns in a stack, and, if boxes are square, from swapping rows and columns: 2 · 6⁸ · 9! for 9×9.

    Parameters
    ----------
    givens
        The grids, an array of bytes of shape (grids, cells); 0 for open cells, otherwise digits from 1 to the side.
    box
        The height and the width of the boxes; their product is the side, at most 9.

    Returns
    -------
    array
        The minlex form of each grid.

    Raises
    ------
    ModelError
        If the array has another shape, numbers that are not digits, or boxes of more than nine cells.

    >>> minlex(np.array([[0, 0, 3, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]], np.uint8), (2, 2)).tolist()
    [[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0]]
    """
    height, width = box
    if not (height >= 1 and width >= 1 and height * width <= MOST_SIDE):
        raise ModelError(f"boxes have 1 to {MOST_SIDE} cells, not {shown(height)}×{shown(width)}")
    forms = np.zeros_like(givens)
    for start in range(0, max(len(givens), 1), TOGETHER):
        part = slice(start, start + TOGETHER)
        try:
            _native.minlex(givens[part], forms[part], height, width)
        except ValueError as error:
            raise ModelError(str(error)) from None
    return forms


def plain_box(model: Model) -> tuple[int, int] | None:
    """The height and the width of the boxes of a plain grid.

    Parameters
    ----------
    model
        A model.

    Returns
    -------
    tuple or None
        The box; None if the model is anything but rows, columns and boxes of a grid up to 9×9, with as many digits.

    Raises
    ------
    ModelError
        If the model has an objective: its symmetries are not looked for.
    """
    if model.objective is not None:
        raise ModelError(f"{model.name} has an objective: there is no canonical form of its puzzles")
    if not isinstance(model, Sudoku) or model.box is None or model.height != model.width or model.height > MOST_SIDE:
        return None
    if len(model.digits) != model.height or len(model.cells) != len(model.grid) or model.pencilmarks:
        return None
    constraints = model.constraints
    if not all(isinstance(constraint, AllDifferent) for constraint in constraints):
        return None
    houses = {frozenset(house) for house in (*model.rows, *model.columns, *model.boxes)}
    return model.box if {frozenset(each.scope) for each in constraints} == houses else None

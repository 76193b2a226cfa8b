"""The minlex form of plain grids with boxes, up to 9×9."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sudoku_cp import _canonical
from sudoku_cp.constraints import AllDifferent
from sudoku_cp.model import Model, ModelError, Sudoku

MOST_SIDE = 9
"""The largest side. A 16×16 grid has 16 million arrangements of its columns."""

TOGETHER = 1000
"""The number of grids between two chances to interrupt."""

Grids = NDArray[np.uint8]
"""One row of givens for each grid, in reading order; 0 for open cells."""


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
    ValueError
        If the array has another shape, numbers that are not digits, or boxes of more than nine cells.

    >>> minlex(np.array([[0, 0, 3, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]], np.uint8), (2, 2)).tolist()
    [[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0]]
    """
    givens = np.ascontiguousarray(givens, np.uint8)
    forms = np.zeros_like(givens)
    for start in range(0, max(len(givens), 1), TOGETHER):
        part = slice(start, start + TOGETHER)
        _canonical.minlex(givens[part], forms[part], *box)
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

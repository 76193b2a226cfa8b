"""Canonical forms of puzzles of any model, and the distinct ones of many puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from sudoku_cp import _native
from sudoku_cp._base.arguments import checked, integer, iterated, of_type, pair, refused
from sudoku_cp._base.text import shown
from sudoku_cp.canonical_forms.automorphisms import Automorphisms, automorphisms_of, key_of
from sudoku_cp.formats import as_model
from sudoku_cp.kernel import AllDifferent
from sudoku_cp.kernel.cell import AnyGivens
from sudoku_cp.model import Cell, Model, ModelError, Sudoku
from sudoku_cp.model.givens import by_cell

Form = tuple[int, ...]
"""For each cell of a model the place of its value in its domain, from 1; 0 for open cells."""

_Model = TypeVar("_Model", bound=Model)

_model = of_type(Model, "a model")


class CanonicalForms:
    """Canonical forms of puzzles; what depends on a model alone is found once for each model."""

    def __init__(self) -> None:
        self._symmetries: WeakKeyDictionary[Model, tuple[int, int] | Automorphisms] = WeakKeyDictionary()
        self._keys: WeakKeyDictionary[Model, str] = WeakKeyDictionary()

    @checked(model=_model)
    def form(self, model: Model, givens: Mapping[Cell, int]) -> Form:
        """The canonical form of a puzzle.

        Parameters
        ----------
        model
            The model.
        givens
            Its fixed values.

        Returns
        -------
        tuple
            For each cell the place of its value in its domain, from 1; 0 for open cells.

        Raises
        ------
        ModelError
            If the model has an objective, or too many symmetries: more than 2,000 and no plain grid up to 9×9; if the
            givens do not fit it.
        """
        givens = by_cell(model, givens)
        if model not in self._symmetries:
            self._symmetries[model] = plain_box(model) or automorphisms_of(model)
        symmetries = self._symmetries[model]
        values = [cell.domain.index(givens[cell]) + 1 if cell in givens else 0 for cell in model.cells]
        if isinstance(symmetries, Automorphisms):
            return symmetries.least(np.array(values, np.int64))
        return tuple(minlex(np.array([values], np.uint8), symmetries)[0].tolist())

    @checked(model=_model)
    def givens(self, model: Model, givens: Mapping[Cell, int]) -> dict[Cell, int]:
        """The givens of the canonical form of a puzzle.

        Parameters
        ----------
        model, givens
            See `form`.

        Returns
        -------
        dict
            The fixed values by cell.

        Raises
        ------
        ModelError
            See `form`.
        """
        form = self.form(model, givens)
        return {cell: cell.domain[place - 1] for cell, place in zip(model.cells, form, strict=True) if place}

    @checked(seen=of_type(set, "a set"), model=_model)
    def is_new(self, seen: set[tuple[str, Form]], model: Model, givens: Mapping[Cell, int]) -> bool:
        """Whether no symmetric copy of a puzzle was seen before; it then counts as seen.

        Parameters
        ----------
        seen
            What was seen.
        model, givens
            See `form`.

        Returns
        -------
        bool
            Whether it is new.

        Raises
        ------
        ModelError
            See `form`.
        """
        if model not in self._keys:
            numbers = {cell: number for number, cell in enumerate(model.cells)}
            constraints = sorted(repr(key_of(constraint, numbers)) for constraint in model.constraints)
            domains = [(cell.name, model.domain_of(cell)) for cell in model.cells]
            self._keys[model] = repr((domains, constraints))
        key = self._keys[model], self.form(model, givens)
        if key in seen:
            return False
        seen.add(key)
        return True


def canonical_form(puzzle: Model | str | Path, *, givens: AnyGivens | None = None) -> Model:
    """The canonical form of a puzzle: the same for all copies under the symmetries of its model.

    For a plain grid up to 9×9 these are all of its symmetries (see `sudoku_cp.canonical_forms.minlex`). For any other
    model they are the permutations of cells that leave its clues and houses as they are, such as rotations of an
    anti-knight grid; and all permutations of digits if no constraint says more than that cells differ.

    Parameters
    ----------
    puzzle
        A model, or a puzzle as for `sudoku_cp.solve`.
    givens
        Fixed values by cell or by cell name; by default those of the model.

    Returns
    -------
    Model
        A copy of the model with the givens of the canonical form.

    Raises
    ------
    ModelError
        If the model has an objective, or more than 2,000 symmetries and is no plain grid up to 9×9.

    >>> from sudoku_cp import Sudoku
    >>> sudoku = Sudoku(4)
    >>> sudoku.give_grid("4...............")
    >>> canonical_form(sudoku).givens
    {r4c4: 1}
    """
    model = as_model(puzzle)
    fixed = model.givens if givens is None else by_cell(model, givens)
    found = model.with_constraints(model.constraints, getattr(model, "clues", ()))
    found.givens = CanonicalForms().givens(model, fixed)
    return found


@checked(puzzles=iterated)
def distinct(puzzles: Iterable[_Model]) -> Iterator[_Model]:
    """The puzzles of which no symmetric copy comes earlier.

    Parameters
    ----------
    puzzles
        Models with their givens. Models with different constraints are different.

    Yields
    ------
    Model
        The first puzzle of each kind.

    Raises
    ------
    ModelError
        If an item is no model, or a model has no canonical form; see `canonical_form`.
    """
    forms, seen = CanonicalForms(), set[tuple[str, Form]]()
    for puzzle in puzzles:
        if not isinstance(puzzle, Model):
            raise refused("an item of puzzles of distinct", "a model", puzzle)
        if forms.is_new(seen, puzzle, puzzle.givens):
            yield puzzle


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

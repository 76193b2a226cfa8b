"""Canonical forms of puzzles of any model, and the distinct ones of many puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from sudoku_cp._base.arguments import checked, iterated, of_type, refused
from sudoku_cp.canonical_forms.automorphisms import Automorphisms, automorphisms_of
from sudoku_cp.canonical_forms.grids import minlex, plain_box
from sudoku_cp.canonical_forms.structure import key_of
from sudoku_cp.formats import as_model
from sudoku_cp.kernel.cell import AnyGivens
from sudoku_cp.model import Cell, Model
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

"""Cubes that are copies of each other under a proved symmetry of the model, and so have equally many solutions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.canonical_forms.automorphisms import Automorphisms, automorphisms_of, is_difference
from sudoku_cp.model import Model, ModelError
from sudoku_cp.model.answers import Cube

MOST_FIXED = 8
"""The number of fixed values up to which copies are looked for; with more there are few."""


@dataclass(frozen=True)
class Copy:
    """A symmetry that makes one cube a copy of another."""

    cells: tuple[int, ...]
    """For each cell of the copy the number of the cell of the original that has its value."""
    renaming: tuple[tuple[int, int], ...]
    """The values that change: that in the original, and that in the copy."""


class Symmetries:
    """The symmetries of a model.

    Parameters
    ----------
    model
        The model.
    givens
        The givens of the puzzle by cell name.
    """

    def __init__(self, model: Model, givens: Mapping[str, int]) -> None:
        self._cells = model.cells
        self._places = {cell.name: place for place, cell in enumerate(model.cells)}
        self._givens = dict(givens)
        self._group = _group_of(model)

    @property
    def are_none(self) -> bool:
        """Whether there is no symmetry but the identity."""
        return len(self._group.cells) < 2 and not self._group.values_are_free

    def form(self, cube: Cube) -> tuple[int, ...]:
        """The form that all copies of a cube share.

        Parameters
        ----------
        cube
            The cube.

        Returns
        -------
        tuple
            For each cell the place of its value in its domain, from 1; 0 for open cells.
        """
        return self._group.least(self._row(cube))

    def copy(self, original: Cube, copy: Cube) -> Copy:
        """A symmetry that makes one cube, with the givens, a copy of another one.

        Parameters
        ----------
        original, copy
            Cubes with the same form.

        Returns
        -------
        Copy
            The symmetry.

        Raises
        ------
        ValueError
            If there is none.
        """
        before, after = self._row(original), self._row(copy)
        moved = before[self._group.cells]
        for row in np.flatnonzero(((moved > 0) == (after > 0)).all(axis=1)):
            pairs = {(int(old), int(new)) for old, new in zip(moved[row], after, strict=True) if old}
            if self._is_renaming(pairs):
                domain = self._cells[0].domain
                renaming = tuple(sorted((domain[old - 1], domain[new - 1]) for old, new in pairs if old != new))
                return Copy(tuple(self._group.cells[row].tolist()), renaming)
        raise ValueError(f"{copy} is no copy of {original}")

    def _is_renaming(self, pairs: set[tuple[int, int]]) -> bool:
        if not self._group.values_are_free:
            return all(old == new for old, new in pairs)
        return len(pairs) == len({old for old, _ in pairs}) == len({new for _, new in pairs})

    def _row(self, cube: Cube) -> NDArray[np.int64]:
        row = np.zeros(len(self._cells), np.int64)
        for name, value in {**self._givens, **cube.givens}.items():
            place = self._places[name]
            row[place] = self._cells[place].domain.index(value) + 1
        return row


def _group_of(model: Model) -> Automorphisms:
    """The permutations of the cells that keep the constraints; only the identity if there are too many."""
    try:
        return automorphisms_of(model)
    except ModelError:
        are_alike = len({cell.domain for cell in model.cells}) == 1 and not model.pencilmarks
        identity = np.arange(len(model.cells), dtype=np.int32).reshape(1, -1)
        return Automorphisms(identity, are_alike and all(map(is_difference, model.constraints)))

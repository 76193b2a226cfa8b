"""Cubes, and how one is divided into smaller ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Values = tuple[tuple[str, int], ...]
"""Fixed values by cell name, in the order of the model's cells, which makes them canonical."""


@dataclass(frozen=True, slots=True)
class Cube:
    """The solutions with some fixed values.

    >>> cube = Cube((("r1c1", 3),), 120.0)
    >>> cube.givens, str(cube)
    ({'r1c1': 3}, 'r1c1=3')
    """

    values: Values
    """The fixed values, in addition to the givens of the puzzle."""
    estimate: float = 0.0
    """The expected number of search nodes."""
    bound: int | None = None
    """A score that no solution in it beats, if one is known."""

    @property
    def givens(self) -> dict[str, int]:
        """The fixed values by cell name."""
        return dict(self.values)

    def __str__(self) -> str:
        return " ".join(f"{name}={value}" for name, value in self.values) or "everything"


@dataclass(frozen=True, slots=True)
class Split:
    """A cube divided by the value of one cell, which has each value of its domain in one part."""

    values: Values
    """The fixed values of the divided cube."""
    cell: str
    empty: tuple[int, ...]
    """The values with which propagation finds no solution."""
    parts: tuple[Cube, ...]
    """A cube for each other value."""


def ordered(values: Mapping[str, int], places: Mapping[str, int]) -> Values:
    """Values in the order of the cells.

    Parameters
    ----------
    values
        Fixed values by cell name.
    places
        The place of each cell in its model, by name.

    Returns
    -------
    tuple
        The values, in canonical order.
    """
    return tuple(sorted(values.items(), key=lambda item: places[item[0]]))

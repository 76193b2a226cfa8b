"""Cubes: how a question is divided, and how a cube is divided into smaller ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from sudoku_cp.model.answers import LimitOptions

if TYPE_CHECKING:
    from concurrent.futures import Executor

Values = tuple[tuple[str, int], ...]
"""Fixed values by cell name, in the order of the model's cells, which makes them canonical."""


class CubeOptions(TypedDict, total=False):
    """How a question is divided; any of these makes it so. ``docs/guides/cubes.md`` is a guide."""

    executor: Executor | Callable[[], Executor] | None
    """Works on the cubes: an executor, or a function that makes one, and another one if that is broken; by default one
    thread."""
    journal: str | os.PathLike[str] | None
    """The file that keeps the answers, and from which a run goes on; by default none."""
    cube_seconds: float | None
    """The time for a cube, after which it is divided, by default 10 s; None for no limit."""
    cubes: int | None
    """The least number of cubes to begin with; by default the whole question is asked for a moment first, and then
    divided into 4 cubes for each worker."""
    patience: float
    """The number of seconds to wait for a cluster that has no workers, or whose scheduler has gone, by default 600."""
    symmetry: bool
    """Whether one cube stands for all its copies under the symmetries of the model, if solutions are counted; by
    default it does."""


class QuestionOptions(LimitOptions, CubeOptions, total=False):
    """The keywords of a question that may be divided."""


CUBE_OPTIONS = tuple(CubeOptions.__annotations__)
"""The names of the options of division."""


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

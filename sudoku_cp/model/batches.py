"""Batches: the arrays of the answers to many puzzles of one model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.model.answers import duration
from sudoku_cp.model.providers import renderer

Grids = NDArray[np.signedinteger]
"""Values of shape (puzzles, cells), in the narrowest type for the model's values."""

UNKNOWN = int(np.iinfo(np.int64).min)
"""The mark of a missing score or bound."""


@dataclass(frozen=True, slots=True, repr=False)
class Batch:
    """The answers to many puzzles.

    Parameters
    ----------
    solutions
        The first solution of each puzzle, as an array of shape (puzzles, cells) of the narrowest signed integers;
        rows without a solution contain 0 (or, if 0 is a value, the largest negative number that is none).
    counts
        The number of solutions found, up to the requested limit.
    exact
        Whether all solutions were counted: False if the count reached the limit, or a limit of time or nodes ended
        the search.
    nodes
        The number of search nodes for each puzzle.
    seconds
        The wall-clock time of the whole batch.
    objectives
        For `CompiledModel.best_many`, the score of each solution; `UNKNOWN` if there is none.
    bounds
        For `CompiledModel.best_many`, a bound that no score of the puzzle beats; `UNKNOWN` if nothing is known.
    """

    solutions: Grids
    counts: NDArray[np.int64]
    exact: NDArray[np.bool_]
    nodes: NDArray[np.int64]
    seconds: float
    objectives: NDArray[np.int64] | None = None
    bounds: NDArray[np.int64] | None = None

    def rows(self) -> list[list[str]]:
        """The numbers of puzzles by result, in one row each."""
        is_scored, once = self.objectives is not None, self.counts == 1
        masks = {
            "best proved" if is_scored else "one solution": once & self.exact,
            "best not proved" if is_scored else "at least one": once & ~self.exact,
            "several solutions": self.counts > 1,
            "no solution": (self.counts == 0) & self.exact,
            "open": (self.counts == 0) & ~self.exact,
        }
        rows = [[what, f"{np.count_nonzero(mask):,}"] for what, mask in masks.items() if mask.any()]
        cost = [["nodes", f"{self.nodes.sum():,}"], ["time", duration(self.seconds)]]
        return [["puzzles", f"{len(self.counts):,}"], *rows, *cost]

    def __repr__(self) -> str:
        return f"<Batch {', '.join(map(' '.join, self.rows()))}>"

    def __str__(self) -> str:
        return "\n".join(f"{what:<18} {number:>12}" for what, number in self.rows())

    def _repr_html_(self) -> str:
        return renderer().table(self.rows())

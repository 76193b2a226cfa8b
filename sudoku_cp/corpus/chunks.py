"""Chunks: puzzles as arrays with the columns that are kept, and the rows that are not puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.formats.bulk_cells import Cells, Places


@dataclass(frozen=True, slots=True)
class Failure:
    """A row that is not a puzzle: the number of its line or row, counted from 1, and the reason."""

    row: int
    message: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some rows of a block.

    Parameters
    ----------
    ranks
        The puzzles, as an array of shape (puzzles, cells); 0 is an open cell.
    rows
        The number of the line or row of each puzzle.
    kept
        For each kept column its values, one for each puzzle.
    failures
        The rows that are not puzzles.
    """

    ranks: NDArray[np.uint8]
    rows: Places
    kept: Sequence[Any]
    failures: list[Failure]


def failures_of(cells: Cells, rows: Places) -> list[Failure]:
    """The texts that are not puzzles, given the row of each text."""
    return [Failure(int(rows[fault.index]), fault.message) for fault in cells.faults]


def chunk_of(cells: Cells, rows: Places, kept: Sequence[Any], failures: list[Failure]) -> Chunk:
    """The puzzles of a table; a row without any is a failure."""
    has_none = np.ones(len(rows), bool)
    has_none[cells.indices] = False
    has_none[[fault.index for fault in cells.faults]] = False
    failures = [*failures, *failures_of(cells, rows)]
    failures += [Failure(row, "the row has no puzzle") for row in rows[has_none].tolist()]
    failures.sort(key=lambda failure: failure.row)
    return Chunk(cells.ranks, rows[cells.indices], kept, failures)

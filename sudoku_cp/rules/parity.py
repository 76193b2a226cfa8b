"""Rules that require even or odd digits."""

from __future__ import annotations

from collections.abc import Generator

from sudoku_cp.model import Constraint
from sudoku_cp.rules.drawings import Mark
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.relations import has_remainder, related_everywhere


@rule("even", draw=Mark(figure="square"), of_digits=True)
def even(cells: Cells) -> Generator[Constraint, None, None]:
    """Each cell with a grey square contains an even digit."""
    yield from related_everywhere(((cell,) for cell in cells), has_remainder, 2, 0)


@rule("odd", draw=Mark(figure="disc"), of_digits=True)
def odd(cells: Cells) -> Generator[Constraint, None, None]:
    """Each cell with a grey circle contains an odd digit."""
    yield from related_everywhere(((cell,) for cell in cells), has_remainder, 2, 1)

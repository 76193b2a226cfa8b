"""Refuse clues that list a cell twice where it would have to differ from itself.

Each rule decides where this applies. Cells that must differ are listed once: in cages, in regions and along
thermometers. Lines may cross themselves and close to a loop, as long as a cell does not come too close to itself. Where
digits are added up or counted, a cell counts as often as it is listed.
"""

from __future__ import annotations

from sudoku_cp.model import ModelError
from sudoku_cp.rules.parameters import Cells


def refuse_repeats(cells: Cells, parameter: str, within: int | None = None) -> None:
    """Refuse a cell that would have to differ from itself.

    Parameters
    ----------
    parameter
        The name of the cells in the clue.
    within
        The number of successive cells that differ; None for all.

    Raises
    ------
    ModelError
        If a cell is listed twice among that many successive cells.
    """
    names = [cell.digit.name for cell in cells]
    if len(set(names)) == len(names):
        return
    last: dict[str, int] = {}
    for place, name in enumerate(names):
        if name in last and (within is None or place - last[name] < within):
            raise _listed_twice(parameter, name)
        last[name] = place


def refuse_return_to_ends(line: Cells, parameter: str) -> None:
    """Refuse a line that returns to one of its ends, whose digit differs from all others on the line.

    Raises
    ------
    ModelError
        If the first or the last cell is listed twice.
    """
    names = [cell.digit.name for cell in line]
    for end in (names[0], names[-1]):
        if names.count(end) > 1:
            raise _listed_twice(parameter, end)


def _listed_twice(parameter: str, name: str) -> ModelError:
    return ModelError(f"{parameter}: {name} is listed twice, and cannot differ from itself")

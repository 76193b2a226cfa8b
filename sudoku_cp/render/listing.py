"""A model without a grid as lines of text: its variables, its constraints and its objective."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from sudoku_cp.model import Cell, Model
from sudoku_cp.render.drawn import objective_text, value_of

_T = TypeVar("_T")

MOST_LINES = 40
"""The number of variables, and of constraints, that are listed."""


def listing(model: Model, solution: Mapping[Cell, int] | None = None) -> list[str]:
    """The lines that describe a model.

    >>> model = Model()
    >>> a, b = model.variables("ab", (1, 2, 3))
    >>> model.add(a < b)
    >>> _ = model.give(a, 1)
    >>> listing(model, {b: 2})
    ['a = 1 (given)', 'b = 2', 'a - b ≤ -1']
    """
    lines = _at_most(model.cells, lambda cell: _variable(model, solution, cell), "variables")
    lines += _at_most(model.constraints, str, "constraints")
    return [*lines, wanted] if (wanted := objective_text(model, solution)) else lines


def _variable(model: Model, solution: Mapping[Cell, int] | None, cell: Cell) -> str:
    value = value_of(model, solution, cell)
    if value is not None:
        return f"{cell.name} = {value}{' (given)' if cell in model.givens else ''}"
    values = model.domain_of(cell)
    if len(values) > 2 and values[-1] - values[0] == len(values) - 1:
        return f"{cell.name} in {values[0]}–{values[-1]}"
    return f"{cell.name} in {{{', '.join(map(str, values))}}}"


def _at_most(items: Sequence[_T], line: Callable[[_T], str], what: str) -> list[str]:
    lines = [line(item) for item in items[:MOST_LINES]]
    return [*lines, f"… {len(items):,} {what}"] if len(items) > MOST_LINES else lines

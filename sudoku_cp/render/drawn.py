"""The parts of a model that are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from sudoku_cp.model import Board, Cell, Clue, Kakuro, Model
from sudoku_cp.render.frame import HEAVY, Borders
from sudoku_cp.rules import AppliedRule, Border, Drawing

_D = TypeVar("_D", bound=Drawing)


def drawings_by_clue(model: Board) -> list[tuple[Clue, tuple[Drawing, ...]]]:
    """Each clue of the model with its drawings, in order of declaration; a clue may have none."""
    return [(clue, clue.drawings(model) if isinstance(clue, AppliedRule) else ()) for clue in model.clues]


def drawings_by_rule(model: Board) -> Iterator[tuple[str, tuple[Drawing, ...]]]:
    """The drawings of each clue with the name of its rule; a combination without drawings shows its inner clues."""
    clues: list[Clue] = list(reversed(model.clues))
    while clues:
        clue = clues.pop()
        if not isinstance(clue, AppliedRule):
            continue
        if clue.rule.draw is None:
            clues += reversed(clue.inner)
        else:
            yield clue.rule.name, clue.drawings(model)


def drawings_of(model: Board, kind: type[_D]) -> list[_D]:
    """All drawings of one kind."""
    return [drawing for _, drawings in drawings_by_clue(model) for drawing in drawings if isinstance(drawing, kind)]


def position(cell: Cell) -> tuple[int, int] | None:
    """(row, column) counted from 0; None for a variable outside the grid."""
    return None if cell.row is None or cell.column is None else (cell.row - 1, cell.column - 1)


def positions(cells: tuple[Cell, ...]) -> list[tuple[int, int]]:
    """The positions of the cells that lie in the grid, in the given order."""
    return [place for cell in cells if (place := position(cell)) is not None]


def symbol(model: Board, value: int) -> str:
    """The text of a digit."""
    return model.symbols[model.digits.index(value)] if model.symbols else str(value)


_PLAIN = str.maketrans("−–×÷", "--*/")


def plain(label: str) -> str:
    """A label in ASCII."""
    return label.translate(_PLAIN)


def value_of(model: Model, solution: Mapping[Cell, int] | None, cell: Cell) -> int | None:
    """The given of a cell, otherwise its value in the solution."""
    given = model.givens.get(cell)
    return given if given is not None else (solution or {}).get(cell)


def written(model: Board, solution: Mapping[Cell, int] | None, cell: Cell) -> str:
    """The known digit or digits of a cell."""
    digits = [value_of(model, solution, cell)]
    if cell in model.seconds:
        digits.append(value_of(model, solution, model.seconds[cell]))
    return "".join(symbol(model, digit) for digit in digits if digit in model.digits)


def modified(model: Board, solution: Mapping[Cell, int] | None) -> dict[Cell, int]:
    """The cells found to have a value other than their digit, with that value."""
    counts = {}
    for cell, variable in model.modified.items():
        value = value_of(model, solution, model.values[cell])
        if value is not None and value_of(model, solution, variable) in model.digits:
            counts[cell] = value
    return counts


def objective_text(model: Model, solution: Mapping[Cell, int] | None) -> str:
    """The objective in words, with the score if all its cells are known; empty without an objective."""
    if model.objective is None:
        return ""
    values = {cell: value_of(model, solution, cell) for cell in model.objective.points()}
    known = {cell: value for cell, value in values.items() if value is not None}
    score = f": {model.objective.value(known)}" if len(known) == len(values) else ""
    return f"{model.objective.sense.value} the score{score}"


def regions(model: Board, solution: Mapping[Cell, int] | None) -> dict[Cell, int]:
    """The number of each cell's region, if known."""
    found = {cell: value_of(model, solution, variable) for cell, variable in model.region_of.items()}
    return {**model.box_of, **{cell: region for cell, region in found.items() if region is not None}}


def region_borders(model: Board, solution: Mapping[Cell, int] | None) -> Borders:
    """Heavy borders around the board, between its regions, and at the borders of clues."""
    borders = Borders(model.height, model.width)
    borders.divide(dict.fromkeys(positions(model.grid), 0), HEAVY)
    known = regions(model, solution)
    borders.divide({place: known.get(cell) for cell in model.grid for place in positions((cell,))}, HEAVY)
    for border in drawings_of(model, Border):
        one, other = positions(border.cells)
        borders.set_between(one, other, HEAVY)
    return borders


def gap_texts(model: Board) -> dict[tuple[int, int], str]:
    """The texts in places without a cell, counted from 0: the sums of a kakuro."""
    if not isinstance(model, Kakuro):
        return {}
    return {(row - 1, column - 1): model.block_text(row, column) for row, column in model.blocks}

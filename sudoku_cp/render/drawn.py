"""The parts of a model that are drawn, and those put into words: titles, clues, rules, and models without a grid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from typing import TypeVar

from sudoku_cp.model import Board, Cell, Clue, Kakuro, Model, ModelError, OpenGrid
from sudoku_cp.render.frame import BROKEN, HEAVY, LIGHT, Borders
from sudoku_cp.rules import AppliedRule, Border, Cage, Dot, Drawing, Outside

_D = TypeVar("_D", bound=Drawing)

Drawn = list[tuple[Clue, tuple[Drawing, ...]]]
"""The clues of a model with their drawings."""


def drawings_by_clue(model: Board) -> Drawn:
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


def drawings_of(drawn: Drawn, kind: type[_D]) -> list[_D]:
    """All drawings of one kind."""
    return [drawing for _, drawings in drawn for drawing in drawings if isinstance(drawing, kind)]


def position(cell: Cell) -> tuple[int, int] | None:
    """(row, column) counted from 0; None for a variable outside the grid."""
    return None if cell.row is None or cell.column is None else (cell.row - 1, cell.column - 1)


def positions(cells: tuple[Cell, ...]) -> list[tuple[int, int]]:
    """The positions of the cells that lie in the grid, in the given order."""
    return [place for cell in cells if (place := position(cell)) is not None]


def symbol(model: Board, value: int) -> str:
    """The text of a digit."""
    return model.symbols[model.digits.index(value)] if model.symbols else str(value)


def symbols(model: Board) -> list[str]:
    """The texts of all digits."""
    return [symbol(model, digit) for digit in model.digits]


_PLAIN = str.maketrans("−–×÷○●", "--*/OX")


def plain(label: str) -> str:
    """A label in ASCII."""
    return label.translate(_PLAIN)


def value_of(model: Model, solution: Mapping[Cell, int] | None, cell: Cell) -> int | None:
    """The given of a cell, otherwise its value in the solution."""
    given = model.givens.get(cell)
    if given is not None or solution is None:
        return given
    return solution.get(cell)


def with_givens_kept(model: Model, values: Mapping[Cell, int] | None) -> Model:
    """The model with only those givens that agree with the values; a question may have replaced the others."""
    if values is None or all(values.get(cell, value) == value for cell, value in model.givens.items()):
        return model
    shown = copy(model)
    shown.givens = {cell: value for cell, value in model.givens.items() if values.get(cell, value) == value}
    return shown


def written(model: Board, solution: Mapping[Cell, int] | None, cell: Cell) -> str:
    """The known digit or digits of a cell; none where it only says what a loop or a shading shows, and is not given."""
    if cell in model.follows and cell not in model.givens:
        return ""
    digits = [value_of(model, solution, cell)]
    if cell in model.seconds:
        digits.append(value_of(model, solution, model.seconds[cell]))
    return "".join(symbol(model, digit) for digit in digits if digit in model.digits)


PIECES = {1: "╵", 2: "╶", 4: "╷", 8: "╴", 3: "└", 5: "│", 6: "┌", 9: "┘", 10: "─", 12: "┐"}
"""A character for each one or two sides of a cell that a loop or a path goes through."""

ASCII_PIECES = {shape: "|" if shape in (1, 4, 5) else "-" if shape in (2, 8, 10) else "+" for shape in PIECES}

SHADED, ASCII_SHADED = "▒", "#"


def pieces(model: Board, solution: Mapping[Cell, int] | None, cell: Cell, unicode: bool) -> str:
    """The characters for a loop, a path and a shading in a cell, blank where they leave it out; empty without any."""
    found = ""
    shapes = PIECES if unicode else ASCII_PIECES
    marks = {1: SHADED if unicode else ASCII_SHADED}
    for variables, symbols_of in ((model.loop_of, shapes), (model.path_of, shapes), (model.shaded_of, marks)):
        value = value_of(model, solution, variables[cell]) if cell in variables else None
        found += "" if value is None else symbols_of.get(value, " ")
    return found


def with_arms(model: Board, solution: Mapping[Cell, int] | None, cell: Cell, text: str, unicode: bool) -> str:
    """The text of a cell whose only character is a piece of a loop or a path: drawn up to the sides of the cell."""
    variable = model.loop_of.get(cell, model.path_of.get(cell))
    sides = None if variable is None else value_of(model, solution, variable)
    piece, arm = (PIECES if unicode else ASCII_PIECES).get(sides or 0), "─" if unicode else "-"
    if sides is None or text.strip() != piece:
        return text
    before, _, after = text.partition(piece)
    return f"{(arm if sides & 8 else ' ') * len(before)}{piece}{(arm if sides & 2 else ' ') * len(after)}"


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
    stages = model.objective.stages
    values = {cell: value_of(model, solution, cell) for stage in stages for cell in stage.points()}
    known = {cell: value for cell, value in values.items() if value is not None}
    words = str(model.objective) if len(stages) > 1 else f"{model.objective.sense.value} the score"
    if len(known) < len(values):
        return words
    return f"{words}: {', then '.join(map(str, model.objective.scores(known)))}"


def regions(model: Board, solution: Mapping[Cell, int] | None) -> dict[Cell, int]:
    """The number of each cell's region, if known."""
    found = {cell: value_of(model, solution, variable) for cell, variable in model.region_of.items()}
    return {**model.box_of, **{cell: region for cell, region in found.items() if region is not None}}


def region_borders(model: Board, drawn: Drawn, solution: Mapping[Cell, int] | None) -> Borders:
    """Heavy borders around the board, between its regions, and at the borders of clues."""
    borders = Borders(model.height, model.width)
    if is_fenced(model):
        _draw_fence(borders, model, solution, HEAVY)
        return borders
    known = regions(model, solution)
    region_at = {place: known.get(cell) for cell in model.grid for place in positions((cell,))}
    borders.divide(dict.fromkeys(region_at, 0), HEAVY)
    borders.divide(region_at, HEAVY)
    for border in drawings_of(drawn, Border):
        one, other = positions(border.cells)
        borders.set_between(one, other, HEAVY)
    _draw_fence(borders, model, solution, LIGHT)
    return borders


def is_fenced(model: Board) -> bool:
    """Whether the only borders are those of a loop along the borders of cells."""
    return bool(model.fence_of) and not model.box_of


def fence_sides(model: Board, solution: Mapping[Cell, int] | None) -> Iterator[tuple[tuple[int, int], int]]:
    """Each place with the sides along which the loop is known to run."""
    for cell, variable in model.fence_of.items():
        for place in positions((cell,)):
            yield place, value_of(model, solution, variable) or 0


def _draw_fence(borders: Borders, model: Board, solution: Mapping[Cell, int] | None, weight: int) -> None:
    """Draw the loop along borders; where a heavy border is there already, it becomes a broken one."""
    lines: dict[tuple[int, int], list[int]] = {}
    for (row, column), sides in fence_sides(model, solution):
        for side, line, at in (
            (1, borders.above[row], column),
            (4, borders.above[row + 1], column),
            (8, borders.left[row], column),
            (2, borders.left[row], column + 1),
        ):
            if sides & side:
                lines[id(line), at] = line
    for (_, at), line in lines.items():
        line[at] = BROKEN if line[at] == HEAVY else weight


def gap_texts(model: Board) -> dict[tuple[int, int], str]:
    """The texts in places without a cell, counted from 0: the sums of a kakuro."""
    if not isinstance(model, Kakuro):
        return {}
    return {(row - 1, column - 1): model.block_text(row, column) for row, column in model.blocks}


_T = TypeVar("_T")

MOST_LINES = 40
"""The number of variables, and of constraints, that are listed."""


def listing(model: Model, solution: Mapping[Cell, int] | None = None) -> list[str]:
    """The lines that describe a model, without its auxiliary variables and their definitions.

    >>> model = Model()
    >>> a, b = model.variables("ab", (1, 2, 3))
    >>> model.add(a < b)
    >>> _ = model.give(a, 1)
    >>> listing(model, {b: 2})
    ['a = 1 (given)', 'b = 2', 'a - b ≤ -1']
    """
    hidden = {id(part) for part in (*model.auxiliary_cells, *model.definitions)}
    cells = [cell for cell in model.cells if id(cell) not in hidden]
    lines = _at_most(cells, lambda cell: _variable(model, solution, cell), "variables")
    lines += _at_most([part for part in model.constraints if id(part) not in hidden], str, "constraints")
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


_IDENTIFIER = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
_UNNAMED = ("sudoku", "multi_grid")
"""The default names of boards."""


def title(board: Board) -> str:
    """The title of the puzzle; empty if it has no name.

    >>> from sudoku_cp import Sudoku
    >>> title(Sudoku(4, name="anti_knight")), title(Sudoku(4, name="Rat Run 7")), title(Sudoku(4))
    ('Anti-knight', 'Rat Run 7', '')
    """
    return "" if board.name in _UNNAMED else sentence(in_words(board.name))


def in_words(name: str) -> str:
    """The name of a rule or a model as people write it; a text that is not an identifier is unchanged.

    >>> in_words("x_sum"), in_words("non_consecutive"), in_words("Killer 2_b")
    ('x sum', 'non-consecutive', 'Killer 2_b')
    """
    if not _IDENTIFIER.fullmatch(name):
        return name
    return re.sub(r"^(anti|non|yin) ", r"\1-", name.replace("_", " "))


def sentence(words: str) -> str:
    """Words with an initial capital."""
    return words[:1].upper() + words[1:]


def clue_in_words(clue: Clue) -> str:
    """A clue with its parameters.

    >>> from sudoku_cp.rules import any_of, negative_sum, same_region
    >>> clue_in_words(negative_sum([5, 15])), clue_in_words(any_of([same_region("r1c1 r1c2")]))
    ('negative sum (values 5 15)', 'any of (same region (r1c1 r1c2))')
    """
    if not isinstance(clue, AppliedRule):
        return str(clue)
    words = [*map(clue_in_words, clue.inner), *_values(clue, clue.parameters)]
    return in_words(clue.rule.name) + (f" ({'; '.join(words)})" if words else "")


def _values(clue: AppliedRule, values: Mapping[str, object]) -> Iterator[str]:
    """The values of some parameters of a clue, in words."""
    for parameter in clue.rule.parameters:
        value = values.get(parameter.name)
        if value is True:
            yield in_words(parameter.name)
        elif value is not None and parameter.is_cells:
            yield str(value)
        elif value is not None:
            yield f"{in_words(parameter.name)} {value}"


_UNLESS = re.compile(r",? unless `(\w+)` is true")
_WHERE = ("side", "index", "direction")
"""The parameters that the place of a clue beside the grid shows."""


def rules_in_words(board: Board, notes: Mapping[str, str] | None = None) -> str:
    """The rules of a puzzle for people: a line for each rule, with the values that its drawings do not show.

    Parameters
    ----------
    board
        The puzzle.
    notes
        What to say behind the names of rules, such as how they are drawn.

    Returns
    -------
    str
        The text.

    >>> from sudoku_cp import Sudoku
    >>> from sudoku_cp.rules import fast_thermo, killer
    >>> sudoku = Sudoku(4)
    >>> sudoku.add(killer("r1c1 r1c2", sum=3), fast_thermo("r2c2 r3c3", step=3))
    >>> print(rules_in_words(sudoku))
    Normal sudoku rules apply.
    Killer: The digits in the cage add up to its sum, if it has one, and do not repeat.
    Fast thermo: Digits increase by at least 2, or by the step, from cell to cell, starting from the bulb. (step 3)
    """
    known: dict[str, list[AppliedRule]] = {}
    own = [clue for clue in board.clues if isinstance(clue, AppliedRule)]
    for clue in _with_inner(own):
        known.setdefault(clue.rule.name, []).append(clue)
    lines = [] if isinstance(board, OpenGrid) else [_of_the_grid(board)]
    for name, clues in known.items():
        note = f" ({notes[name]})" if notes and name in notes else ""
        said = _values_in_words(board, [clue for clue in clues if clue in own])
        lines.append(f"{sentence(in_words(name))}{note}: {_text_of(clues)}{f' ({said})' if said else ''}")
    return "\n".join(lines)


def _with_inner(clues: Sequence[AppliedRule]) -> Iterator[AppliedRule]:
    for clue in clues:
        yield clue
        yield from _with_inner(clue.inner)


def _of_the_grid(board: Board) -> str:
    if not board.boxes:
        return "Each row and each column contains every digit once."
    return "Normal sudoku rules apply" + ("." if board.box else ", with regions of other shapes in place of boxes.")


def _text_of(clues: Sequence[AppliedRule]) -> str:
    """The text of a rule, without what an option allows that no clue has."""
    text = _UNLESS.sub(
        lambda found: found[0] if any(clue.parameters.get(found[1]) for clue in clues) else "",
        " ".join(clues[0].rule.text.split()),
    )
    return text.replace("`", "")


def _values_in_words(board: Board, clues: Sequence[AppliedRule]) -> str:
    """The values that the drawings of clues do not show; where clues differ, those of each clue."""
    words = {clue: _hidden(board, clue) for clue in clues}
    if len(set(words.values())) < 2:
        return next(iter(words.values()), "")
    return "; ".join(f"{_cells_of(clue)}: {said}" if _cells_of(clue) else said for clue, said in words.items() if said)


def _cells_of(clue: AppliedRule) -> str:
    return next(
        (
            str(clue.parameters[each.name])
            for each in clue.rule.parameters
            if each.is_cells and each.name in clue.parameters
        ),
        "",
    )


def _hidden(board: Board, clue: AppliedRule) -> str:
    """The parameters of a clue that its drawings do not show, in words."""
    if clue.inner:
        return "; ".join([*map(clue_in_words, clue.inner), *_values(clue, clue.parameters)])
    drawings = clue.drawings(board)
    shown = set(_WHERE) if any(isinstance(each, Outside) for each in drawings) else set[str]()
    is_labelled = any(each.label for each in drawings if isinstance(each, Cage | Dot | Outside))
    cells = {cell.name for each in drawings for cell in each.cells}
    for parameter in clue.rule.parameters:
        if parameter.is_cells:
            is_shown = cells.issuperset(str(clue.parameters.get(parameter.name, "")).split())
        elif parameter.required:
            is_shown = is_labelled
        else:
            is_shown = parameter.name in clue.parameters and _changes_drawing(board, clue, parameter.name)
        if is_shown:
            shown.add(parameter.name)
    choices = {each.name: each.default for each in clue.rule.parameters if isinstance(each.default, str)}
    values = choices | clue.parameters
    return "; ".join(_values(clue, {name: value for name, value in values.items() if name not in shown}))


def _changes_drawing(board: Board, clue: AppliedRule, name: str) -> bool:
    """Whether a clue would be drawn in another way without one of its parameters, as far as it can be without it."""
    with suppress(ModelError):
        other = clue.rule.clue({key: value for key, value in clue.parameters.items() if key != name})
        return list(map(_look, other.drawings(board))) != list(map(_look, clue.drawings(board)))
    return False


def _look(drawing: Drawing) -> tuple[object, ...]:
    return type(drawing), [cell.name for cell in drawing.cells], {**vars(drawing), "cells": ()}

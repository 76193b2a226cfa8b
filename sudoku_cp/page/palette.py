"""The tools of the page: one for each rule, made from its parameters and its drawing."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, get_args, get_origin

from sudoku_cp.model import Board, Cell, ModelError, Sudoku
from sudoku_cp.page.limits import Job
from sudoku_cp.rules import RULES, Border, Cage, Dot, Drawing, Line, Mark, Outside, Shade
from sudoku_cp.rules.parameters import Cells, Clues, Numbers, Pair, Parameter
from sudoku_cp.rules.registry import Rule

SHAPES: tuple[type[Drawing], ...] = (Outside, Cage, Line, Dot, Border, Mark, Shade)
"""The shapes by which a drawing is named, the most telling first."""

_TRIAL_CELLS = ("r4c4 r4c5 r5c4 r5c5", "r4c4 r4c5 r4c6", "r4c4 r4c5")
_LAST_TRIAL_ROW = 5


def palette(job: Job) -> dict[str, Any]:
    """The rules as tools, in the order of their declaration.

    Parameters
    ----------
    job
        The question.

    Returns
    -------
    dict
        ``rules``, and ``error`` if the user's own could not be loaded.
    """
    board = Sudoku(9)
    return {"rules": [_tool(rule, board) for rule in RULES.values()], "error": job.rules_error}


def _tool(rule: Rule, board: Sudoku) -> dict[str, Any]:
    drawings = _drawings(rule, board)
    shape = next((kind for kind in SHAPES if any(isinstance(each, kind) for each in drawings)), None)
    first = next((each for each in drawings if shape is not None and isinstance(each, shape)), None)
    return {
        "name": rule.name,
        "text": rule.text,
        "synonyms": list(rule.synonyms),
        "negative": next((each.name for each in RULES.values() if rule.name in each.negative_of), None),
        "module": rule.meaning.__module__.rpartition(".")[2],
        "own": not rule.meaning.__module__.startswith("sudoku_cp."),
        "tool": _kind_of_tool(rule, shape, drawings),
        "collects": [each.name for each in _collected(rule)],
        "shape": shape.__name__.lower() if shape is not None else "",
        "colour": getattr(first, "colour", getattr(first, "fill", "")),
        "parameters": [_parameter(each) for each in rule.parameters],
    }


def _collected(rule: Rule) -> list[Parameter]:
    """The parameters whose cells are drawn, one after the other: the required ones, or all if none is."""
    cells = [each for each in rule.parameters if each.is_cells]
    return [each for each in cells if each.required] or cells


def _kind_of_tool(rule: Rule, shape: type[Drawing] | None, drawings: tuple[Drawing, ...]) -> str:
    """How a person draws the clue on the board."""
    names = {each.name for each in rule.parameters}
    cells = _collected(rule)
    if any(each.is_clues for each in rule.parameters):
        return "text"
    if {"side", "index"} <= names:
        return "outside"
    if {"start", "direction"} <= names:
        return "diagonal"
    if not cells:
        return "form"
    if len(cells) > 1:
        return "arrow" if len(cells) == 2 and _is_line_through_both(drawings) else "cells"
    if cells[0].annotation == Pair:
        return "edge"
    if cells[0].annotation is Cell:
        return "cell"
    if shape is Line:
        return "line"
    is_at_corner = shape is Dot and any(len(each.cells) == 4 for each in drawings if isinstance(each, Dot))
    return "corner" if is_at_corner else "cells"


def _is_line_through_both(drawings: tuple[Drawing, ...]) -> bool:
    """Whether one line has trial cells of the first parameter and of the second, which are further down."""
    sides = [{(cell.row or 0) > _LAST_TRIAL_ROW for cell in each.cells} for each in drawings if isinstance(each, Line)]
    return {False, True} in sides


def _parameter(parameter: Parameter) -> dict[str, Any]:
    choices = list(get_args(parameter.annotation)) if get_origin(parameter.annotation) is not None else []
    kinds = {Cells: "cells", Pair: "cells", Cell: "cells", Clues: "clues", Numbers: "numbers"}
    kinds |= {int: "number", bool: "flag", str: "text"}
    is_choice = all(isinstance(choice, str) for choice in choices) and bool(choices)
    default = None if parameter.required else parameter.default
    return {
        "name": parameter.name,
        "kind": "choice" if is_choice else kinds.get(parameter.annotation, "text"),
        "wanted": parameter.cells_wanted,
        "choices": choices if is_choice else [],
        "required": parameter.required,
        "default": default if isinstance(default, str | int | None) else " ".join(map(str, default)),
        "words": parameter.kind,
    }


def _drawings(rule: Rule, board: Board) -> tuple[Drawing, ...]:
    """The drawings of the rule for some cells and values that suit it, if there are any."""
    if rule.draw is None:
        return ()
    if isinstance(rule.draw, Drawing):
        return (rule.draw,)
    first = next(iter(_collected(rule)), None)
    for cells in _TRIAL_CELLS:
        for number in (1, 5):
            with suppress(ModelError):
                needed = [each for each in rule.parameters if each.required]
                return rule.clue({each.name: _trial(each, cells, number, each == first) for each in needed}).drawings(
                    board
                )
    return ()


def _trial(parameter: Parameter, cells: str, number: int, is_first: bool) -> object:
    if parameter.is_cells:
        place = cells if is_first else cells.replace("r4", "r6").replace("r5", "r7")
        return " ".join(place.split()[: parameter.cells_wanted or None])
    if parameter.annotation is int:
        return number
    if parameter.annotation == Numbers:
        return [number]
    choices = get_args(parameter.annotation)
    return choices[0] if choices else str(number)

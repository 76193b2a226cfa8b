"""Questions about a puzzle as a whole: why it has no solution or several, what it does not need, what is equal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sudoku_cp.authoring.parts import Part
from sudoku_cp.model import Board, Cell
from sudoku_cp.page.job import Job
from sudoku_cp.page.puzzles import board_of, grid_values
from sudoku_cp.render.drawn import clue_in_words

_CELL = re.compile(r"r\d+c\d+")

MOST_SECONDS = 120.0
"""The time for one of these questions."""


def why(job: Job, text: str, claim: str | None = None) -> dict[str, Any]:
    """Why there is no solution, or why there are several, or why a cell has its value.

    Parameters
    ----------
    job
        The question.
    text
        The document.
    claim
        A claim such as ``r1c1=5``; None for the puzzle as a whole.

    Returns
    -------
    dict
        ``words``; the ``parts`` that clash or are the reason; the ``cells`` in which two solutions differ, with both
        values; ``helps``: the single changes after which there is a solution.
    """
    from sudoku_cp.authoring.ambiguity import Ambiguity
    from sudoku_cp.authoring.why import MinimalConflict, OpenClaim, Reason, Unique, why as explained

    board = board_of(text)
    answer = explained(board, claim, seconds=MOST_SECONDS, cancel=job.cancel)
    found: dict[str, Any] = {"words": _sentence(str(answer))}
    match answer:
        case MinimalConflict():
            found |= _parts(board, answer.parts)
            found["helps"] = [_help(each.part, each.is_unique) for each in answer.corrections]
        case Reason():
            found |= _parts(board, answer.parts)
        case Ambiguity():
            found["differ"] = _differ(answer.cells, answer.first, answer.second)
            found["givens"] = {cell.name: value for cell, value in answer.givens.items()}
        case OpenClaim():
            cells = [cell for cell in board.grid if answer.right[cell] != answer.wrong[cell]]
            found["differ"] = _differ(cells, answer.right, answer.wrong)
        case Unique():
            found["solution"] = grid_values(board, answer.solution)
    return found


def _differ(cells: Iterable[Cell], one: Any, other: Any) -> dict[str, list[int]]:
    return {cell.name: [one[cell], other[cell]] for cell in cells}


def _help(part: Part, is_unique: bool) -> str:
    return f"without {_part_in_words(part)}: {'one solution' if is_unique else 'several solutions'}"


def _parts(board: Board, parts: Iterable[Part]) -> dict[str, Any]:
    """The clues by their numbers, the givens by their cells."""
    numbers = {id(clue): number for number, clue in enumerate(board.clues)}
    listed = list(parts)
    return {
        "parts": [{"words": _part_in_words(part), "cells": _cells(board, part)} for part in listed],
        "clues": [numbers[id(part.clue)] for part in listed if id(part.clue) in numbers],
        "cells": [part.cell.name for part in listed if part.cell is not None],
    }


def _part_in_words(part: Part) -> str:
    return str(part) if part.clue is None else clue_in_words(part.clue)


def _cells(board: Board, part: Part) -> list[str]:
    """The cells of the grid that a part is about."""
    cells = {cell for constraint in part.constraints for cell in constraint.scope} | {part.cell}
    return [cell.name for cell in board.grid if cell in cells]


def _sentence(words: str) -> str:
    """Words with a capital, unless they begin with the name of a cell."""
    return words if _CELL.match(words) else words[:1].upper() + words[1:]


def unneeded(job: Job, text: str) -> dict[str, Any]:
    """The clues and givens without which the solutions are the same.

    Parameters
    ----------
    job
        The question.
    text
        The document.

    Returns
    -------
    dict
        ``words``, and the parts that can go one by one; ``together``: parts that can go at the same time.
    """
    from sudoku_cp.authoring.reduce import reduce

    board = board_of(text)
    found = reduce(board, seconds=MOST_SECONDS, cancel=job.cancel)
    return {
        "words": _sentence(str(found)),
        **_parts(board, found.needless),
        "together": _parts(board, found.removed),
    }


def equal(job: Job, text: str) -> dict[str, Any]:
    """The cells that are equal, or have a constant difference or sum, in all solutions.

    Parameters
    ----------
    job
        The question.
    text
        The document.

    Returns
    -------
    dict
        ``words``; ``relations`` with two ``cells`` and ``words`` each.
    """
    from sudoku_cp.authoring.equal import equal as related

    found = related(board_of(text), seconds=MOST_SECONDS, cancel=job.cancel)
    relations = [{"cells": [each.first.name, each.second.name], "words": str(each)} for each in found.relations]
    if relations and found.number > 1:
        more = "" if found.is_complete else " so far"
        return {"words": f"{len(relations)} relations of cells hold in all solutions{more}", "relations": relations}
    return {"words": _sentence(str(found)), "relations": []}

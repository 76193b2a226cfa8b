"""A document as the page shows it: its picture, cells and clues; the document after a change, and in other formats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any

from sudoku_cp._base.errors import ModelError
from sudoku_cp.formats import Document, write
from sudoku_cp.formats.toml.writing import packed
from sudoku_cp.model import Board, Cell, Kakuro
from sudoku_cp.page import checking, editing, opening
from sudoku_cp.page.limits import Job
from sudoku_cp.page.puzzles import board_of
from sudoku_cp.render.drawn import clue_in_words, drawings_by_clue, drawings_of
from sudoku_cp.render.figures import CELL
from sudoku_cp.render.svg import svg
from sudoku_cp.rules import AppliedRule, Cage, Outside


def view(job: Job, text: str) -> dict[str, Any]:
    """The picture of a document, with what the page has to know of its cells and clues.

    Parameters
    ----------
    job
        The question.
    text
        The document.

    Returns
    -------
    dict
        ``svg``, ``cells``, ``clues`` and others; see ``docs/explanations/inside-the-page.md``.

    Raises
    ------
    InputError
        If the document is wrong.
    """
    board = board_of(text)
    cages = drawings_of(drawings_by_clue(board), Cage)
    return {
        "name": board.name,
        "svg": str(svg(board, words=False)),
        "unit": CELL,
        "height": board.height,
        "width": board.width,
        "cells": {cell.name: _place(cell) for cell in board.grid},
        "digits": list(board.digits),
        "symbols": list(board.symbols) or list(map(str, board.digits)),
        "givens": {cell.name: value for cell, value in board.givens.items()},
        "boxes": [[cell.name for cell in box] for box in board.boxes],
        "differ": checking.differing(board),
        "labelled": [min(cage.cells, key=_place).name for cage in cages if cage.label],
        "clues": _clues(board, text),
        "left_out": opening.left_out(text),
        "scored": board.objective is not None,
        "takes_givens": not isinstance(board, Kakuro),
    }


def _place(cell: Cell) -> list[int]:
    assert cell.row is not None
    assert cell.column is not None
    return [cell.row, cell.column]


def _clues(board: Board, text: str) -> list[dict[str, Any]]:
    known, shown = enumerate(editing.document_clues(text, board)), {cell.name for cell in board.grid}
    partly = opening.partly(text)
    return [
        {**_clue(board, shown, clue, path, number), "partly": partly.get(path, [])}
        for number, (path, clue) in known
        if isinstance(clue, AppliedRule)
    ]


def _clue(
    board: Board, shown: set[str], clue: AppliedRule, path: tuple[str, int] | None, number: int
) -> dict[str, Any]:
    drawings = clue.drawings(board)
    cells = dict.fromkeys(cell for name, value in clue.arguments for cell in _cells(clue, name, value))
    for drawing in drawings:
        cells |= {cell.name: None for cell in drawing.cells}
    return {
        "number": number,
        "path": path,
        "rule": clue.rule.name,
        "words": clue_in_words(clue),
        "name": str(clue),
        "text": clue.rule.text,
        "cells": [name for name in cells if name in shown],
        "places": [list(drawing.place) for drawing in drawings if isinstance(drawing, Outside)],
        "parameters": clue.parameters,
        "inner": [clue_in_words(each) for each in clue.inner],
    }


def _cells(clue: AppliedRule, name: str, value: Any) -> tuple[str, ...]:
    parameter = next(each for each in clue.rule.parameters if each.name == name)
    return value if parameter.is_cells and isinstance(value, tuple) else ()


def change(job: Job, text: str, change: Mapping[str, Any]) -> dict[str, Any]:
    """Change a document, and show the new one.

    Parameters
    ----------
    job
        The question; the new ``text`` is reported before the answer.
    text
        The document.
    change
        What to change; ``kind`` is a key of `CHANGES`.

    Returns
    -------
    dict
        The view of the new document, with ``notes`` on what an import left out.

    Raises
    ------
    InputError
        If an imported text is not a puzzle.
    ModelError
        If the change is impossible.
    """
    if change.get("kind") not in CHANGES:
        raise ModelError(f"there is no change {change.get('kind')}")
    new, notes = CHANGES[change["kind"]](text, change)
    board_of(new)
    job.report({"text": new})
    return {**view(job, new), "text": new, "notes": notes}


CHANGES: dict[str, Callable[[str, Mapping[str, Any]], tuple[str, list[str]]]] = {
    "give": lambda text, given: (editing.give(text, given["cells"], given["digit"]), []),
    "add": lambda text, added: (editing.add_clue(text, added["rule"], added["parameters"]), []),
    "change": lambda text, changed: (editing.change_clue(text, changed["path"], changed["parameters"]), []),
    "remove": lambda text, removed: (editing.remove_clues(text, removed["paths"]), []),
    "combine": lambda text, made: (
        editing.combine_clues(text, made["rule"], made["paths"], made["parameters"]),
        [],
    ),
    "split": lambda text, made: (editing.split_clue(text, made["path"]), []),
    "import": lambda text, made: opening.imported(BytesIO(made["text"].encode())),
}
"""The changes of a document by their kind."""


FORMATS = ("toml-address", "f-puzzles-address", "sudokupad-address", "f-puzzles", "sudokupad", "line", "toml", "svg")
"""What a document is exported to."""


def export(job: Job, text: str, to: str) -> dict[str, Any]:
    """Write a document in another format.

    Parameters
    ----------
    job
        The question.
    text
        The document.
    to
        One of `FORMATS`.

    Returns
    -------
    dict
        ``text``.

    Raises
    ------
    ModelError
        If the format cannot say what the document says; the message names it.
    """
    if to not in FORMATS:
        raise ModelError(f"there is no export to {to}; there are {', '.join(FORMATS)}")
    board = board_of(text)
    if to == "svg":
        return {"text": str(svg(board))}
    if to == "toml":
        return {"text": text}
    if to == "toml-address":
        return {"text": packed(text)}
    return {"text": "".join(write([Document(board, "", 1)], to))}

"""A document as the page shows it: its picture, cells and clues; the document after a change, and in other formats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from io import BytesIO
from typing import Any

from sudoku_cp._base.errors import ModelError
from sudoku_cp.formats import Document, format_named, write
from sudoku_cp.formats.toml.writing import packed
from sudoku_cp.model import Board, Cell, Kakuro, LoweringError, Sudoku
from sudoku_cp.page import checking, editing, opening, shaping
from sudoku_cp.page.limits import Job
from sudoku_cp.page.puzzles import board_of, document_of, grid_values, puzzle_of, values_of
from sudoku_cp.render.drawn import clue_in_words, drawings_by_clue, drawings_of, in_words, rules_in_words, sentence
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
    document = document_of(text)
    board = document.model
    cages = drawings_of(drawings_by_clue(board), Cage)
    return {
        "name": board.name,
        "texts": {"author": document.carried.get("author", ""), "rules": document.carried.get("ruleset", "")},
        "spoken": rules_in_words(board) if board.clues else "",
        "shapes": isinstance(board, Sudoku) and "model" not in values_of(text).by_key,
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
    "describe": lambda text, said: (shaping.describe(text, said["texts"]), []),
    "resize": lambda text, wanted: (shaping.resize(text, wanted["height"], wanted["width"]), []),
    "divide": lambda text, drawn: (shaping.divide(text, drawn["labels"]), []),
    "import": lambda text, made: opening.imported(BytesIO(made["text"].encode())),
}
"""The changes of a document by their kind."""


FORMATS = (
    "share",
    "toml-address",
    "f-puzzles-address",
    "sudokupad-address",
    "f-puzzles",
    "sudokupad",
    "line",
    "toml",
    "svg",
)
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
        ``text``, with the solution if the format has a place for it and there is one. For ``share`` it is an address
        of SudokuPad, empty if there is none (``problem``); ``document`` is one of the page, ``unchecked`` what
        SudokuPad only draws, and ``unsolved`` why the address has no solution.

    Raises
    ------
    ModelError
        If the format cannot say what the document says; the message names it.
    """
    if to not in FORMATS:
        raise ModelError(f"there is no export to {to}; there are {', '.join(FORMATS)}")
    document = document_of(text)
    if to == "svg":
        return {"text": str(svg(document.model))}
    if to == "toml":
        return {"text": text}
    if to == "toml-address":
        return {"text": packed(text)}
    if to == "share":
        return {"document": packed(text), "unchecked": _unchecked(document.model), **_shared(job, text)}
    return {"text": "".join(write([_with_solution(job, text)[0] if format_named(to).has_solution else document], to))}


SECONDS = 5
"""The seconds in which the solution of an exported puzzle is sought."""


def _shared(job: Job, text: str) -> dict[str, Any]:
    """The address at which SudokuPad opens the puzzle, and why it has no solution there; or why there is none."""
    document, unsolved = _with_solution(job, text)
    try:
        return {"text": "".join(write([document], "sudokupad-address")), "unsolved": unsolved}
    except ModelError as error:
        return {"text": "", "problem": str(error)}


def _with_solution(job: Job, text: str) -> tuple[Document, str]:
    """A document with its solution if that is the only one; if not, why in words."""
    document = document_of(text)
    try:
        puzzle, limits = puzzle_of(text, job.limits(SECONDS))
        result = puzzle.compiled.count(2, puzzle.givens, limits)
    except LoweringError as error:
        return document, str(error)
    if result.count == 1 and result.solution is not None and result.exact:
        values = grid_values(puzzle.board, result.solution)
        solution = [values[cell.name] for cell in puzzle.board.grid]
        return replace(document, carried={**document.carried, "solution": solution}), ""
    if result.count > 1:
        return document, "the puzzle has several"
    return document, "the puzzle has none" if result.exact else f"it was not found in {SECONDS} seconds"


def _unchecked(board: Board) -> list[str]:
    """The rules that SudokuPad only draws, in words."""
    if not isinstance(board, Sudoku):
        return []
    from sudoku_cp.formats.sudokupad.writing import only_drawn

    return list(dict.fromkeys(sentence(in_words(clue.rule.name)) for clue in only_drawn(board)))

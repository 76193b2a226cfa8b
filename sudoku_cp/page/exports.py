"""Documents in other formats, and what those cannot say."""

from __future__ import annotations

from typing import Any

from sudoku_cp._base.errors import ModelError
from sudoku_cp.formats import Document, write
from sudoku_cp.formats.toml.writing import packed
from sudoku_cp.page.job import Job
from sudoku_cp.page.puzzles import board_of
from sudoku_cp.render.svg import svg

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

"""A puzzle that a document declares: a board with its clues, and content that is not logic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sudoku_cp.model import Board, Clue

ONLY_DRAWN = "only drawn: "
"""The beginning of what is not supported because it is a drawing: no field states its rule."""


@dataclass(frozen=True, slots=True)
class Document:
    """A puzzle declared by a document."""

    model: Board
    """The board with its givens and clues."""
    source: str
    """The file or the name of the document, for messages."""
    line: int
    """The line on which the document begins, from 1."""
    carried: Mapping[str, Any] = field(default_factory=dict)
    """Content of the document that is not logic: texts and drawings, by their keys in it."""
    unsupported: tuple[str, ...] = ()
    """Content of the document that is not supported and not in the model."""
    notes: tuple[str, ...] = ()
    """Notes on its texts: the rules that they name and that no field states."""
    partly: tuple[tuple[Clue, str], ...] = ()
    """Clues of the model that keep a part of what the document has, each with what is left out.

    What is in `unsupported` as well changes the solutions; the rest is how a clue is drawn, or a field that is
    not known.
    """

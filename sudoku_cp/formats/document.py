"""A puzzle that a document declares: a board with its clues, and what is no logic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sudoku_cp.model import Board


@dataclass(frozen=True, slots=True)
class Document:
    """A puzzle declared by a document."""

    model: Board
    source: str
    line: int
    carried: Mapping[str, Any] = field(default_factory=dict)
    """What the document holds besides, and is no logic: texts and drawings, by their keys in it."""
    unsupported: tuple[str, ...] = ()
    """What the document says and the model does not."""
    notes: tuple[str, ...] = ()
    """What to tell about its texts: the rules that they name and nothing in it states."""

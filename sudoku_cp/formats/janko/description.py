"""The description of a puzzle: its words and its grids of entries, not yet understood."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from sudoku_cp.formats.source_lines import SourceLine, SourceLines

TEXTS = frozenset(
    (
        *("author", "solver", "source", "title", "info", "infotext", "date", "mail", "pid", "rights"),
        *("unit", "unitsize", "depth", "check", "layout", "options", "pattern"),
    )
)
"""Words about a puzzle that do not affect its logic."""

GRIDS = frozenset(["problem", "areas", "solution", "rlabels", "clabels"])

_NUMBERS = frozenset(["size", "rows", "cols", "patternx", "patterny"])

MAX_LINES = 2000
"""The largest number of lines from ``begin`` to ``end``, with all moves."""


class Entry(NamedTuple):
    """A word of a grid and its place."""

    text: str
    line: int
    column: int


@dataclass
class Description:
    """The description between ``begin`` and ``end``."""

    line: int
    words: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The value and the line of each word."""
    grids: dict[str, list[list[Entry]]] = field(default_factory=dict)


def read_description(lines: SourceLines, number: int) -> Description:
    """Read the lines after ``begin``, which is on the line with this number, to ``end``.

    Raises
    ------
    InputError
        If a word is not known, or occurs twice with two readings, the end is missing, or there are too many lines.
    """
    found, grid = Description(number), None
    for line in lines:
        if line.number > number + MAX_LINES:
            raise lines.error(f"a puzzle of more than {MAX_LINES:,} lines", number)
        words = line.text.split()
        if not words:
            continue
        word = words[0].lower()
        if word == "end":
            return found
        if word in GRIDS and len(words) == 1:
            if word in found.grids:
                raise lines.error(f"{word} occurs twice", line.number)
            grid = found.grids[word] = []
        elif word in ("puzzle", "variant", "moves") or word in TEXTS or word in _NUMBERS:
            grid, value = None, " ".join(words[1:])
            before, _ = found.words.get(word, (value, 0))
            if before != value and word != "moves" and word not in TEXTS:
                raise lines.error(f"{word} occurs twice, with {before!r} and with {value!r}", line.number)
            found.words[word] = value, line.number
        elif grid is not None:
            grid.append(_entries(line))
        elif not line.text.rstrip().endswith(";"):  # of moves
            raise lines.error(f"unknown word {words[0]}", line.number)
    raise lines.error("the line end is missing", number)


def _entries(line: SourceLine) -> list[Entry]:
    return [Entry(found.group(), line.number, found.start() + 1) for found in re.finditer(r"\S+", line.text)]

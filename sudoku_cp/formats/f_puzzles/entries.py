"""The parts of entries in an f-puzzles document: cells, lines and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from sudoku_cp.model import InputError

Entry: TypeAlias = Mapping[str, Any]
"""A clue as f-puzzles writes it."""

Parameters: TypeAlias = dict[str, Any]
"""A clue's parameters as puzzle documents write them."""

_CELL = re.compile(r"[Rr](\d{1,2})[Cc](\d{1,2})")


def cells_of(entry: Entry, key: str = "cells") -> list[str]:
    """The cells under a key of an entry, as ``r1c2`` for ``R1C2``.

    Raises
    ------
    InputError
        If there are none, or one is not a cell.
    """
    cells = entry.get(key)
    if not isinstance(cells, list) or not cells:
        raise InputError(f"{key} must be a list of cells such as R1C1, not {cells!r}")
    return [cell_name(cell) for cell in cells]


def cell_name(cell: object) -> str:
    """Convert ``R1C2`` to ``r1c2``.

    Raises
    ------
    InputError
        If it is not a cell.
    """
    found = _CELL.fullmatch(cell) if isinstance(cell, str) else None
    if found is None:
        raise InputError(f"{cell!r} is not a cell such as R1C1")
    return f"r{int(found[1])}c{int(found[2])}"


def place_of(name: str) -> tuple[int, int]:
    """The row and the column of ``r1c2``."""
    row, column = name[1:].split("c")
    return int(row), int(column)


def number_of(entry: Entry, key: str = "value") -> int | None:
    """The number under a key of an entry, which may be a string; None if there is none.

    Raises
    ------
    InputError
        If it is not a whole number.
    """
    value = entry.get(key)
    if value is None or value == "":
        return None
    if isinstance(value, str) and re.fullmatch(r"\s*-?\d{1,6}\s*", value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise InputError(f"{key} must be a whole number, not {value!r}")


def lines_of(entry: Entry) -> Iterator[list[str]]:
    """The lines of an entry.

    Raises
    ------
    InputError
        If there are none.
    """
    lines = entry.get("lines")
    if not isinstance(lines, list):
        raise InputError(f"lines must be a list of lists of cells, not {lines!r}")
    for line in lines:
        yield cells_of({"line": line}, "line")


def says_nothing(entry: Entry) -> bool:
    """Return whether a clue has no cells or no number, and is therefore only drawn."""
    return entry.get("value") == "" or not all(entry.get(key, True) for key in ("cells", "lines", "values"))


def spelled(cells: str | Sequence[str]) -> list[str]:
    """Convert ``"r1c2"`` to ``["R1C2"]``."""
    return [cell.upper() for cell in (cells.split() if isinstance(cells, str) else cells)]

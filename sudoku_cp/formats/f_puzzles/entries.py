"""The parts of entries in an f-puzzles document: cells, lines and numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from sudoku_cp.model import InputError

Entry: TypeAlias = Mapping[str, Any]
"""A clue as f-puzzles writes it."""

Parameters: TypeAlias = dict[str, Any]
"""A clue's parameters as puzzle documents write them."""

_CELL = re.compile(r"[Rr](\d{1,2})[Cc](\d{1,2})")


class OtherValueError(InputError):
    """A value that no rule here expresses, such as ``<5`` for a sum."""


def cells_of(entry: Entry, key: str = "cells") -> list[str]:
    """The cells under a key of an entry, as ``r1c2`` for ``R1C2``; none if the entry is unfinished.

    Raises
    ------
    InputError
        If they are not a list, or one is not a cell.
    """
    cells = entry.get(key)
    if cells is None or cells == "":
        return []
    if not isinstance(cells, list):
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
    OtherValueError
        If it is not a whole number.
    """
    value = entry.get(key)
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if isinstance(value, str) and re.fullmatch(r"\s*-?\d{1,6}\s*", value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise OtherValueError(f"{key} must be a whole number, not {value!r}")


def lines_of(entry: Entry) -> list[list[str]]:
    """The lines of an entry; none if it is unfinished.

    Raises
    ------
    InputError
        If they are not lists of cells.
    """
    lines = entry.get("lines")
    if lines is None or lines == "":
        return []
    if not isinstance(lines, list):
        raise InputError(f"lines must be a list of lists of cells, not {lines!r}")
    return [cells_of({"line": line}, "line") for line in lines]


class ReadEntry(Mapping[str, Any]):
    """An entry that knows which of its keys were read.

    >>> entry = ReadEntry({"cells": ["R1C1"], "outlineC": "#F00", "value": ""})
    >>> entry["cells"], entry.unread()
    (['R1C1'], ['outlineC'])
    """

    def __init__(self, entry: Entry) -> None:
        self._entry = entry
        self._read: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self._read.add(key)
        return self._entry[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entry)

    def __len__(self) -> int:
        return len(self._entry)

    def unread(self, implied: Collection[str] = ()) -> list[str]:
        """The keys that say something and were not read, without those whose content follows from the others."""
        return [key for key, value in self._entry.items() if value and key not in self._read and key not in implied]

    def fields(self, implied: Collection[str] = ()) -> list[str]:
        """The unread keys of which nothing is known, and which may change the solutions."""
        return [key for key in self.unread(implied) if key not in STYLES]


STYLES = {
    **dict.fromkeys(("outlineC", "baseC", "fontC", "color", "backgroundColor", "fontColor", "borderColor"), "colours"),
    **dict.fromkeys(("width", "height", "size", "angle", "thickness"), "size"),
    **dict.fromkeys(("style", "hidden"), "style"),
    **dict.fromkeys(("fromConstraint", "isNewConstraint", "fromRangskSolver"), "origin"),
}
"""Keys that say how a clue is drawn, in words."""


def left_out(keys: Iterable[str]) -> str:
    """What a clue leaves out whose entry has keys that are not read.

    >>> left_out(["outlineC", "baseC", "width", "isBroken"]), left_out(["style"])
    ('its field isBroken; its colours and size, which are only drawn', 'its style, which is only drawn')
    """
    fields = [f"its field {key}" for key in keys if key not in STYLES]
    styles = list(dict.fromkeys(STYLES[key] for key in keys if key in STYLES))
    verb = "are" if len(styles) > 1 or "colours" in styles else "is"
    return "; ".join([*fields, *([f"its {' and '.join(styles)}, which {verb} only drawn"] if styles else [])])


def entry_in_words(entry: Entry) -> str:
    """An entry as people say it: its cells, and whatever else it has.

    >>> entry_in_words({"cells": ["R1C1", "R1C2"], "value": "A", "unique": True, "width": 0.5})
    'r1c1 r1c2 with the value A, unique, width 0.5'
    >>> entry_in_words({"lines": [["R1C1", "R2C2"]], "cell": [0, 3], "odd": {"a": 1}}), entry_in_words({})
    ('r1c1 r2c2, r1c4 with odd', 'without content')
    """
    places, others = [], []
    for key, value in entry.items():
        if key in ("cell", "cells", "lines", "cloneCells"):
            places.append(_places_in_words(value))
        elif isinstance(value, str | int | float) and value not in (True, False, ""):
            others.append(f"the value {value}" if key == "value" else f"{key} {value}")
        elif value:
            others.append(key)
    said = [", ".join(filter(None, places)), f"with {', '.join(others)}" if others else ""]
    return " ".join(filter(None, said)) or "without content"


def _places_in_words(value: Any) -> str:
    """Names of cells, or pairs of a row and a column from 0, in lists of any depth."""
    if not isinstance(value, list):
        return str(value).lower()
    if len(value) == 2 and all(type(number) is int for number in value):
        return f"r{value[0] + 1}c{value[1] + 1}"
    return " ".join(map(_places_in_words, value))


def spelled(cells: str | Sequence[str]) -> list[str]:
    """Convert ``"r1c2"`` to ``["R1C2"]``."""
    return [cell.upper() for cell in (cells.split() if isinstance(cells, str) else cells)]

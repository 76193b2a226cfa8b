"""The clues of f-puzzles documents and the rules of `sudoku_cp.rules`: which is which, in both directions.

A document holds clues under a key for each kind: ``"renban": [{"lines": [["R1C1", "R1C2"]]}]``, or ``"antiknight":
true`` for a rule of the whole grid. A number may be written as a text. Outside clues stand in row or column 0, or one
beyond the last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sudoku_cp.model import InputError

Entry: TypeAlias = Mapping[str, Any]
"""A clue as f-puzzles writes it."""

Parameters: TypeAlias = dict[str, Any]
"""A clue's parameters as puzzle documents write them."""

_CELL = re.compile(r"[Rr](\d{1,2})[Cc](\d{1,2})")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of clues.

    Parameters
    ----------
    key
        Where documents hold it.
    rule
        The name of the rule.
    read
        The clues that an entry stands for, in a grid of a size.
    write
        The entries for a clue in a grid of a size; None if an f-puzzles document cannot say it.
    """

    key: str
    rule: str
    read: Callable[[Entry, int], Iterable[Parameters]]
    write: Callable[[Parameters, int], list[Entry] | None]


def cells_of(entry: Entry, key: str = "cells") -> list[str]:
    """The cells that an entry has under a key, ``r1c2`` for ``R1C2``.

    Raises
    ------
    InputError
        If there are none, or one is no cell.
    """
    cells = entry.get(key)
    if not isinstance(cells, list) or not cells:
        raise InputError(f"{key} must be a list of cells such as R1C1, not {cells!r}")
    return [cell_name(cell) for cell in cells]


def cell_name(cell: object) -> str:
    """``r1c2`` for ``R1C2``.

    Raises
    ------
    InputError
        If it is no cell.
    """
    found = _CELL.fullmatch(cell) if isinstance(cell, str) else None
    if found is None:
        raise InputError(f"{cell!r} is not a cell such as R1C1")
    return f"r{int(found[1])}c{int(found[2])}"


def number_of(entry: Entry, key: str = "value") -> int | None:
    """The number that an entry has under a key, be it a text; None if it has none.

    Raises
    ------
    InputError
        If it is no whole number.
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
        If it has none.
    """
    lines = entry.get("lines")
    if not isinstance(lines, list):
        raise InputError(f"lines must be a list of lists of cells, not {lines!r}")
    for line in lines:
        yield cells_of({"line": line}, "line")


def says_nothing(entry: Entry) -> bool:
    """Say whether a clue was left without cells or without its number: it is only drawn."""
    return entry.get("value") == "" or not (entry.get("cells", True) and entry.get("lines", True))


def spelled(cells: str | Sequence[str]) -> list[str]:
    """``["R1C2"]`` for ``"r1c2"``."""
    return [cell.upper() for cell in (cells.split() if isinstance(cells, str) else cells)]


def _line(key: str, rule: str, number: str | None = None, default: int | None = None, *, is_set: bool = False) -> Kind:
    """A kind of lines; ``is_set`` where the order of the cells plays no part, so that a line may return to a cell."""

    def read(entry: Entry, size: int) -> Iterator[Parameters]:
        value = number_of(entry) if number else None
        for line in lines_of(entry):
            line = list(dict.fromkeys(line)) if is_set else line
            yield {"line": line} if value is None else {"line": line, str(number): value}

    def write(parameters: Parameters, size: int) -> list[Entry] | None:
        entry: dict[str, Any] = {"lines": [spelled(parameters.pop("line"))]}
        value = parameters.pop(str(number), default)
        return _complete(entry | ({"value": str(value)} if number else {}), parameters)

    return Kind(key, rule, read, write)


def _marked(key: str, rule: str) -> Kind:
    """A kind whose entries mark one cell each."""

    def read(entry: Entry, size: int) -> Iterator[Parameters]:
        yield {"cells": [cell_name(entry.get("cell"))]}

    def write(parameters: Parameters, size: int) -> list[Entry] | None:
        cells = spelled(parameters.pop("cells"))
        return None if parameters else [{"cell": cell} for cell in cells]

    return Kind(key, rule, read, write)


def _region(key: str, rule: str) -> Kind:
    """A kind whose entries are groups of cells."""

    def read(entry: Entry, size: int) -> Iterator[Parameters]:
        yield {"cells": cells_of(entry)}

    def write(parameters: Parameters, size: int) -> list[Entry] | None:
        return _complete({"cells": spelled(parameters.pop("cells"))}, parameters)

    return Kind(key, rule, read, write)


def _dot(key: str, rule: str, number: str, default: int) -> Kind:
    def read(entry: Entry, size: int) -> Iterator[Parameters]:
        value = number_of(entry)
        yield {"cells": cells_of(entry)} | ({} if value is None else {number: value})

    def write(parameters: Parameters, size: int) -> list[Entry] | None:
        entry: dict[str, Any] = {"cells": spelled(parameters.pop("cells"))}
        value = parameters.pop(number, default)
        return _complete(entry if value == default else entry | {"value": str(value)}, parameters)

    return Kind(key, rule, read, write)


def _cage(key: str, rule: str) -> Kind:
    def read(entry: Entry, size: int) -> Iterator[Parameters]:
        value = number_of(entry)
        yield {"cells": cells_of(entry)} | ({} if value is None else {"sum": value})

    def write(parameters: Parameters, size: int) -> list[Entry] | None:
        entry: dict[str, Any] = {"cells": spelled(parameters.pop("cells"))}
        value = parameters.pop("sum", None)
        return _complete(entry | ({} if value is None else {"value": str(value)}), parameters)

    return Kind(key, rule, read, write)


def _read_arrow(entry: Entry, size: int) -> Iterator[Parameters]:
    circle = cells_of(entry)
    for line in lines_of(entry):
        rest = line[1:] if line[0] in circle else line
        if len(circle) == 1:
            yield {"circle": circle, "line": rest}


def _write_arrow(parameters: Parameters, size: int) -> list[Entry] | None:
    circle, line = spelled(parameters.pop("circle")), spelled(parameters.pop("line"))
    return _complete({"cells": circle, "lines": [[circle[-1], *line]]}, parameters)


def _read_clone(entry: Entry, size: int) -> Iterator[Parameters]:
    yield {"cells": cells_of(entry), "copy": cells_of(entry, "cloneCells")}


def _write_clone(parameters: Parameters, size: int) -> list[Entry] | None:
    cells, copy = spelled(parameters.pop("cells")), spelled(parameters.pop("copy"))
    return _complete({"cells": cells, "cloneCells": copy}, parameters)


def _read_xv(entry: Entry, size: int) -> Iterator[Parameters]:
    value = entry.get("value")
    if value not in ("X", "V", "x", "v"):
        raise InputError(f"value must be X or V, not {value!r}")
    yield {"cells": cells_of(entry), "sum": 10 if value in "Xx" else 5}


def _write_xv(parameters: Parameters, size: int) -> list[Entry] | None:
    letter = {10: "X", 5: "V"}.get(parameters.pop("sum"))
    if letter is None:
        return None
    return _complete({"cells": spelled(parameters.pop("cells")), "value": letter}, parameters)


def _complete(entry: dict[str, Any], rest: Parameters) -> list[Entry] | None:
    """The entry, if it says everything."""
    return None if rest else [entry]


KINDS: tuple[Kind, ...] = (
    _cage("killercage", "killer"),
    Kind("arrow", "arrow", _read_arrow, _write_arrow),
    _line("thermometer", "thermo"),
    _line("palindrome", "palindrome"),
    _line("renban", "renban", is_set=True),
    _line("whispers", "whisper", "difference", 5),
    _dot("difference", "kropki_white", "difference", 1),
    _dot("ratio", "kropki_black", "ratio", 2),
    Kind("xv", "xv", _read_xv, _write_xv),
    _marked("odd", "odd"),
    _marked("even", "even"),
    _marked("minimum", "minimum"),
    _marked("maximum", "maximum"),
    _region("extraregion", "extra_region"),
    Kind("clone", "clone", _read_clone, _write_clone),
)
"""The kinds of clues that have cells."""

FLAGS: Mapping[str, tuple[str, Parameters]] = {
    "diagonal+": ("diagonal", {"direction": "rising"}),
    "diagonal-": ("diagonal", {"direction": "falling"}),
    "antiknight": ("anti_knight", {}),
    "antiking": ("anti_king", {}),
    "disjointgroups": ("disjoint_groups", {}),
    "nonconsecutive": ("non_consecutive", {}),
}
"""The rules of the whole grid, which are true or absent."""

NEGATIVE: Mapping[str, Callable[[Entry], tuple[str, Parameters]]] = {}
"""What it means that all dots of a kind are given."""

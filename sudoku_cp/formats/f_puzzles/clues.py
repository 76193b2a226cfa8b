"""The mapping between the clues of f-puzzles documents and the rules of `sudoku_cp.rules`, in both directions.

A document has a key for each kind of clue: ``"renban": [{"lines": [["R1C1", "R1C2"]]}]``, or ``"antiknight": true``
for a rule of the whole grid. A number may be written as a string. Outside clues are in row or column 0, or one beyond
the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sudoku_cp.formats.other_programs import (
    Entry,
    OtherValueError,
    Parameters,
    cell_name,
    cells_of,
    lines_of,
    number_of,
    place_of,
    spelled,
)
from sudoku_cp.model import InputError


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of clue.

    Parameters
    ----------
    key
        The key in documents.
    rule
        The name of the rule.
    read
        Returns the clues of an entry, given the size of the grid; None for a part that is unfinished and says nothing.
    write
        Returns the entries for a clue, given the size of the grid; None if an f-puzzles document cannot express it.
    joined
        Whether the cells of all entries form one clue.
    may_lack_number
        Whether an entry says something without its number.
    """

    key: str
    rule: str
    read: Callable[[Entry, int], Iterable[Parameters | None]]
    write: Callable[[Parameters, int], list[Entry] | None]
    joined: bool = False
    may_lack_number: bool = False


def _line(key: str, rule: str, number: str | None = None, default: int | None = None, least: int = 2) -> Kind:
    """A kind of line, which says nothing if it has fewer than ``least`` cells."""

    def read(entry: Entry, size: int) -> Iterator[Parameters | None]:
        lines, value = lines_of(entry), number_of(entry) if number else None
        for line in lines:
            if len(line) < least:
                yield None
            else:
                yield {"line": line} if value is None else {"line": line, str(number): value}

    def write(parameters: Parameters, size: int) -> list[Entry] | None:
        entry: dict[str, Any] = {"lines": [spelled(parameters.pop("line"))]}
        value = parameters.pop(str(number), default)
        return _complete(entry | ({"value": str(value)} if number else {}), parameters)

    return Kind(key, rule, read, write)


def _marked(key: str, rule: str) -> Kind:
    """A kind whose entries each mark one cell."""

    def read(entry: Entry, size: int) -> Iterator[Parameters | None]:
        if entry.get("cell"):
            yield {"cells": [cell_name(entry["cell"])]}

    def write(parameters: Parameters, size: int) -> list[Entry] | None:
        cells = spelled(parameters.pop("cells"))
        return None if parameters else [{"cell": cell} for cell in cells]

    return Kind(key, rule, read, write, joined=True)


def _region(key: str, rule: str) -> Kind:
    """A kind whose entries are groups of cells."""

    def read(entry: Entry, size: int) -> Iterator[Parameters | None]:
        if cells := cells_of(entry):
            yield {"cells": cells}

    def write(parameters: Parameters, size: int) -> list[Entry] | None:
        return _complete({"cells": spelled(parameters.pop("cells"))}, parameters)

    return Kind(key, rule, read, write)


def _dot(key: str, rule: str, number: str, default: int) -> Kind:
    def read(entry: Entry, size: int) -> Iterator[Parameters | None]:
        cells, value = cells_of(entry), number_of(entry)
        if cells:
            yield {"cells": cells} | ({} if value is None else {number: value})

    def write(parameters: Parameters, size: int) -> list[Entry] | None:
        entry: dict[str, Any] = {"cells": spelled(parameters.pop("cells"))}
        value = parameters.pop(number, default)
        return _complete(entry if value == default else entry | {"value": str(value)}, parameters)

    return Kind(key, rule, read, write)


def _cage(key: str, rule: str) -> Kind:
    def read(entry: Entry, size: int) -> Iterator[Parameters | None]:
        cells, value = cells_of(entry), number_of(entry)
        if cells:
            yield {"cells": cells} | ({"sum": value} if value else {})  # 0 means none where no digit is 0

    def write(parameters: Parameters, size: int) -> list[Entry] | None:
        entry: dict[str, Any] = {"cells": spelled(parameters.pop("cells"))}
        value = parameters.pop("sum", None)
        if value == 0:
            return None
        return _complete(entry | ({} if value is None else {"value": str(value)}), parameters)

    return Kind(key, rule, read, write, may_lack_number=True)


def _read_arrow(entry: Entry, size: int) -> Iterator[Parameters | None]:
    circle, lines = cells_of(entry), lines_of(entry)
    for line in lines if circle else ():
        shaft = line[1:] if line[:1] and line[0] in circle else line
        yield {"circle": sorted(circle, key=place_of), "line": shaft} if shaft else None


def _write_arrow(parameters: Parameters, size: int) -> list[Entry] | None:
    circle, line = spelled(parameters.pop("circle")), spelled(parameters.pop("line"))
    return _complete({"cells": circle, "lines": [[circle[-1], *line]]}, parameters)


def _read_clone(entry: Entry, size: int) -> Iterator[Parameters | None]:
    cells, copy = cells_of(entry), cells_of(entry, "cloneCells")
    if cells and copy:
        yield {"cells": cells, "copy": copy}


def _write_clone(parameters: Parameters, size: int) -> list[Entry] | None:
    cells, copy = spelled(parameters.pop("cells")), spelled(parameters.pop("copy"))
    return _complete({"cells": cells, "cloneCells": copy}, parameters)


def _read_quadruple(entry: Entry, size: int) -> Iterator[Parameters | None]:
    cells, values = cells_of(entry), entry.get("values") or []
    if not isinstance(values, list):
        raise InputError(f"values must be a list of digits, not {values!r}")
    if cells and values:
        yield {"cells": cells, "digits": [number_of({"value": value}) for value in values]}


def _write_quadruple(parameters: Parameters, size: int) -> list[Entry] | None:
    digits = [int(digit) for digit in parameters.pop("digits").split()]
    return _complete({"cells": spelled(parameters.pop("cells")), "values": digits}, parameters)


def _read_xv(entry: Entry, size: int) -> Iterator[Parameters | None]:
    cells, value = cells_of(entry), entry.get("value")
    if value not in (None, "", "X", "V", "x", "v"):
        raise OtherValueError(f"value must be X or V, not {value!r}")
    if cells and value:
        yield {"cells": cells, "sum": 10 if value in "Xx" else 5}


def _write_xv(parameters: Parameters, size: int) -> list[Entry] | None:
    letter = {10: "X", 5: "V"}.get(parameters.pop("sum"))
    if letter is None:
        return None
    return _complete({"cells": spelled(parameters.pop("cells")), "value": letter}, parameters)


def _outside(key: str, rule: str) -> Kind:
    """A kind of number outside the grid."""

    def read(entry: Entry, size: int) -> Iterator[Parameters | None]:
        cell, value = entry.get("cell"), number_of(entry)
        if not cell or value is None:
            return
        row, column = place_of(cell_name(cell))
        sides = {"left": column == 0, "right": column == size + 1, "top": row == 0, "bottom": row == size + 1}
        found = [side for side, is_there in sides.items() if is_there]
        if len(found) != 1:
            raise InputError(f"{cell} is not outside the grid, at the end of a row or a column")
        yield {"side": found[0], "index": row if found[0] in ("left", "right") else column, "value": value}

    def write(parameters: Parameters, size: int) -> list[Entry] | None:
        side, index, value = parameters.pop("side"), parameters.pop("index"), parameters.pop("value")
        cell = {"left": (index, 0), "right": (index, size + 1), "top": (0, index), "bottom": (size + 1, index)}[side]
        return _complete({"cell": _spelled_place(*cell), "value": str(value)}, parameters)

    return Kind(key, rule, read, write)


_STEPS: Mapping[str, tuple[str, int, int]] = {
    "DR": ("down-right", 1, 1),
    "DL": ("down-left", 1, -1),
    "UR": ("up-right", -1, 1),
    "UL": ("up-left", -1, -1),
}


def _read_little_killer(entry: Entry, size: int) -> Iterator[Parameters | None]:
    cell, direction, value = entry.get("cell"), str(entry.get("direction")), number_of(entry)
    if not cell or value is None:
        return
    row, column = place_of(cell_name(cell))
    if direction not in _STEPS:
        raise InputError(f"direction must be DR, DL, UR or UL, not {direction!r}")
    name, down, right = _STEPS[direction]
    yield {"start": [f"r{row + down}c{column + right}"], "direction": name, "sum": value}


def _write_little_killer(parameters: Parameters, size: int) -> list[Entry] | None:
    row, column = place_of(parameters.pop("start"))
    direction, value = parameters.pop("direction"), parameters.pop("sum")
    letters = {name: letters for letters, (name, _, _) in _STEPS.items()}[direction]
    _, down, right = _STEPS[letters]
    steps = range(min(size - row if down > 0 else row - 1, size - column if right > 0 else column - 1) + 1)
    entry = {
        "cell": _spelled_place(row - down, column - right),
        "cells": [_spelled_place(row + down * step, column + right * step) for step in steps],
        "direction": letters,
        "value": str(value),
    }
    return _complete(entry, parameters)


def _spelled_place(row: int, column: int) -> str:
    return f"R{row}C{column}"


def _complete(entry: dict[str, Any], rest: Parameters) -> list[Entry] | None:
    """The entry, if it expresses the whole clue."""
    return None if rest else [entry]


KINDS: tuple[Kind, ...] = (
    _cage("killercage", "killer"),
    Kind("arrow", "arrow", _read_arrow, _write_arrow),
    _line("thermometer", "thermo"),
    _line("slowthermometer", "slow_thermo"),
    _line("palindrome", "palindrome"),
    _line("renban", "renban"),
    _line("nabner", "nabner"),
    _line("whispers", "whisper", "difference", 5),
    _line("regionsumline", "region_sum_line"),
    _line("betweenline", "between_line"),
    _line("entropicline", "entropic_line"),
    _line("modularline", "modular_line", "modulus", 3),
    _line("doublearrow", "double_arrow", least=3),
    _line("zipperline", "zipper_line"),
    Kind("littlekillersum", "little_killer", _read_little_killer, _write_little_killer),
    _outside("sandwichsum", "sandwich"),
    _outside("xsum", "x_sum"),
    _outside("skyscraper", "skyscraper"),
    _dot("difference", "kropki_white", "difference", 1),
    _dot("ratio", "kropki_black", "ratio", 2),
    Kind("xv", "xv", _read_xv, _write_xv),
    Kind("quadruple", "quadruple", _read_quadruple, _write_quadruple),
    _marked("odd", "odd"),
    _marked("even", "even"),
    _marked("minimum", "minimum"),
    _marked("maximum", "maximum"),
    _region("extraregion", "extra_region"),
    _region("rowindexer", "row_indexing"),
    _region("columnindexer", "column_indexing"),
    _region("boxindexer", "box_indexing"),
    Kind("clone", "clone", _read_clone, _write_clone),
)
"""The kinds of clue that have cells."""

FLAGS: Mapping[str, tuple[str, Parameters]] = {
    "diagonal+": ("diagonal", {"direction": "rising"}),
    "diagonal-": ("diagonal", {"direction": "falling"}),
    "antiknight": ("anti_knight", {}),
    "antiking": ("anti_king", {}),
    "disjointgroups": ("disjoint_groups", {}),
    "nonconsecutive": ("non_consecutive", {}),
}
"""The rules of the whole grid, whose keys are true or absent."""


def whole_rule(key: str, document: Entry) -> tuple[str, Parameters]:
    """The rule of a flag in a document, and its parameters.

    Pairs with a white or a black dot are exempt from the non-consecutive rule, whatever other dots there are.
    """
    if key == "nonconsecutive" and _has_kropki_dots(document):
        return "negative_difference", {}
    return FLAGS[key]


def _has_kropki_dots(document: Entry) -> bool:
    """Return whether a document has white or black dots."""
    return bool(document.get("difference") or document.get("ratio"))


@dataclass(frozen=True, slots=True)
class Negative:
    """The negative constraint of a kind of dot: pairs without a dot have none of the values of the dots."""

    rule: str
    default: int | None
    """The value of a dot without a number; None if all dots of the kind have the same values."""

    def parameters(self, entries: object) -> Parameters:
        """The parameters of the rule, for the dots of a document."""
        if self.default is None:
            return {}
        dots = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
        values = [_number_or_none(entry) for entry in dots]
        return {"values": sorted({self.default if value is None else value for value in values} or {self.default})}


def _number_or_none(dot: Entry) -> int | None:
    """The number on a dot; one that no rule expresses is named where the dot is read."""
    try:
        return number_of(dot)
    except OtherValueError:
        return None


NEGATIVE: Mapping[str, Negative] = {
    "difference": Negative("negative_difference", 1),
    "ratio": Negative("negative_ratio", 2),
    "xv": Negative("negative_sum", None),
}
"""The kinds of dot for which a document can state that all are given."""

"""The exchange format of pencilmark, ``sudoku-puzzle``: a JSON object that lists all rules of a puzzle.

``board`` has the numbers of rows and columns, ``digits`` the largest digit, ``givens`` the cells in reading order (0 is
empty, null no cell), ``candidates`` those of some cells by name, and ``rules`` everything else, also the rows, columns
and boxes. A rule has a ``type``, often a ``kind``, and cells such as ``r1c1``.

References
----------
https://pypi.org/project/pencilmark: "sudoku-puzzle", format_version 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from sudoku_cp.formats.document import Document
from sudoku_cp.formats.json_programs import objects
from sudoku_cp.formats.other_programs import Entry, Parameters, at_place, sudoku_with
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.model import InputError, Sudoku
from sudoku_cp.model.board import MAX_SIZE

NAME, VERSION = "sudoku-puzzle", 1

_T = TypeVar("_T")

_TEXTS = ("format", "format_version", "$schema", "meta", "solution", "decorations", "style", "ext")
_READ = ("board", "digits", "givens", "candidates", "rules")
META = {"author": "author", "ruleset": "rules_text"}
"""The texts of a document by their keys in ours."""

_OF_RULES = ("type", "kind", "id", "label", "style")

LINES: Mapping[str, tuple[str, str, int | None]] = {
    "thermo": ("thermo", "", None),
    "slow_thermo": ("slow_thermo", "", None),
    "whisper": ("whisper", "difference", 5),
    "renban": ("renban", "", None),
    "region_sum": ("region_sum_line", "", None),
    "palindrome": ("palindrome", "", None),
    "entropic": ("entropic_line", "", None),
    "modular": ("modular_line", "modulus", 3),
    "parity": ("parity_line", "", None),
    "zipper": ("zipper_line", "", None),
    "between": ("between_line", "", None),
    "lockout": ("lockout_line", "difference", 4),
    "double_arrow": ("double_arrow", "", None),
}
"""The rules of lines, with the parameter that ``value`` is and its default."""

WHOLE = {"antiknight": "anti_knight", "antiking": "anti_king", "nonconsecutive": "non_consecutive"}
"""The rules of neighbours in the whole grid."""

OUTSIDE = {"sandwich": ("sandwich", "sum"), "xsum": ("x_sum", "sum"), "skyscraper": ("skyscraper", "value")}
"""The rules of numbers beside the grid, with the key of the number."""


class InexpressibleError(Exception):
    """No rule here expresses a rule of the document."""


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read documents, one on each line or one over several.

    Raises
    ------
    InputError
        If a text is not such a document, or the board is not a square whose rows and columns have all digits.
    """
    return objects(lines, lambda document, line: _document(document, lines.source, line.number))


def _document(document: Entry, source: str, line: int) -> Document:
    if document.get("format") != NAME or document.get("format_version") != VERSION:
        raise InputError(f"format must be {NAME!r} and format_version {VERSION}")
    board, size, rules_ = document.get("board"), document.get("digits"), document.get("rules")
    if type(size) is not int or not 1 <= size <= MAX_SIZE or board != {"rows": size, "cols": size}:
        raise InputError(f"a board of {board!r} with {size!r} digits: only squares of as many rows are supported")
    if not isinstance(rules_, list) or not all(isinstance(rule, dict) for rule in rules_):
        raise InputError("rules must be a list of objects")
    meta = document.get("meta") or {}
    if not isinstance(meta, dict):
        raise InputError(f"meta must be an object, not {meta!r}")
    reading = _Reading(rules_, size, str(meta.get("title") or "pencilmark"))
    reading.read_cells(document)
    reading.read_rules()
    unknown = [f"the key {key}" for key in document if key not in (*_TEXTS, *_READ)]
    carried = {key: str(meta[theirs]) for key, theirs in META.items() if meta.get(theirs)}
    if document.get("solution"):
        carried["solution"] = document["solution"]
    return Document(reading.sudoku, source, line, carried, (*unknown, *reading.unsupported))


class _Reading:
    """A model under construction."""

    def __init__(self, rules: list[Entry], size: int, name: str) -> None:
        self._rules = rules
        """The rules that become clues."""
        self._size = size
        self.unsupported: list[str] = []
        self.sudoku = self._board(name)
        self._left = {cell: set(self.sudoku.digits) for cell in self.sudoku.grid}

    def _board(self, name: str) -> Sudoku:
        """The grid with its boxes; the other groups are added as clues."""
        kinds = [str(rule.get("type")) for rule in self._rules]
        grids = [rule for rule in self._rules if rule.get("type") in ("grid", "box_grid")]
        if [rule.get("origin") for rule in grids] != ["r1c1"] or {"row", "column"} & set(kinds):
            raise InputError("rows and columns that are not those of one grid at r1c1 are not supported")
        if grids[0]["type"] == "box_grid":
            box = grids[0].get("box")
            if not isinstance(box, list) or len(box) != 2 or not all(type(each) is int for each in box):
                raise InputError(f"box must be a number of rows and of columns, not {box!r}")
            with at_place("box_grid"):
                return Sudoku(self._size, box=(box[0], box[1]), name=name)
        parts = [rule for rule in self._rules if rule.get("type") in ("box", "region") and self._is_part(rule)]
        with at_place("regions"):
            sudoku, extra = sudoku_with([_places(_cells(rule)) for rule in parts], self._size, name)
        if extra or not parts:
            return Sudoku(self._size, regions=(), name=name)
        self._rules = [rule for rule in self._rules if rule not in parts]
        return sudoku

    def _is_part(self, rule: Entry) -> bool:
        return rule.get("type") == "box" or rule.get("kind") == "region"

    def read_cells(self, document: Entry) -> None:
        """Read the givens and candidates."""
        givens, candidates = document.get("givens"), document.get("candidates") or {}
        if not isinstance(givens, list) or len(givens) != self._size**2:
            raise InputError(f"givens must be a list of {self._size**2} digits")
        for cell, digit in zip(self.sudoku.grid, givens, strict=True):
            if type(digit) is not int or not 0 <= digit <= self._size:
                raise InputError(f"{cell.name}: {digit!r} is not a digit from 0 to {self._size}")
            if digit:
                self.sudoku.give(cell, digit)
        if not isinstance(candidates, dict):
            raise InputError("candidates must be an object")
        for name, digits in candidates.items():
            self._restrict([name], _numbers(digits, "candidates"))

    def _restrict(self, cells: Iterable[str], digits: Collection[int]) -> None:
        for name in cells:
            with at_place("a cell"):
                self._left[self.sudoku[name]] &= set(digits)

    def read_rules(self) -> None:
        """Read the rules, and restrict the cells."""
        from sudoku_cp import rules

        for number, rule in enumerate(self._rules, 1):
            place = f"rule {number} ({' '.join(str(rule[key]) for key in ('type', 'kind') if key in rule)})"
            read = _Keys(rule)
            with at_place(place):
                try:
                    for name, parameters in self._clues(read):
                        self.sudoku.add(rules.clue(name, parameters))
                except InexpressibleError:
                    self.unsupported.append(place)
                    continue
            if others := read.unread():
                self.unsupported.append(f"{place}: {', '.join(others)}")
        for cell, digits in self._left.items():
            if len(digits) < self._size and cell not in self.sudoku.givens:
                with at_place(cell.name):
                    self.sudoku.restrict(cell, sorted(digits))

    def _clues(self, rule: _Keys) -> Iterator[tuple[str, Parameters]]:
        """The clues of a rule; what names cells of a class restricts them."""
        kind, type_ = (str(rule.get(key)) for key in ("kind", "type"))
        if type_ in ("grid", "box_grid"):
            rule.take("origin", "box")
        elif type_ in ("box", "region"):
            yield "extra_region", {"cells": _cells(rule)}
        elif type_ == "cage":
            yield "killer", {"cells": _cells(rule)} | ({"sum": rule.get("sum")} if "sum" in rule else {})
        elif type_ == "line" and kind in LINES:
            yield _line(rule, *LINES[kind], size=self._size)
        elif type_ == "arrow":
            for shaft in rule.get("lines") or ():
                yield "arrow", {"circle": _names(rule.get("bulb")), "line": _names(shaft)}
        elif type_ == "edge":
            yield _edge(rule)
        elif type_ == "sum":
            rule.take("side")
            yield "calcudoku", {"cells": _cells(rule), "value": rule.get("sum"), "operator": "+"}
        elif type_ in OUTSIDE:
            yield _outside(rule, *OUTSIDE[type_], size=self._size)
        elif type_ == "neighbours" and kind in WHOLE:
            yield WHOLE[kind], {}
        elif type_ == "cell" and kind in ("odd", "even"):
            yield kind, {"cells": _cells(rule)}
        elif type_ == "cell":
            self._restrict(_cells(rule), self._class(rule))
        elif type_ == "contains":
            yield "quadruple", {"cells": _cells(rule), "digits": _numbers(rule.get("digits"), "digits")}
        elif type_ == "clone":
            groups = [_names(cells) for cells in rule.get("regions") or ()]
            yield from (("clone", {"cells": groups[0], "copy": other}) for other in groups[1:])
        elif type_ == "count" and kind == "circles":
            yield "counting_circles", {"cells": _cells(rule)}
        elif type_ == "global_entropy":
            yield "global_entropy", {}
        elif type_ == "negative":
            yield from _negatives(rule)
        else:
            raise InexpressibleError

    def _class(self, rule: _Keys) -> Collection[int]:
        """The digits of cells marked as low or high, or as having or not having some digits."""
        kind, digits = rule.get("kind"), self.sudoku.digits
        if kind in ("low", "high"):
            split = rule.get("split")
            if type(split) is not int:
                raise InputError(f"split must be a digit, not {split!r}")
            return [digit for digit in digits if (digit <= split) == (kind == "low")]
        values = _numbers(rule.get("values"), "values")
        if kind not in ("set", "exclude"):
            raise InexpressibleError
        return [digit for digit in digits if (digit in values) == (kind == "set")]


class _Keys(Mapping[str, Any]):
    """A rule that knows which of its keys were read."""

    def __init__(self, rule: Entry) -> None:
        self._rule = rule
        self._read = set(_OF_RULES)

    def __getitem__(self, key: str) -> Any:
        self._read.add(key)
        return self._rule[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rule)

    def __len__(self) -> int:
        return len(self._rule)

    def take(self, *keys: str) -> None:
        """Count keys as read whose meaning follows from the others."""
        self._read.update(keys)

    def unread(self) -> list[str]:
        """The keys that say something and were not read."""
        return [key for key, value in self._rule.items() if key not in self._read and value not in (None, False, [])]


def _names(cells: object) -> list[str]:
    if not isinstance(cells, list) or not cells or not all(isinstance(cell, str) for cell in cells):
        raise InputError(f"a list of cells such as r1c1 was expected, not {cells!r}")
    return cells


def _cells(rule: Entry) -> list[str]:
    return _names(rule.get("cells"))


def _places(cells: list[str]) -> list[tuple[int, int]]:
    from sudoku_cp.formats.other_programs import cell_name, place_of

    return [place_of(cell_name(cell)) for cell in cells]


def _numbers(values: object, key: str) -> list[int]:
    if not isinstance(values, list) or not values or not all(type(value) is int for value in values):
        raise InputError(f"{key} must be a list of digits, not {values!r}")
    return values


def _line(rule: _Keys, name: str, parameter: str, default: int | None, size: int) -> tuple[str, Parameters]:
    cells = list(_cells(rule))
    if rule.get("closed") and name != "renban":
        cells.append(cells[0])
    if "groups" in rule:
        third = max(size // 3, 1)
        wanted = [list(range(start, start + third)) for start in range(1, size + 1, third)]
        if sorted(map(sorted, rule["groups"])) != wanted:
            raise InexpressibleError
    if not parameter:
        return name, {"line": cells}
    return name, {"line": cells, parameter: rule.get("value", default)}


def _edge(rule: _Keys) -> tuple[str, Parameters]:
    cells, kind = _cells(rule), rule.get("kind")
    if kind == "kropki":
        return _choice(rule, "color", {"white": "kropki_white", "black": "kropki_black"}), {"cells": cells}
    if kind == "xv":
        return "xv", {"cells": cells, "sum": _choice(rule, "letter", {"X": 10, "V": 5})}
    if kind == "difference":
        return "kropki_white", {"cells": cells, "difference": rule.get("value")}
    if kind == "ratio":
        return "kropki_black", {"cells": cells, "ratio": rule.get("value")}
    if kind == "sum":
        return "xv", {"cells": cells, "sum": rule.get("sum")}
    if kind == "less":
        return "greater_than", {"cells": cells[::-1]}
    raise InexpressibleError


def _choice(rule: _Keys, key: str, choices: Mapping[str, _T]) -> _T:
    value = rule.get(key)
    if not isinstance(value, str) or value not in choices:
        raise InputError(f"{key} must be one of {', '.join(choices)}, not {value!r}")
    return choices[value]


def _outside(rule: _Keys, name: str, key: str, size: int) -> tuple[str, Parameters]:
    """A number beside a row or a column; its cells are all of it, from the number on."""
    side, cells = rule.get("side"), _places(_cells(rule))
    along = range(1, size + 1)
    index = cells[0][0] if side in ("left", "right") else cells[0][1]
    whole = {
        "left": [(index, at) for at in along],
        "right": [(index, at) for at in reversed(along)],
        "top": [(at, index) for at in along],
        "bottom": [(at, index) for at in reversed(along)],
    }
    if whole.get(str(side)) != cells:
        raise InexpressibleError
    return name, {"side": side, "index": index, "value": rule.get(key)}


def _negatives(rule: _Keys) -> Iterator[tuple[str, Parameters]]:
    """What pairs without a mark do not have."""
    of = rule.get("of")
    if of == "kropki":
        colour = rule.get("color")
        if colour != "black":
            yield "negative_difference", {"values": [1]}
        if colour != "white":
            yield "negative_ratio", {"values": [2]}
    elif of == "xv":
        letter = rule.get("letter")
        yield "negative_sum", {"values": [number for mark, number in (("V", 5), ("X", 10)) if letter in (None, mark)]}
    elif of in ("difference", "ratio"):
        yield f"negative_{of}", {"values": [rule.get("value")]}
    elif of == "sum":
        yield "negative_sum", {"values": [rule.get("sum")]}
    else:
        raise InexpressibleError

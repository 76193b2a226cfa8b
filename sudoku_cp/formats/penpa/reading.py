"""Addresses of Penpa+ with a sudoku: givens, regions, and cages, thermometers, arrows and dots that are stated.

Behind ``p=`` stands a text in base64 that is deflated without a header. Its words are abbreviated (`ABBREVIATIONS`).
Its first line has the kind of grid, the columns and rows, and further on the title, the author and the rules; the
second one the margins; the fourth one is a JSON object with all that is drawn for the solver, and the sixth one the
places of cells.

Places are numbers on a grid with two further rows and columns on each side, of ``n`` places in reading order: cells,
then their lower right corners, the edges below and to the right of each cell, and four corners inside each cell.

A drawing says something only where the rules in words name its kind (`STATED`): then cages have sums, thermometers are
thermometers, arrows begin in a circle, and white and black dots on edges are those of Kropki. Thick lines are the
borders of regions. Everything else that is drawn is listed as not supported; rules in words alone are noted.

References
----------
The sources of Penpa+ (``class_p.js``, ``class_square.js``), https://github.com/swaroopg92/penpa-edit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any

from sudoku_cp.formats.document import ONLY_DRAWN, Document
from sudoku_cp.formats.other_programs import Entry, at_place, sudoku_with, unstated_rules
from sudoku_cp.formats.penpa import ADDRESS
from sudoku_cp.formats.source_lines import MAX_DOCUMENT, SourceLines
from sudoku_cp.formats.strict_json import decode
from sudoku_cp.formats.text_lines import inner_end
from sudoku_cp.model import InputError
from sudoku_cp.model.board import MAX_SIZE

_WORDS = (
    *(("_", "__a"), ("7", "nobulbthermo"), ("6", "killercages"), ("4", "deletelineE"), ("5", "polygon")),
    *(
        ("0", "squareframe"),
        ("D", "direction"),
        ("3", "arrows"),
        ("T", "thermo"),
        ("2", "freelineE"),
        ("F", "freeline"),
    ),
    *(("1", "numberS"), ("8", "command_replay"), ("U", "command_undo"), ("R", "command_redo"), ("B", "board")),
    *(("P", "special"), ("Y", "symbol"), ("N", "number"), ("C", "cage"), ("W", "wall"), ("E", "lineE"), ("L", "line")),
    *(("S", "surface"), ("M", "edit_mode"), ("G", "grid"), ("A", "pu_a"), ("Q", "pu_q"), ("9", "qa")),
)

ABBREVIATIONS = {"zO": "null", **{f"z{letter}": f'"{word}"' for letter, word in _WORDS}, "zZ": "z"}
"""The abbreviations, in the order in which they are undone."""

TITLE, AUTHOR, RULES = 15, 16, 18
"""The places of texts in the first line."""

THICK = (2, 21)
"""The styles of lines that are borders of regions."""

THIN = (0, 1, 11, 80)
"""The styles of lines that are those of the grid."""

STATED = {
    "killercages": r"\b(?:cages?|killer)\b",
    "thermo": r"\bthermo",
    "arrows": r"\barrows?\b",
    "dots": r"\b(?:kropki|(?:white|black) (?:dots?|circles?))\b",
}
"""What the rules in words name if they state the meaning of a drawing."""

_NORMAL = "1"
"""The style of a digit of full size."""

_DOTS = {1: ("kropki_white", "difference"), 2: ("kropki_black", "ratio")}
_LEFT_OUT = ("command_redo", "command_undo", "command_replay", "deletelineE", "cage")
_UNREAD = ("surface", "line", "wall", "freeline", "freelineE", "direction", "squareframe", "polygon", "nobulbthermo")


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read an address on each line.

    Raises
    ------
    InputError
        If a line is not such an address, is damaged, or its grid is not a full square.
    """
    return lines.read_each(lambda line: document_from(unpacked(line.text.strip()), lines.source, line.number))


def unpacked(address: str) -> list[str]:
    """The lines of the text in an address.

    Raises
    ------
    InputError
        If it is not such an address, or is damaged.
    """
    import zlib
    from base64 import b64decode
    from urllib.parse import unquote

    found = ADDRESS.match(address)
    if (fault := inner_end(address)) is not None or found is None:
        raise InputError(fault or "not an address of Penpa+ with p=")
    payload = unquote(found[1]).replace(" ", "+")
    try:
        packed = b64decode(payload + "=" * (-len(payload) % 4), validate=True)
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        text = unpacker.decompress(packed, MAX_DOCUMENT).decode()
    except (ValueError, zlib.error) as error:
        raise InputError(f"p= is not a deflated text in base64: {error}") from None
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise InputError(f"p= is cut off, or expands to more than {MAX_DOCUMENT:,} bytes")
    for short, word in ABBREVIATIONS.items():
        text = text.replace(short, word)
        if len(text) > MAX_DOCUMENT:
            raise InputError(f"p= expands to more than {MAX_DOCUMENT:,} characters")
    return text.split("\n")


def document_from(lines: list[str], source: str, line: int) -> Document:
    """The puzzle in the text of an address.

    Raises
    ------
    InputError
        If the grid is not a full square, or an entry is wrong.
    """
    head = [*lines[0].split(","), *[""] * (RULES + 1)]
    if head[0] not in ("square", "sudoku") or not all(re.fullmatch(r"\d{1,3}", side) for side in head[1:3]):
        raise InputError(f"a grid of the kind {head[0][:20]!r}: only squares of rows and columns are supported")
    drawn = _json(lines, 3)
    if not isinstance(drawn, dict):
        raise InputError("line 4 of its text must be an object")
    reading = _Reading(drawn, int(head[1]), int(head[2]), lines, _text(head[TITLE]), _text(head[RULES]))
    reading.read()
    carried = {"author": _text(head[AUTHOR]), "ruleset": _text(head[RULES])}
    kept = {key: value for key, value in carried.items() if value}
    notes = unstated_rules(reading.title, reading.rules, reading.stated)
    return Document(reading.sudoku, source, line, kept, tuple(dict.fromkeys(reading.unsupported)), notes)


def _json(lines: list[str], number: int) -> Any:
    try:
        return decode(lines[number]) if number < len(lines) and lines[number].strip() else None
    except (json.JSONDecodeError, RecursionError):
        raise InputError(f"line {number + 1} of its text is not JSON") from None


def _text(field: str) -> str:
    for code, mark in (("%2C", ","), ("%2D", "\n"), ("%2E", "&"), ("%2F", "=")):
        field = field.replace(code, mark)
    return re.sub(r"^(?:Title|Author): ?", "", field).strip()


class _Reading:
    """A model under construction."""

    def __init__(self, drawn: Entry, across: int, down: int, lines: list[str], title: str, rules: str) -> None:
        self._drawn = drawn
        self._width = across + 4
        self._places = self._width * (down + 4)
        self.title, self.rules = title, rules
        self.stated: list[str] = []
        self.unsupported: list[str] = []
        cells = self._cells(_json(lines, 5), _json(lines, 1), down)
        rows, columns = ({cell // self._width for cell in cells}, {cell % self._width for cell in cells})
        self._size = len(rows)
        self._top, self._left = min(rows, default=0), min(columns, default=0)
        is_square = len(columns) == len(rows) and len(set(cells)) == len(cells) == len(rows) ** 2
        if not is_square or not 1 <= self._size <= MAX_SIZE or max(columns) - self._left >= self._size:
            raise InputError(f"{len(cells)} cells, which are not a full square of at most {MAX_SIZE} rows")
        self._inside = set(cells)
        regions = self._regions()
        if len(regions) == 1 and self._size > 1:
            self.unsupported.append("regions: no borders are drawn, and only rows and columns are read")
            regions = []
        with at_place("regions"):
            self.sudoku, extra = sudoku_with(regions, self._size, title or "Penpa+")
        if extra:
            self.unsupported.append("regions: thick lines that do not divide the grid into regions of as many cells")

    def _cells(self, listed: Any, margins: Any, down: int) -> list[int]:
        """The places of cells: the first one and the distances to the next ones, or the grid without its margins."""
        if isinstance(listed, list) and listed and all(type(each) is int for each in listed):
            if len(listed) > MAX_SIZE**2:
                raise InputError(f"{len(listed)} cells: there are at most {MAX_SIZE**2}")
            return list(accumulate(listed))
        are_margins = isinstance(margins, list) and [type(each) for each in margins] == [int] * 4
        above, below, before, behind = margins if are_margins else [0] * 4
        rows = range(2 + above, down + 2 - below)
        columns = range(2 + before, self._width - 2 - behind)
        if len(rows) > MAX_SIZE or len(columns) > MAX_SIZE:
            raise InputError(f"a grid of {len(rows)} rows and {len(columns)} columns: there are at most {MAX_SIZE}")
        return [row * self._width + column for row in rows for column in columns]

    def _place(self, cell: int) -> tuple[int, int]:
        return cell // self._width - self._top + 1, cell % self._width - self._left + 1

    def _name(self, cell: object) -> str:
        """The name of a cell by its place.

        Raises
        ------
        InputError
            If there is no such cell.
        """
        if type(cell) is not int or cell not in self._inside:
            raise InputError(f"{cell!r} is not a cell")
        row, column = self._place(cell)
        return f"r{row}c{column}"

    def _regions(self) -> list[list[tuple[int, int]]]:
        """The cells between thick lines."""
        borders = set()
        for key, style in _object(self._drawn, "lineE").items():
            found = re.fullmatch(r"(\d{1,6}),(\d{1,6})", key)
            one, other = sorted(int(place) - self._places for place in found.groups()) if found else (-1, -1)
            if style in THIN:
                continue
            if style not in THICK or not 0 <= one < other < self._places or other - one not in (1, self._width):
                self.unsupported.append("edges that are drawn, but are no borders of regions")
            elif other - one == 1:
                borders.add((other, other + self._width))
            else:
                borders.add((other, other + 1))
        left, regions = set(self._inside), []
        while left:
            found_cells, waiting = [], [min(left)]
            left.discard(waiting[0])
            while waiting:
                cell = waiting.pop()
                found_cells.append(self._place(cell))
                for other in (cell - 1, cell + 1, cell - self._width, cell + self._width):
                    if other in left and (min(cell, other), max(cell, other)) not in borders:
                        left.discard(other)
                        waiting.append(other)
            regions.append(sorted(found_cells))
        return regions

    def read(self) -> None:
        """Read everything but the regions."""
        corners = self._read_numbers()
        self._read_cages(corners)
        used = self._read_lines()
        self._read_symbols(used)
        known = ("number", "numberS", "killercages", "thermo", "arrows", "symbol", "lineE", *_LEFT_OUT)
        for key, value in self._drawn.items():
            if key not in known and _says(value):
                kind = key if key in _UNREAD else f"the key {key}"
                self.unsupported.append(f"{ONLY_DRAWN}{kind}")

    def _read_numbers(self) -> dict[int, str]:
        """Give the digits, and return the numbers in the corners of cells."""
        corners: dict[int, str] = {}
        for key in ("number", "numberS"):
            for place, entry in _object(self._drawn, key).items():
                text = str(entry[0]).strip() if isinstance(entry, list) and entry else ""
                at = int(place) if re.fullmatch(r"\d{1,6}", place) else -1
                style = str(entry[2]) if key == "number" and isinstance(entry, list) and len(entry) > 2 else ""
                if not text:
                    continue
                if at in self._inside and style == _NORMAL and re.fullmatch(r"\d{1,2}", text):
                    with at_place(self._name(at)):
                        self.sudoku.give(self._name(at), int(text))
                elif 4 * self._places <= at < 8 * self._places:
                    corners[(at - 4 * self._places) // 4] = text
                else:
                    self.unsupported.append(f"{ONLY_DRAWN}numbers and texts that are no digits of cells")
        return corners

    def _read_cages(self, corners: Mapping[int, str]) -> None:
        from sudoku_cp import rules

        cages = [cage for cage in _list(self._drawn, "killercages") if cage]
        if cages and not self._is_stated("killercages"):
            self.unsupported.append(f"{ONLY_DRAWN}cages, whose meaning the rules do not state")
            return
        taken = set[int]()
        for number, cage in enumerate(cages, 1):
            with at_place(f"cage {number}"):
                cells = [self._name(cell) for cell in cage]
                sums = [(cell, corners[cell]) for cell in cage if cell in corners]
                taken.update(cell for cell, _ in sums)
                if len(sums) > 1 or not all(re.fullmatch(r"\d{1,4}", text) for _, text in sums):
                    self.unsupported.append(f"cage {number}: {', '.join(text for _, text in sums)} is not a sum")
                    sums = []
                self.sudoku.add(rules.killer(cells, int(sums[0][1]) if sums else None))
        if corners.keys() - taken:
            self.unsupported.append(f"{ONLY_DRAWN}numbers and texts that are no digits of cells")

    def _is_stated(self, kind: str) -> bool:
        """Whether the rules in words state the meaning of a drawing."""
        is_stated = re.search(STATED[kind], self.rules, re.IGNORECASE) is not None
        fields = {"killercages": ["killercage"], "thermo": ["thermometer"], "dots": ["difference", "ratio"]}
        self.stated += fields.get(kind, [kind]) if is_stated else []
        return is_stated

    def _read_lines(self) -> set[int]:
        """Read thermometers and arrows, and return the cells with their circles."""
        from sudoku_cp import rules

        circles = {
            int(place)
            for place, entry in _object(self._drawn, "symbol").items()
            if re.fullmatch(r"\d{1,6}", place) and str(_item(entry, 1)).startswith("circle")
        }
        used: set[int] = set()
        for key in ("thermo", "arrows"):
            lines = [line for line in _list(self._drawn, key) if line]
            if lines and not self._is_stated(key):
                self.unsupported.append(f"{ONLY_DRAWN}{key}, whose meaning the rules do not state")
                continue
            for number, line in enumerate(lines, 1):
                with at_place(f"{key} {number}"):
                    cells = [self._name(cell) for cell in line]
                    if key == "arrows" and (line[0] not in circles or len(cells) < 2):
                        self.unsupported.append(f"{ONLY_DRAWN}arrows without a circle at their start")
                        continue
                    self.sudoku.add(rules.thermo(cells) if key == "thermo" else rules.arrow(cells[:1], cells[1:]))
                    used.add(line[0])
        return used

    def _read_symbols(self, used: set[int]) -> None:
        """Read dots on edges; other symbols are named, but for circles at the beginning of lines."""
        from sudoku_cp import rules

        for place, entry in _object(self._drawn, "symbol").items():
            at = int(place) if re.fullmatch(r"\d{1,6}", place) else -1
            name, style = str(_item(entry, 1)), _item(entry, 0)
            if at in used and name.startswith("circle"):
                continue
            half, cell = divmod(at, self._places)
            pair = {2: (cell, cell + self._width), 3: (cell, cell + 1)}.get(half, ())
            is_dot = name.startswith("circle") and type(style) is int and style in _DOTS
            is_dot = is_dot and len(pair) == 2 and self._inside.issuperset(pair)
            if is_dot and self._is_stated("dots"):
                self.sudoku.add(rules.clue(_DOTS[style][0], {"cells": list(map(self._name, pair))}))
            else:
                self.unsupported.append(f"{ONLY_DRAWN}the symbol {name}")


def _object(drawn: Entry, key: str) -> Mapping[str, Any]:
    value = drawn.get(key) or {}
    if not isinstance(value, dict):
        raise InputError(f"{key} must be an object")
    return value


def _list(drawn: Entry, key: str) -> list[Any]:
    value = drawn.get(key) or []
    if not isinstance(value, list) or not all(isinstance(each, list) for each in value):
        raise InputError(f"{key} must be a list of lists")
    return value


def _item(entry: object, at: int) -> Any:
    return entry[at] if isinstance(entry, list) and len(entry) > at else None


def _says(value: Any) -> bool:
    return bool(value) and not (isinstance(value, list) and not any(value))

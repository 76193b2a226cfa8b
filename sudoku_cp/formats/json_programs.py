"""Documents in JSON of GNOME Sudoku and ipuz.

GNOME Sudoku saves a 9×9 game as a list of ``cells``, each with its ``position`` (row and column from 0), ``value``,
``earmarks``, and ``fixed`` where the digit is a given. What is not fixed belongs to the player and is left out.

ipuz is an open format for puzzles of many kinds. A sudoku has ``puzzle``, rows of cells that are null, 0, a digit or
``{"given": …}``; ``charset``, the symbols of its digits; ``boxes``, whether there are boxes; ``zones``, groups without
a repeated digit; and ``cages`` with a ``value`` and an ``operator``. A group lists its ``cells`` as pairs of a column
and a row from 1, or is a ``rect`` of a first and a last column and row.

References
----------
The sources of GNOME Sudoku (``sudoku-saver.vala``); http://ipuz.org.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format
from sudoku_cp.formats.json_shapes import is_of
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.strict_json import is_whole, parse_object
from sudoku_cp.formats.symbols import GridText, ordinary_symbols
from sudoku_cp.model import InputError, Sudoku
from sudoku_cp.model.board import EMPTY_MARKS, MAX_SIZE, refuse_symbols

if TYPE_CHECKING:
    from sudoku_cp.formats.other_programs import Entry

_Read = TypeVar("_Read")


def objects(lines: SourceLines, read: Callable[[Entry, SourceLine], _Read]) -> Iterator[_Read]:
    """Read an object on each line, or one over several lines."""
    return lines.read_each(
        lambda line: read(parse_object(line.text if is_whole(line.text) else lines.text_from(line)), line)
    )


SIZE = 9
"""The number of rows and columns of GNOME Sudoku."""

_KEYS = ("position", "value", "fixed", "earmarks")


def read_gnome(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read games of GNOME Sudoku.

    Raises
    ------
    InputError
        If a text is not such a game, or lists a cell twice.
    """
    return objects(lines, lambda game, line: _gnome(game, lines.source, line.number))


def _gnome(game: Entry, source: str, line: int) -> GridText:
    from sudoku_cp.formats.other_programs import at_place

    cells = game.get("cells")
    if not isinstance(cells, list):
        raise InputError("not a game of GNOME Sudoku: it has no list of cells")
    ranks, seen = [0] * SIZE**2, set[int]()
    for number, cell in enumerate(cells, 1):
        with at_place(f"cell {number}"):
            if not isinstance(cell, dict) or (other := next((key for key in cell if key not in _KEYS), "")):
                raise InputError(f"an unknown key {other}" if isinstance(cell, dict) else "not an object")
            place = cell.get("position")
            found: list[Any] = place if isinstance(place, list) and len(place) == 2 else [None]
            if not all(type(each) is int and 0 <= each < SIZE for each in found):
                raise InputError(f"position must be a row and a column from 0 to {SIZE - 1}, not {place!r}")
            at = found[0] * SIZE + found[1]
            if at in seen:
                raise InputError(f"position {place!r} occurs twice")
            seen.add(at)
            value, fixed = cell.get("value", 0), cell.get("fixed", False)
            if type(value) is not int or not 0 <= value <= SIZE or type(fixed) is not bool:
                raise InputError("value must be a digit, and fixed true or false")
            ranks[at] = value if fixed else 0
    return GridText(tuple(ranks), SIZE, ordinary_symbols(SIZE), source, line)


_TEXTS = (
    *("version", "kind", "copyright", "publisher", "publication", "url", "uniqueid", "title", "intro", "explanation"),
    *("annotation", "author", "editor", "date", "notes", "difficulty", "origin", "empty", "styles", "dimensions"),
    *("charset", "displaycharset", "boxes", "showoperators", "cageborder", "puzzle", "saved", "solution", "zones"),
    *("cages", "checksum", "volatile", "block"),
)
"""The keys of ipuz; most texts, styles, what the player has saved, and the solution are left out."""

_CARRIED = {"author": "author", "intro": "ruleset"}
"""The texts of ipuz that are kept, with the keys under which documents carry them."""

_WRAPPED = re.compile(r"\s*ipuz\((.*)\)\s*;?\s*", re.DOTALL)


def read_ipuz(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read a sudoku of ipuz.

    Raises
    ------
    InputError
        If a text is not such a document, or of another kind of puzzle.
    """
    return lines.read_each(lambda line: _ipuz(_unwrapped(lines, line), lines.source, line.number))


def _unwrapped(lines: SourceLines, line: SourceLine) -> Entry:
    """The object of a document, which may be written as the argument of a function."""
    whole = _WRAPPED.fullmatch(line.text)
    text = line.text if whole or is_whole(line.text) else lines.text_from(line)
    return parse_object(found[1] if (found := _WRAPPED.fullmatch(text)) else text)


def _ipuz(puzzle: Entry, source: str, line: int) -> Document:
    from sudoku_cp.formats.other_programs import at_place

    kinds = puzzle.get("kind")
    if not isinstance(kinds, list) or not all(isinstance(kind, str) for kind in kinds):
        raise InputError("kind must be a list of addresses")
    if not any(re.match(r"https?://ipuz\.org/sudoku\b", kind) for kind in kinds):
        raise InputError(f"a puzzle of ipuz that is no sudoku: {', '.join(kinds)}")
    rows = puzzle.get("puzzle")
    size = len(rows) if isinstance(rows, list) else 0
    if not 1 <= size <= MAX_SIZE or not all(isinstance(row, list) and len(row) == size for row in rows or ()):
        raise InputError("puzzle must be a square of rows")
    charset = puzzle.get("charset", ordinary_symbols(size))
    if not isinstance(charset, str) or len(charset) != size or len(set(charset)) != size:
        raise InputError(f"charset must have {size} different symbols, not {charset!r}")
    with at_place("charset"):
        refuse_symbols(charset)
    sudoku, unsupported = _shape(puzzle, size), [key for key in puzzle if key not in _TEXTS and ":" not in key]
    sudoku.symbols = charset
    blank = (puzzle.get("empty", 0), 0, "0", None, "", *EMPTY_MARKS)
    for cell, entry in zip(sudoku.grid, (entry for row in rows or () for entry in row), strict=True):
        with at_place(cell.name):
            given = entry.get("given") if isinstance(entry, dict) else entry
            if given in blank or (isinstance(given, str) and not given.strip()):
                continue
            symbol = str(given) if type(given) in (int, str) else ""
            numeral = int(symbol) if symbol.isascii() and symbol.isdecimal() and len(symbol) == 2 else 0
            if len(symbol) == 1 and symbol in charset:
                sudoku.give(cell, sudoku.digits[charset.index(symbol)])
            elif 9 < numeral <= size and charset == ordinary_symbols(size):
                sudoku.give(cell, numeral)
            else:
                raise InputError(f"{given!r} is not a digit of {charset}")
    texts = {kept: puzzle[key] for key, kept in _CARRIED.items() if isinstance(puzzle.get(key), str) and puzzle[key]}
    return Document(sudoku, source, line, texts, tuple(f"the key {key}" for key in unsupported))


def _shape(puzzle: Entry, size: int) -> Sudoku:
    """The grid with its boxes, zones and cages."""
    from sudoku_cp import rules
    from sudoku_cp.formats.other_programs import at_place, sudoku_with

    name, has_boxes = puzzle.get("title"), puzzle.get("boxes", True)
    if type(has_boxes) is not bool:
        raise InputError(f"boxes must be true or false, not {has_boxes!r}")
    groups = {kind: _groups(puzzle, kind) for kind in ("zones", "cages")}
    zones = [_cells(zone, size, f"zone {number}") for number, zone in enumerate(groups["zones"], 1)]
    title = name if isinstance(name, str) and name else "ipuz"
    extra = [[f"r{row}c{column}" for row, column in cells] for cells in zones]
    if has_boxes:
        sudoku = Sudoku(size, name=title)
    else:
        sudoku, extra = sudoku_with(zones, size, title)
    for cells in extra:
        with at_place(f"the zone of {cells[0]}"):
            sudoku.add(rules.extra_region(cells))
    for number, cage in enumerate(groups["cages"], 1):
        with at_place(f"cage {number}"):
            places = [f"r{row}c{column}" for row, column in _cells(cage, size, "its cells")]
            value, operator = cage.get("value"), cage.get("operator", "+")
            if type(value) is not int or operator not in ("+", "-", "*", "/"):
                raise InputError(f"value must be a number and operator one of + - * /, not {value!r} and {operator!r}")
            sudoku.add(rules.calcudoku(places, value, operator))
    return sudoku


def _groups(puzzle: Entry, key: str) -> list[Entry]:
    groups = puzzle.get(key) or []
    groups = list(groups.values()) if isinstance(groups, dict) else groups
    if not isinstance(groups, list) or not all(isinstance(group, dict) for group in groups):
        raise InputError(f"{key} must be a list of objects")
    return groups


def _cells(group: Entry, size: int, place: str) -> list[tuple[int, int]]:
    """The rows and columns of the cells of a group, from 1."""
    cells, rect = group.get("cells"), group.get("rect")
    if isinstance(rect, list) and len(rect) == 4 and all(type(each) is int and 1 <= each <= size for each in rect):
        left, top, right, bottom = rect
        return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]
    pairs = cells if isinstance(cells, list) else []
    if not pairs or not all(
        isinstance(pair, list) and len(pair) == 2 and all(type(each) is int and 1 <= each <= size for each in pair)
        for pair in pairs
    ):
        raise InputError(f"{place}: pairs of a column and a row from 1 to {size}, or a rect, were expected")
    return [(row, column) for column, row in pairs]


_GIVEN = '{"difficulty_category": 1, "cells": [{"position": [0, 2], "value": 9, "fixed": true, "earmarks": []}]}\n'
_KIND = '"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"]'

GNOME = Format(
    "gnome-sudoku",
    "GNOME Sudoku: the givens of a saved game, in JSON; only read",
    read_gnome,
    recognises=is_of("gnome-sudoku"),
    is_line_wise=True,
    givens_only=True,
    samples=(_GIVEN,),
)

IPUZ = Format(
    "ipuz",
    "ipuz: sudokus with boxes, zones and cages, in JSON; only read",
    read_ipuz,
    recognises=is_of("ipuz"),
    is_line_wise=True,
    samples=(
        f'{{{_KIND}, "charset": "1234", "puzzle": [[0, 1, 0, 0], [0, 0, 2, 0], [3, 0, 0, 0], [0, 0, 0, 4]]}}\n',
        f'ipuz({{{_KIND},\n"puzzle": [[0, 1, 0, 0], [0, 0, 2, 0], [3, 0, 0, 0], [0, 0, 0, "4"]]}})\n',
    ),
)

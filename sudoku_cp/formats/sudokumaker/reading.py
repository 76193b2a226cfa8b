"""Reading documents of SudokuMaker: a JSON object, or the address that holds it.

The object has ``formatVersion`` and ``puzzle`` with ``name``, ``author``, ``comment`` (the rules as a text), ``cells``
row by row, and ``constraints`` (see `sudoku_cp.formats.sudokumaker.clues`). A digit that is not a given was entered by
a player and is not part of the puzzle. `Document.unsupported` lists what no rule here expresses, such as constraints
with code of their own.

References
----------
https://sudokumaker.app; the documents have no published definition.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from math import isqrt
from typing import Any

from sudoku_cp.formats.addresses import unpack
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.other_programs import (
    STYLES,
    Entry,
    OtherValueError,
    at_place,
    left_out,
    number_of,
    sudoku_with,
    unstated_rules,
)
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.strict_json import parse_object
from sudoku_cp.formats.sudokumaker.clues import (
    DRAWN,
    FIELDS,
    FIELDS_OF_ITEMS,
    KINDS,
    InexpressibleError,
    Kind,
    Places,
    items_of,
    objects_of,
)
from sudoku_cp.model import Clue, InputError
from sudoku_cp.model.board import MAX_SIZE

REGIONS = 1
REGION_SUM_LINES = 404
CUSTOM = 1000
ROWS_AND_COLUMNS = 2003

TEXTS = {"author": "author", "comment": "ruleset"}
"""The keys of texts, with those under which documents carry them."""

MIN_LINE = 2
"""The number of cells below which a line says nothing."""

OF_CELLS = ("value", "given", "candidates", "centerPencilMarks", "cornerPencilMarks", "colors", "coords", "valid")
"""The keys of cells: the value of a given; digits, marks and colours of a player."""


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read documents: an address on each line, or one object over several lines.

    Raises
    ------
    InputError
        If a text is not such a document, or is damaged.
    """
    return lines.read_each(lambda line: document_from(parse_object(_text(line, lines)), lines.source, line.number))


def _text(line: SourceLine, lines: SourceLines) -> str:
    if line.text.lstrip().startswith("{"):
        return lines.text_from(line)
    kind, text = unpack(line.text)
    if kind != "sudokumaker":
        raise InputError("an address that holds no SudokuMaker document")
    return text


def document_from(document: Entry, source: str, line: int) -> Document:
    """The puzzle of a document.

    Raises
    ------
    InputError
        If an entry does not fit its key.
    """
    puzzle = document.get("puzzle")
    if not isinstance(puzzle, dict):
        raise InputError("not a SudokuMaker document: it has no puzzle")
    reading = _Reading(puzzle)
    reading.read_givens()
    reading.read_constraints()
    title, comment = (str(puzzle.get(key) or "") for key in ("name", "comment"))
    carried = {kept: puzzle[key] for key, kept in TEXTS.items() if puzzle.get(key)}
    notes = (*reading.notes, *unstated_rules(title, comment, reading.stated))
    unsupported, partly = tuple(reading.unsupported), tuple(reading.partly)
    return Document(reading.sudoku, source, line, carried, unsupported, notes, partly)


class _Reading:
    """A model under construction."""

    def __init__(self, puzzle: Entry) -> None:
        self._cells = items_of(puzzle, "cells")
        size = _size(puzzle, len(self._cells))
        self._places = Places(size)
        self._constraints = [each for each in objects_of(puzzle, "constraints") if not each.get("disabled")]
        self.unsupported: list[str] = []
        self.partly: list[tuple[Clue, str]] = []
        self.notes: list[str] = []
        self.stated: list[str] = []
        lowest = number_of(puzzle, "minDigit")
        lowest = 1 if lowest is None else lowest
        highest = number_of(puzzle, "maxDigit")
        highest = lowest + size - 1 if highest is None else highest
        if highest - lowest >= MAX_SIZE:
            raise InputError(f"minDigit {lowest} and maxDigit {highest} make more than {MAX_SIZE} digits")
        name = puzzle.get("name")
        with at_place("regions"):
            self.sudoku, extra = sudoku_with(
                self._regions(),
                size,
                name if isinstance(name, str) and name else "SudokuMaker",
                range(lowest, highest + 1),
            )
        for cells in extra:
            self._add("extra_region", {"cells": cells}, f"the region of {cells[0]}")
        has_lines = puzzle.get("type") != "custom" or any(
            each.get("type") == ROWS_AND_COLUMNS for each in self._constraints
        )
        if not has_lines:
            self.unsupported.append("a grid whose rows and columns may repeat digits")

    def _regions(self) -> list[list[tuple[int, int]]]:
        """The cells of each region; none without a constraint of regions."""
        size = self._places.size
        regions: dict[object, list[tuple[int, int]]] = {}
        for constraint in self._constraints:
            if constraint.get("type") == REGIONS:
                labels = items_of(constraint, "regions")
                if len(labels) != size**2 or not all(isinstance(label, int) for label in labels):
                    raise InputError(f"a number for each of the {size**2} cells was expected")
                for at, label in enumerate(labels):
                    if label >= 0:
                        regions.setdefault(label, []).append((at // size + 1, at % size + 1))
                break
        return list(regions.values())

    def read_givens(self) -> None:
        """Read the cells."""
        for cell, entry in zip(self.sudoku.grid, self._cells, strict=True):
            if isinstance(entry, dict) and (fields := _unknown(entry, OF_CELLS)):
                self.unsupported.append(f"{cell.name}: {left_out(fields)}")
            if isinstance(entry, dict) and entry.get("given"):
                with at_place(cell.name):
                    value = number_of(entry)
                    if value is not None:
                        self.sudoku.give(cell, value)

    def read_constraints(self) -> None:
        """Read everything but the cells."""
        for number, constraint in enumerate(self._constraints, 1):
            kind = constraint.get("type")
            if kind == REGIONS or kind in DRAWN:
                continue
            if kind == ROWS_AND_COLUMNS:
                if constraint.get("areas"):
                    self.unsupported.append("rows and columns of parts of the grid")
                continue
            if not isinstance(kind, int) or kind not in KINDS:
                self.unsupported.append(_without_rule(constraint))
                continue
            place = f"constraint {number} ({KINDS[kind].name})"
            with at_place(place):
                self._read(constraint, kind, place)

    def _read(self, constraint: Entry, kind: int, place: str) -> None:
        self.stated.append(KINDS[kind].key)
        if constraint.get("negative"):
            self.stated.append("negative")
        if kind == REGION_SUM_LINES and constraint.get("singleRegionTotals") and self._returns(constraint):
            self.unsupported.append("a region sum line that returns to a region, with one total for each region")
            return
        before = len(self.sudoku.clues)
        reasons = [f"{place}: {left_out(fields)}"] if (fields := _unknown(constraint, FIELDS)) else []
        self.unsupported += reasons
        for where, part in self._parts(constraint, KINDS[kind], place):
            reasons += self._read_part(part, KINDS[kind], where)
        if styles := [key for key, value in constraint.items() if value and key in STYLES]:
            reasons.append(left_out(styles))
        self.partly += [(clue, reason) for clue in self.sudoku.clues[before:] for reason in reasons]

    def _parts(self, constraint: Entry, kind: Kind, place: str) -> Iterator[tuple[str, Entry]]:
        """The constraint with one of its clues at a time, and without clues for what it says of all others."""
        if not kind.items:
            yield place, constraint
            return
        for number, item in enumerate(items_of(constraint, kind.items), 1):
            where = f"{place}, {kind.items} {number}"
            if isinstance(item, dict) and (fields := _unknown(item, FIELDS_OF_ITEMS)):
                self.unsupported.append(f"{where}: {left_out(fields)}")
            if isinstance(item, list) and len(item) < MIN_LINE:
                self._places.cells(item or [0])
                self.notes.append(f"{where} says nothing and is skipped")
            elif isinstance(item, dict) and any(item.get(key) in (None, "", []) for key in kind.needs):
                self.notes.append(f"{where} says nothing and is skipped")
            else:
                yield where, {**constraint, kind.items: [item], "negative": []}
        if constraint.get("negative"):
            yield place, {**constraint, kind.items: []}

    def _read_part(self, part: Entry, kind: Kind, place: str) -> list[str]:
        """Add the clues of a part, and return what all clues of the constraint leave out."""
        try:
            for rule, parameters in kind.read(part, self._places):
                self._add(rule, parameters, rule)
        except InexpressibleError as error:
            self.unsupported.append(str(error))
            return [str(error)] if error.is_of_all else []
        except OtherValueError as error:
            self.unsupported.append(f"{place}: {error.message}")
        return []

    def _returns(self, constraint: Entry) -> bool:
        """Whether a line leaves a region and enters it again."""
        region_of = {cell.name: number for number, cells in enumerate(self.sudoku.boxes) for cell in cells}
        for line in items_of(constraint, "lines"):
            visited: list[int | None] = []
            cells = self._places.cells(line)
            for cell in cells:
                region = region_of.get(cell)
                if not visited or visited[-1] != region:
                    visited.append(region)
            if cells[0] == cells[-1] and len(visited) > 1:
                visited.pop()  # a loop, whose last segment is its first
            if len(set(visited)) < len(visited):
                return True
        return False

    def _add(self, rule: str, parameters: dict[str, Any], place: str) -> None:
        from sudoku_cp import rules

        with at_place(place):
            self.sudoku.add(rules.clue(rule, parameters))


def _size(puzzle: Entry, cells: int) -> int:
    """The number of rows and columns."""
    width, height, size = (number_of(puzzle, key) for key in ("width", "height", "size"))
    width = width or size or isqrt(cells)
    height = height or (cells // width if width else 0)
    if width != height or width * height != cells or not 1 <= width <= MAX_SIZE:
        raise InputError(f"cells must form a square of 1 to {MAX_SIZE} rows: other grids are not supported")
    return width


def _unknown(entry: Entry, known: Collection[str]) -> list[str]:
    """The keys of an entry that say something and are neither known nor styles."""
    return [key for key, value in entry.items() if value and key not in known and key not in STYLES]


def _without_rule(constraint: Entry) -> str:
    kind = constraint.get("type")
    if kind == CUSTOM:
        definition = constraint.get("definition")
        name = constraint.get("name") or (definition.get("name") if isinstance(definition, dict) else None)
        return f"a constraint with code of its own: {name or 'without a name'}"
    return f"constraints of type {json.dumps(kind)}"

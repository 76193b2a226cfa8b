"""Reading documents of f-puzzles: a JSON object, its payload or the address that holds it.

The keys of the object are rules of the whole grid, kinds of clue (see `sudoku_cp.formats.f_puzzles.clues`), ``grid``
with the cells, ``size``, ``title``, and content that is not logic: texts, and lines, cages, circles and rectangles that
are only drawn. `Document.carried` keeps the latter. `Document.unsupported` lists the content that no rule here
expresses. A digit that is not a given was entered by a player and is not part of the puzzle.

The rules text may state rules of the whole grid, too, in a line such as ``constraints: knight chess:1,3``:

=================================  ===============================================================
word                               rule
=================================  ===============================================================
``knight`` ``king``                anti-knight, anti-king
``nc`` ``djg`` ``dpos`` ``dneg``   non-consecutive, disjoint groups, the rising or falling diagonal
``chess:1,3`` ``chess:1,3;v1,2``   cells 1 and 3 apart differ; only in the digits after ``v``
``taxi:3`` ``selftaxi``            cells 3 steps apart differ; equal digits D are never D steps apart
``dnc``                            digits that touch at corners are not consecutive
``knightmare`` ``knightmare:5,15`` digits a knight's move apart do not add up to 5 or 15, or to these numbers
``difference:neg1``                all white dots are given; so with ``ratio:neg2``, ``sum:neg5;neg10``
=================================  ===============================================================

References
----------
https://f-puzzles.com; the documents have no published definition. The words of rules texts are those of the command
line of https://github.com/dclamage/SudokuSolver, and the line is that of its pull request 69.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from sudoku_cp._base.text import counted, shown
from sudoku_cp.formats.addresses import unpack
from sudoku_cp.formats.document import CHOSEN, ONLY_DRAWN, Document
from sudoku_cp.formats.f_puzzles.clues import FLAGS, KINDS, NEGATIVE, Kind, whole_rule
from sudoku_cp.formats.other_programs import (
    STYLES,
    Entry,
    OtherValueError,
    ReadEntry,
    at_place,
    entry_in_words,
    left_out,
    sudoku_with,
    unstated_rules,
)
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.strict_json import parse_object
from sudoku_cp.model import Clue, InputError, Sudoku
from sudoku_cp.model.board import MAX_SIZE
from sudoku_cp.model.geometry import default_box

DRAWINGS = ("line", "cage", "circle", "rectangle", "text")
"""Keys of drawings; where ``fromConstraint`` names a rule, that rule has its own key."""

CARRIED = (
    *("author", "ruleset", "solution", "disabledlogic", "truecandidatesoptions", "highlightConflicts"),
    *("successMessage", "metadata"),
    *DRAWINGS,
)
"""Keys of content that is not logic."""

MAY_STATE = ("ruleset",)
"""Keys of such content that may state a rule for solvers."""

_READ = ("size", "title", "grid")
_IMPLIED = ("cells",)
"""Keys of entries that say again what others say: the cells on the diagonal of a little killer."""
_DIGITAL_ROOT = re.compile(r"DR\d")
"""The label of a cage whose sum has that digital root to the solver for f-puzzles of `rules_text`."""

_MARKS = ("centerPencilMarks", "cornerPencilMarks")
_OF_PLAYERS = (*_MARKS, "c", "cArray", "highlight")
"""Keys of cells that are marks and colours."""

_CELL_KEYS = ("value", "given", "givenPencilMarks", "region")


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read documents: an address, a payload or an object on each line, or one object over several lines.

    Raises
    ------
    InputError
        If a text is not such a document, or is damaged.
    """
    return lines.read_each(lambda line: document_from(parse_object(_text(line, lines)), lines.source, line.number))


def _text(line: SourceLine, lines: SourceLines) -> str:
    """The object that begins on a line."""
    if line.text.lstrip().startswith("{"):
        return line.text if _is_json(line.text) else lines.text_from(line)
    kind, text = unpack(line.text)
    if kind != "f-puzzles":
        raise InputError("an address of SudokuPad that holds no f-puzzles document")
    return text


def document_from(document: Entry, source: str, line: int) -> Document:
    """The puzzle of a document; see `sudoku_from`."""
    found = sudoku_from(document)
    title, text = (str(document.get(key) or "") for key in ("title", "ruleset"))
    stated = [each.key for each in stated_rules(text) if each.clues]
    ignored = unstated_rules(title, text, [*stated, *(key for key, value in document.items() if value)])
    read = Document(
        found.sudoku, source, line, found.carried, found.unsupported, (*found.notes, *ignored), found.partly
    )
    is_drawn = any(map(document.get, DRAWINGS))
    return _with_drawings(read, document, text) if (text or CHOSEN.get()) and (is_drawn or ignored) else read


def _with_drawings(found: Document, document: Entry, text: str) -> Document:
    """The document with what its text says about its drawings."""
    from sudoku_cp.formats.drawn import NOT_READ, read_drawing
    from sudoku_cp.formats.drawn.documents import primitives_of_f_puzzles

    primitives = primitives_of_f_puzzles(document)
    says_all = any("all" in word.casefold() for word in text.split())

    def make(without_regions: bool) -> Sudoku:
        left_out = {"negative"} if says_all else set()
        return sudoku_from({key: value for key, value in document.items() if key not in left_out}).sudoku

    size = found.model.size if isinstance(found.model, Sudoku) else 0
    solution = document.get("solution")
    is_grid = isinstance(solution, list) and len(solution) == size * size and all(type(d) is int for d in solution)
    with at_place("drawing"):
        read = read_drawing(make, primitives, text, solution if is_grid else None, is_decorated=True)
    if read is None:
        return found
    kept = [reason for reason in found.unsupported if not reason.startswith(ONLY_DRAWN)]
    notes = [note for note in found.notes if "its rules say" not in note and not note.startswith(ONLY_DRAWN)]
    missing = read.unsupported
    if not primitives:
        notes += [reason for reason in missing if reason.startswith(NOT_READ)]
        if any(not reason.startswith(NOT_READ) for reason in missing):
            return found  # with the notes on what its text says
        missing = ()
    names = {str(clue) for clue in read.model.clues}
    partly = tuple((clue, reason) for clue, reason in found.partly if str(clue) in names)
    return replace(
        found,
        model=read.model,
        unsupported=(*kept, *missing),
        notes=(*notes, *read.notes),
        partly=partly,
        is_partial=read.is_partial,
    )


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


class Content(NamedTuple):
    """What a document holds; see `Document`."""

    sudoku: Sudoku
    carried: dict[str, Any]
    unsupported: tuple[str, ...]
    notes: tuple[str, ...]
    partly: tuple[tuple[Clue, str], ...]


def sudoku_from(document: Entry) -> Content:
    """The puzzle of a document, with what is not logic, not supported, unfinished or kept in part.

    Raises
    ------
    InputError
        If an entry does not fit its key.
    """
    size = document.get("size", len(document.get("grid") or ()))
    if not isinstance(size, int) or isinstance(size, bool) or not 1 <= size <= MAX_SIZE:
        raise InputError(f"size must be a whole number from 1 to {MAX_SIZE}, not {size!r}")
    rows = document.get("grid", [[{}] * size] * size)
    if not (isinstance(rows, list) and len(rows) == size):
        raise InputError(f"grid must be {size} rows of {size} cells")
    for row in rows:
        if not (isinstance(row, list) and len(row) == size and all(isinstance(cell, dict) for cell in row)):
            raise InputError(f"grid must be {size} rows of {size} cells")
    title = document.get("title")
    reading = _Reading(document, size, title if isinstance(title, str) and title else "f-puzzles")
    reading.read_grid(rows)
    reading.read_clues()
    unsupported, notes, partly = tuple(reading.unsupported), tuple(reading.notes), tuple(reading.partly)
    return Content(reading.sudoku, reading.carried, unsupported, notes, partly)


class _Reading:
    """A model under construction."""

    def __init__(self, document: Entry, size: int, name: str) -> None:
        self._document = document
        self.sudoku = Sudoku(size, name=name)
        self.carried: dict[str, Any] = {key: document[key] for key in CARRIED if document.get(key)}
        self.unsupported: list[str] = []
        self.partly: list[tuple[Clue, str]] = []
        self.notes: list[str] = []

    def read_grid(self, rows: list[list[dict[str, Any]]]) -> None:
        """Read regions, givens and candidates."""
        if any("region" in entry for row in rows for entry in row):
            self._read_regions(rows)
        besides = {}
        for cell, entry in zip(self.sudoku.grid, (entry for row in rows for entry in row), strict=True):
            if rest := {key: value for key, value in entry.items() if key not in _CELL_KEYS}:
                besides[cell.name] = rest
            if fields := [key for key, value in rest.items() if value and key not in _OF_PLAYERS]:
                self.unsupported.append(f"{cell.name}: {left_out(fields)}")
            with at_place(cell.name):
                if entry.get("given") not in (True, False, None):
                    raise InputError(f"given must be true or false, not {entry['given']!r}")
                value = entry.get("value")
                digit = None if value is None or value == "" else _digit(value)
                for key in _MARKS:
                    _require_marks(key, entry.get(key))
                if entry.get("given") and digit:
                    self.sudoku.give(cell, digit)
                elif marks := entry.get("givenPencilMarks"):
                    if not isinstance(marks, list):
                        raise InputError(f"givenPencilMarks must be a list of digits, not {marks!r}")
                    self.sudoku.restrict(cell, map(_digit, marks))
        if besides:
            self.carried["cells"] = besides

    def _read_regions(self, rows: list[list[dict[str, Any]]]) -> None:
        size, name = self.sudoku.size, self.sudoku.name
        height, width = default_box(size)
        regions: dict[Any, list[tuple[int, int]]] = {}
        for row, entries in enumerate(rows):
            for column, entry in enumerate(entries):
                label = entry.get("region", row // height * height + column // width)
                if label is not None and type(label) not in (int, str):
                    raise InputError(f"r{row + 1}c{column + 1}: region must be a number, not {label!r}")
                regions.setdefault(label, []).append((row + 1, column + 1))
        regions.pop(None, None)
        self.sudoku, extra = sudoku_with(list(regions.values()), size, name)
        for cells in extra:
            self._add("extra_region", {"cells": cells}, f"the region of {cells[0]}")

    def read_clues(self) -> None:
        """Read everything but the grid."""
        kinds = {kind.key: kind for kind in KINDS}
        for key, value in self._document.items():
            if key in _READ or key in CARRIED or not value:
                continue
            if key in FLAGS and value is True:
                self._add_whole(*whole_rule(key, self._document), key)
            elif key == "negative" and isinstance(value, list):
                self._read_negative(value)
            elif key in kinds and isinstance(value, list):
                self._read_entries(kinds[key], value)
            else:
                self.unsupported.append(key)
        self._read_rules_text(str(self._document.get("ruleset") or ""))
        self._read_drawings()

    def _read_rules_text(self, text: str) -> None:
        """Read the rules that the text for the player states for solvers."""
        for word, key, clues in stated_rules(text):
            if not clues:
                self.unsupported.append(f"constraints: {word}")
            for rule, parameters in [whole_rule(key, self._document)] if key in FLAGS else clues:
                self._add_whole(rule, parameters, f"constraints: {word}")

    def _add_whole(self, rule: str, parameters: Mapping[str, object], place: str) -> None:
        """Add a rule of the whole grid, unless the document has stated it already."""
        from sudoku_cp import rules

        with at_place(place):
            clue = rules.clue(rule, parameters)
            if clue not in self.sudoku.clues:
                self.sudoku.add(clue)

    def _read_entries(self, kind: Kind, entries: list[Any]) -> None:
        joined: list[str] = []
        besides: list[str] = []
        for number, entry in enumerate(entries, 1):
            place = f"{kind.key} {number}"
            if not isinstance(entry, dict):
                raise InputError(f"{place} must be an object, not {entry!r}")
            read, before, constraints = ReadEntry(entry), len(self.sudoku.clues), len(self.sudoku.constraints)
            clues, reasons = self._clues(kind, read, place)
            for parameters in filter(None, clues):
                if kind.joined:
                    joined.extend(parameters["cells"])
                else:
                    self._add(kind.rule, parameters, place)
            if not reasons and not (any(clues) if kind.joined else len(self.sudoku.constraints) > constraints):
                self.notes.append(f"{place} says nothing and is skipped: {entry_in_words(entry)}")
            elif None in clues:
                self.notes.append(f"a part of {place} says nothing and is skipped: {entry_in_words(entry)}")
            if fields := read.fields(_IMPLIED):
                reasons.append(f"{place}: {left_out(fields)}")
            self.unsupported += reasons
            reasons += [words] if (words := left_out([key for key in read.unread(_IMPLIED) if key in STYLES])) else []
            self._note(before, reasons)
            besides += reasons
        if joined:
            before = len(self.sudoku.clues)
            self._add(kind.rule, {"cells": joined}, kind.key)
            self._note(before, besides)

    def _clues(self, kind: Kind, entry: Entry, place: str) -> tuple[list[Mapping[str, Any] | None], list[str]]:
        """The clues of an entry, without a number that no rule expresses, and what they leave out."""
        try:
            with at_place(place):
                return list(kind.read(entry, self.sudoku.size)), []
        except OtherValueError as error:
            if not kind.may_lack_number:
                return [], [error.message]
            with at_place(place):
                bare = {key: value for key, value in entry.items() if key != "value"}
                return list(kind.read(bare, self.sudoku.size)), [error.message]

    def _note(self, first: int, reasons: list[str]) -> None:
        """Note what the clues from one on leave out."""
        self.partly += [(clue, reason) for clue in self.sudoku.clues[first:] for reason in dict.fromkeys(reasons)]

    def _read_negative(self, names: list[Any]) -> None:
        for name in names:
            if not isinstance(name, str) or name not in NEGATIVE:
                self.unsupported.append(f"negative {name}")
                continue
            with at_place(f"negative {name}"):
                parameters = NEGATIVE[name].parameters(self._document.get(name))
            self._add_whole(NEGATIVE[name].rule, parameters, f"negative {name}")

    def _read_drawings(self) -> None:
        """Name the drawings, and those of rules that the document does not state."""
        drawn: list[str] = []
        for key in DRAWINGS:
            entries = self.carried.get(key, [])
            if not (isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)):
                raise InputError(f"{key} must be a list of objects")
            for name in {str(entry["fromConstraint"]): 0 for entry in entries if entry.get("fromConstraint")}:
                word = re.sub(r"[^a-z]", "", name.lower())
                if not any(word in (stated, stated + "line") for stated in self._document):
                    self.unsupported.append(f"{ONLY_DRAWN}{name}, which no field states")
            own = [(number, entry) for number, entry in enumerate(entries, 1) if not entry.get("fromConstraint")]
            if key == "cage":
                self.unsupported += [
                    f"cage {number}: {entry_in_words(entry)}, which is only drawn here, and a digital root elsewhere"
                    for number, entry in own
                    if _DIGITAL_ROOT.search(str(entry.get("value")))
                ]
            drawn += [counted(len(own), key)] if own else []
        if drawn:
            self.notes.append(f"{ONLY_DRAWN}{', '.join(drawn)}")

    def _add(self, rule: str, parameters: Mapping[str, object], place: str) -> None:
        from sudoku_cp import rules

        with at_place(place):
            self.sudoku.add(rules.clue(rule, parameters))


def _require_marks(key: str, marks: object) -> None:
    """Refuse what is no list of digits; a player may also mark a cell with text."""
    if marks is not None and not isinstance(marks, list):
        raise InputError(f"{key} must be a list of digits, not {shown(marks)}")
    for mark in marks or ():
        if type(mark) not in (int, str):
            raise InputError(f"{key}: {shown(mark)} is not a digit")


def _digit(value: object) -> int:
    if isinstance(value, str) and value.isdecimal() and len(value) < 4:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise InputError(f"{shown(value)} is not a digit")


_LINE = re.compile(r"^[ \t]*constraints?[ \t]*:[ \t]*(.+)$", re.IGNORECASE | re.MULTILINE)
_FLAGS: Mapping[str, str] = {
    "knight": "antiknight",
    "king": "antiking",
    "nc": "nonconsecutive",
    "djg": "disjointgroups",
    "dpos": "diagonal+",
    "dneg": "diagonal-",
}
_WHOLE: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "selftaxi": ("anti_taxicab", {}),
    "dnc": ("non_consecutive", {"touching": "corners"}),
    "knightmare": ("knightmare", {}),
}
_DISTANCE = re.compile(r"[1-9]\d?")
_SUMS = re.compile(r"\d{1,2}(?:,\d{1,2})*")
_NEGATIVES = {"difference": "negative_difference", "ratio": "negative_ratio", "sum": "negative_sum"}
_MOVE = re.compile(r"([+-]?\d{1,2}),([+-]?\d{1,2})")
_DIGITS = re.compile(r"v(\d{1,2}(?:,\d{1,2})*)")
_NEGATIVE = re.compile(r"neg(\d{1,2})")


class Stated(NamedTuple):
    """A word of such a line."""

    word: str
    key: str
    """The key of the document that says the same; empty if there is none."""
    clues: tuple[tuple[str, Mapping[str, object]], ...]
    """The rules with their parameters; none if the word is not known."""


def stated_rules(text: str) -> Iterator[Stated]:
    r"""The rules that a rules text states.

    Parameters
    ----------
    text
        The text.

    Yields
    ------
    Stated
        Each word of its lines ``constraints: …``.

    >>> [(each.word, each.clues) for each in stated_rules("Normal rules apply.\nConstraints: king tea")]
    [('king', (('anti_king', {}),)), ('tea', ())]
    """
    for line in _LINE.finditer(text):
        for word in line[1].split():
            name, _, options = word.lower().partition(":")
            parts = options.split(";") if options else []
            if name in _FLAGS and not parts:
                yield Stated(word, _FLAGS[name], (FLAGS[_FLAGS[name]],))
            elif name in _WHOLE and not parts:
                yield Stated(word, name, (_WHOLE[name],))
            elif name == "taxi" and (distance := _DISTANCE.fullmatch(options)):
                yield Stated(word, "", (("taxicab", {"distance": int(distance[0])}),))
            elif name == "knightmare" and _SUMS.fullmatch(options):
                yield Stated(word, name, ((name, {"sums": options.replace(",", " ")}),))
            elif name == "chess":
                yield Stated(word, "", _chess(parts))
            elif name in _NEGATIVES:
                yield Stated(word, "negative", _negative(_NEGATIVES[name], parts))
            else:
                yield Stated(word, "", ())


def _chess(parts: list[str]) -> tuple[tuple[str, Mapping[str, object]], ...]:
    digits = {part: found for part in parts if (found := _DIGITS.fullmatch(part))}
    moves = [_MOVE.fullmatch(part) for part in parts if part not in digits]
    if not all(moves):
        return ()
    only = " ".join(found[1].replace(",", " ") for found in digits.values())
    restricted = {"digits": only} if only else {}
    return tuple(
        ("anti_leaper", {"rows": int(move[1]), "columns": int(move[2]), **restricted}) for move in moves if move
    )


def _negative(rule: str, parts: list[str]) -> tuple[tuple[str, Mapping[str, object]], ...]:
    values = [_NEGATIVE.fullmatch(part) for part in parts]
    if not parts or not all(values):
        return ()
    return ((rule, {"values": " ".join(value[1] for value in values if value)}),)

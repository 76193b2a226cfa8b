"""Reading SudokuPad documents: digits, regions, cages, drawings, and the short grids ``scf…``.

A document is a JSON object with rows of ``cells``, ``regions`` and ``cages``; an address holds it in a shorter
notation, which `unzipped` expands. A cage that is ``unique`` or has a ``sum`` is a killer cage, whose label is kept if
it is a number. Lines, arrows and
shapes over or under the cells are only drawn: `sudoku_cp.formats.drawn` reads them by the text of the rules.

References
----------
https://sudokupad.app; the documents have no published definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sudoku_cp.formats.addresses import unpack
from sudoku_cp.formats.document import CHOSEN, ONLY_DRAWN, Document
from sudoku_cp.formats.f_puzzles.reading import document_from
from sudoku_cp.formats.other_programs import (
    STYLES,
    ReadEntry,
    at_place,
    entry_in_words,
    left_out,
    sudoku_with,
    unstated_rules,
)
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.strict_json import parse_object, unrepeated
from sudoku_cp.model import Clue, InputError, Sudoku
from sudoku_cp.model.board import MAX_SIZE
from sudoku_cp.model.geometry import box_positions, default_box

DRAWINGS = ("lines", "arrows", "overlays", "underlays")
"""Keys of drawings."""

GLOBAL = {"antiknight": "anti_knight", "antiking": "anti_king", "nonconsecutive": "non_consecutive"}
"""The rules of the whole grid by their names in documents."""

ONLY_IN_WORDS = "only in words: "
"""The beginning of what is not supported because only the rules text states it."""

IN_WORDS = "inWords"
"""The key of the metadata under which our writer notes the clues that only the rules text says."""

_READ = ("cells", "regions", "cages", "global")
_NO_LOGIC = (
    *(
        "id",
        "cellSize",
        "cs",
        "metadata",
        "settings",
        "vd",
        "title",
        "author",
        "rules",
        "ruleset",
        "source",
        "solution",
    ),
    *("msgcorrect", "foglight", "triggereffect"),
)
"""Keys of a document that are texts, settings and effects of the player."""

_OF_PLAYERS = ("centremarks", "cornermarks", "pencilMarks", "colors", "highlight")
"""Keys of cells that are marks and colours."""

_SHORT = {
    "ce": "cells",
    "re": "regions",
    "ca": "cages",
    "v": "value",
    "t": "title",
    "l": "lines",
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
}
_TEXT = re.compile(r"([^: ]+):\s*(.+)", re.S)
STRING = re.compile(r'("(?:\\.|[^"\\])*")')
_SCF_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read documents: an address or an object on each line, or one object over several lines.

    Raises
    ------
    InputError
        If a text is not such a document, or is damaged.
    """
    return lines.read_each(lambda line: _document(line, lines))


def _document(line: SourceLine, lines: SourceLines) -> Document:
    number = line.number
    if line.text.lstrip().startswith("{"):
        return declared(parse_object(lines.text_from(line)), lines.source, number)
    kind, unpacked = unpack(line.text)
    if kind == "f-puzzles":
        return document_from(parse_object(unpacked), lines.source, number)
    if kind == "scf":
        return _short_grid(unpacked, lines.source, number)
    return declared(unzipped(unpacked), lines.source, number)


def unzipped(text: str) -> dict[str, Any]:
    r"""Expand the shorter notation of a document.

    In this notation, keys are abbreviated and have no quotes, ``'`` stands for ``"``, ``t`` and ``f`` are true and
    false, colours have neither quotes nor ``#``, and an empty object in a list is left out.

    Raises
    ------
    InputError
        If the text is not such a document.

    >>> unzipped("{ce:[[{v:3},,],[]],t:'it\\'s'}")
    {'cells': [[{'value': 3}, {}, {}], [{}]], 'title': "it's"}
    """
    if '"' not in text:
        text = re.sub(r"(\\')|'", lambda found: "'" if found[1] else '"', text)
    pieces = STRING.split(text)
    pieces[::2] = [_as_json(piece) for piece in pieces[::2]]
    found = _with_long_keys(parse_object("".join(pieces)))
    assert isinstance(found, dict)
    return found


def _as_json(text: str) -> str:
    """Expand the text between two strings to JSON."""
    text = re.sub(r"([{,])([A-Za-z]\w*):", r'\1"\2":', text)
    text = re.sub(r"(?<=[\[,])(?=[,\]])", "{}", text)
    text = re.sub(r":([tf])(?=[,}\]])", lambda found: ":true" if found[1] == "t" else ":false", text)
    return re.sub(r":#?([0-9a-fA-F]{6}|0|F)(?=[,}\]])", _colour, text)


def _colour(found: re.Match[str]) -> str:
    digits = found[1] * (6 // len(found[1]))
    return f':"#{digits}"' if len(found[1]) == 6 or "#" in found[0] else found[0]


def _with_long_keys(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_long_keys(item) for item in value]
    if isinstance(value, dict):
        return unrepeated((_SHORT.get(key, str(key)), _with_long_keys(item)) for key, item in value.items())
    return value


def declared(document: Mapping[str, Any], source: str, line: int) -> Document:
    """The puzzle of a document with long keys.

    Raises
    ------
    InputError
        If the document is damaged.
    """
    rows = document.get("cells")
    size = len(rows) if isinstance(rows, list) else 0
    if not 1 <= size <= MAX_SIZE or not all(isinstance(row, list) and len(row) == size for row in rows or ()):
        raise InputError(f"cells must form a square of 1 to {MAX_SIZE} rows: other grids are not supported")
    texts = _texts(document)
    title = texts.get("title")
    regions = _regions(document)
    sudoku, extra = sudoku_with(regions, size, title or "SudokuPad")
    unsupported: list[str] = []
    partly: list[tuple[Clue, str]] = []
    skipped: list[str] = []
    _add(sudoku, "extra_region", [{"cells": cells} for cells in extra])
    for cell, entry in zip(sudoku.grid, (entry or {} for row in rows or () for entry in row), strict=True):
        if not isinstance(entry, dict):
            raise InputError(f"{cell.name} must be an object, not {entry!r}")
        if fields := [key for key, value in entry.items() if value and key not in ("value", *_OF_PLAYERS)]:
            unsupported.append(f"{cell.name}: {left_out(fields)}")
        value = entry.get("value")
        if value is not None and value != "":
            if not re.fullmatch(r"-?\d{1,4}", str(value)):
                raise InputError(f"{cell.name}: {value!r} is not a digit")
            sudoku.give(cell, int(value))
    for number, cage in enumerate(_list(document, "cages"), 1):
        before, place = len(sudoku.clues), f"cages {number}"
        reasons = _read_cage(sudoku, cage, place, unsupported)
        if any(cage.get(key) for key in ("unique", "sum")) and not cage.get("cells"):
            skipped.append(f"{place} says nothing and is skipped: {entry_in_words(cage)}")
        partly += [(clue, reason) for clue in sudoku.clues[before:] for reason in reasons]
    global_rules = _global_rules(document)
    for name in global_rules:
        if name in GLOBAL:
            _add(sudoku, GLOBAL[name], [{}])
        else:
            unsupported.append(f"global {name}")
    unsupported += _unknown_keys(document)
    unsupported += [
        f"{ONLY_DRAWN}{len(drawings)} {key if len(drawings) > 1 else key[:-1]}"
        for key in DRAWINGS
        if (drawings := _list(document, key))
    ]
    unsupported += [f"{ONLY_IN_WORDS}{clue}" for clue in _in_words(document)]
    carried = {key: value for key, value in document.items() if key not in _READ and key not in DRAWINGS}
    carried |= {kept: texts[key] for key, kept in (("author", "author"), ("rules", "ruleset")) if key in texts}
    if re.fullmatch(rf"[1-9]{{{size * size}}}", texts.get("solution", "")):
        carried["solution"] = [int(digit) for digit in texts["solution"]]
    fields = [*global_rules, *({"killer": "killercage"}.get(str(clue).split()[0], "") for clue in sudoku.clues)]
    notes = unstated_rules(texts.get("title", ""), texts.get("rules", ""), fields)
    found = Document(sudoku, source, line, carried, tuple(unsupported), (*skipped, *notes), tuple(partly))
    return _with_drawings(found, document, texts, skipped) if texts.get("rules") or CHOSEN.get() else found


def _with_drawings(
    found: Document, document: Mapping[str, Any], texts: Mapping[str, str], notes: list[str]
) -> Document:
    """The document with what its text says about its drawings."""
    from sudoku_cp.formats.drawn import digits_said, read_drawing, says_boxes
    from sudoku_cp.formats.drawn.documents import primitives_of_sudokupad
    from sudoku_cp.formats.drawn.elements import CageOutline

    size, text = len(document["cells"]), texts.get("rules", "")
    outlines: list[CageOutline] = []
    stated: list[Clue] = []
    for number, cage in enumerate(_list(document, "cages"), 1):
        if not cage.get("cells"):
            continue
        cells = _places(cage["cells"], f"cages {number}")
        label = str(cage.get("sum", cage.get("value") or ""))
        label = "" if label == "0" else label
        outline = CageOutline(tuple(cells), label, str(cage.get("outlineC") or ""), bool(cage.get("unique")))
        alone = Sudoku(size, regions=())
        _read_cage(alone, cage, "", [])
        if outline.is_killer or not alone.clues:
            outlines += [] if cage.get("hidden") or _is_line_of_grid(cells, size) else [outline]
        else:
            stated += alone.clues

    def make(without_regions: bool) -> Sudoku:
        regions: Sequence[Sequence[tuple[int, int]]] = [] if without_regions else _regions(document)
        if not regions and not without_regions and says_boxes(text) and "regions" not in document:
            regions = box_positions(size, size, default_box(size))
        sudoku, extra = sudoku_with(regions, size, found.model.name, digits_said(text, size))
        _add(sudoku, "extra_region", [{"cells": cells} for cells in extra])
        for cell, other in zip(sudoku.grid, found.model.grid, strict=True):
            if other in found.model.givens:
                sudoku.give(cell, found.model.givens[other])
        _add_each(sudoku, stated)
        for name in _global_rules(document):
            if name in GLOBAL:
                _add(sudoku, GLOBAL[name], [{}])
        return sudoku

    solution = texts.get("solution", "")
    published = [int(digit) for digit in solution] if re.fullmatch(rf"[0-9]{{{size * size}}}", solution) else None
    with at_place("drawing"):
        read = read_drawing(make, [*primitives_of_sudokupad(document), *outlines], text, published)
    if read is None:
        return found
    names = {str(clue) for clue in read.model.clues}
    kept = [
        reason
        for reason in found.unsupported
        if not reason.startswith(ONLY_DRAWN)
        and ": its label " not in reason
        and not (reason.startswith(ONLY_IN_WORDS) and reason.removeprefix(ONLY_IN_WORDS) in names)
    ]
    partly = tuple((clue, reason) for clue, reason in found.partly if str(clue) in names)
    return replace(
        found,
        model=read.model,
        unsupported=(*kept, *read.unsupported),
        notes=(*notes, *read.notes),
        partly=partly,
        is_partial=read.is_partial,
    )


def _add_each(sudoku: Sudoku, clues: Iterable[Clue]) -> None:
    for clue in clues:
        sudoku.add(clue)


def _is_line_of_grid(cells: list[tuple[int, int]], size: int) -> bool:
    """Whether cells are a whole row or column."""
    rows, columns = ({cell[axis] for cell in cells} for axis in (0, 1))
    return len(cells) == size and len({*cells}) == size and 1 in (len(rows), len(columns))


def _regions(document: Mapping[str, Any]) -> list[list[tuple[int, int]]]:
    return [_places(region, f"regions {number}") for number, region in enumerate(_list(document, "regions"), 1)]


def _unknown_keys(document: Mapping[str, Any]) -> Iterator[str]:
    """The keys of a document that say something, and of which nothing is known."""
    for key, value in document.items():
        if value and key not in (*_READ, *DRAWINGS, *_NO_LOGIC):
            yield key
    metadata = document.get("metadata")
    for key, value in (metadata if isinstance(metadata, dict) else {}).items():
        if value is True and key not in GLOBAL:
            yield f"metadata {key}"
        if key in GLOBAL and value and value is not True:
            yield f"metadata {key}: {value!r}"


def _in_words(document: Mapping[str, Any]) -> list[str]:
    """The clues that the writer of a document has noted as said by its rules text alone."""
    metadata = document.get("metadata")
    noted = metadata.get(IN_WORDS) if isinstance(metadata, dict) else None
    return [str(clue) for clue in noted] if isinstance(noted, list) else []


def _texts(document: Mapping[str, Any]) -> dict[str, str]:
    """The title, the rules and similar texts, in the metadata or in cages without cells."""
    found: dict[str, str] = {}
    for cage in _list(document, "cages"):
        if isinstance(cage, dict) and not cage.get("cells"):
            text = _TEXT.fullmatch(str(cage.get("value", "")))
            found |= {text[1]: text[2]} if text else {}
    metadata = document.get("metadata")
    stated = [*(metadata.items() if isinstance(metadata, dict) else ()), ("title", document.get("title"))]
    return found | {key: value for key, value in stated if isinstance(value, str) and value}


def _global_rules(document: Mapping[str, Any]) -> list[str]:
    """The rules of the whole grid, given in a list or in the metadata."""
    metadata = document.get("metadata")
    flags = metadata if isinstance(metadata, dict) else {}
    names = [str(name) for name in _list(document, "global")]
    return list(dict.fromkeys([*names, *(name for name in GLOBAL if flags.get(name) is True)]))


def _read_cage(sudoku: Sudoku, cage: Any, place: str, unsupported: list[str]) -> list[str]:
    """Add the clue of a cage; return what it leaves out."""
    if not isinstance(cage, dict):
        raise InputError(f"{place} must be an object, not {cage!r}")
    if not cage.get("cells"):
        return []  # a text, such as the title
    cage = ReadEntry(cage)
    cells = [f"r{row}c{column}" for row, column in _places(cage["cells"], place)]
    label = str(cage.get("sum", cage.get("value") or ""))
    if label == "0" and 0 not in sudoku.digits:
        label = ""  # where no digit is 0, it means that there is no sum
    is_number = re.fullmatch(r"\d{1,4}", label) is not None
    reasons = []
    if cage.get("unique"):
        _add(sudoku, "killer", [{"cells": cells} | ({"sum": int(label)} if is_number else {})])
        if label and not is_number:
            reasons.append(f"{place}: its label {label}, which is not a number")
            unsupported += reasons
    elif "sum" in cage and is_number:
        _add(sudoku, "killer", [{"cells": cells, "sum": int(label), "repeats": True}])
    else:
        if set(cells) not in [{cell.name for cell in house} for house in (*sudoku.rows, *sudoku.columns)]:
            unsupported.append(f"{ONLY_DRAWN}the cage {entry_in_words(cage)}")
        return []
    if fields := cage.fields():
        unknown = f"{place}: {left_out(fields)}"
        unsupported.append(unknown)
        reasons.append(unknown)
    styles = left_out([key for key in cage.unread() if key in STYLES])
    return [*reasons, styles] if styles else reasons


def _add(sudoku: Sudoku, rule: str, clues: list[dict[str, Any]]) -> None:
    from sudoku_cp import rules

    for parameters in clues:
        sudoku.add(rules.clue(rule, parameters))


def _list(document: Mapping[str, Any], key: str) -> list[Any]:
    value = document.get(key, [])
    if not isinstance(value, list):
        raise InputError(f"{key} must be a list, not {value!r}")
    return [item for item in value if item != {}]  # as an empty list is unzipped


def _places(cells: Any, place: str) -> list[tuple[int, int]]:
    """Convert (row, column) pairs counted from 0 to pairs counted from 1."""
    pairs = [pair for pair in cells if pair != {}] if isinstance(cells, list) else [cells]
    for pair in pairs:
        if not (isinstance(pair, list) and len(pair) == 2 and all(type(number) is int for number in pair)):
            raise InputError(f"{place}: {pair!r} is not a cell such as [0, 8]")
    return [(row + 1, column + 1) for row, column in pairs]


def _short_grid(text: str, source: str, line: int) -> Document:
    """Read a short grid: a letter for each digit and the empty cells after it, in a 9×9 grid, and letters for rules.

    The value of a letter is the digit plus ten times the number of empty cells that follow.
    """
    from sudoku_cp import rules

    letters, _, rest = text.partition("*")
    digits = ""
    for letter in letters:
        if letter not in _SCF_LETTERS:
            raise InputError(f"{letter!r} is not a letter or a digit")
        zeros, digit = divmod(_SCF_LETTERS.index(letter), 10)
        digits += f"{digit}{'0' * zeros}"
    if len(digits) != 81:
        raise InputError(f"{letters!r} has {len(digits)} cells, not 81")
    sudoku = Sudoku(9, name="SudokuPad")
    carried: dict[str, Any] = {}
    unsupported: list[str] = []
    for cell, digit_ in zip(sudoku.grid, digits, strict=True):
        if digit_ != "0":
            sudoku.give(cell, int(digit_))
    while rest:
        letter, rest = rest[0], rest[1:]
        if letter == "w":
            sudoku.add(rules.windoku())
        elif letter == "x":
            sudoku.add(rules.diagonals())
        elif letter in "at":
            found = re.match(r"((?:[^*]|\*\*)*)\*?(.*)", rest, re.S)
            assert found is not None
            carried["author" if letter == "a" else "title"] = found[1].replace("**", "*")
            rest = found[2]
        else:
            unsupported.append(f"the rule {letter}")
    return Document(sudoku, source, line, carried, tuple(unsupported))

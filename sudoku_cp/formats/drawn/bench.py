"""Reading the rows of Sudoku-Bench: JSON objects with the rules in words, the board, the solution and the drawing.

The drawing is the SudokuPad or f-puzzles document under ``encoded_puzzle``, or else what ``visual_elements`` lists.
Other fields are carried as they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sudoku_cp.formats.addresses import unpack
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.drawn import digits_said, read_drawing
from sudoku_cp.formats.drawn.documents import primitives_of_description
from sudoku_cp.formats.f_puzzles.reading import document_from
from sudoku_cp.formats.other_programs import at_place, sudoku_with
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.strict_json import parse_object
from sudoku_cp.formats.sudokupad.reading import declared, unzipped
from sudoku_cp.model import InputError, Sudoku
from sudoku_cp.model.board import EMPTY_MARKS, MAX_SIZE
from sudoku_cp.model.geometry import box_positions, default_box

_CELL = re.compile(r"[Rr](\d{1,2})[Cc](\d{1,2})")


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read objects: one on each line, or one over several lines.

    Raises
    ------
    InputError
        If a text is not such an object, or is damaged.
    """
    return lines.read_each(lambda line: _document(line, lines))


def _document(line: SourceLine, lines: SourceLines) -> Document:
    entry = parse_object(lines.text_from(line) if not line.text.rstrip().endswith("}") else line.text)
    rules, title = _text(entry.get("rules")), _text(entry.get("title"))
    solution = _text(entry.get("solution"))
    code = entry.get("encoded_puzzle")
    if not code:
        return _described(entry, rules, title, solution, lines.source, line.number)
    kind, text = unpack(str(code))
    if kind == "f-puzzles":
        document = dict(parse_object(text))
        document["ruleset"] = document.get("ruleset") or rules
        document["title"] = document.get("title") or title
        if solution.isdecimal():
            document["solution"] = [int(digit) for digit in solution]
        return document_from(document, lines.source, line.number)
    if kind != "sudokupad":
        raise InputError(f"encoded_puzzle: a text of {kind}, and not a document of SudokuPad")
    document = unzipped(text)
    metadata = document.get("metadata")
    own = metadata if isinstance(metadata, dict) else {}
    given = {"title": title, "rules": rules, "solution": solution}
    document["metadata"] = {key: value for key, value in given.items() if value} | own
    return declared(document, lines.source, line.number)


def _text(value: Any) -> str:
    """A text, which may be written as JSON once more."""
    text = "" if value is None else str(value)
    if text.startswith('"') and text.endswith('"'):
        try:
            text = str(json.loads(text))
        except ValueError:
            return text
    return text


def _described(entry: Mapping[str, Any], rules: str, title: str, solution: str, source: str, line: int) -> Document:
    """A puzzle whose drawing is only described."""
    size = entry.get("rows")
    if not isinstance(size, int) or size != entry.get("cols") or not 1 <= size <= MAX_SIZE:
        raise InputError(f"rows and cols must be the same number from 1 to {MAX_SIZE}")
    board = "".join(_text(entry.get("initial_board")).split())
    if len(board) != size * size:
        raise InputError(f"initial_board: {len(board)} cells, not {size * size}")
    elements = entry.get("visual_elements") or []
    listed = json.loads(elements) if isinstance(elements, str) else elements
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise InputError("visual_elements must be a list of objects")
    regions = [_cells(each) for each in listed if each.get("type") == "cage" and each.get("style") == "box"]
    inside = {cell for cells in regions for cell in cells}
    span = range(1, size + 1)
    outside = [(row, column) for row in span for column in span if (row, column) not in inside]
    regions += [outside] if regions and len(outside) == size else []

    def make(without_regions: bool) -> Sudoku:
        own: Sequence[Sequence[tuple[int, int]]] = regions
        if sum(map(len, regions)) != size * size:
            own = box_positions(size, size, default_box(size))
        digits = digits_said(rules, size)
        sudoku, _ = sudoku_with([] if without_regions else own, size, title or "Sudoku-Bench", digits)
        for cell, mark in zip(sudoku.grid, board, strict=True):
            if mark not in EMPTY_MARKS:
                sudoku.give(cell, int(mark))
        return sudoku

    published = [int(digit) for digit in solution] if re.fullmatch(rf"\d{{{size * size}}}", solution) else None
    with at_place("visual_elements"):
        read_ = read_drawing(make, primitives_of_description(listed), rules, published)
    carried: dict[str, Any] = {"ruleset": rules} | ({"solution": published} if published else {})
    if read_ is None:
        return Document(make(False), source, line, carried)
    return Document(read_.model, source, line, carried, read_.unsupported, read_.notes, is_partial=read_.is_partial)


def _cells(entry: Mapping[str, Any]) -> list[tuple[int, int]]:
    found = [_CELL.fullmatch(str(cell)) for cell in entry.get("cells") or ()]
    return [(int(each[1]), int(each[2])) for each in found if each is not None]

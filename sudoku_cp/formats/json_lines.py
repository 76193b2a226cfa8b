"""JSON objects, one on each line, of which a field is a grid: the rows of data sets, such as ``{"puzzle": "53..7…"}``.

The field is named, or it is the one that looks like a grid: a text of n² characters, or lists of n² digits in all. A
field that is the solution of another one is none. Other fields are ignored.

>>> from io import BytesIO
>>> text = '{"id": 7, "puzzle": "12....1221....21", "solution": "1234341221434321"}'
>>> grid, = read(SourceLines(BytesIO(text.encode()), "example.jsonl"))
>>> grid.rows[0]
(1, 2, 0, 0)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from json import JSONDecodeError
from math import isqrt
from typing import Any

from sudoku_cp._base.errors import nearest
from sudoku_cp._base.text import in_one_line
from sudoku_cp.formats import lists
from sudoku_cp.formats.format import Format, Peek
from sudoku_cp.formats.source_lines import MAX_LINE, SourceLine, SourceLines
from sudoku_cp.formats.strict_json import decode, parse_object
from sudoku_cp.formats.symbols import GridText, SymbolReader
from sudoku_cp.formats.text_lines import SMALLEST, are_cells, is_solution
from sudoku_cp.model import InputError
from sudoku_cp.model.board import EMPTY_MARKS, MAX_SIZE

_DEEPEST = 3
_SOLUTIONS = {"solution", "solutions", "answer", "solved"}
"""Fields that are read as puzzles only where `--key` names them."""
_OTHERS = re.compile(r'ipuz\.org|"sudoku-puzzle"|"formatVersion"')
"""What documents of other programs say of themselves."""


def read(lines: SourceLines, symbols: str | None = None, key: str | None = None) -> Iterator[GridText]:
    """Read the grid in each object.

    Parameters
    ----------
    key
        The name of the field; None for the one that looks like a grid in the first object.

    Raises
    ------
    InputError
        If a line is no JSON object, has no such field, or several fields look like grids.
    """
    reader = SymbolReader(symbols)
    for line in lines:
        if not line.text.strip():
            continue
        try:
            fields = parse_object(line.text)
        except InputError as error:
            raise lines.error(error.message, line.number) from None
        key = key or _only_key(lines, line, fields)
        if key not in fields:
            hint = nearest(key, fields) or f"; there are {', '.join(map(in_one_line, fields))}"
            raise lines.error(f"there is no field {in_one_line(key)}{hint}", line.number)
        yield _grid(lines, line, key, fields[key], reader)


def _only_key(lines: SourceLines, line: SourceLine, fields: Mapping[str, Any]) -> str:
    found = grid_keys(fields)
    keys = [key for key in found if key.casefold() not in _SOLUTIONS]
    if len(keys) != 1:
        which = f"the fields {' and '.join(keys)} look like grids" if keys else "no field looks like a puzzle's grid"
        if found and not keys:
            which = f"the only grid is the {' and the '.join(found)}"
        raise lines.error(f"{which}: name one with --key", line.number)
    return keys[0]


def grid_keys(fields: Mapping[str, Any]) -> list[str]:
    """The fields that look like grids and are not the solution of another one.

    >>> grid_keys({"a": "12....1221....21", "b": "1234341221434321", "c": 16 * [0], "d": "a text"})
    ['a', 'c']
    """
    cells = {key: text for key, value in fields.items() if (text := _cells(value)) is not None}
    return [
        key
        for key, text in cells.items()
        if not any(is_solution(text, other) for name, other in cells.items() if name != key and other != text)
    ]


def _cells(value: Any) -> str | None:
    """The cells of a field, ``?`` for each that is no single character; None if it is no grid."""
    if isinstance(value, str):
        text = "".join(value.split())
        return text if are_cells(text) else None
    entries = list(_entries(value, 0)) if isinstance(value, list) else []
    size = isqrt(len(entries))
    if not SMALLEST <= size <= MAX_SIZE or size * size != len(entries) or None in entries:
        return None
    return "".join([entry if entry is not None and len(entry) == 1 else "?" for entry in entries])


def _entries(value: Any, depth: int) -> Iterator[str | None]:
    """The entries of lists in each other; None for what is no cell."""
    if isinstance(value, list) and depth < _DEEPEST:
        for item in value:
            yield from _entries(item, depth + 1)
    elif value is None or value == "":
        yield EMPTY_MARKS[0]
    elif isinstance(value, str):
        yield from value if value.isalnum() or set(value) <= set(EMPTY_MARKS) or len(value) > 1 else (None,)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield str(value)
    else:
        yield None


def _grid(lines: SourceLines, line: SourceLine, key: str, value: Any, reader: SymbolReader) -> GridText:
    text = "".join(value.split()) if isinstance(value, str) else ""
    size = isqrt(len(text))
    try:
        if isinstance(value, list):
            listed = json.dumps(value).encode()
            grids = list(lists.read(SourceLines(BytesIO(listed), lines.source, line.number)))
            if len(grids) != 1:
                raise InputError(f"{len(grids)} grids, not one")
            return grids[0]
        if not text or size * size != len(text) or size > MAX_SIZE:
            raise InputError(f"a text of {len(text)} characters, and not of n²")
        return reader.grid(text, size, lines.source, lambda _: (line.number, 1))
    except InputError as error:
        raise lines.error(f"field {in_one_line(key)}: {error.message}", line.number) from None


def _recognises(peek: Peek) -> bool:
    """Recognise an object on one line of which a field looks like a grid."""
    first = peek(0)
    if first is None or len(first.text) > MAX_LINE or not first.text.lstrip().startswith("{"):
        return False
    try:
        fields = decode(first.text)
    except (InputError, JSONDecodeError, RecursionError):
        return False
    if not isinstance(fields, dict) or _OTHERS.search(first.text) or _is_document(fields):
        return False
    return bool(grid_keys(fields))


def _is_document(fields: Mapping[str, Any]) -> bool:
    """Whether the object is a document of f-puzzles; what else looks like a grid there is its solution.

    >>> _is_document({"size": 4, "grid": [[{}, {}, {}, {}]], "solution": 16 * [1]}), _is_document({"grid": 16 * [0]})
    (True, False)
    """
    rows = fields.get("grid")
    cells = [cell for row in rows if isinstance(row, list) for cell in row] if isinstance(rows, list) else []
    return any(isinstance(cell, dict) for cell in cells)


FORMAT = Format(
    "json-lines",
    "JSON objects, one on each line, of which a field is a grid (`--key` names it); only read",
    read,
    recognises=_recognises,
    is_line_wise=True,
    givens_only=True,
    samples=(
        '{"puzzle": "12....1221....21", "solution": "1234341221434321"}\n{"puzzle": "1..............."}\n',
        '{"id": 1, "board": [[1, 2, 0, 0], [0, 0, 1, 2], [2, 1, 0, 0], [0, 0, 2, 1]], "level": "easy"}\n',
        '{"quiz": [1, 2, 0, 0, 0, 0, 1, 2, 2, 1, 0, 0, 0, 0, 2, 1]}\n',
    ),
)
"""Rows of data sets."""

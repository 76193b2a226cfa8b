"""JSON objects of which a field is a grid: the rows of data sets, such as ``{"puzzle": "53..7…"}``, one on each line.

The field is named, or it is the one that looks like a grid: a text of n² characters, or lists of n² digits in all. A
field that is the solution of another one is none. Other fields are ignored. The objects may also stand inside others,
or in a list, in a document over several lines, as services answer: ``{"newboard": {"grids": [{"value": [[…``.
A document of a program is none of these (`sudoku_cp.formats.json_shapes`).

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
from contextlib import suppress
from io import BytesIO
from json import JSONDecodeError
from math import isqrt
from typing import Any

from sudoku_cp._base.errors import nearest
from sudoku_cp._base.text import in_one_line
from sudoku_cp.formats import lists
from sudoku_cp.formats.format import Format, Peek
from sudoku_cp.formats.json_shapes import is_of_any, outline_of, whole_text
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.strict_json import decode
from sudoku_cp.formats.symbols import GridText, SymbolReader
from sudoku_cp.formats.text_lines import SMALLEST, are_cells, is_solution
from sudoku_cp.model import InputError
from sudoku_cp.model.board import EMPTY_MARKS, MAX_SIZE

_DEEPEST = 3
_SOLUTIONS = {"solution", "solutions", "answer", "solved"}
"""Fields that are read as puzzles only where `--key` names them."""
_UNFINISHED = ("{", "[", ",", ":")
"""How a line ends that is the beginning of a document over several lines."""


def read(lines: SourceLines, symbols: str | None = None, key: str | None = None) -> Iterator[GridText]:
    """Read the grids of objects.

    Parameters
    ----------
    key
        The name of the field; None for the one that looks like a grid in the first object.

    Raises
    ------
    InputError
        If a text is not JSON, has no such field, or several fields look like grids.
    """
    reader = SymbolReader(symbols)
    for line in lines:
        if not line.text.strip():
            continue
        value = _value(lines, line)
        outer = value if isinstance(value, dict) else {}
        key = key or _only_key(lines, line, next(_holders(value, None), outer))
        for fields in list(_holders(value, key)) or [outer]:
            if key not in fields:
                raise _no_field(lines, line, key, fields)
            yield _grid(lines, line, key, fields[key], reader)


def key_of(text: str) -> str | None:
    """The name of the field that is read of an object; None if it is an object of a program, or none is a grid.

    >>> key_of('{"id": 7, "quiz": "12....1221....21"}')
    'quiz'
    """
    line = SourceLine(1, text)
    try:
        fields = next(_found_by(lambda ahead: None if ahead else line), None)
        return None if fields is None else _only_key(SourceLines(BytesIO(), ""), line, fields)
    except InputError:
        return None


def _value(lines: SourceLines, line: SourceLine) -> Any:
    """The object or list that begins on a line."""
    is_begun = line.text.rstrip().endswith(_UNFINISHED)
    try:
        value = decode(lines.text_from(line) if is_begun else line.text)
    except JSONDecodeError as error:
        place = (line.number + error.lineno - 1, error.colno)
        raise lines.error(f"not JSON: {error.msg}", *place) from None
    except RecursionError:
        raise lines.error("not readable as JSON: nested too deeply", line.number) from None
    except InputError as error:
        raise (error if error.line is not None else lines.error(error.message, line.number)) from None
    if not isinstance(value, dict | list):
        raise lines.error("not a document: a JSON object was expected", line.number)
    return value


def _holders(value: Any, key: str | None) -> Iterator[Mapping[str, Any]]:
    """The objects that have the field, or one that looks like a grid: those inside others where the outer one has none.

    Beside an object with the field, a list has nothing else: what lacks it there is yielded, too, to be refused.

    >>> list(_holders({"a": [{"id": 1, "b": 16 * [0]}, {"id": 2}]}, None))
    [{'id': 1, 'b': [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}]
    """
    if isinstance(value, dict) and (key in value if key is not None else grid_keys(value)):
        yield value
        return
    inner = [*value.values()] if isinstance(value, dict) else value
    if isinstance(value, list) and key is not None and any(isinstance(each, dict) and key in each for each in value):
        yield from (each if isinstance(each, dict) else {} for each in value)
        return
    for each in inner:
        if isinstance(each, dict | list):
            yield from _holders(each, key)


def _no_field(lines: SourceLines, line: SourceLine, key: str, fields: Mapping[str, Any]) -> InputError:
    hint = nearest(key, fields) or (f"; there are {', '.join(map(in_one_line, fields))}" if fields else "")
    return lines.error(f"there is no field {in_one_line(key)}{hint}", line.number)


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
    cells = [entry or "" for entry in entries]
    if any(map(str.isalpha, cells)) and not are_cells("".join(cells)):
        return None  # such as the names of cells
    return "".join([entry if len(entry) == 1 else "?" for entry in cells])


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


_OF_OBJECTS = re.compile(r'\s*\[\s*\{\s*"')
"""How a list of objects begins."""
_MOST_OPENING = 8
"""The number of lines among which the first key of an object in a list is."""


def _recognises(peek: Peek) -> bool:
    """Recognise an object of no program, or a list of objects, of which a field looks like a grid."""
    return next(_found_by(peek), None) is not None


def _found_by(peek: Peek) -> Iterator[Mapping[str, Any]]:
    """The objects that the beginning of a text shows to have a grid."""
    text = whole_text(peek, is_list=_is_list_of_objects(peek))
    if text is None or is_of_any(outline_of(text) or {}):
        return
    with suppress(InputError, JSONDecodeError, RecursionError):
        yield from _holders(decode(text), None)


def _is_list_of_objects(peek: Peek) -> bool:
    lines = (peek(ahead) for ahead in range(_MOST_OPENING))
    return _OF_OBJECTS.match("\n".join([line.text[:1000] for line in lines if line is not None])) is not None


FORMAT = Format(
    "json-lines",
    "JSON objects of which a field is a grid (`--key` names it), one a line, in a list or inside others; only read",
    read,
    recognises=_recognises,
    is_line_wise=True,
    givens_only=True,
    samples=(
        '{"puzzle": "12....1221....21", "solution": "1234341221434321"}\n{"puzzle": "1..............."}\n',
        '{"id": 1, "board": [[1, 2, 0, 0], [0, 0, 1, 2], [2, 1, 0, 0], [0, 0, 2, 1]], "level": "easy"}\n',
        '{"quiz": [1, 2, 0, 0, 0, 0, 1, 2, 2, 1, 0, 0, 0, 0, 2, 1]}\n',
        '{\n "newboard": {\n  "grids": [\n   {"value": [[1, 2, 0, 0], [0, 0, 1, 2], [2, 1, 0, 0], [0, 0, 2, 1]]}\n  ],'
        '\n  "results": 1\n }\n}\n',
        '[{"puzzle": "12....1221....21", "rating": 1.2}, {"puzzle": "1...............", "rating": 1.5}]\n',
    ),
)
"""Rows of data sets."""

"""The places of the keys in a TOML text, which the parser of the standard library does not report."""

from __future__ import annotations

import re
from dataclasses import dataclass

Path = tuple[str | int, ...]
"""The keys that lead to a value; the tables of an array are numbered from 0."""

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"""\s*(["'\w.\s-]+?)\s*=\s*""")
_QUOTES = re.compile(r'"""|\'\'\'|"|\'')


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a key, and that of its value if it is a string."""

    line: int
    text_line: int
    """The line of the first character of the text."""
    text_column: int
    """The number of characters before the string on its first line."""
    is_header: bool = False
    """Whether it is the header of a table."""


def places(text: str) -> dict[Path, Place]:
    r"""The places of all keys and tables.

    >>> places("size = 9\n[[killer]]\nsum = 3")[("killer", 0, "sum")].line
    3
    """
    found: dict[Path, Place] = {}
    table: Path = ()
    arrays: dict[str, int] = {}
    closing = ""
    for number, line in enumerate(text.split("\n"), 1):
        if closing:
            closing = "" if closing in line else closing
        elif header := _HEADER.match(line):
            table = _path(header[2])
            if header[1] == "[[":
                arrays[header[2]] = arrays.get(header[2], -1) + 1
                table += (arrays[header[2]],)
            found.setdefault(table, Place(number, number, 0, is_header=True))
        elif key := _KEY.match(line):
            quotes = _QUOTES.match(line, key.end())
            column = quotes.end() if quotes else key.end()
            is_long = quotes is not None and len(quotes[0]) == 3
            opens_below = is_long and not line[column:].strip()
            if quotes and is_long and quotes[0] not in line[column:]:
                closing = quotes[0]
            place = Place(number, number + opens_below, 0 if opens_below else column)
            path = table + _path(key[1])
            for length in range(len(table) + 1, len(path) + 1):
                found.setdefault(path[:length], place)
    return found


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a header, and its lines."""

    path: Path
    first: int
    """The line of the header, counted from 1."""
    last: int
    """The line before the next header, or the last of the text."""


def tables(text: str) -> list[Table]:
    r"""The tables with a header, in order.

    >>> [(table.path, table.first, table.last) for table in tables("size = 9\n[[killer]]\nsum = 3\n[[killer]]")]
    [(('killer', 0), 2, 3), (('killer', 1), 4, 4)]
    """
    heads = [(place.line, path) for path, place in places(text).items() if place.is_header]
    ends = [line - 1 for line, _ in heads[1:]] + [text.count("\n") + 1]
    return [Table(path, line, end) for (line, path), end in zip(heads, ends, strict=False)]


def _path(key: str) -> Path:
    return tuple(part.strip().strip("\"'") for part in key.split("."))

"""The values of a TOML document by their keys, with the place of each for messages, and the board that they describe.

The parser of the standard library does not report places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from math import isqrt
from typing import Any, TypeVar

from sudoku_cp._base.text import LONG_NUMBER, place_of_long_number
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.model import Board, InputError, ModelError, MultiGrid, Sudoku
from sudoku_cp.model.board import MAX_SIZE

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


_LINES_IN_COMMENT = re.compile(r"""^(?:[^"'#\n]|"(?:\\.|[^"\\\n])*"|'[^'\n]*')*#[^\n]*([\x85\u2028\u2029])""", re.M)
"""A comment with a mark that ends lines elsewhere, so that what follows might be meant as lines."""

MAX_PARTS = 400
"""The largest number of parts in a dotted key."""

_LONG_KEY = re.compile(
    r"""(?<![\w.-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){%d}""" % MAX_PARTS  # noqa: UP031
)

_T = TypeVar("_T")


class Values:
    """The values of a document.

    Parameters
    ----------
    text
        The whole document.
    source
        Its name in messages.

    Raises
    ------
    InputError
        If the text is not TOML.
    """

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.by_key = _parsed(text, source)
        self._places = places(text)

    def error(self, path: Path, message: str) -> InputError:
        """An error at the place of a key, or of the innermost enclosing table that has a place."""
        while path and path not in self._places:
            path = path[:-1]
        return InputError(message, self.source, self._places[path].line if path else None)

    @contextmanager
    def at(self, path: Path) -> Iterator[None]:
        """Add the place of a key to errors of the model.

        Raises
        ------
        InputError
            In place of each `ModelError`.
        """
        try:
            yield
        except ModelError as error:
            raise self.error(path, str(error)) from None

    def value(self, key: str, kind: type[_T], what: str) -> _T | None:
        """The value of a key, which must have a given type; None if the document does not have the key.

        Raises
        ------
        InputError
            If the value is of another type.
        """
        value = self.by_key.get(key)
        if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
            raise self.error((key,), f"{key} must be {what}, not {value!r}")
        return value

    def texts(self, key: str, what: str) -> tuple[str, ...] | None:
        """A list of strings; see `value`.

        Raises
        ------
        InputError
            If the value is not a list of strings.
        """
        values = self.value(key, list, what)
        if values is not None and not all(isinstance(value, str) for value in values):
            raise self.error((key,), f"{key} must be {what}, not {values!r}")
        return None if values is None else tuple(values)

    def integers(self, key: str, what: str) -> tuple[int, ...] | None:
        """A list of whole numbers; see `value`.

        Raises
        ------
        InputError
            If the value is not a list of whole numbers.
        """
        values = self.value(key, list, what)
        if values is None:
            return None
        if not all(type(value) is int for value in values):
            raise self.error((key,), f"{key} must be {what}, not {values!r}")
        return tuple(values)

    def lines(self, key: str, what: str) -> SourceLines:
        """The lines of a string with their numbers and indentation in the document; see `value`."""
        text, place = self.value(key, str, what) or "", self._places[(key,)]
        return SourceLines(BytesIO((" " * place.text_column + text).encode()), self.source, place.text_line)


def _parsed(text: str, source: str) -> dict[str, Any]:
    import tomllib

    if found := _LONG_KEY.search(text):  # tomllib needs quadratic time and memory for such a key
        place = text.count("\n", 0, found.start()) + 1
        raise InputError(f"not readable as TOML: a key has more than {MAX_PARTS} parts", source, place)
    if found := _LINES_IN_COMMENT.search(text):
        place = text.count("\n", 0, found.start()) + 1
        raise InputError(f"U+{ord(found[1]):04X} inside a comment: lines end with LF, CR LF or CR", source, place)
    try:
        return tomllib.loads(text)
    except ValueError as error:
        if not isinstance(error, tomllib.TOMLDecodeError):
            start = place_of_long_number(text) or 0
            raise InputError(LONG_NUMBER, source, text.count("\n", 0, start) + 1) from None
        message = re.fullmatch(r"(.*?)(?: \(at (?:line (\d+), column (\d+)|end of document)\))?", str(error), re.S)
        assert message is not None
        line, column = (int(number) if number else None for number in message.group(2, 3))
        hint = "; a text needs quotation marks" if line and column and _is_word(text, line, column) else ""
        raise InputError(f"not TOML: {message[1]}{hint}", source, line, column) from None
    except RecursionError:
        raise InputError("not readable as TOML: arrays are nested too deeply", source) from None


def _is_word(text: str, line: int, column: int) -> bool:
    """Whether a value begins with a letter, as in ``model = classic``."""
    before, here = text.split("\n")[line - 1][: column - 1], text.split("\n")[line - 1][column - 1 : column]
    return here.isalpha() and before.rstrip().endswith(("=", "[", ","))


TEXTS = {"author": "author", "rules": "ruleset"}
"""The keys of texts that do not change the puzzle, with their names in `Document.carried`."""

SHAPE = ("size", "box", "regions", "grids", "layout", "digits", "symbols")
"""The keys that are parameters of the model."""

_BOX = "its height and width, such as [2, 3]"
_SIZE = "a whole number, or the numbers of rows and columns, such as [6, 9]"


def board_of(values: Values) -> Board:
    """The board without givens and clues.

    Raises
    ------
    InputError
        If a value is wrong, or no board has that shape.
    """
    from sudoku_cp import models

    given = _shape(values)
    name = values.value("model", str, "the name of a model") or ("kakuro" if "layout" in given else None)
    kind = MultiGrid if "grids" in given else Sudoku
    try:
        return kind(**given) if name is None else models.load(name, **given)
    except ModelError as error:
        raise _placed(values, given, str(error)) from None


def _shape(values: Values) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "size": _size(values),
        "box": values.integers("box", _BOX),
        "regions": values.value("regions", str, "a text with a label for each cell"),
        "grids": values.texts("grids", 'a list of places, such as ["r1c1", "r1c13"]'),
        "layout": values.value("layout", str, "a text with an entry for each place"),
        "digits": values.integers("digits", "a list of whole numbers"),
        "symbols": values.value("symbols", str, "a text with a character for each digit"),
    }
    given = {key: value for key, value in shape.items() if value is not None}
    if not given.keys() & {"size", "grids", "layout"} and "model" not in values.by_key:
        given |= _size_of_line(values.by_key.get("grid"))
    if "box" in given and len(given["box"]) != 2:
        raise values.error(("box",), f"box must be {_BOX}, not {list(given['box'])}")
    if "grids" in given and "regions" in given:
        raise values.error(("regions",), "grids have boxes, so regions cannot be given as well")
    return given


def _size(values: Values) -> int | tuple[int, ...] | None:
    if not isinstance(values.by_key.get("size"), list):
        return values.value("size", int, _SIZE)
    size = values.integers("size", _SIZE)
    if size is None or len(size) != 2:
        raise values.error(("size",), f"size must be {_SIZE}, not {values.by_key['size']!r}")
    return size


def _size_of_line(grid: object) -> dict[str, int]:
    """The size of a grid whose cells are on one line, without blanks; 9 is the usual one."""
    rows = grid.split() if isinstance(grid, str) else []
    size = isqrt(len(rows[0])) if len(rows) == 1 else 0
    return {"size": size} if 1 < size <= MAX_SIZE and size * size == len(rows[0]) else {}


def _placed(values: Values, given: dict[str, Any], message: str) -> InputError:
    """The error of a model, placed at the key that it refers to."""
    if "symbols" in given and message.startswith("the symbol "):
        return values.error(("symbols",), message)
    keys = (key for key in ("layout", "model", *SHAPE) if key in values.by_key)
    return values.error(tuple(keys)[:1], message)

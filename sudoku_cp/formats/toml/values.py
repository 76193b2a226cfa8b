"""The values of a TOML document by their keys, with the place of each for messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any, TypeVar

from sudoku_cp._base.text import LONG_NUMBER, place_of_long_number
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.toml.places import Path, places
from sudoku_cp.model import InputError, ModelError

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

"""JSON of which there is only one reading: no repeated key, no number beyond JSON, no half of a character."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any

from sudoku_cp._base.text import LONG_NUMBER, in_one_line
from sudoku_cp.model import InputError

MAX_DEPTH = 100
"""The largest depth of lists and objects inside each other; documents of puzzles need less than ten."""

_SHOWN = 60
"""The number of characters of a value that messages show."""


def decode(text: str) -> Any:
    r"""Parse JSON, for readers that have their own words for what is not JSON.

    Raises
    ------
    json.JSONDecodeError, RecursionError
        If the text is not JSON, or nested too deeply.
    InputError
        If readers may differ on what it says.

    >>> decode('{"size": 4, "size": 9}')
    Traceback (most recent call last):
    ...
    sudoku_cp._base.errors.InputError: the key size occurs twice in one object, with 4 and with 9
    >>> decode('{"title": "\\ud800"}')
    Traceback (most recent call last):
    ...
    sudoku_cp._base.errors.InputError: title: \ud800 is half of a character
    """
    try:
        found = json.loads(text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)
    except json.JSONDecodeError:
        raise
    except ValueError:  # of the conversion of a number
        raise InputError(f"not readable as JSON: {LONG_NUMBER}") from None
    _refuse_depth(found)
    if "\\ud" in text.lower():
        _refuse_halves(found)
    return found


def parse_object(text: str) -> dict[str, Any]:
    """Parse a JSON object.

    Raises
    ------
    InputError
        If the text is not a JSON object, or readers may differ on what it says.
    """
    try:
        value = decode(text)
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error}") from None
    except RecursionError:
        raise InputError("not readable as JSON: nested too deeply") from None
    if not isinstance(value, dict):
        raise InputError("not a document: a JSON object was expected")
    return value


def is_whole(text: str) -> bool:
    """Whether a line is a whole value, and not the beginning of one."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def unrepeated(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The object with these keys and values.

    Raises
    ------
    InputError
        If a key occurs twice.
    """
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            values = " and with ".join(in_one_line(json.dumps(each), _SHOWN) for each in (found[key], value))
            raise InputError(f"the key {in_one_line(key, _SHOWN)} occurs twice in one object, with {values}")
        found[key] = value
    return found


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else unrepeated(pairs)


def _constant(name: str) -> float:
    raise InputError(f"not JSON: {name} is not a number of JSON")


def _float(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise InputError(f"not readable as JSON: {in_one_line(text, _SHOWN)} is too large")
    return number


def _refuse_depth(value: Any) -> None:
    """Refuse what functions that call themselves cannot walk through."""
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        level = [item for each in level if isinstance(each, list | dict) for item in _items(each)]
        if not level:
            return
    raise InputError(f"not readable as JSON: nested too deeply, more than {MAX_DEPTH} levels")


def _items(value: list[Any] | dict[str, Any]) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value


def _refuse_halves(value: Any) -> None:
    """Refuse halves of surrogate pairs, which no file can hold."""
    for place, text in _texts(value, ""):
        half = next((character for character in text if "\ud800" <= character <= "\udfff"), None)
        if half is not None:
            raise InputError(f"{in_one_line(place, _SHOWN)}: \\u{ord(half):04x} is half of a character")


def _texts(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """The texts in a value, also its keys, each with its place."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, list):
        for number, item in enumerate(value, 1):
            yield from _texts(item, f"{place} {number}".lstrip())
    elif isinstance(value, dict):
        for key, item in value.items():
            yield f"{place} {key}".lstrip(), key
            yield from _texts(item, f"{place} {key}".lstrip())

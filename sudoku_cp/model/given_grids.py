"""Grids as Python has them: texts, flat or nested lists, and arrays of any library, as one entry for each cell."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Any

from sudoku_cp._base.arguments import refused
from sudoku_cp._base.errors import ModelError

WANTED = "a text, or a list, nested lists or an array of digits, with 0 or None for open cells"
"""What a grid may be, for messages."""

_DEEPEST = 3
_UPRIGHTS = "|¦│┃║"


def entries_of(values: Any, what: str = "the grid") -> list[Any]:
    """The entries of a grid in reading order: integers, None, and characters of texts.

    Parameters
    ----------
    values
        A text with a character for each cell; digits and None, or rows of these; an array. White space in texts is
        ignored.
    what
        The grid in messages.

    Raises
    ------
    ModelError
        If it is none of these, a text with a frame, or its rows have different lengths.

    >>> entries_of([[1, 0], [None, "2"]]), entries_of(["1.", ".2"]), entries_of("1. .2")
    ([1, 0, None, '2'], ['1', '.', '.', '2'], ['1', '.', '.', '2'])
    """
    values = plain(values)
    if isinstance(values, str):
        if any(mark in values for mark in _UPRIGHTS):
            raise ModelError(f"{what} has a frame, which sudoku_cp.formats.load reads")
        return [*"".join(values.split())]
    if not isinstance(values, list):
        raise refused(what, WANTED, values)
    lengths = {len(row) for row in values if isinstance(row, list)} | {
        len("".join(row.split())) for row in values if isinstance(row, str) and len(row) > 1
    }
    if len(lengths) > 1:
        found = " and ".join(map(str, sorted(lengths)))
        raise ModelError(f"{what} must have rows of one length, not of {found} cells")
    if any(isinstance(row, list) for row in values) and not all(isinstance(row, list | str) for row in values):
        raise ModelError(f"{what} has digits beside rows")
    return list(_flat(values, what, 0))


def plain(values: Any, depth: int = 0) -> Any:
    """Lists, tuples and arrays of any library as lists; other values as they are.

    Raises
    ------
    ModelError
        If lists are nested too deeply.
    """
    if depth > _DEEPEST + 1:
        raise ModelError("a grid has lists nested too deeply")
    if isinstance(values, str | bytes | dict):
        return values
    if hasattr(values, "tolist"):
        values = values.tolist()
    elif hasattr(values, "to_pylist"):
        values = values.to_pylist()
    elif hasattr(values, "as_py"):
        values = values.as_py()
    if isinstance(values, list | tuple):
        return [plain(item, depth + 1) for item in values]
    if hasattr(values, "__iter__"):
        return [plain(item, depth + 1) for item in values]
    return values


def _flat(values: Any, what: str, depth: int) -> Iterator[Any]:
    for item in values:
        if isinstance(item, list):
            if depth >= _DEEPEST:
                raise ModelError(f"{what} has lists nested too deeply")
            yield from _flat(item, what, depth + 1)
        elif isinstance(item, str) and item:
            yield from "".join(item.split()) or "."
        elif isinstance(item, float) and item.is_integer():
            yield int(item)
        else:
            yield None if item == "" or (isinstance(item, float) and item != item) else item


def grids_of(values: Any, what: str = "a puzzle") -> list[list[Any]]:
    """The entries of each grid in lists or an array: n rows of n, n² digits, or several of these.

    Parameters
    ----------
    values
        The grids.
    what
        One of them in messages.

    Raises
    ------
    ModelError
        If they are no square grids, or both one grid and several.

    >>> [len(grid) for grid in grids_of([[[1, 0], [0, 1]], [[1, 0], [0, 0]]])]
    [4, 4]
    """
    listed = plain(values)
    if not isinstance(listed, list) or not listed:
        raise refused(what, "text, a path, or lists or an array of digits", values)
    rows = [entries_of(item, what) if isinstance(item, list | str) else [item] for item in listed]
    lengths = {len(row) for row in rows}
    if len(lengths) > 1:
        raise ModelError(f"{what} must have rows of one length, not of {' and '.join(map(str, sorted(lengths)))} cells")
    length, whole = lengths.pop(), isqrt(len(rows[0])) ** 2 == len(rows[0])
    is_grid = length == len(rows) and not _are_grids(listed[0])
    if is_grid and whole and length > 9 and all(_is_small(entry, isqrt(length)) for row in rows for entry in row):
        small = isqrt(length)
        raise ModelError(
            f"{length} lists of {length} are {what} of {length}×{length} or puzzles of {small}×{small}: give each of "
            f"these as {small} rows"
        )
    if is_grid or (length == 1 and isqrt(len(rows)) ** 2 == len(rows)):
        return [[entry for row in rows for entry in row]]
    if whole and length > 1:
        return rows
    raise ModelError(f"{what} must have n rows of n digits, or n² digits, not {len(rows)} of {length}")


def _are_grids(item: Any) -> bool:
    return isinstance(item, list) and any(isinstance(row, list) for row in item)


def _is_small(entry: Any, size: int) -> bool:
    return entry is None or str(entry) in {".", *map(str, range(size + 1))}

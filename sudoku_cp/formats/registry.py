"""All formats, in the order of listings. Those at the end are more specific, and recognition asks them first."""

from __future__ import annotations

from collections.abc import Mapping

from sudoku_cp._base.arguments import checked, text
from sudoku_cp.formats import (
    f_puzzles,
    grid,
    hdu1426,
    iss,
    janko,
    leetcode37,
    line,
    noip2009,
    picture,
    poj3074,
    poj3076,
    sudokumaker,
    sudokupad,
    tatham,
    toml,
    variant_line,
)
from sudoku_cp.formats.format import Format
from sudoku_cp.model import InputError

FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        line.FORMAT,
        grid.FORMAT,
        poj3074.FORMAT,
        poj3076.FORMAT,
        hdu1426.FORMAT,
        noip2009.FORMAT,
        toml.FORMAT,
        toml.ADDRESSES,
        leetcode37.FORMAT,
        f_puzzles.FORMAT,
        f_puzzles.ADDRESSES,
        sudokupad.FORMAT,
        sudokupad.ADDRESSES,
        sudokumaker.FORMAT,
        janko.FORMAT,
        variant_line.FORMAT,
        iss.FORMAT,
        tatham.FORMAT,
        picture.FORMAT,
    )
}
"""The built-in formats by name."""

WRITABLE = tuple(name for name, each in FORMATS.items() if each.write is not None)
"""The built-in formats that can be written."""


@checked(name=text)
def format_named(name: str) -> Format:
    """Find a built-in format, or one that another package registers.

    Parameters
    ----------
    name
        The name, as ``sudoku-cp formats`` lists it.

    Returns
    -------
    Format
        The format.

    Raises
    ------
    InputError
        If there is no format with that name, or it cannot be loaded.
    """
    if name in FORMATS:
        return FORMATS[name]
    from sudoku_cp.formats.installed import installed_format

    return installed_format(name, tuple(FORMATS))


@checked(name=text)
def writable_format(name: str) -> Format:
    """A format that can be written; see `format_named`.

    Parameters
    ----------
    name
        The name, as ``sudoku-cp formats`` lists it.

    Returns
    -------
    Format
        The format.

    Raises
    ------
    InputError
        If there is no such format, it cannot be loaded, or it is read-only.
    """
    found = format_named(name)
    if found.write is None:
        raise InputError(f"{name} is read-only; formats to write are {', '.join(WRITABLE)}")
    return found

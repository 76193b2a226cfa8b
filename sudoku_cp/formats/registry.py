"""All formats, in the order of listings. Those at the end are more specific, and recognition asks them first."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from sudoku_cp._base.arguments import checked, text
from sudoku_cp._base.errors import unknown
from sudoku_cp.formats import (
    f_puzzles,
    grid,
    iss,
    janko,
    json_lines,
    json_programs,
    leetcode37,
    line,
    lists,
    pencil_marks,
    pencilmark,
    penpa,
    picture,
    positions,
    puzz_link,
    sudokumaker,
    sudokupad,
    tatham,
    toml,
    xml_programs,
)
from sudoku_cp.formats.addresses import is_address
from sudoku_cp.formats.format import Format
from sudoku_cp.formats.judge_grids import JUDGE_GRIDS, POJ_3074
from sudoku_cp.formats.text_lines import are_cells, puzzle_field
from sudoku_cp.model import InputError, ModelError

FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        line.FORMAT,
        grid.FORMAT,
        POJ_3074,
        *(each.format for each in JUDGE_GRIDS),
        toml.FORMAT,
        toml.ADDRESSES,
        leetcode37.FORMAT,
        lists.FORMAT,
        json_lines.FORMAT,
        pencil_marks.FORMAT,
        f_puzzles.FORMAT,
        f_puzzles.ADDRESSES,
        sudokupad.FORMAT,
        sudokupad.ADDRESSES,
        sudokupad.BENCH,
        sudokumaker.FORMAT,
        sudokumaker.ADDRESSES,
        janko.FORMAT,
        line.VARIANTS,
        line.ADDRESSES,
        iss.FORMAT,
        tatham.FORMAT,
        tatham.SAVED,
        positions.SDK,
        positions.SDX,
        positions.HODOKU,
        json_programs.GNOME,
        json_programs.IPUZ,
        pencilmark.FORMAT,
        penpa.FORMAT,
        puzz_link.FORMAT,
        xml_programs.OPEN_SUDOKU,
        xml_programs.KSUDOKU,
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


GROUP = "sudoku_cp.formats"


def installed_names() -> tuple[str, ...]:
    """The names of the formats that other packages register, sorted."""
    from sudoku_cp._base import plugins

    return plugins.installed_names(GROUP)


@lru_cache(maxsize=8)
def installed_format(name: str, others: tuple[str, ...]) -> Format:
    """Load the format that another package registers.

    Parameters
    ----------
    name
        The name of the entry point.
    others
        Further names of formats, for messages.

    Raises
    ------
    InputError
        If no package or more than one registers it; if it cannot be loaded, or is not a `Format` with that name.
    """
    from sudoku_cp._base import plugins

    try:
        found = plugins.load_installed(GROUP, "format", name)
    except ModelError as error:
        raise InputError(str(error)) from None
    if found is None:
        raise InputError(unknown("format", name, (*others, *installed_names())))
    loaded, where = found
    if not isinstance(loaded, Format):
        raise InputError(f"{where} is not a sudoku_cp.formats.Format")
    if loaded.name != name:
        raise InputError(f"{where} has another name: {loaded.name}")
    return loaded


def looks_like_puzzle(text: str) -> bool:
    """Return whether the text is a puzzle, on one line or on several, rather than the name of a file."""
    if "\n" in text or text.startswith(("{", "[{", "[[")) or are_cells(puzzle_field(text)[0]) or is_address(text):
        return True
    return any(each.starts(text) for each in FORMATS.values())

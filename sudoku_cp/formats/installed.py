"""Formats that other packages register: entry points of the group ``sudoku_cp.formats``."""

from __future__ import annotations

from functools import lru_cache

from sudoku_cp._base import plugins
from sudoku_cp._base.errors import unknown
from sudoku_cp.formats.format import Format
from sudoku_cp.model import InputError, ModelError

GROUP = "sudoku_cp.formats"


def installed_names() -> tuple[str, ...]:
    """The names of the formats that other packages register, sorted."""
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

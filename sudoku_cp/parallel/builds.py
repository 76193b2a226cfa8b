"""Builds of sudoku-cp: those of the workers of one run have to be alike, as answers of others may differ."""

from __future__ import annotations

import platform
from typing import NamedTuple

from sudoku_cp import _native
from sudoku_cp._base.version import __version__


class Build(NamedTuple):
    """What answers depend on."""

    version: str
    """The version of sudoku-cp."""
    engine: str
    """The hash of the sources of its engine."""


def own_build() -> Build:
    """The build that this process runs."""
    return Build(__version__, _native.sources())


def difference(build: Build, what: str) -> str | None:
    """What to say if this process runs another build than the one that asks it.

    Parameters
    ----------
    build
        The build that asks.
    what
        What it asks for, such as ``job``.

    Returns
    -------
    str or None
        The message; None if the builds are the same.
    """
    mine = own_build()
    if mine == build:
        return None
    here, there = (f"{version}, engine {engine[:8]}" for version, engine in (mine, build))
    return f"the worker {platform.node()} has sudoku-cp {here}, and the {what} {there}: install the same"

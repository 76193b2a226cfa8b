"""The variants that come with sudoku-cp, one short file each, and puzzles of them.

>>> from sudoku_cp import models
>>> models.load("hexadoku", symbols="0-F").symbols
'0123456789ABCDEF'

`sudoku_cp.formats.load` loads a puzzle by its name, like any file:

>>> from sudoku_cp.formats import load
>>> len(load("garden").clues)
15
"""

import os
from collections.abc import Callable
from functools import cache
from importlib import import_module

from sudoku_cp._base.arguments import checked, integer, text
from sudoku_cp._base.errors import nearest, unknown
from sudoku_cp.model import Board, ModelError, Sudoku

__all__ = ["load", "names", "of_size", "puzzle_text", "puzzles", "rule_text"]

PUZZLES = os.path.join(os.path.dirname(__file__), "puzzles")
"""The folder of the shipped puzzles."""

USUAL = {9: "classic", 16: "hexadoku"}
"""The variants of plain grids by size; other sizes are a `Sudoku`."""


@cache
def names() -> tuple[str, ...]:
    """The names of the variants, in alphabetical order."""
    files = os.listdir(os.path.dirname(__file__))
    return tuple(sorted(file.removesuffix(".py") for file in files if file.endswith(".py") and file != "__init__.py"))


@checked(name=text)
def load(name: str, **parameters: object) -> Board:
    """Build the model of a variant.

    Parameters
    ----------
    name
        The name of the variant.
    **parameters
        The parameters of its declaration, such as ``size``.

    Returns
    -------
    Board
        A new model.

    Raises
    ------
    ModelError
        If there is no such variant, it has no such parameter, or it needs another one.
    """
    from inspect import signature

    declare = _declaration(name)
    known = signature(declare).parameters
    for parameter, what in known.items():
        if what.default is what.empty and parameter not in parameters:
            raise ModelError(f"{name} needs the parameter {parameter}: declare it in a TOML document")
    for parameter in parameters:
        if parameter not in known:
            has = nearest(parameter, known) or (f"; it has {', '.join(known)}" if known else "; it has none")
            raise ModelError(f"{name} has no parameter {parameter}{has}")
    return declare(**parameters)


@checked(size=integer)
def of_size(size: int) -> Board:
    """Build the usual model of a plain grid: classic, hexadoku, or a sudoku of another size.

    Parameters
    ----------
    size
        The number of rows and columns.

    Returns
    -------
    Board
        A new model.
    """
    return load(USUAL[size]) if size in USUAL else Sudoku(size)


@checked(name=text)
def rule_text(name: str) -> str:
    """The rules of a variant in words.

    Parameters
    ----------
    name
        The name of the variant.

    Returns
    -------
    str
        The docstring of its declaration.

    Raises
    ------
    ModelError
        If there is no such variant.
    """
    from inspect import getdoc

    return getdoc(_declaration(name)) or ""


@cache
def puzzles() -> tuple[str, ...]:
    """The names of the shipped puzzles, in alphabetical order."""
    return tuple(sorted(name.removesuffix(".toml") for name in os.listdir(PUZZLES) if name.endswith(".toml")))


@checked(name=text)
def puzzle_text(name: str) -> str:
    """The description of a shipped puzzle, from the comment on its first line.

    Parameters
    ----------
    name
        The name of the puzzle.

    Returns
    -------
    str
        The comment.

    Raises
    ------
    ModelError
        If there is no such puzzle.

    >>> puzzle_text("windoku")
    'Windoku; one solution.'
    """
    if name not in puzzles():
        raise ModelError(unknown("puzzle", name, puzzles()))
    with open(os.path.join(PUZZLES, f"{name}.toml"), encoding="utf-8") as stream:
        return stream.readline().lstrip("#").strip()


def require(name: str) -> None:
    """Refuse a name that is not the name of a variant.

    Raises
    ------
    ModelError
        If there is no such variant; the message suggests a similar name.
    """
    if name not in names():
        if name in puzzles():
            raise ModelError(f"{name} is a puzzle, not a model: sudoku_cp.formats.load({name!r}) loads it")
        raise ModelError(unknown("model", name, names(), "; `sudoku-cp models` lists them"))


def _declaration(name: str) -> Callable[..., Board]:
    require(name)
    declaration: Callable[..., Board] = getattr(import_module(f"{__name__}.{name}"), name)
    return declaration

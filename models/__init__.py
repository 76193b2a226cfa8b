"""The variants that come with sudoku-cp, one short file each.

>>> from sudoku_cp import models
>>> models.load("hexadoku", symbols="0-F").symbols
'0123456789ABCDEF'
"""

import inspect
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from sudoku_cp.model import Board, ModelError
from sudoku_cp.model.errors import nearest


@cache
def names() -> tuple[str, ...]:
    """The names of the variants, in alphabetical order."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if not module.ispkg))


def load(name: str, **parameters: object) -> Board:
    """Build the model of a variant.

    Raises
    ------
    ModelError
        If there is no such variant, it has no such parameter, or it needs another one.
    """
    declare = _declaration(name)
    known = inspect.signature(declare).parameters
    for parameter, what in known.items():
        if what.default is what.empty and parameter not in parameters:
            raise ModelError(f"{name} needs the parameter {parameter}: declare it in a TOML document")
    for parameter in parameters:
        if parameter not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise ModelError(f"{name} has no parameter {parameter}: {has}")
    return declare(**parameters)


def rule_text(name: str) -> str:
    """The rules of a variant in words.

    Raises
    ------
    ModelError
        If there is no such variant.
    """
    return inspect.getdoc(_declaration(name)) or ""


def _declaration(name: str) -> Callable[..., Board]:
    if name not in names():
        raise ModelError(f"there is no model {name}{nearest(name, names())}; `sudoku-cp models` lists them")
    declaration: Callable[..., Board] = getattr(import_module(f"{__name__}.{name}"), name)
    return declaration

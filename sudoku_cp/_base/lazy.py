"""Packages that import the module of a name when the name is first used (PEP 562).

A package lists its names twice: for type checkers as imports, and for `lazy_names` by their modules.

Modules that every start of the command line loads set ``TYPE_CHECKING`` themselves, as type checkers allow: to load
`typing` takes longer than to solve a puzzle.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping


def lazy_names(
    package: str, names: Mapping[str, str], compiled: Collection[str] = (), together: Collection[str] = ()
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The functions ``__getattr__`` and ``__dir__`` of a package.

    Parameters
    ----------
    package
        The name of the package.
    names
        The names that the package provides from each module, separated by blanks.
    compiled
        The compiled modules of the package, which are missing where it has not been installed.
    together
        Modules that are all imported, in this order, with the first of them.
    """
    modules = {name: module for module, given in names.items() for name in given.split()}

    def load(name: str) -> object:
        if name in compiled:
            return _compiled(package, name)
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name, obj=sys.modules[package])
        if modules[name] in together:
            for module in together:
                import_module(module)
        found: object = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *modules})

    return load, listed


def _compiled(package: str, name: str) -> object:
    try:
        return import_module(f"{package}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.{name}":
            raise
        from sudoku_cp._base.errors import NotCompiledError

        folder = os.path.dirname(os.path.dirname(os.path.abspath(sys.modules[package].__file__ or "")))
        raise NotCompiledError(
            f"{package} in {folder} has not been compiled: install it there with `pip install -e .`, "
            "or start Python in another folder to use an installed one"
        ) from None

"""What this installation is made of, for ``sudoku-cp --version`` and ``sudoku-cp doctor``."""

from __future__ import annotations

import platform
from importlib import import_module

from sudoku_cp._base.errors import SudokuError
from sudoku_cp._base.version import __version__


def text() -> str:
    """A line with the version, then a line for each part."""
    facts = {"engine": engine(), "OR-Tools": ortools(), "Python": python()}
    return "\n".join([f"sudoku-cp {__version__}", *(f"{part:<10}{fact}" for part, fact in facts.items())])


def engine() -> str:
    """The compiler of the engine, and the CPU level in use; or why it does not work."""
    try:
        native = import_module("sudoku_cp._native")
        return f"{native.compiler()}, CPU level {native.cpu_level()} of {', '.join(native.cpu_levels())}"
    except (ImportError, SudokuError) as error:
        return f"does not work: {error}"


def ortools() -> str:
    """The version of OR-Tools, which is not imported for that."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("ortools")
    except PackageNotFoundError:
        return "not installed"


def python() -> str:
    """Python, the operating system and the processor."""
    return f"{platform.python_version()} on {platform.system()} {platform.machine()}"

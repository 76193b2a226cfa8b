"""Find the line of a user's own code that an error comes from."""

from __future__ import annotations

import sysconfig
import traceback
from collections.abc import Callable
from functools import cache
from inspect import unwrap
from pathlib import Path
from types import FrameType, GeneratorType
from typing import Any

from sudoku_cp.model import SudokuError


def place_of(function: Callable[..., object]) -> str:
    """The file and the line of a function."""
    code = getattr(unwrap(function), "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code else repr(function)


def suspended_at(generator: object) -> str:
    """The file and line of the ``yield`` that suspends a generator, also within a generator that it delegates to."""
    frame: FrameType | None = None
    while isinstance(generator, GeneratorType):
        frame = generator.gi_frame
        generator = generator.gi_yieldfrom
    return f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame else ""


def in_words(error: Exception, file: str) -> str:
    """Describe an error, and the innermost line of the user's own code in its traceback.

    Parameters
    ----------
    file
        A file of the user's code. Other files count as well, except those of this package, whose messages explain
        its errors, of Python and of installed packages.
    """
    message = str(error) if isinstance(error, SudokuError) else named(error)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == file or not _is_foreign(frame.filename)]
    if not own or (isinstance(error, SudokuError) and _is_foreign(own[-1].filename)):
        return message
    return f"{own[-1].filename}:{own[-1].lineno}: {message}"


def named(error: BaseException) -> str:
    """The type of an error with its message, if it has one.

    >>> named(KeyError("a")), named(AssertionError())
    ("KeyError: 'a'", 'AssertionError')
    """
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def file_of(function: Callable[..., Any]) -> str:
    """The file that defines a function."""
    return place_of(function).rpartition(":")[0]


@cache
def _is_foreign(file: str) -> bool:
    """Whether a file belongs to this package, to Python or to an installed package."""
    roots = [sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    return file.startswith(("<", str(Path(__file__).parents[1]) + "/", *(f"{root}/" for root in roots)))

"""The errors of sudoku-cp, with messages that people can act on."""

from __future__ import annotations

from sudoku_cp._base.text import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class SudokuError(Exception):
    """The base class of all errors that sudoku-cp raises on purpose; long messages are shortened in the middle."""

    def __init__(self, message: str = "") -> None:
        super().__init__(shortened(message))


class ModelError(SudokuError):
    """Raised for a wrong declaration: an unknown cell, a digit outside the domain, a non-linear expression."""


class InputError(SudokuError):
    """Raised for a text that cannot be read. The message starts with the place.

    Parameters
    ----------
    message
        The problem, and how to correct it.
    source
        A file name, or ``<stdin>``.
    line, column
        The place, counted from 1; None if there is no single place.
    """

    def __init__(self, message: str, source: str = "", line: int | None = None, column: int | None = None) -> None:
        self.message = shortened(message)
        self.source = source
        self.line = line
        self.column = column
        super().__init__(self.__str__())

    def __str__(self) -> str:
        file = ":".join(str(part) for part in (shortened(self.source, 200), self.line) if part)
        place = f"{file}, column {self.column}" if file and self.column else file
        return f"{place}: {self.message}" if place else self.message


class LoweringError(SudokuError):
    """Raised if a solver cannot express a constraint within its budget; the message names the constraint."""


class NotCompiledError(SudokuError, ImportError):
    """Raised in a folder of sources that has not been installed, so that the compiled modules are missing."""


def not_compiled(file: str) -> NotCompiledError:
    """The error for a compiled module that is missing where this file stands in for it."""
    from pathlib import Path

    package = Path(file).absolute().parent
    return NotCompiledError(
        f"{package.name} in {package.parent} has not been compiled: install it there with `pip install -e .`, "
        "or start Python in another folder to use an installed one"
    )


class UnsoundAnswerError(SudokuError):
    """Raised if an answer breaks a constraint of the model, which is a fault of the solver, never of the puzzle."""


class WorkerError(SudokuError):
    """Raised if the workers of a divided question fail; what they answered before is in its journal."""


class NoWorkersError(WorkerError):
    """Raised if a cluster has been without workers, or its scheduler away, for longer than a run waits."""


def unknown(kind: str, name: str, names: Iterable[str], otherwise: str = "") -> str:
    """The message for an unknown name.

    Parameters
    ----------
    kind
        The kind of thing that the name stands for, such as ``solver``.
    name
        The unknown name.
    names
        The known names.
    otherwise
        The text to use in place of a list of all names, if there are many.

    Returns
    -------
    str
        The message, which suggests a similar name or lists all names.

    >>> unknown("solver", "cp-sta", ["exact-cover", "cp-sat"])
    'there is no solver cp-sta: did you mean cp-sat?'
    >>> unknown("solver", "gurobi", ["exact-cover", "cp-sat"])
    'there is no solver gurobi; there are exact-cover, cp-sat'
    """
    known = tuple(names)
    hint = nearest(name, known) or otherwise or f"; there are {', '.join(known)}"
    return f"there is no {kind} {name}{hint}"


def nearest(name: str, names: Iterable[str]) -> str:
    """The question ``": did you mean …?"`` if a known name is similar to the unknown one, otherwise an empty string.

    >>> nearest("KILER", ["killer", "thermo"])
    ': did you mean killer?'
    """
    from difflib import get_close_matches

    by_letters = {known.casefold(): known for known in names}
    matches = get_close_matches(name.casefold(), by_letters, n=1)
    return f": did you mean {by_letters[matches[0]]}?" if matches else ""

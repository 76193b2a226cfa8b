"""Loading of rules that a user declares in a file."""

from __future__ import annotations

import traceback
from pathlib import Path

from sudoku_cp.model import InputError, SudokuError
from sudoku_cp.rules import registry
from sudoku_cp.rules.places import named
from sudoku_cp.rules.registry import Rule


def load_rules(path: str | Path) -> tuple[Rule, ...]:
    """Execute a Python file that declares rules, and register them.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    tuple
        The rules that it declares.

    Raises
    ------
    InputError
        If the file cannot be read or executed, or declares a rule whose name is taken. None of its rules is registered.
    """
    source = str(path)
    try:
        code = compile(Path(path).read_bytes(), source, "exec", dont_inherit=True)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source) from None
    except SyntaxError as error:
        raise InputError(error.msg, source, error.lineno, error.offset) from None
    except (RecursionError, MemoryError):  # Python's parser raises the latter, although there is memory
        raise InputError("nested too deeply for Python", source) from None
    except ValueError as error:
        raise InputError(str(error), source) from None
    known = registry._rules
    before = dict(known)
    try:
        exec(code, {"__name__": Path(path).stem, "__file__": source})
    except (Exception, SystemExit) as error:
        known.clear()
        known.update(before)
        own = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == source]
        message = str(error) if isinstance(error, SudokuError) else named(error)
        raise InputError(message, source, own[-1] if own else None) from error
    declared = tuple(rule for name, rule in known.items() if name not in before)
    if not declared:
        raise InputError('declares no rule: write @rule("name") above a generator function', source)
    return declared

"""Loading of rules that a user declares in a file, also where a pickled clue needs them."""

from __future__ import annotations

import copyreg
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TypeAlias
from weakref import WeakKeyDictionary

from sudoku_cp._base.files import read_bytes
from sudoku_cp.model import InputError, ModelError, SudokuError
from sudoku_cp.rules import registry
from sudoku_cp.rules.applied_rule import named, place_of
from sudoku_cp.rules.registry import Rule

Origin: TypeAlias = tuple[str, bytes]
"""A file of rules: its name, and its content when it was executed."""

ORIGINS: WeakKeyDictionary[Rule, Origin] = WeakKeyDictionary()
"""The files of the rules that a user's own files declared."""


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
    return execute_rules(source, read_bytes(Path(path)))


def execute_rules(source: str, content: bytes) -> tuple[Rule, ...]:
    """Execute the content of a file that declares rules, and register them.

    Parameters
    ----------
    source
        The name of the file.
    content
        Its content.

    Returns
    -------
    tuple
        The rules that it declares.

    Raises
    ------
    InputError
        If it cannot be executed, or declares a rule whose name is taken. None of its rules is registered.
    """
    try:
        code = compile(content, source, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise InputError(error.msg, source, error.lineno, error.offset) from None
    except (RecursionError, MemoryError):  # Python's parser raises the latter, although there is memory
        raise InputError("nested too deeply for Python", source) from None
    except ValueError as error:
        raise InputError(str(error), source) from None
    known = registry._rules
    before = dict(known)
    try:
        exec(code, {"__name__": Path(source).stem, "__file__": source})
    except (Exception, SystemExit) as error:
        known.clear()
        known.update(before)
        own = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == source]
        message = str(error) if isinstance(error, SudokuError) else named(error)
        raise InputError(message, source, own[-1] if own else None) from error
    declared = tuple(rule for name, rule in known.items() if name not in before)
    if not declared:
        raise InputError('declares no rule: write @rule("name") above a generator function', source)
    ORIGINS.update((rule, (source, content)) for rule in declared)
    return declared


def restored(name: str, module: str, origin: Origin | None) -> Rule:
    """The rule of a pickled clue, in a process that may not have loaded it yet.

    Parameters
    ----------
    name
        The name of the rule.
    module
        The module that declared it, which is imported if the rule is unknown.
    origin
        The user's own file that declared it, which is executed instead; None for a rule of a module.

    Returns
    -------
    Rule
        The rule.

    Raises
    ------
    ModelError
        If neither declares the rule, or another file has declared a rule of that name.
    """
    from sudoku_cp.rules import RULES  # loads the shipped rules first

    if name not in RULES:
        if origin is not None:
            execute_rules(*origin)
        else:
            with suppress(ImportError):
                import_module(module)
    if name not in RULES:
        raise ModelError(f"the rule {name} of a pickled model is unknown here: {module} does not declare it")
    found = RULES[name]
    if (ORIGINS[found][1] if found in ORIGINS else None) != (origin and origin[1]):
        raise ModelError(f"the rule {name} of a pickled model is not the one declared here ({place_of(found.meaning)})")
    return found


def _reduced(rule: Rule) -> tuple[Callable[..., Rule], tuple[str, str, Origin | None]]:
    return restored, (rule.name, rule.meaning.__module__, ORIGINS.get(rule))


copyreg.pickle(Rule, _reduced)  # a rule's function is not found under its name, where the rule itself is

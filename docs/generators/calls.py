"""The Python program that declares the same puzzle as a document."""

from __future__ import annotations

import tomllib

from sudoku_cp import Sudoku
from sudoku_cp.rules import AppliedRule

WIDTH = 86
"""The longest call on one line."""


def python_source(sudoku: Sudoku, document: str) -> str:
    """A program that declares a board of one grid with its clues and givens.

    Parameters
    ----------
    sudoku
        The board.
    document
        Its document, which names its model if it has one.
    """
    keys = tomllib.loads(document)
    written = [clue for clue in sudoku.clues if isinstance(clue, AppliedRule) and clue.rule.name in keys]
    names = sorted({name for clue in written for name in _names(clue)})
    if "model" in keys:
        imports, board = "from sudoku_cp import models", f'models.load("{keys["model"]}", size={sudoku.size})'
    else:
        imports, board = "from sudoku_cp import Sudoku", f"Sudoku({sudoku.size}{_options(keys)})"
    lines = [imports, f"from sudoku_cp.rules import {', '.join(names)}", "", f"sudoku = {board}"]
    lines += [line for clue in written for line in _added(clue)]
    if sudoku.givens:
        digits = "".join(str(sudoku.givens.get(cell, ".")) for cell in sudoku.grid)
        lines.append(f'sudoku.give_grid("{digits}")')
    return "\n".join([*lines, "print(sudoku.solve().solution)"])


def _options(keys: dict[str, object]) -> str:
    """The arguments of the board besides its size."""
    regions = ", regions=()" if keys.get("regions") == "" else ""
    return regions + (f", digits={keys['digits']}" if "digits" in keys else "")


def _added(clue: AppliedRule) -> list[str]:
    line = f"sudoku.add({_call(clue)})"
    if len(line) <= WIDTH:
        return [line]
    lines: list[str] = []
    for text in _arguments(clue):
        is_list = clue.inner and text.startswith("[")
        lines += (
            ["    [", *(f"        {_call(each)}," for each in clue.inner), "    ],"] if is_list else [f"    {text},"]
        )
    return ["sudoku.add(", *(f"    {each}" for each in (f"{clue.rule.name}(", *lines, ")")), ")"]


def _call(clue: AppliedRule) -> str:
    return f"{clue.rule.name}({', '.join(_arguments(clue))})"


def _arguments(clue: AppliedRule) -> list[str]:
    """The arguments that differ from their defaults; those before the first default one without their names."""
    texts: list[str] = []
    is_named = False
    for parameter, (name, value) in zip(clue.rule.parameters, clue.arguments, strict=True):
        if not parameter.required and value == parameter.default:
            is_named = True
            continue
        is_named = is_named or (bool(texts) and not (parameter.is_cells or parameter.is_clues))
        texts.append(f"{name}={_value(value)}" if is_named else _value(value))
    return texts


def _value(value: object) -> str:
    """An argument as people write it: cells as one text, numbers and clues as a list."""
    if isinstance(value, tuple) and all(isinstance(each, str) for each in value):
        return f'"{" ".join(value)}"'
    if isinstance(value, tuple):
        return f"[{', '.join(_call(each) if isinstance(each, AppliedRule) else str(each) for each in value)}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _names(clue: AppliedRule) -> set[str]:
    return {clue.rule.name}.union(*map(_names, clue.inner))

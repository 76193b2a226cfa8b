"""A stable hash of a model: the same in every process and on every machine."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256
from typing import TYPE_CHECKING

from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import Cell, LinearExpression

if TYPE_CHECKING:
    from sudoku_cp.model.model import Model


def fingerprint(model: Model) -> str:
    """A hash of the cells, pencil marks, constraints and objective of a model; givens and pictures are ignored.

    Models with the same fingerprint have the same solutions and scores. The order of the constraints and their labels
    do not change it; the order and the names of the cells do.

    Parameters
    ----------
    model
        The model.

    Returns
    -------
    str
        64 hexadecimal digits.

    Raises
    ------
    ModelError
        If a constraint of another package contains an object that has no stable text.

    >>> from sudoku_cp import Sudoku
    >>> one, other = Sudoku(4, name="one"), Sudoku(4, name="other")
    >>> fingerprint(one) == fingerprint(other)
    True
    >>> other.add(other["r1c1"] != other["r2c2"])
    >>> fingerprint(one) == fingerprint(other)
    False
    """
    known: dict[int, str] = {}
    cells = [f"{cell.name!r} {model.domain_of(cell)}" for cell in model.cells]
    constraints = sorted(_text(constraint, known) for constraint in model.constraints)
    objective = "" if model.objective is None else _text(model.objective, known)
    return sha256("\n".join([*cells, "", *constraints, "", objective]).encode()).hexdigest()


def _text(value: object, known: dict[int, str]) -> str:
    """The text of a part of a constraint; ``known`` has those of the tables and machines that constraints share."""
    match value:
        case Cell():
            return repr(value.name)
        case Enum():
            return str(value)
        case None | bool() | int() | str():
            return repr(value)
        case LinearExpression():
            return f"{_text(value.terms, known)} + {value.constant}"
        case tuple() | list():
            return f"({','.join([_text(part, known) for part in value])})"
    if id(value) not in known:
        known[id(value)] = _text_of_structure(value, known)
    return known[id(value)]


def _text_of_structure(value: object, known: dict[int, str]) -> str:
    if isinstance(value, Set):
        text = f"{{{','.join(sorted(_text(part, known) for part in value))}}}"
    elif isinstance(value, Mapping):
        pairs = sorted(f"{_text(key, known)}:{_text(part, known)}" for key, part in value.items())
        text = f"{{{','.join(pairs)}}}"
    elif is_dataclass(value) and not isinstance(value, type):
        parts = [
            _text(getattr(value, each.name), known) for each in fields(value) if each.name != "label" and each.compare
        ]
        return f"{type(value).__module__}.{type(value).__qualname__}({','.join(parts)})"
    else:
        raise ModelError(f"{value!r} has no text that is the same in every process: make it a dataclass")
    return text if len(text) < 100 else sha256(text.encode()).hexdigest()

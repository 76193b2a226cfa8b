"""A certificate as data and as text: a header in JSON, then a step a line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sudoku_cp.model import InputError, Model

FIRST_KEY = "bound certificate"
"""The text of a certificate begins with a brace and this key; its value is the version of the format."""

VERSION = 1

Multipliers = tuple[int, ...]
Branching = tuple[str, int]
Step = Multipliers | Branching
"""Multipliers to bound a branch with, or a cell and a value: first it has the value; with that closed, it has not."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """That no solution of a puzzle has a score at least as good as ``beyond``."""

    model: Model
    """The puzzle, with its givens."""
    beyond: int
    solution: tuple[int, ...] | None
    """A solution with the best score known, values in cell order; None where none is known."""
    houses: tuple[tuple[str, ...], ...]
    """The cells of each house whose values have multipliers: houses that hold each value just once."""
    scale: int
    """Multipliers are fractions with this denominator."""
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        from sudoku_cp.formats import dump_document

        header = {
            FIRST_KEY: VERSION,
            "puzzle": dump_document(self.model),
            "beyond": self.beyond,
            "solution": self.solution,
            "scale": self.scale,
            "houses": [" ".join(house) for house in self.houses],
        }
        steps = (list(step) for step in self.steps)
        return (
            "\n".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in (header, *steps)) + "\n"
        )


def read_certificate(text: str, source: str) -> Certificate:
    """Read a certificate from its text.

    Raises
    ------
    InputError
        If it is none; the message names the line.
    """
    lines = text.splitlines()
    header = _parsed(lines[0] if lines else "", source, 1)
    if not isinstance(header, dict) or header.get(FIRST_KEY) != VERSION:
        raise InputError(f"the first line is no header of a {FIRST_KEY} of version {VERSION}", source, 1)
    puzzle, houses = _entry(header, "puzzle", str, source), _entry(header, "houses", list, source)
    beyond, scale = _entry(header, "beyond", int, source), _entry(header, "scale", int, source)
    solution = header.get("solution")
    if solution is not None and not _integers(solution):
        raise InputError("solution must be a list of numbers, or null", source, 1)
    if scale < 1 or not all(isinstance(house, str) for house in houses):
        raise InputError("scale must be positive, and houses texts with names of cells", source, 1)
    steps = tuple(_step(_parsed(line, source, number), source, number) for number, line in enumerate(lines[1:], 2))
    return Certificate(
        _model(puzzle, source),
        beyond,
        None if solution is None else tuple(solution),
        tuple(tuple(house.split()) for house in houses),
        scale,
        steps,
    )


def _model(text: str, source: str) -> Model:
    from io import BytesIO

    from sudoku_cp.formats import Document, read

    _require_rules(text, source)
    puzzles = list(read(BytesIO(text.encode()), f"{source}: puzzle", "toml"))
    if len(puzzles) != 1 or not isinstance(puzzles[0], Document):
        raise InputError("the puzzle is no document", source, 1)
    return puzzles[0].model


def _require_rules(text: str, source: str) -> None:
    """Name a rule that nobody has declared: in a certificate it is no slip of the pen, but a rule of a user's own."""
    import tomllib

    from sudoku_cp.rules import RULES

    try:
        waiting = [tomllib.loads(text)]
    except (ValueError, RecursionError):
        return  # reading it says what is wrong, and where
    while waiting:
        for key, value in waiting.pop().items():
            if not isinstance(value, list) or not all(isinstance(table, dict) for table in value) or not value:
                continue
            if key not in RULES:
                raise InputError(f"it needs the rule {key}: name the file that declares it with --rules", source, 1)
            waiting += value


def _parsed(line: str, source: str, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON: {error}", source, number) from None


def _entry(header: Mapping[str, Any], key: str, kind: type[Any], source: str) -> Any:
    value = header.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InputError(f"{key} must be of type {kind.__name__}, not {value!r}", source, 1)
    return value


def _step(value: Any, source: str, number: int) -> Step:
    if isinstance(value, list) and len(value) == 2 and isinstance(value[0], str) and type(value[1]) is int:
        return value[0], value[1]
    if _integers(value):
        return tuple(value)
    raise InputError("a step is a cell and a value, or a list of multipliers", source, number)


def _integers(value: Any) -> bool:
    return isinstance(value, list) and all(type(number) is int for number in value)

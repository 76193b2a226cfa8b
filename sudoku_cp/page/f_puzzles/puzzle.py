"""The puzzle of a message: compiled once for all givens, with the options and the player's digits in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sudoku_cp._base.errors import InputError
from sudoku_cp.formats.addresses import unpack
from sudoku_cp.formats.f_puzzles.reading import CARRIED, MAY_STATE, sudoku_from
from sudoku_cp.formats.strict_json import parse_object
from sudoku_cp.model import Sudoku
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver
from sudoku_cp.solving.uncompiled import Uncompiled, compiled_in_time

MOST_COUNTED = 1_000
"""The largest number of solutions that is counted for each candidate."""

COLOURED = 8
"""The number of solutions that the option ``colored`` counts for each candidate."""

_COUNTED = "truecandidatesnumsolutions="
_OF_CELLS = ("value", "given", "centerPencilMarks", "cornerPencilMarks")
"""The members of a cell that are no constraints."""


@dataclass(frozen=True, slots=True)
class Entries:
    """What the player has entered."""

    digits: Mapping[str, int]
    """By cell."""
    marks: Mapping[str, tuple[int, ...]]
    """The centre marks, or the given ones, of the other cells that have some."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle of f-puzzles, compiled for the engine."""

    sudoku: Sudoku
    compiled: LoweredModel
    """Of a board with the same cells and constraints, but perhaps other givens."""
    givens: Mapping[str, int]
    entries: Entries
    cap: int
    """The number of solutions up to which each candidate is counted."""
    wants_logical: bool
    """Whether candidates are wanted that are in no solution, but that simple steps leave."""


def puzzle_of(data: str, limits: Limits) -> Puzzle:
    """Decode and compile a puzzle.

    Parameters
    ----------
    data
        An lz-string payload, or an address that ends in one.
    limits
        The limits of the question; a puzzle that is not compiled within them answers with the status LIMIT.

    Returns
    -------
    Puzzle
        The puzzle.

    Raises
    ------
    InputError
        If it is damaged, or no rule expresses one of its constraints.
    LoweringError
        If the engine cannot express a constraint.
    """
    document = parse_object(unpack(data.rpartition("?load=")[2]).text)
    found = sudoku_from(document)
    if found.unsupported:
        raise InputError(f"not supported: {'; '.join(found.unsupported)}")
    sudoku = found.sudoku
    cap, wants_logical = _options(document)
    givens = {cell.name: value for cell, value in sudoku.givens.items()}
    compiled = _compiled_in_time(json.dumps(_constraints(document)), limits)
    return Puzzle(sudoku, compiled, givens, _entries(document, sudoku), cap, wants_logical)


def _constraints(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document without givens, digits, marks and drawings: the same for puzzles that compile alike."""
    left = {key: value for key, value in document.items() if key in MAY_STATE or key not in (*CARRIED, "title")}
    if isinstance(rows := document.get("grid"), list):
        left["grid"] = [[{key: cell[key] for key in cell if key not in _OF_CELLS} for cell in row] for row in rows]
    return left


def _compiled_in_time(document: str, limits: Limits) -> LoweredModel:
    known = _compiled(document)
    if not known:
        compiled, _ = compiled_in_time(load_solver("exact-cover"), sudoku_from(json.loads(document)).sudoku, limits)
        if isinstance(compiled, Uncompiled):
            return compiled
        known.append(compiled)
    return known[0]


@lru_cache(maxsize=4)
def _compiled(document: str) -> list[LoweredModel]:
    """The compiled puzzle, once there is one."""
    return []


def _entries(document: Mapping[str, Any], sudoku: Sudoku) -> Entries:
    digits: dict[str, int] = {}
    marks: dict[str, tuple[int, ...]] = {}
    cells = [entry for row in document.get("grid") or () for entry in row]
    for cell, entry in zip(sudoku.grid, cells, strict=False):
        found = entry.get("centerPencilMarks") or entry.get("givenPencilMarks")
        if _is_digit(entry.get("value"), sudoku):
            digits[cell.name] = int(entry["value"])
        elif isinstance(found, list) and found:
            marks[cell.name] = tuple(sorted({int(mark) for mark in found if _is_digit(mark, sudoku)}))
    return Entries(digits, marks)


def _is_digit(value: object, sudoku: Sudoku) -> bool:
    return isinstance(value, int | str) and str(value) in {str(digit) for digit in sudoku.digits}


def _options(document: Mapping[str, Any]) -> tuple[int, bool]:
    """How many solutions of a candidate to count, and whether to look for candidates that steps leave."""
    options = document.get("truecandidatesoptions")
    cap, wants_logical = 1, False
    for option in options if isinstance(options, list) else ():
        if option == "colored":
            cap = COLOURED
        elif option == "logical":
            wants_logical = True
        elif isinstance(option, str) and option.startswith(_COUNTED) and option[len(_COUNTED) :].isdecimal():
            cap = min(max(1, int(option[len(_COUNTED) :][:9])), MOST_COUNTED)
    return cap, wants_logical

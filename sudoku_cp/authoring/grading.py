"""Grades of answers to puzzles: whether a grid in a text is the solution, which cells are wrong, and what it breaks.

>>> from sudoku_cp import Sudoku
>>> sudoku = Sudoku(4, grid="1234341221......")
>>> grade(sudoku, "Thus: 1234 3412 2143 4321. Done!")
Grade(verdict='right', filled=16, wrong=(), broken=(), completes=True)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

from sudoku_cp.kernel import AllDifferent
from sudoku_cp.model import Cell, Clue, Constraint, Limits, Sudoku
from sudoku_cp.model.answers import Status

Verdict = Literal["right", "wrong", "unfinished", "no grid"]

EMPTY = frozenset("0._-?*")
"""Marks of open cells."""

_LIST = re.compile(r"\[\s*(?:\[|\d|\")[\[\]\s\d,.\"'_-]*\]")
_FRAME = re.compile(r"[\s|│┃║¦+\-─━═=╔╗╚╝┌┐└┘├┤┬┴┼╠╣╦╩╬╤╧╪╞╡*`,;:]+")
_LABEL = re.compile(r"^\s*(?:row|r|line)?\s*\d{1,2}\s*[:.)]\s*(?=\S)", re.IGNORECASE)


@dataclass(frozen=True)
class Grade:
    """The grade of an answer."""

    verdict: Verdict
    """``right`` if it is a solution; ``unfinished`` if open cells are left and nothing shows that it is wrong."""
    filled: int = 0
    """The number of cells with a digit."""
    wrong: tuple[str, ...] = ()
    """The cells that differ from the solution, if there is only one, or from a given."""
    broken: tuple[str, ...] = ()
    """The givens, clues and other conditions that the digits break."""
    completes: bool | None = None
    """Whether a solution has these digits; None if that was not decided in the limits."""


def grade(sudoku: Sudoku, answer: object, solution: Sequence[int] | None = None, limits: Limits | None = None) -> Grade:
    """Grade an answer to a puzzle.

    Parameters
    ----------
    sudoku
        The puzzle.
    answer
        The grid: a text that holds it anywhere, or lists of digits.
    solution
        The only solution, row by row, if it is known; otherwise it is found.
    limits
        When to stop the search for it.
    """
    digits = grid_in(answer, sudoku)
    if digits is None:
        return Grade("no grid")
    values = {cell: digit for cell, digit in zip(sudoku.grid, digits, strict=True) if digit is not None}
    if solution is None:
        found = sudoku.count(2, limits=limits)
        only = found.solution if found.count == 1 and found.exact else None
        solution = None if only is None else [only[cell] for cell in sudoku.grid]
    broken = tuple(dict.fromkeys(broken_by(sudoku, values)))
    expected = dict(zip(sudoku.grid, solution, strict=True)) if solution is not None else sudoku.givens
    wrong = tuple(cell.name for cell, digit in values.items() if expected.get(cell, digit) != digit)
    completes: bool | None = not (wrong or broken)
    if solution is None and completes:
        completes = _completes(sudoku, values, limits)
    filled = len(values)
    if wrong or broken or completes is False:
        return Grade("wrong", filled, wrong, broken, completes=False)
    return Grade("right" if filled == len(sudoku.grid) and completes else "unfinished", filled, (), (), completes)


def _completes(sudoku: Sudoku, values: Mapping[Cell, int], limits: Limits | None) -> bool | None:
    status = sudoku.solve({**sudoku.givens, **values}, limits).status
    return None if status is Status.LIMIT else status is not Status.INFEASIBLE


def broken_by(sudoku: Sudoku, values: Mapping[Cell, int]) -> Iterator[str]:
    """What some digits break: givens, clues, and further conditions such as rows, as far as the digits show it."""
    for cell, digit in values.items():
        if sudoku.givens.get(cell, digit) != digit:
            yield f"the given {cell.name}={sudoku.givens[cell]}"
        elif digit not in cell.domain:
            yield f"the digits: {cell.name}={digit}"
    known = {cell: digit for cell, digit in values.items() if digit in cell.domain}
    seen: set[str] = set()
    for clue in sudoku.clues:
        constraints = list(_of_clue(clue, sudoku))
        seen.update(map(str, constraints))
        if any(_is_broken(constraint, known) for constraint in constraints):
            yield str(clue)
    for constraint in sudoku.constraints:
        if str(constraint) not in seen and _is_broken(constraint, known):
            yield str(constraint)


def _of_clue(clue: Clue, sudoku: Sudoku) -> Iterable[Constraint]:
    return clue.constraints(sudoku) if not getattr(clue, "reads_clues", False) else ()


def _is_broken(constraint: Constraint, values: Mapping[Cell, int]) -> bool:
    if isinstance(constraint, AllDifferent):
        known = [values[cell] for cell in constraint.scope if cell in values]
        return any(one == other for one, other in combinations(known, 2))
    parts = constraint.parts or (constraint,)
    return any(all(cell in values for cell in part.scope) and not part.holds(values) for part in parts)


def grid_in(answer: object, sudoku: Sudoku) -> list[int | None] | None:
    r"""The last grid in an answer, row by row, with None for open cells; None if there is no grid of the right size.

    Parameters
    ----------
    answer
        A text with a grid: n² digits, or n lines with n digits each, with or without frames; or JSON; or lists.
    sudoku
        The puzzle, for its size.

    >>> grid_in("| 1 2 | 3 4 |\n|-----|\n| 3 4 | 1 _ |\n| 2 1 | 4 3 |\n| 4 3 | 2 1 |", Sudoku(4))[7] is None
    True
    """
    height, width = sudoku.height, sudoku.width
    if not isinstance(answer, str):
        return _of_entries(_flat(answer), height * width)
    found: list[int | None] | None = None
    place = -1
    for match in _LIST.finditer(answer):
        listed = _of_entries(_flat(_decoded(match[0])), height * width)
        if listed is not None:
            found, place = listed, match.start()
    for start, grid in _grids(answer, height, width):
        if start > place:
            found, place = grid, start
    return found


def _decoded(text: str) -> Any:
    try:
        return json.loads(text.replace("'", '"').replace("_", "0"))
    except ValueError:
        return None


def _flat(value: Any) -> list[Any]:
    if isinstance(value, list | tuple):
        return [item for each in value for item in _flat(each)]
    if isinstance(value, str) and len(value) > 1 and not value.isdecimal():
        return list("".join(value.split()))
    if isinstance(value, str) and len(value) > 2:
        return list(value)
    return [value]


def _of_entries(entries: Sequence[Any], cells: int) -> list[int | None] | None:
    if len(entries) != cells:
        return None
    digits: list[int | None] = []
    for entry in entries:
        if entry is None or entry == "" or (isinstance(entry, str) and entry in EMPTY) or entry == 0:
            digits.append(None)
        elif str(entry).isdecimal():
            digits.append(int(entry))
        else:
            return None
    return digits


def _grids(text: str, height: int, width: int) -> Iterator[tuple[int, list[int | None]]]:
    """The grids in a text with the places at which they begin."""
    for match in re.finditer(rf"(?<![\w.])[1-9][0-9._?*\s]{{{height * width - 2},{2 * height * width}}}[0-9._?*]|"
                             rf"(?<![\w.])[0-9._?*]{{{height * width}}}(?!\w)", text):  # fmt: skip
        characters = "".join(match[0].split())
        grid = _of_entries(list(characters), height * width)
        if grid is None and characters.endswith("."):  # the end of a sentence
            grid = _of_entries(list(characters[:-1]), height * width)
        if grid is not None:
            yield match.start(), grid
    rows: list[tuple[int, list[int | None]]] = []
    place = 0
    for line in text.splitlines(keepends=True):
        row = _row(line, width)
        if row is not None:
            rows.append((place, row))
        elif _FRAME.sub("", line):
            rows = []
        if len(rows) >= height:
            last = rows[-height:]
            yield last[0][0], [digit for _, digits in last for digit in digits]
        place += len(line)


def _row(line: str, width: int) -> list[int | None] | None:
    """The digits of a line with one row, which may have a frame and a label."""
    for text in (line, _LABEL.sub("", line)):
        tokens = [token for token in re.split(r"[\s|│┃║¦,;\[\]\"'`*]+", text.strip()) if token]
        for entries in (tokens, list("".join(tokens))):
            row = _of_entries(entries, width)
            if row is not None and any(digit is not None for digit in row):
                return row
    return None

"""What a solver from outside wrote, read as answers: solutions, numbers, or nothing that is either."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from sudoku_cp.formats import GridText, givens, read
from sudoku_cp.model import InputError, Sudoku

GRIDS = ("grid", "poj3076", "hdu1426", "leetcode37", "noip2009")
"""The formats of grids over several lines, or of JSON."""

_NUMBER = re.compile(r"[+-]?\d{1,18}")
_SHOWN = 60

Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """The answer to one puzzle; one without solutions and number says that there is no solution."""

    solutions: tuple[Values, ...] = ()
    number: int | None = None
    """How many solutions there are; of a scored puzzle the best value."""
    text: str = ""
    """As it was written, where that was no solution."""
    failed: str = ""
    """Why there is no answer, if there is none."""
    late: bool = False
    """There is none because it took too long."""


def read_answers(text: str, board: Sudoku, symbols: str, form: str) -> list[Said]:
    """Read what a solver wrote: JSON lines, a line an answer, or grids over several lines as in the format.

    A line that is neither a grid nor a number says that there is no solution.

    Raises
    ------
    InputError
        If JSON lines cannot be read.
    """
    lines = [line.strip() for line in text.splitlines()]
    written = [line for line in lines if line]
    if not written:
        return []
    if all(line.startswith("{") for line in written):
        return [_of_json(line, board, symbols) for line in written]
    cells = len(board.grid)
    if any(len(line.split()[0]) == cells for line in written):
        return [_of_line(line, board, symbols) for line in written]
    if all(_NUMBER.fullmatch(line) for line in written):
        return [Said(number=int(line), text=line) for line in written]
    try:
        grids = list(read(BytesIO(text.encode()), "its output", form if form in GRIDS else None, symbols))
        return [_of_grid(grid, board) for grid in grids if isinstance(grid, GridText)]
    except InputError:
        return [_of_line(line, board, symbols) for line in written]


def _of_line(line: str, board: Sudoku, symbols: str) -> Said:
    word = line.split()[0]
    rank = {symbol: number for number, symbol in enumerate(symbols)}
    if len(word) == len(board.grid) and all(character in rank for character in word):
        return Said((tuple(board.digits[rank[character]] for character in word),))
    return Said(number=int(line) if _NUMBER.fullmatch(line) else None, text=line[:_SHOWN])


def _of_json(line: str, board: Sudoku, symbols: str) -> Said:
    """An object with ``solution``, ``solutions``, ``count`` or ``objective``, as our own commands write them."""
    try:
        record: dict[str, Any] = json.loads(line)
    except ValueError as error:
        raise InputError(f"not JSON: {error}", "its output") from None
    listed = record.get("solutions")
    given = listed if isinstance(listed, list) and listed else [record.get("solution")]
    solutions = [_of_json_grid(grid, board, symbols) for grid in given if grid]
    number = record.get("objective" if board.objective is not None else "count")
    return Said(tuple(solutions), number if isinstance(number, int) else None, "" if solutions else line[:_SHOWN])


def _of_json_grid(grid: Any, board: Sudoku, symbols: str) -> Values:
    if isinstance(grid, str):
        solutions = _of_line(grid, board, symbols).solutions
        if solutions:
            return solutions[0]
    flat = list(_flat(grid))
    if len(flat) != len(board.grid) or not all(isinstance(value, int) for value in flat):
        raise InputError(f"{str(grid)[:_SHOWN]!r} is no solution of {len(board.grid)} cells", "its output")
    return tuple(flat)


def _flat(grid: Any) -> Iterable[Any]:
    if not isinstance(grid, list):
        return (grid,)
    return (value for part in grid for value in _flat(part))


def _of_grid(grid: GridText, board: Sudoku) -> Said:
    """A grid in which cells stay open says that there is no solution."""
    known = givens(grid, board)
    if len(known) < len(board.grid):
        return Said(text="a grid with open cells")
    return Said((tuple(known[cell] for cell in board.grid),))


def join(answers: Sequence[Said]) -> Said:
    """All that was said about one puzzle, as one answer."""
    solutions = tuple(solution for answer in answers for solution in answer.solutions)
    numbers = [answer.number for answer in answers if answer.number is not None]
    texts = " ".join(answer.text for answer in answers if answer.text)
    return Said(solutions, numbers[0] if numbers else None, texts[:_SHOWN])

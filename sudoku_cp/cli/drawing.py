"""The text format: a heading, the grid, and a line with the result."""

from __future__ import annotations

from collections.abc import Mapping

from sudoku_cp._base.text import in_one_line
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.session import Session
from sudoku_cp.model import Cell
from sudoku_cp.model.answers import Statistics


def drawn(session: Session, puzzle: Puzzle, solution: Mapping[Cell, int] | None = None) -> str:
    """The place of the puzzle, and its grid."""
    from sudoku_cp.render import show

    grid = show(puzzle.shown, solution, colour=session.colour, unicode=session.unicode)
    return f"{heading(puzzle)}\n{grid}"


def heading(puzzle: Puzzle) -> str:
    """The place of the puzzle, and its name unless the place contains it."""
    name, source = in_one_line(puzzle.model.name), in_one_line(puzzle.source)
    return f"{source}:{puzzle.line}" + (f": {name}" if name != source else "")


def caption(words: str, statistics: Statistics, solver: str) -> str:
    """The result with its search statistics."""
    return f"{words} ({solver}, {statistics})"


def solutions_in_words(count: int, exact: bool, what: str = "solution") -> str:
    """A number of solutions, or of other things, in words.

    >>> solutions_in_words(1, True), solutions_in_words(1000, False)
    ('1 solution', 'at least 1,000 solutions')
    """
    return f"{'' if exact else 'at least '}{count:,} {what}{'' if count == 1 else 's'}"

"""What the commands of the setter's bench share: the question about a puzzle, and the parts of a record."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any, TypeVar

from sudoku_cp.authoring.parts import Part
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.session import Session
from sudoku_cp.model import Board, InputError, ModelError
from sudoku_cp.model.limits import Limits

_Answer = TypeVar("_Answer")


def asked(
    session: Session, puzzle: Puzzle, limits: Limits, question: Callable[..., _Answer], **options: Any
) -> tuple[_Answer, float]:
    """Ask a question of `sudoku_cp.authoring` about a puzzle; return the answer and the seconds that it took.

    Raises
    ------
    InputError
        If the options do not fit the puzzle.
    """
    start = monotonic()
    try:
        answer = question(
            puzzle.shown,
            solver=session.options.solver,
            seconds=limits.seconds,
            nodes=limits.nodes,
            cancel=limits.cancel,
            on_progress=limits.on_progress,
            **options,
        )
    except ModelError as error:
        raise InputError(str(error), puzzle.source, puzzle.line) from None
    return answer, monotonic() - start


def with_parts(puzzle: Puzzle, parts: Iterable[Part]) -> Board:
    """The puzzle with only some of its clues and givens, for drawing."""
    chosen = list(parts)
    board = puzzle.shown.with_constraints((), [part.clue for part in chosen if part.clue is not None])
    board.givens = {part.cell: part.value for part in chosen if part.cell is not None and part.value is not None}
    return board


def names_of(parts: Iterable[Part]) -> list[str]:
    """The texts of some parts."""
    return list(map(str, parts))

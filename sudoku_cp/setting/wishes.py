"""What kind of puzzle is wanted."""

from __future__ import annotations

from dataclasses import dataclass

from sudoku_cp.model import Board, Cell, ModelError
from sudoku_cp.rules import Rule
from sudoku_cp.setting.difficulty import Difficulty


@dataclass(frozen=True)
class Wishes:
    """The wanted kind of puzzle."""

    symmetry: tuple[str, ...] = ()
    """Symmetries of the pattern of givens, among `sudoku_cp.setting.symmetry.SYMMETRIES`."""
    givens: tuple[int, int] | None = None
    """The least and the largest number of givens; None for any."""
    pattern: frozenset[Cell] | None = None
    """The cells that are given; None for any."""
    minimal: bool = False
    """Whether each given must be needed."""
    clues: tuple[tuple[Rule, int], ...] = ()
    """The rules of new clues, and how many of each."""
    difficulty: Difficulty | None = None
    """How hard the puzzle must be; None for any."""


def wishes_of(
    board: Board, symmetry: tuple[str, ...], givens: tuple[int, int] | None, pattern: str | None, minimal: bool
) -> Wishes:
    """Read the wishes for the givens of a board.

    Raises
    ------
    ModelError
        If they contradict each other or the board.
    """
    if givens is not None and not 0 <= givens[0] <= givens[1] <= len(board.grid):
        raise ModelError(f"{givens[0]}..{givens[1]} givens: a range from 0 to {len(board.grid)} is needed")
    if pattern is None:
        return Wishes(symmetry, givens, None, minimal)
    if symmetry or givens is not None:
        raise ModelError("a pattern says which cells are given: leave out the symmetry and the number of givens")
    marks = "".join(pattern.split())
    if len(marks) != len(board.grid):
        raise ModelError(f"the pattern has {len(marks)} characters, and {board.name} has {len(board.grid)} cells")
    cells = [cell for cell, mark in zip(board.grid, marks, strict=True) if mark not in ".0"]
    return Wishes((), None, frozenset(cells) | frozenset(board.givens), minimal)

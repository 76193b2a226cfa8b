"""What kind of puzzle is wanted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sudoku_cp.authoring.difficulty import Difficulty
from sudoku_cp.kernel import AllDifferent
from sudoku_cp.model import Board, Cell, ModelError
from sudoku_cp.rating.classic import is_classic
from sudoku_cp.rules import Rule

FEWEST_OF_CLASSIC = 17
"""The fewest givens of a classic puzzle: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku" (2012)."""


@dataclass(frozen=True)
class Wishes:
    """The wanted kind of puzzle."""

    symmetry: tuple[str, ...] = ()
    """Symmetries of the pattern of givens, among `sudoku_cp.authoring.symmetry.SYMMETRIES`."""
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


def refuse_impossible(board: Board, wanted: Wishes) -> None:
    """Refuse numbers of givens that no puzzle of the board has, where that is known.

    Raises
    ------
    ModelError
        If there are too few givens for one solution, or too many for each to be needed.
    """
    cells = None if wanted.pattern is None else len(wanted.pattern)
    low, high = wanted.givens or (cells or 0, len(board.grid) if cells is None else cells)
    if not wanted.clues:
        fewest, reason = _fewest(board)
        if high < fewest:
            raise ModelError(f"no puzzle of {board.name} with at most {high} givens has one solution: {reason}")
    most = _most_needed(board)
    if wanted.minimal and low > most:
        raise ModelError(
            f"no puzzle of {board.name} needs each of {low} or more givens: the last one of a house follows from the"
            f" others, so that at most {most} are needed"
        )


def _fewest(board: Board) -> tuple[int, str]:
    """A number of givens that every puzzle has, and why."""
    if is_classic(board):
        return FEWEST_OF_CLASSIC, f"classic puzzles need {FEWEST_OF_CLASSIC}"
    digits = set(board.digits)
    is_alike = all(isinstance(constraint, AllDifferent) for constraint in board.constraints)
    if not is_alike or board.pencilmarks or any(set(cell.domain) != digits for cell in board.grid):
        return 0, ""
    if not _full_houses(board, ()):
        return 0, ""  # a digit need not occur
    return len(digits) - 1, f"{len(digits) - 1} digits must be among them, since others could be exchanged"


def _most_needed(board: Board) -> int:
    """A number of givens that no puzzle exceeds of which each is needed."""
    return len(board.grid) - _full_houses(board, board.givens)


def _full_houses(board: Board, without: Iterable[Cell]) -> int:
    """The number of houses with all digits that share no cell, each taken where it comes first."""
    number, taken = 0, set(without)
    outside = set(board.cells) - set(board.grid)
    for house in board.constraints:
        if not isinstance(house, AllDifferent) or len(house.cells) != len(board.digits):
            continue
        if taken.isdisjoint(house.cells) and outside.isdisjoint(house.cells):
            taken.update(house.cells)
            number += 1
    return number

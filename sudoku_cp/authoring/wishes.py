"""What kind of puzzle is wanted: the symmetry and number of its givens, its clues and its difficulty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from sudoku_cp._base.errors import unknown
from sudoku_cp.authoring.sub_puzzles import Unfinished
from sudoku_cp.human.techniques import BY_NAME
from sudoku_cp.kernel import AllDifferent
from sudoku_cp.model import Board, Cell, ModelError
from sudoku_cp.model.limits import Limits
from sudoku_cp.rating import Outcome, Rating, rate_many, technique_names
from sudoku_cp.rating.classic import givens_of, is_classic, require_classic
from sudoku_cp.rating.hodoku import is_hardest
from sudoku_cp.rating.rater import LARGEST, LEAST
from sudoku_cp.rules import Rule

Place = tuple[int, int]

_MAPS: dict[str, Callable[[int, int, int, int], Place]] = {
    "rot180": lambda row, column, height, width: (height + 1 - row, width + 1 - column),
    "rot90": lambda row, column, height, width: (column, height + 1 - row),
    "horizontal": lambda row, column, height, width: (row, width + 1 - column),
    "vertical": lambda row, column, height, width: (height + 1 - row, column),
    "diagonal": lambda row, column, height, width: (column, row),
    "antidiagonal": lambda row, column, height, width: (width + 1 - column, height + 1 - row),
}

SYMMETRIES = tuple(_MAPS)
"""Rotations by 180° and by 90°; reflections left to right, top to bottom, and across the two diagonals."""


def orbits(board: Board, symmetries: Iterable[str] = ()) -> list[tuple[Cell, ...]]:
    """The groups of cells that the symmetries map to each other, in reading order of their first cells.

    Parameters
    ----------
    board
        The board.
    symmetries
        Names among `SYMMETRIES`.

    Returns
    -------
    list
        The groups; single cells without symmetries.

    Raises
    ------
    ModelError
        If there is no such symmetry, or the board does not have it.

    >>> from sudoku_cp import Sudoku
    >>> orbits(Sudoku(4), ["rot180"])[0], len(orbits(Sudoku(4), ["rot90", "diagonal"]))
    ((r1c1, r4c4), 3)
    """
    at = {(cell.row, cell.column): cell for cell in board.grid}
    first = {cell: cell for cell in board.grid}

    def root(cell: Cell) -> Cell:
        while first[cell] is not cell:
            cell = first[cell]
        return cell

    for name in symmetries:
        if name not in _MAPS:
            raise ModelError(unknown("symmetry", name, SYMMETRIES))
        for cell in board.grid:
            image = at.get(_MAPS[name](cell.row or 0, cell.column or 0, board.height, board.width))
            if image is None:
                raise ModelError(f"{board.name} does not have the symmetry {name}")
            one, other = sorted((root(cell), root(image)), key=lambda each: each.index)
            first[other] = one
    groups: dict[Cell, list[Cell]] = {}
    for cell in board.grid:
        groups.setdefault(root(cell), []).append(cell)
    return [tuple(group) for group in groups.values()]


@dataclass(frozen=True)
class Difficulty:
    """A range of ratings, and a hardest technique.

    Parameters
    ----------
    ratings
        The least and the largest rating on Sudoku Explainer's scale; None for any.
    technique
        The technique of the hardest step, by the rater's name or, where it has none, by that of
        `sudoku_cp.human.techniques`; None for any.

    Raises
    ------
    ModelError
        If the range is empty or off the scale, or there is no such technique.
    """

    ratings: tuple[float, float] | None = None
    technique: str | None = None

    def __post_init__(self) -> None:
        if self.ratings is not None and not self.ratings[0] <= self.ratings[1]:
            raise ModelError(f"ratings {self.ratings[0]}..{self.ratings[1]}: the first must not exceed the second")
        if self.ratings is not None and not (self.ratings[0] <= LARGEST and self.ratings[1] >= LEAST):
            raise ModelError(f"ratings {self.ratings[0]}..{self.ratings[1]}: the rater's are from {LEAST} to {LARGEST}")
        names = dict.fromkeys((*technique_names(), *BY_NAME))
        if self.technique is not None and self.technique not in names:
            raise ModelError(unknown("technique", self.technique, list(names)))

    def rated(self, puzzles: Sequence[Board], threads: int, limits: Limits) -> list[Rating]:
        """Rate puzzles.

        Parameters
        ----------
        puzzles
            Classic sudokus with their givens.
        threads
            The number of threads.
        limits
            When to stop: ``cancel`` counts.

        Returns
        -------
        list
            The rating of each puzzle.

        Raises
        ------
        Unfinished
            If the work is cancelled.
        """
        rows = [givens_of(require_classic(puzzle), puzzle.givens) for puzzle in puzzles]
        found = rate_many(np.array(rows, np.uint8).reshape(len(rows), -1), threads, cancel=limits.cancel)
        if any(rating.outcome is Outcome.STOPPED for rating in found):
            raise Unfinished
        return found

    def suits(self, puzzle: Board, rating: Rating, should_stop: Callable[[], bool]) -> bool:
        """Whether a puzzle is as wanted.

        Parameters
        ----------
        puzzle
            The puzzle, whose solution is unique.
        rating
            Its rating.
        should_stop
            Asked again and again where the techniques are tried one by one.

        Returns
        -------
        bool
            Whether it is; a puzzle that is beyond the rater's steps never is.

        Raises
        ------
        Unfinished
            If ``should_stop`` says so.
        """
        if rating.er is None or not (self.ratings is None or self.ratings[0] <= rating.er <= self.ratings[1]):
            return False
        if self.technique is None or self.technique in technique_names():
            return self.technique in (None, rating.hardest)
        found = is_hardest(self.technique, givens_of(require_classic(puzzle), puzzle.givens), should_stop)
        if found is None:
            raise Unfinished
        return found


FEWEST_OF_CLASSIC = 17
"""The fewest givens of a classic puzzle: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku" (2012)."""


@dataclass(frozen=True)
class Wishes:
    """The wanted kind of puzzle."""

    symmetry: tuple[str, ...] = ()
    """Symmetries of the pattern of givens, among `sudoku_cp.authoring.wishes.SYMMETRIES`."""
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

"""Why a puzzle has no solution: parts that clash, and single changes that help."""

from __future__ import annotations

from dataclasses import dataclass

from sudoku_cp.authoring.parts import Part
from sudoku_cp.authoring.purposes import Contradiction
from sudoku_cp.authoring.sub_puzzles import SubPuzzles, Unfinished
from sudoku_cp.authoring.sufficient import least, minimal

__all__ = ["Clash", "Correction"]


@dataclass(frozen=True)
class Correction:
    """A part whose removal makes the puzzle solvable."""

    part: Part
    """The part that is removed."""
    is_unique: bool
    """Whether the puzzle then has only one solution."""
    values: tuple[tuple[int, bool], ...] = ()
    """For a given: the values that make the puzzle solvable in place of it, and whether it is then unique."""


@dataclass(frozen=True)
class Clash:
    """Clues and givens that have no solution together, although they have one without any single one of them."""

    parts: tuple[Part, ...]
    """The parts; none if the frame of the puzzle, such as its houses, has no solution."""
    is_minimal: bool
    """Whether it is proved that each part is needed."""
    is_least: bool
    """Whether it is proved that no fewer parts clash."""
    corrections: tuple[Correction, ...]
    """The single parts of the puzzle whose removal makes it solvable."""
    has_all_corrections: bool
    """Whether no limit came before the last correction."""
    nodes: int = 0
    """The search nodes of all questions."""

    def __str__(self) -> str:
        if not self.parts:
            return "there is no solution even without clues and givens"
        size = "" if self.is_least else " (perhaps fewer do)" if self.is_minimal else " (perhaps far fewer do)"
        names = ", ".join(map(str, self.parts))
        if len(self.parts) == 1:
            return f"no solution satisfies {names}"
        return f"these {len(self.parts)} clash{size}: {names}"


def find_clash(puzzles: SubPuzzles, trial: SubPuzzles) -> Clash:
    """Find parts that clash in a puzzle without a solution.

    Parameters
    ----------
    puzzles
        The puzzle, which is known to have no solution.
    trial
        The same puzzle, with the limits for the search for fewer parts.

    Returns
    -------
    Clash
        The parts, and the corrections.
    """
    purpose = Contradiction(puzzles)
    order = range(len(puzzles.parts))
    try:
        found = minimal(purpose, order)
    except Unfinished:
        return Clash(puzzles.members(puzzles.everything), False, False, (), False)
    corrections: list[Correction] = []
    try:
        for part in puzzles.members(found):  # any other part leaves the clash as it is
            correction = _correction(puzzles, purpose, part)
            corrections += [correction] if correction is not None else []
    except Unfinished:
        return Clash(puzzles.members(found), True, False, tuple(corrections), False)
    purpose.puzzles = trial
    answer = least(purpose, found, [1] * len(puzzles.parts))
    return Clash(puzzles.members(answer.sets[0]), True, answer.is_least, tuple(corrections), True)


def _correction(puzzles: SubPuzzles, purpose: Contradiction, part: Part) -> Correction | None:
    rest = puzzles.everything & ~(1 << puzzles.parts.index(part))
    found = puzzles.solutions(rest, 2)
    if not found:
        return None
    purpose.known.append(puzzles.violated(found[0]))
    if part.cell is None:
        return Correction(part, len(found) == 1)
    counts = {}
    for value in puzzles.model.domain_of(part.cell):
        counts[value] = len(puzzles.solutions(rest, 2, {part.cell: value}))
    values = tuple((value, count == 1) for value, count in counts.items() if count)
    return Correction(part, len(found) == 1, values)

"""Why a claim about a cell is right: the clues and givens that are enough to prove it."""

from __future__ import annotations

from dataclasses import dataclass

from sudoku_cp.authoring.claim import Claim
from sudoku_cp.authoring.parts import Part
from sudoku_cp.authoring.purposes import Contradiction
from sudoku_cp.authoring.sub_puzzles import SubPuzzles, Unfinished
from sudoku_cp.authoring.sufficient import least, minimal
from sudoku_cp.model import Solution

__all__ = ["OpenClaim", "Reason"]


@dataclass(frozen=True)
class Reason:
    """Clues and givens from which a claim follows, although it does not follow without any single one of them."""

    claim: Claim
    """The claim that follows: the one that was asked, or its opposite."""
    parts: tuple[Part, ...]
    """The parts; none if the claim follows from the frame of the puzzle, such as its houses."""
    is_minimal: bool
    """Whether it is proved that each part is needed."""
    is_least: bool
    """Whether it is proved that the claim follows from no fewer parts."""
    nodes: int = 0
    """The search nodes of all questions."""

    def __str__(self) -> str:
        names = ", ".join(map(str, self.parts)) or "the houses alone"
        size = "" if self.is_least else " (perhaps fewer are enough)"
        number = f"these {len(self.parts)}{size}: " if len(self.parts) > 1 else ""
        return f"{self.claim} follows from {number}{names}"


@dataclass(frozen=True)
class OpenClaim:
    """A claim that is right in some solutions and wrong in others."""

    claim: Claim
    """The claim."""
    right: Solution
    """A solution in which it is right."""
    wrong: Solution
    """A solution in which it is wrong."""
    nodes: int = 0
    """The search nodes of all questions."""

    def __str__(self) -> str:
        return f"{self.claim} is right in some solutions and wrong in others"


def find_reason(claim: Claim, puzzles: SubPuzzles, trial: SubPuzzles) -> Reason:
    """Find parts from which a claim follows.

    Parameters
    ----------
    claim
        The claim, which is known to be right in all solutions.
    puzzles
        The puzzle, in which the cell is restricted to the values for which the claim is wrong.
    trial
        The same puzzle, with the limits for the search for fewer parts.

    Returns
    -------
    Reason
        The parts.
    """
    purpose = Contradiction(puzzles)
    try:
        found = minimal(purpose, range(len(puzzles.parts)))
    except Unfinished:
        return Reason(claim, puzzles.members(puzzles.everything), is_minimal=False, is_least=False)
    purpose.puzzles = trial
    answer = least(purpose, found, [1] * len(puzzles.parts))
    return Reason(claim, puzzles.members(answer.sets[0]), is_minimal=True, is_least=answer.is_least)

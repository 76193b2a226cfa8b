"""Why a puzzle has no solution, or several, and why a cell has its value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Unpack

from sudoku_cp._base.arguments import checked, real, text
from sudoku_cp.authoring.ambiguity import Ambiguity, find_ambiguity
from sudoku_cp.authoring.claim import Claim, read_claim
from sudoku_cp.authoring.clash import Clash, find_clash
from sudoku_cp.authoring.reason import OpenClaim, Reason, find_reason
from sudoku_cp.authoring.sub_puzzles import SubPuzzles, Unfinished
from sudoku_cp.formats import as_model
from sudoku_cp.kernel.cell import AnyGivens
from sudoku_cp.model import Cell, Model, Solution
from sudoku_cp.model.compiled import DEFAULT_SOLVER
from sudoku_cp.model.givens import by_cell
from sudoku_cp.model.limits import AnyLimits, Limits, limits_of

__all__ = ["Unique", "Unknown", "why"]

EFFORT = 5.0
"""The default time in seconds for the search for a least set after a minimal one is known."""


@dataclass(frozen=True)
class Unique:
    """The only solution."""

    solution: Solution
    """The solution."""
    nodes: int = 0
    """The search nodes of all questions."""

    def __str__(self) -> str:
        return "there is exactly one solution"


@dataclass(frozen=True)
class Unknown:
    """Nothing: a limit came before the answer."""

    nodes: int = 0
    """The search nodes of all questions."""

    def __str__(self) -> str:
        return "unknown: a limit came first"


Answer = Clash | Ambiguity | Reason | OpenClaim | Unique | Unknown


@checked(claim=text, effort=real)
def why(
    puzzle: Model | str | Path,
    claim: str | None = None,
    *,
    givens: AnyGivens | None = None,
    effort: float = EFFORT,
    solver: str = DEFAULT_SOLVER,
    **limits: Unpack[AnyLimits],
) -> Answer:
    """Explain why a puzzle has no solution or several, or why a claim about a cell is right.

    Parameters
    ----------
    puzzle
        A model, or a puzzle as for `sudoku_cp.solve`.
    claim
        A claim such as ``"r3c4=5"`` or ``"r3c4!=5"``.
    givens
        Fixed values by cell or by cell name; by default those of the model.
    effort
        The seconds to spend on the search for a least set of clues and givens, after a minimal one is known.
    solver
        The name of the solver.
    **limits
        When to stop early: ``limits``, or ``seconds``, ``nodes``, ``cancel``, ``on_progress``;
        for all questions together.

    Returns
    -------
    Clash or Ambiguity or Reason or OpenClaim or Unique or Unknown
        Without a claim: parts that clash; or two solutions that differ little; or the only solution. With a claim: the
        reason for it or for its opposite; two solutions if it is open; parts that clash if there is no solution.

    >>> from sudoku_cp import Sudoku
    >>> sudoku = Sudoku(4)
    >>> sudoku.give_grid("1...2...3......4")
    >>> print(why(sudoku))
    these 4 clash: r1c1=1, r2c1=2, r3c1=3, r4c4=4
    >>> sudoku.give_grid("12..............")
    >>> del sudoku.givens[sudoku["r4c4"]], sudoku.givens[sudoku["r2c1"]], sudoku.givens[sudoku["r3c1"]]
    >>> print(why(sudoku, "r1c3!=1"))
    r1c3≠1 follows from r1c1=1
    """
    puzzle = as_model(puzzle)
    fixed = puzzle.givens if givens is None else by_cell(puzzle, givens)
    question = _Question(puzzle, fixed, solver, limits_of("why", None, limits)[0], effort)
    asked = None if claim is None else read_claim(claim, puzzle)
    try:
        answer = question.explained() if asked is None else question.judged(asked)
    except Unfinished:
        answer = Unknown()
    return replace(answer, nodes=sum(puzzles.nodes for puzzles in question.asked))


@dataclass(frozen=True)
class _Question:
    """A puzzle, and how long to search."""

    model: Model
    givens: Mapping[Cell, int]
    solver: str
    limits: Limits
    effort: float
    asked: list[SubPuzzles] = field(default_factory=list)
    """All that was asked so far."""

    def explained(self) -> Answer:
        puzzles = self._puzzles(self.limits)
        solutions = puzzles.solutions(puzzles.everything, 2)
        if not solutions:
            return find_clash(puzzles, self._trial())
        if len(solutions) == 1:
            return Unique(solutions[0])
        return find_ambiguity(self.model, self.givens, puzzles, self._trial())

    def judged(self, claim: Claim) -> Answer:
        right, wrong = (self._solution(each) for each in (claim, claim.opposite))
        if right is not None and wrong is not None:
            return OpenClaim(claim, right, wrong)
        if right is None and wrong is None:
            return self.explained()
        proved = claim if wrong is None else claim.opposite
        values = {proved.cell: proved.opposite.values}
        return find_reason(proved, self._puzzles(self.limits, values), self._trial(values))

    def _solution(self, claim: Claim) -> Solution | None:
        puzzles = self._puzzles(self.limits, {claim.cell: claim.values})
        return next(iter(puzzles.solutions(puzzles.everything, 1)), None)

    def _puzzles(self, limits: Limits, candidates: Mapping[Cell, tuple[int, ...]] | None = None) -> SubPuzzles:
        puzzles = SubPuzzles(self.model, self.givens, solver=self.solver, limits=limits, candidates=candidates)
        self.asked.append(puzzles)
        return puzzles

    def _trial(self, candidates: Mapping[Cell, tuple[int, ...]] | None = None) -> SubPuzzles:
        seconds = self.effort if self.limits.seconds is None else min(self.effort, self.limits.seconds)
        return self._puzzles(replace(self.limits, seconds=seconds), candidates)

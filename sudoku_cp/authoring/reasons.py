"""Why a puzzle has no solution, or several, and why a cell has its value.

A puzzle without a solution has a minimal conflict, which is a minimal unsatisfiable subset (MUS) of its parts, and
minimal correction sets (MCSes); texts for users say that parts clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Unpack

from sudoku_cp._base.arguments import checked, listed, real, text
from sudoku_cp.authoring.ambiguity import Ambiguity, find_ambiguity
from sudoku_cp.authoring.parts import Part, asked_parts, given_name
from sudoku_cp.authoring.sub_puzzles import SubPuzzles, Unfinished
from sudoku_cp.authoring.sufficient import Contradiction, least, minimal
from sudoku_cp.formats import as_model
from sudoku_cp.kernel.cell import AnyGivens
from sudoku_cp.model import Cell, Clue, Constraint, Model, ModelError, Solution
from sudoku_cp.model.compiled import DEFAULT_SOLVER
from sudoku_cp.model.givens import by_cell
from sudoku_cp.model.limits import AnyLimits, Limits, limits_of

__all__ = ["MinimalConflict", "MinimalCorrection", "OpenClaim", "Reason", "Unique", "Unknown", "why"]

EFFORT = 5.0
"""The default time in seconds for the search for a least set after a minimal one is known."""

_CLAIM = re.compile(r"\s*(\S.*?)\s*(=|==|!=|≠)\s*([^\s=]+)\s*")
_ABOUT_A_GRID = re.compile(r"r\d+c\d+(=|==|!=|≠)[^\s=]+")


@dataclass(frozen=True)
class Claim:
    """That a cell has a value, or that it does not have it."""

    cell: Cell
    value: int
    is_equality: bool
    text: str
    """The claim as people write it."""

    @property
    def opposite(self) -> Claim:
        """The claim that this one is wrong."""
        old, new = ("=", "≠") if self.is_equality else ("≠", "=")
        return Claim(self.cell, self.value, not self.is_equality, self.text.replace(old, new))

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the cell for which the claim is right."""
        return tuple(value for value in self.cell.domain if (value == self.value) is self.is_equality)

    def __str__(self) -> str:
        return self.text


def read_claim(text: str, model: Model) -> Claim:
    """Read a claim about a cell of a model.

    Parameters
    ----------
    text
        The claim, with the cell's name and the symbol of the digit.
    model
        The model.

    Returns
    -------
    Claim
        The claim.

    Raises
    ------
    ModelError
        If there is no such cell or digit, or the text is not a claim.

    >>> from sudoku_cp import Sudoku
    >>> claim = read_claim("r1c2!=3", Sudoku(4))
    >>> str(claim), claim.values
    ('r1c2≠3', (1, 2, 4))
    """
    match = _CLAIM.fullmatch(text)
    if match is None:
        raise ModelError(f"{text!r} is not a claim such as r3c4=5 or r3c4!=5")
    name, sign, word = match.groups()
    cell = model[name]
    values = {given_name(model, cell, value).rpartition("=")[2]: value for value in cell.domain}
    if word not in values:
        raise ModelError(f"{text}: {word} is not a digit of {name}; these are {', '.join(values)}")
    is_equality = sign in ("=", "==")
    return Claim(cell, values[word], is_equality, f"{name}{'=' if is_equality else '≠'}{word}")


def is_claim(word: str) -> bool:
    """Whether an argument of a command is a claim about a cell of a grid.

    Parameters
    ----------
    word
        The argument.

    Returns
    -------
    bool
        Whether it is one.
    """
    return _ABOUT_A_GRID.fullmatch(word) is not None


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


@dataclass(frozen=True)
class MinimalCorrection:
    """A minimal correction set (MCS) of one part: its removal makes the puzzle solvable."""

    part: Part
    """The part that is removed."""
    is_unique: bool
    """Whether the puzzle then has only one solution."""
    values: tuple[tuple[int, bool], ...] = ()
    """For a given: the values that make the puzzle solvable in place of it, and whether it is then unique."""


@dataclass(frozen=True)
class MinimalConflict:
    """A minimal unsatisfiable subset (MUS) of clues and givens: it has a solution without any single one of them."""

    parts: tuple[Part, ...]
    """The parts; none if the frame of the puzzle, such as its houses, has no solution."""
    is_minimal: bool
    """Whether it is proved that each part is needed."""
    is_least: bool
    """Whether it is proved that no conflict has fewer parts."""
    corrections: tuple[MinimalCorrection, ...]
    """The minimal correction sets of one part."""
    has_all_corrections: bool
    """Whether no limit came before the last correction."""
    nodes: int = 0
    """The search nodes of all questions."""
    asked: str = "clues and givens"
    """What the parts are chosen from, in words."""

    def __str__(self) -> str:
        if not self.parts:
            return f"there is no solution even without {self.asked}"
        size = "" if self.is_least else " (perhaps fewer do)" if self.is_minimal else " (perhaps far fewer do)"
        names = ", ".join(map(str, self.parts))
        if len(self.parts) == 1:
            return f"no solution satisfies {names}"
        return f"these {len(self.parts)} clash{size}: {names}"


def find_minimal_conflict(puzzles: SubPuzzles, trial: SubPuzzles) -> MinimalConflict:
    """Find a minimal conflict in a puzzle without a solution.

    Parameters
    ----------
    puzzles
        The puzzle, which is known to have no solution.
    trial
        The same puzzle, with the limits for the search for fewer parts.

    Returns
    -------
    MinimalConflict
        The parts, and the corrections.
    """
    purpose = Contradiction(puzzles)
    order = range(len(puzzles.parts))
    try:
        found = minimal(purpose, order)
    except Unfinished:
        return MinimalConflict(puzzles.members(puzzles.everything), False, False, (), False)
    corrections: list[MinimalCorrection] = []
    try:
        for part in puzzles.members(found):  # without any other part the conflict remains
            correction = _correction(puzzles, purpose, part)
            corrections += [correction] if correction is not None else []
    except Unfinished:
        return MinimalConflict(puzzles.members(found), True, False, tuple(corrections), False)
    purpose.puzzles = trial
    answer = least(purpose, found, [1] * len(puzzles.parts))
    return MinimalConflict(puzzles.members(answer.sets[0]), True, answer.is_least, tuple(corrections), True)


def _correction(puzzles: SubPuzzles, purpose: Contradiction, part: Part) -> MinimalCorrection | None:
    rest = puzzles.everything & ~(1 << puzzles.parts.index(part))
    found = puzzles.solutions(rest, 2)
    if not found:
        return None
    purpose.known.append(puzzles.violated(found[0]))
    if part.cell is None:
        return MinimalCorrection(part, len(found) == 1)
    counts = {}
    for value in puzzles.model.domain_of(part.cell):
        counts[value] = len(puzzles.solutions(rest, 2, {part.cell: value}))
    values = tuple((value, count == 1) for value, count in counts.items() if count)
    return MinimalCorrection(part, len(found) == 1, values)


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


Explanation = MinimalConflict | Ambiguity | Reason | OpenClaim | Unique | Unknown


@checked(claim=text, effort=real)
def why(
    puzzle: Model | str | Path,
    claim: str | None = None,
    *,
    constraints: str | Constraint | Clue | Iterable[str | Constraint | Clue] | None = None,
    givens: AnyGivens | None = None,
    effort: float = EFFORT,
    solver: str = DEFAULT_SOLVER,
    **limits: Unpack[AnyLimits],
) -> Explanation:
    """Explain why a puzzle has no solution or several, or why a claim about a cell is right.

    Parameters
    ----------
    puzzle
        A model, or a puzzle as for `sudoku_cp.solve`.
    claim
        A claim such as ``"r3c4=5"`` or ``"r3c4!=5"``.
    constraints
        What the answer is made from, if not from all clues, single constraints and givens: names of constraints (see
        `Model.add`), names of rules, ``"constraints"``, ``"givens"`` or names of cells for these, ``"houses"`` or names
        of houses such as ``"row 1"``; or constraints and clues themselves, such as ``model.constraints``. All others
        hold in any case.
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
    MinimalConflict or Ambiguity or Reason or OpenClaim or Unique or Unknown
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
    >>> model = Model()
    >>> a, b, c = model.variables("abc", domain=range(5))
    >>> model.add(a + b >= 7, name="many")
    >>> model.add([a <= 2, c <= 3], name="few")
    >>> model.add(b != c, name="differ")
    >>> print(why(model))
    these 2 clash: many, few
    >>> print(why(model, constraints=["many", "differ"]))
    no solution satisfies many
    """
    puzzle = as_model(puzzle)
    fixed = puzzle.givens if givens is None else by_cell(puzzle, givens)
    wanted = None
    if constraints is not None:
        is_one = isinstance(constraints, str | Constraint) or not isinstance(constraints, Iterable)
        several: Any = [constraints] if is_one else constraints
        wanted = asked_parts(puzzle, fixed, listed(several, "the constraints", "a list of names or constraints"))
    question = _Question(puzzle, fixed, solver, limits_of("why", None, limits)[0], effort, wanted)
    asked = None if claim is None else read_claim(claim, puzzle)
    try:
        answer = question.explained() if asked is None else question.judged(asked)
    except Unfinished:
        answer = Unknown()
    if wanted is not None and isinstance(answer, MinimalConflict):
        answer = replace(answer, asked="what was asked about")
    return replace(answer, nodes=sum(puzzles.nodes for puzzles in question.asked))


@dataclass(frozen=True)
class _Question:
    """A puzzle, and how long to search."""

    model: Model
    givens: Mapping[Cell, int]
    solver: str
    limits: Limits
    effort: float
    parts: tuple[Part, ...] | None
    """The parts; None for all of the puzzle."""
    asked: list[SubPuzzles] = field(default_factory=list)
    """All that was asked so far."""

    def explained(self) -> Explanation:
        puzzles = self._puzzles(self.limits)
        solutions = puzzles.solutions(puzzles.everything, 2)
        if not solutions:
            return find_minimal_conflict(puzzles, self._trial())
        if len(solutions) == 1:
            return Unique(solutions[0])
        return find_ambiguity(self.model, self.givens, puzzles, self._trial())

    def judged(self, claim: Claim) -> Explanation:
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
        puzzles = SubPuzzles(
            self.model, self.givens, solver=self.solver, limits=limits, candidates=candidates, parts=self.parts
        )
        self.asked.append(puzzles)
        return puzzles

    def _trial(self, candidates: Mapping[Cell, tuple[int, ...]] | None = None) -> SubPuzzles:
        seconds = self.effort if self.limits.seconds is None else min(self.effort, self.limits.seconds)
        return self._puzzles(replace(self.limits, seconds=seconds), candidates)

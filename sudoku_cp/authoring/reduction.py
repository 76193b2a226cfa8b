"""Which clues and givens a puzzle does not need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Unpack

from sudoku_cp._base.arguments import by_name, checked, each, integer, real, text
from sudoku_cp.authoring.hitting_sets import elements
from sudoku_cp.authoring.parts import Part, selected, weighted
from sudoku_cp.authoring.sub_puzzles import SubPuzzles, Unfinished
from sudoku_cp.authoring.sufficient import Equivalence, Purpose, Solvability, Uniqueness, least
from sudoku_cp.formats import as_model
from sudoku_cp.kernel.cell import AnyGivens
from sudoku_cp.model import Clue, Model, ModelError
from sudoku_cp.model.compiled import DEFAULT_SOLVER
from sudoku_cp.model.limits import AnyLimits, Limits, limits_of

__all__ = ["Reduction", "reduce"]

MOST_LEAST = 100
"""The number of least sets that are listed."""


@dataclass(frozen=True)
class Reduction:
    """What can go from a puzzle while its solutions stay the same."""

    number: int
    """The number of solutions, up to 2."""
    needless: tuple[Part, ...]
    """The parts that follow from all others: each of them can go, but not always several of them."""
    needed: tuple[Part, ...]
    """The parts that do not follow from all others."""
    kept: tuple[Part, ...]
    """Parts that have the same solutions; each of them is needed, except those that were to be kept."""
    is_minimal: bool
    """Whether no limit came before ``kept`` was known; otherwise some more of these may go."""
    least: tuple[tuple[Part, ...], ...] = ()
    """The sets of least weight that have the same solutions, if they were requested."""
    is_least: bool = False
    """Whether it is proved that their weight is the least."""
    are_all: bool = False
    """Whether these are all sets of that weight."""
    nodes: int = 0
    """The search nodes of all questions."""

    @property
    def removed(self) -> tuple[Part, ...]:
        """The parts that are left out of ``kept``."""
        return tuple(part for part in (*self.needless, *self.needed) if part not in self.kept)

    def __str__(self) -> str:
        if not self.number:
            return "there is no solution"
        number = len(self.needed) + len(self.needless)
        if not self.is_minimal:
            return f"unknown: a limit came first; {len(self.kept)} of {number} parts are known to be enough"
        if not self.needless:
            return f"all {number} parts are needed"
        if not self.removed:
            return f"all {number} parts are kept"
        gone = ", ".join(map(str, self.removed))
        size = f"; the least: {len(self.least[0])}{'' if self.is_least else ' or fewer'}" if self.least else ""
        return f"{len(self.kept)} of {number} parts are enough{size}; without {gone}"


@checked(
    keep=each(text, "a list of names"), weights=by_name(integer, "integers by name"), least_for=real, keep_path=integer
)
def reduce(
    puzzle: Model | str | Path,
    *,
    keep: Iterable[str] = (),
    weights: Mapping[str, int] | None = None,
    least_for: float = 0,
    keep_path: int | None = None,
    givens: AnyGivens | None = None,
    solver: str = DEFAULT_SOLVER,
    **limits: Unpack[AnyLimits],
) -> Reduction:
    """Find the clues and givens that a puzzle does not need: its solutions are the same without them.

    Clues that another clue reads, such as the dots of a negative constraint, are kept: without one of them the other
    would say something else.

    Parameters
    ----------
    puzzle
        A model, or a puzzle as for `sudoku_cp.solve`.
    keep
        What to keep in any case: names of rules, ``"givens"``, ``"constraints"``, names of cells, or texts of clues.
    weights
        The weight of such parts where it is not 1. Heavier parts go first, later ones before earlier ones.
    least_for
        The seconds to spend on the search for all sets of least weight; 0 if none is wanted.
    keep_path
        The number of elements of the largest steps by which the puzzle is to stay solvable (see
        `sudoku_cp.human.path`); None if it need not. Parts without which it is not are then needed.
    givens
        Fixed values by cell or by cell name; by default those of the model.
    solver
        The name of the solver.
    **limits
        When to stop early: ``limits``, or ``seconds``, ``nodes``, ``cancel``, ``on_progress``;
        for all questions together.

    Returns
    -------
    Reduction
        The parts that can go one by one, and a minimal set of those that are enough.

    Raises
    ------
    ModelError
        If a word selects no part, a weight is less than 1, or the puzzle is not solvable by such steps.

    >>> from sudoku_cp import Sudoku
    >>> from sudoku_cp.rules import killer
    >>> sudoku = Sudoku(4)
    >>> sudoku.add(killer("r1c1 r1c2", sum=3), killer("r1c3 r1c4", sum=7))
    >>> sudoku.give_grid("1234341221......")
    >>> print(reduce(sudoku, keep=["killer"], least_for=1))
    7 of 12 parts are enough; the least: 7; without r1c1=1, r1c2=2, r1c4=4, r2c2=4, r2c4=2
    """
    puzzle = as_model(puzzle)
    puzzles = SubPuzzles(puzzle, givens, solver=solver, limits=limits_of("reduce", None, limits)[0])
    forced = selected(puzzles.parts, keep) | _read_by_clues(puzzles)
    weight_of = weighted(puzzles.parts, weights or {})
    try:
        solutions = puzzles.solutions(puzzles.everything, 2)
    except Unfinished:
        return Reduction(2, (), puzzles.parts, puzzles.parts, is_minimal=False, nodes=puzzles.nodes)
    if not solutions:
        return Reduction(0, (), puzzles.parts, puzzles.parts, is_minimal=True, nodes=puzzles.nodes)
    purpose: Purpose = Uniqueness(puzzles, solutions[0]) if len(solutions) == 1 else Equivalence(puzzles)
    if keep_path is not None:
        if len(solutions) > 1:
            raise ModelError("a puzzle with several solutions is not solvable by steps")
        purpose = Solvability(puzzles, solutions[0], keep_path)
        _require_path(purpose)
    found = _reduced(purpose, forced, weight_of, len(solutions))
    if least_for and found.is_minimal:
        seconds = least_for if puzzles.limits.seconds is None else min(least_for, puzzles.limits.seconds)
        found = _with_least(purpose, found, forced, weight_of, replace(puzzles.limits, seconds=seconds), solver)
    return replace(found, nodes=found.nodes + puzzles.nodes)


def _require_path(purpose: Solvability) -> None:
    try:
        is_solvable = purpose.suffices(purpose.everything)
    except Unfinished:
        return
    if not is_solvable:
        most = purpose.most_elements
        raise ModelError(f"the puzzle is not solvable by steps of up to {most} element{'s' * (most != 1)}")


def _reduced(purpose: Purpose, forced: int, weights: list[int], number: int) -> Reduction:
    puzzles, needless = purpose.puzzles, 0
    kept, is_minimal = puzzles.everything, False
    order = sorted(range(len(puzzles.parts)), key=lambda place: (weights[place], place))
    try:
        for place in reversed(order):
            rest = kept & ~(1 << place)
            if not forced >> place & 1 and purpose.suffices(rest):
                kept, needless = rest, needless | 1 << place  # it follows from fewer parts than all others
        is_minimal = True
        for place in elements(kept):
            if purpose.suffices(puzzles.everything & ~(1 << place)):
                needless |= 1 << place
    except Unfinished:
        is_minimal = False
    needed = puzzles.members(puzzles.everything & ~needless)
    return Reduction(number, puzzles.members(needless), needed, puzzles.members(kept), is_minimal)


def _with_least(
    purpose: Purpose, found: Reduction, forced: int, weights: list[int], limits: Limits, solver: str
) -> Reduction:
    old = purpose.puzzles
    trial = SubPuzzles(old.model, old.givens_of(old.everything), solver=solver, limits=limits)
    purpose.puzzles = trial
    purpose.known += [1 << place for place in elements(forced)]
    start = sum(1 << place for place, part in enumerate(old.parts) if part in found.kept)
    answer = least(purpose, start, weights, MOST_LEAST)
    sets = tuple(map(old.members, answer.sets))
    return replace(found, least=sets, is_least=answer.is_least, are_all=answer.are_all, nodes=trial.nodes)


def _read_by_clues(puzzles: SubPuzzles) -> int:
    """The set of the clues without which another clue would say something else."""
    readers = [
        part.clue for part in puzzles.parts if part.clue is not None and getattr(part.clue, "reads_clues", False)
    ]
    read = 0
    for place, part in enumerate(puzzles.parts if readers else ()):
        if part.clue is not None:
            others = [clue for clue in puzzles.model.clues if clue is not part.clue]
            rest = puzzles.model.with_constraints((), others)
            wholes = [reader for reader in readers if reader is not part.clue]
            changes = any(_meaning(reader, rest) != _meaning(reader, puzzles.model) for reader in wholes)
            read |= changes << place
    return read


def _meaning(clue: Clue, model: Model) -> list[str]:
    return [repr(constraint) for constraint in clue.constraints(model)]

"""Minimal and least sets of parts that suffice for something, such as for a contradiction or for one solution only.

What suffices is known by counterexamples: a set suffices if it meets, for each counterexample, the parts that this one
violates. Sets are integers with a bit for each part.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from sudoku_cp.authoring.hitting_sets import TooHard, elements, least_hitting_sets, weight_of
from sudoku_cp.authoring.sub_puzzles import SubPuzzles, Unfinished
from sudoku_cp.human.finder import StepFinder
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.paths import walk
from sudoku_cp.kernel import AllOf, Not
from sudoku_cp.model import Constraint, Solution


class Purpose(ABC):
    """Something that a set of parts suffices for; every larger set then does, too.

    Parameters
    ----------
    puzzles
        Answers the questions.
    """

    def __init__(self, puzzles: SubPuzzles) -> None:
        self.puzzles = puzzles
        self.everything = puzzles.everything
        self.known: list[int] = []
        """For each counterexample so far, the parts that it violates."""

    def counterexample(self, kept: int) -> int | None:
        """The parts that a counterexample to a set violates.

        Parameters
        ----------
        kept
            The set of parts.

        Returns
        -------
        int or None
            The violated parts, none of them in the set; None if the set suffices.

        Raises
        ------
        Unfinished
            If a limit comes first.
        """
        for violated in self.known:
            if not violated & kept:
                return violated
        found = self._find(kept)
        if found is not None:
            self.known.append(found)
        return found

    def suffices(self, kept: int) -> bool:
        """Whether a set suffices.

        Parameters
        ----------
        kept
            The set of parts.

        Returns
        -------
        bool
            Whether there is no counterexample.
        """
        return self.counterexample(kept) is None

    @abstractmethod
    def _find(self, kept: int) -> int | None:
        """Search for a counterexample."""


def minimal(purpose: Purpose, order: Sequence[int], background: int = 0) -> int:
    """A sufficient set of which every part is needed, by QuickXplain.

    Parameters
    ----------
    purpose
        What all parts together suffice for.
    order
        The parts to choose from; of several minimal sets, the one without the last parts is taken.
    background
        Parts that are kept in any case, and that are part of the answer.

    Returns
    -------
    int
        The set.

    Raises
    ------
    Unfinished
        If a limit comes first.
    """

    def explain(kept: int, is_new: bool, choice: Sequence[int]) -> int:
        if is_new and purpose.suffices(kept):
            return 0
        if len(choice) == 1:
            return 1 << choice[0]
        half = len(choice) // 2
        first, second = choice[:half], choice[half:]
        from_second = explain(kept | _union(first), True, second)
        return explain(kept | from_second, from_second != 0, first) | from_second

    return background | (explain(background, True, order) if order else 0)


def _union(places: Sequence[int]) -> int:
    return sum(1 << place for place in places)


@dataclass(frozen=True, slots=True)
class Least:
    """Sufficient sets of small weight."""

    sets: tuple[int, ...]
    is_least: bool
    """Whether the weight is proved to be the least."""
    are_all: bool
    """Whether these are all sets of least weight."""


def least(purpose: Purpose, start: int, weights: Sequence[int], most: int = 1) -> Least:
    """Sufficient sets of least weight, by implicit hitting sets; the best known ones if a limit comes first.

    Parameters
    ----------
    purpose
        What the sets suffice for.
    start
        A sufficient set.
    weights
        The weight of each part, at least 1.
    most
        The number of sets to find, if several have the least weight.

    Returns
    -------
    Least
        The sets, and what is proved of them.
    """
    best = start
    try:
        while True:
            chosen = least_hitting_sets(purpose.known, weights, most)
            bound = weight_of(chosen[0], weights)
            if most == 1 and bound == weight_of(best, weights):
                return Least((best,), is_least=True, are_all=False)
            wrong = [each for each in chosen if not purpose.suffices(each)]
            if not wrong:
                return Least(tuple(chosen), is_least=True, are_all=len(chosen) < most)
            right = [each for each in chosen if each not in wrong]
            best = min([*right, best], key=lambda each: weight_of(each, weights))
            for each in wrong:
                best = min(best, _learn(purpose, each), key=lambda each: weight_of(each, weights))
    except (Unfinished, TooHard):
        return Least((best,), is_least=False, are_all=False)


def _learn(purpose: Purpose, kept: int) -> int:
    """Find counterexamples that violate few parts and have none in common; return a sufficient set."""
    while (violated := purpose.counterexample(kept)) is not None:
        for place in elements(violated):
            bit = 1 << place
            if violated & bit and violated != bit:
                smaller = purpose.counterexample(purpose.everything & ~violated | bit)
                violated = violated if smaller is None else smaller
        kept |= violated
    return kept


class Contradiction(Purpose):
    """That there is no solution; every solution of a sub-puzzle is a counterexample."""

    def _find(self, kept: int) -> int | None:
        found = self.puzzles.solutions(kept, 1)
        return self.puzzles.violated(found[0]) if found else None


class Uniqueness(Purpose):
    """That there is no solution but one; every other solution of a sub-puzzle is a counterexample."""

    def __init__(self, puzzles: SubPuzzles, solution: Solution) -> None:
        super().__init__(puzzles)
        self.solution = solution

    def _find(self, kept: int) -> int | None:
        for other in self.puzzles.solutions(kept, 2):
            if other != self.solution:
                return self.puzzles.violated(other)
        return None


class Solvability(Uniqueness):
    """That steps of a few elements lead to the only solution.

    More parts never take a step away: each set of elements eliminates all that it does with more candidates. So one of
    the parts outside of an insufficient set is needed, whatever else there is.
    """

    def __init__(self, puzzles: SubPuzzles, solution: Solution, most_elements: int) -> None:
        super().__init__(puzzles, solution)
        self.most_elements = most_elements

    def _find(self, kept: int) -> int | None:
        violated = super()._find(kept)
        if violated is not None:
            return violated
        return None if self._is_solved(kept) else self.everything & ~kept

    def _is_solved(self, kept: int) -> bool:
        def should_stop() -> bool:
            self.puzzles.limits_left()
            return False

        model = self.puzzles.model_of(kept)
        marks = Marks(model, self.puzzles.givens_of(kept))
        for _ in walk(StepFinder(model, should_stop), marks, self.most_elements):
            self.puzzles.count_nodes(0)
        return marks.is_solved()


class Equivalence(Purpose):
    """That the solutions are those of the whole puzzle; a solution that violates some part is a counterexample."""

    def _find(self, kept: int) -> int | None:
        left = self.puzzles.members(self.everything & ~kept)
        if not left:
            return None
        broken: list[Constraint] = [AllOf(*part.constraints) for part in left if not part.is_given]
        broken += [part.cell == part.value for part in left if part.cell is not None and part.value is not None]
        found = self.puzzles.solution_with(kept, Not(AllOf(*broken)))
        return self.puzzles.violated(found) if found is not None else None

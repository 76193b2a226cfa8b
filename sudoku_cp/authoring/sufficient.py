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

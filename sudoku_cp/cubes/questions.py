"""The questions that can be asked cube by cube, and the answer of one cube."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar

from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.lowered_model import LoweredModel

Givens = dict[str, int]

Solution = tuple[int, ...]
"""A value for each cell, in cell order."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of the solutions in a cube."""

    is_final: bool
    """Whether the cube needs no further search."""
    count: int = 0
    """The number of solutions found."""
    solutions: tuple[Solution, ...] = ()
    """The best solutions, or the first one."""
    scores: tuple[int, ...] = ()
    """The scores of the solutions, if the question is about scores."""
    rest: int | None = None
    """If it is final, a score that no other solution beats; None if there is no other."""
    bound: int | None = None
    """A score that no solution in the cube beats, if one is known."""
    candidates: tuple[int, ...] = ()
    """For each cell the values that occur in some solution, a bit for each place in the domain of the cell."""
    nodes: int = 0
    seconds: float = field(default=0.0, compare=False)


class Question(ABC):
    """A question whose answer follows from the answers for disjoint cubes that cover the space."""

    name: ClassVar[str]
    is_about_scores: ClassVar[bool] = False
    """Whether better solutions matter more."""

    @abstractmethod
    def ask(self, compiled: LoweredModel, givens: Givens, limits: Limits, target: int | None) -> Answer:
        """Ask about one cube.

        Parameters
        ----------
        compiled
            The compiled model.
        givens
            The givens of the puzzle and the fixed values of the cube.
        limits
            When to stop.
        target
            The score from which on solutions matter; None for all.

        Returns
        -------
        Answer
            The answer.
        """

    def parameters(self) -> dict[str, int | None]:
        """What distinguishes this question from others of its kind, for journals.

        Returns
        -------
        dict
            Numbers by name.
        """
        return {}


@dataclass(frozen=True)
class Count(Question):
    """The number of solutions, up to a limit, of those that reach a target."""

    name = "count"
    limit: int | None = None
    target: int | None = None

    def ask(self, compiled: LoweredModel, givens: Givens, limits: Limits, target: int | None) -> Answer:
        """See `Question.ask`."""
        result = compiled.count(self.limit, givens, limits, target=target)
        enough = self.limit is not None and result.count >= self.limit
        first = () if result.solution is None else (result.solution.values_in_order,)
        return Answer(result.exact or enough, result.count, first, nodes=result.statistics.nodes)

    def parameters(self) -> dict[str, int | None]:
        """See `Question.parameters`."""
        return {"limit": self.limit, "target": self.target}


@dataclass(frozen=True)
class Best(Question):
    """The best solutions, up to a number of them, of those that reach a target."""

    name = "best"
    is_about_scores = True
    number: int = 1
    target: int | None = None

    def ask(self, compiled: LoweredModel, givens: Givens, limits: Limits, target: int | None) -> Answer:
        """See `Question.ask`; solutions that do not reach the target are left out."""
        ranking = compiled.best(self.number, givens, limits, target=target)
        is_final = ranking.status is not Status.LIMIT
        scores, rest = ranking.objectives, None
        if is_final and len(scores) == self.number:
            rest = scores[-1]
        elif is_final and target is not None and compiled.model.objective is not None:
            rest = target - compiled.model.objective.gain(1)
        return Answer(
            is_final,
            len(scores),
            tuple(solution.values_in_order for solution in ranking.solutions),
            scores,
            rest,
            ranking.bound,
            nodes=ranking.statistics.nodes,
        )

    def parameters(self) -> dict[str, int | None]:
        """See `Question.parameters`."""
        return {"number": self.number, "target": self.target}


@dataclass(frozen=True)
class TrueCandidates(Question):
    """The values of each cell that occur in some solution."""

    name = "candidates"

    def ask(self, compiled: LoweredModel, givens: Givens, limits: Limits, target: int | None) -> Answer:
        """See `Question.ask`."""
        found = compiled.candidates(givens, limits)
        masks = tuple(
            sum(1 << place for place, value in enumerate(cell.domain) if value in found.values[cell])
            for cell in compiled.model.cells
        )
        is_final = found.status is not Status.LIMIT
        return Answer(is_final, int(any(masks)), candidates=masks, nodes=found.statistics.nodes)

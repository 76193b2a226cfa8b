"""The questions that can be asked cube by cube, the answer of one cube, and what the answers amount to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model.answers import Candidates, Ranking, Result, Statistics, Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.lowered_model import LoweredModel

NamedGivens = dict[str, int]

Solution = tuple[int, ...]
"""A value for each cell, in cell order."""


@dataclass(frozen=True, slots=True)
class CubeAnswer:
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
    def ask(self, compiled: LoweredModel, givens: NamedGivens, limits: Limits, target: int | None) -> CubeAnswer:
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
        CubeAnswer
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

    def ask(self, compiled: LoweredModel, givens: NamedGivens, limits: Limits, target: int | None) -> CubeAnswer:
        """See `Question.ask`."""
        result = compiled.count(self.limit, givens, limits, target=target)
        enough = self.limit is not None and result.count >= self.limit
        first = () if result.solution is None else (result.solution.values_in_order,)
        return CubeAnswer(result.exact or enough, result.count, first, nodes=result.statistics.nodes)

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

    def ask(self, compiled: LoweredModel, givens: NamedGivens, limits: Limits, target: int | None) -> CubeAnswer:
        """See `Question.ask`; solutions that do not reach the target are left out."""
        ranking = compiled.best(self.number, givens, limits, target=target)
        is_final = ranking.status is not Status.LIMIT
        scores, rest = ranking.objectives, None
        if is_final and len(scores) == self.number:
            rest = scores[-1]
        elif is_final and target is not None and compiled.model.objective is not None:
            rest = target - compiled.model.objective.gain(1)
        return CubeAnswer(
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

    def ask(self, compiled: LoweredModel, givens: NamedGivens, limits: Limits, target: int | None) -> CubeAnswer:
        """See `Question.ask`."""
        found = compiled.candidates(givens, limits)
        masks = tuple(
            sum(1 << place for place, value in enumerate(cell.domain) if value in found.values[cell])
            for cell in compiled.model.cells
        )
        is_final = found.status is not Status.LIMIT
        return CubeAnswer(is_final, int(any(masks)), candidates=masks, nodes=found.statistics.nodes)


class Aggregate(ABC):
    """Adds answers up.

    Parameters
    ----------
    compiled
        The compiled model.
    givens
        The givens of the puzzle; each solution is verified against them and the model.
    """

    def __init__(self, compiled: LoweredModel, givens: Givens) -> None:
        self._compiled = compiled
        self._givens = givens

    @abstractmethod
    def add(self, answer: CubeAnswer, weight: int) -> None:
        """Add the final answer for a cube, or for as many more cubes like it."""

    keeps_solutions = False
    """Whether the result has more solutions than the first one."""

    @property
    def target(self) -> int | None:
        """The score from which on solutions matter; None for all."""
        return None

    @property
    def is_enough(self) -> bool:
        """Whether no further answer can change the result."""
        return False

    @property
    def count(self) -> int:
        """The number of solutions so far."""
        return 0

    @property
    def score(self) -> int | None:
        """The best score so far."""
        return None

    @abstractmethod
    def result(self) -> dict[str, Any]:
        """The result, for journals."""

    def _verified(self, solution: Solution, score: int | None = None, target: int | None = None) -> Solution:
        self._compiled.verified(self._compiled.model.solution(solution), self._givens, score, target=target)
        return solution


class CountAggregate(Aggregate):
    """The number of solutions.

    Parameters
    ----------
    compiled, givens
        See `Aggregate`.
    question
        The question.
    """

    def __init__(self, compiled: LoweredModel, givens: Givens, question: Count) -> None:
        super().__init__(compiled, givens)
        self._question = question
        self._count = 0
        self.first: Solution | None = None
        """A solution."""

    def add(self, answer: CubeAnswer, weight: int) -> None:
        """See `Aggregate.add`."""
        self._count += weight * answer.count
        if self.first is None and answer.solutions:
            self.first = self._verified(answer.solutions[0], target=self._question.target)

    @property
    def target(self) -> int | None:
        """See `Aggregate.target`."""
        return self._question.target

    @property
    def is_enough(self) -> bool:
        """See `Aggregate.is_enough`."""
        return self._question.limit is not None and self._count >= self._question.limit

    @property
    def count(self) -> int:
        """See `Aggregate.count`."""
        return self._count if self._question.limit is None else min(self._count, self._question.limit)

    def result(self) -> dict[str, Any]:
        """See `Aggregate.result`."""
        return {"count": self.count}

    def answer(self, is_complete: bool, statistics: Statistics) -> Result:
        """The answer to the whole question."""
        status = Status.LIMIT
        if is_complete and not self.is_enough:
            status = Status.COMPLETE if self._count else Status.INFEASIBLE
        first = None if self.first is None else self._compiled.model.solution(self.first)
        return Result(self._compiled.solver_name, status, first, self.count, statistics=statistics)


class BestAggregate(Aggregate):
    """The best solutions.

    Parameters
    ----------
    compiled, givens
        See `Aggregate`.
    question
        The question.
    """

    keeps_solutions = True

    def __init__(self, compiled: LoweredModel, givens: Givens, question: Best) -> None:
        super().__init__(compiled, givens)
        objective = compiled.model.objective
        assert objective is not None
        self._objective = objective
        self._number = question.number
        self._least = question.target
        self._best: list[tuple[int, Solution]] = []

    def add(self, answer: CubeAnswer, weight: int) -> None:
        """See `Aggregate.add`."""
        for score, solution in zip(answer.scores, answer.solutions, strict=True):
            self.find(score, solution)

    def find(self, score: int, solution: Solution) -> bool:
        """Add a solution, and return whether it is among the best so far."""
        target = self.target
        if (target is not None and self._objective.better(target, score)) or (score, solution) in self._best:
            return False
        self._best.append((score, self._verified(solution, score)))
        self._best.sort(key=lambda item: -self._objective.gain(item[0]))
        del self._best[self._number :]
        return True

    @property
    def target(self) -> int | None:
        """See `Aggregate.target`."""
        return self._best[-1][0] + self._objective.gain(1) if len(self._best) == self._number else self._least

    @property
    def score(self) -> int | None:
        """See `Aggregate.score`."""
        return self._best[0][0] if self._best else None

    def result(self) -> dict[str, Any]:
        """See `Aggregate.result`."""
        return {"scores": [score for score, _ in self._best]}

    def answer(self, is_complete: bool, bound: int | None, statistics: Statistics) -> Ranking:
        """The answer to the whole question."""
        is_full = len(self._best) == self._number
        if is_complete:
            status = Status.OPTIMAL if is_full else (Status.COMPLETE if self._best else Status.INFEASIBLE)
            bound = self._best[-1][0] if is_full else None
        else:
            status = Status.LIMIT
        return Ranking(
            self._compiled.solver_name,
            status,
            tuple(self._compiled.model.solution(solution) for _, solution in self._best),
            tuple(score for score, _ in self._best),
            bound,
            statistics,
        )


class CandidatesAggregate(Aggregate):
    """The values of each cell that occur in some solution; each worker has verified a solution with each of them."""

    def __init__(self, compiled: LoweredModel, givens: Givens, question: Question) -> None:
        super().__init__(compiled, givens)
        self._masks = [0] * len(compiled.model.cells)

    def add(self, answer: CubeAnswer, weight: int) -> None:
        """See `Aggregate.add`."""
        self._masks = [known | new for known, new in zip(self._masks, answer.candidates, strict=True)]

    def result(self) -> dict[str, Any]:
        """See `Aggregate.result`."""
        return {"candidates": self._masks}

    def answer(self, is_complete: bool, statistics: Statistics) -> Candidates:
        """The answer to the whole question."""
        found = any(self._masks)
        status = (Status.COMPLETE if found else Status.INFEASIBLE) if is_complete else Status.LIMIT
        values = {
            cell: tuple(value for place, value in enumerate(cell.domain) if mask >> place & 1)
            for cell, mask in zip(self._compiled.model.cells, self._masks, strict=True)
        }
        return Candidates(self._compiled.solver_name, status, values, statistics, self._compiled.model)


MAKERS: dict[str, Callable[..., Aggregate]] = {
    "count": CountAggregate,
    "best": BestAggregate,
    "candidates": CandidatesAggregate,
}

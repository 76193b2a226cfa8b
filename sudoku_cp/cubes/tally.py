"""What is known of the whole question from the answers for cubes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from sudoku_cp.cubes.questions import Answer, Best, Count, Question, Solution
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model.answers import Candidates, Ranking, Result, Statistics, Status
from sudoku_cp.solving.lowered_model import LoweredModel


class Tally(ABC):
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
    def add(self, answer: Answer, weight: int) -> None:
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


class CountTally(Tally):
    """The number of solutions.

    Parameters
    ----------
    compiled, givens
        See `Tally`.
    question
        The question.
    """

    def __init__(self, compiled: LoweredModel, givens: Givens, question: Count) -> None:
        super().__init__(compiled, givens)
        self._question = question
        self._count = 0
        self.first: Solution | None = None
        """A solution."""

    def add(self, answer: Answer, weight: int) -> None:
        """See `Tally.add`."""
        self._count += weight * answer.count
        if self.first is None and answer.solutions:
            self.first = self._verified(answer.solutions[0], target=self._question.target)

    @property
    def target(self) -> int | None:
        """See `Tally.target`."""
        return self._question.target

    @property
    def is_enough(self) -> bool:
        """See `Tally.is_enough`."""
        return self._question.limit is not None and self._count >= self._question.limit

    @property
    def count(self) -> int:
        """See `Tally.count`."""
        return self._count if self._question.limit is None else min(self._count, self._question.limit)

    def result(self) -> dict[str, Any]:
        """See `Tally.result`."""
        return {"count": self.count}

    def answer(self, is_complete: bool, statistics: Statistics) -> Result:
        """The answer to the whole question."""
        status = Status.LIMIT
        if is_complete and not self.is_enough:
            status = Status.COMPLETE if self._count else Status.INFEASIBLE
        first = None if self.first is None else self._compiled.model.solution(self.first)
        return Result(self._compiled.solver_name, status, first, self.count, statistics=statistics)


class BestTally(Tally):
    """The best solutions.

    Parameters
    ----------
    compiled, givens
        See `Tally`.
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

    def add(self, answer: Answer, weight: int) -> None:
        """See `Tally.add`."""
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
        """See `Tally.target`."""
        return self._best[-1][0] + self._objective.gain(1) if len(self._best) == self._number else self._least

    @property
    def score(self) -> int | None:
        """See `Tally.score`."""
        return self._best[0][0] if self._best else None

    def result(self) -> dict[str, Any]:
        """See `Tally.result`."""
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


class CandidatesTally(Tally):
    """The values of each cell that occur in some solution; each worker has verified a solution with each of them."""

    def __init__(self, compiled: LoweredModel, givens: Givens, question: Question) -> None:
        super().__init__(compiled, givens)
        self._masks = [0] * len(compiled.model.cells)

    def add(self, answer: Answer, weight: int) -> None:
        """See `Tally.add`."""
        self._masks = [known | new for known, new in zip(self._masks, answer.candidates, strict=True)]

    def result(self) -> dict[str, Any]:
        """See `Tally.result`."""
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


MAKERS: dict[str, Callable[..., Tally]] = {"count": CountTally, "best": BestTally, "candidates": CandidatesTally}

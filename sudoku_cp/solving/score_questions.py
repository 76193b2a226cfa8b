"""The questions of a compiled model about scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from sudoku_cp._base.errors import UnsoundAnswerError
from sudoku_cp.model.answers import Limits, Result, Status, limits_of
from sudoku_cp.model.numbers import target_of
from sudoku_cp.solving.batch_questions import BatchQuestions
from sudoku_cp.solving.streams import Improvements

if TYPE_CHECKING:
    from sudoku_cp.model.answers import LimitOptions, Ranking
    from sudoku_cp.model.givens import AnyGivens, Givens


class ScoreQuestions(BatchQuestions):
    """The questions of a model with an objective; without one they raise `ModelError`."""

    def reach(
        self,
        target: int,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        **options: Unpack[LimitOptions],
    ) -> Result:
        """Find a solution whose score is at least as good as ``target``, or prove that there is none.

        The status is SOLVED, INFEASIBLE or LIMIT.

        Parameters
        ----------
        target
            The score to reach: at least this for a maximum, at most this for a minimum.
        givens
            Fixed values by cell or by cell name; by default those of the model.
        limits
            When to stop early; its fields may be keywords instead, as in ``seconds=10``.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``.

        Returns
        -------
        Result
            A solution that reaches the target, if there is one.
        """
        objective, (limits, _) = self._objective(), limits_of("reach", limits, options)
        fixed, target = self._checked(givens), target_of(target, objective)
        result = self._count_reaching(target, fixed, 1, limits)
        if result.solution is None:
            return result
        self.verified(result.solution, fixed, target=target)
        score = objective.value(result.solution)
        return Result(self.backend, Status.SOLVED, result.solution, 1, score, statistics=result.statistics)

    def improvements(
        self, givens: AnyGivens | None = None, limits: Limits | None = None, **options: Unpack[LimitOptions]
    ) -> Improvements:
        """Iterate over improving solutions as they are found, up to the best one.

        Parameters
        ----------
        givens
            Fixed values by cell or by cell name; by default those of the model.
        limits
            When to stop early; its fields may be keywords instead, as in ``seconds=10``.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``.

        Returns
        -------
        Improvements
            An iterator over improving solutions; its ``result`` is the final answer.

        >>> from sudoku_cp import Sudoku
        >>> from sudoku_cp.solving import backend
        >>> sudoku = Sudoku(4)
        >>> sudoku.maximize(sum(sudoku.rows[0][:2]))
        >>> better = backend().compile(sudoku).improvements()
        >>> scores = [result.objective for result in better]
        >>> scores == sorted(set(scores)), better.result.status.name, better.result.objective
        (True, 'OPTIMAL', 7)
        """
        self._objective()
        limits, _ = limits_of("improvements", limits, options)
        fixed = self._checked(givens)
        return Improvements(self, fixed, self._improve(fixed, limits))

    def _ranked(self, number: int, givens: Givens, limits: Limits, target: int | None) -> Ranking:
        """The best solutions, verified one by one and in their order."""
        objective = self._objective()
        if target is None:
            ranking = self._rank(givens, number, limits)
        else:
            ranking = self._rank_reaching(target, givens, number, limits)
        for solution, score in zip(ranking.solutions, ranking.objectives, strict=True):
            self.verified(solution, givens, score, target=target)
        gains = [objective.gain(score) for score in ranking.objectives]
        if gains != sorted(gains, reverse=True) or len(set(ranking.solutions)) != len(gains):
            raise UnsoundAnswerError(f"{self.backend} gave a ranking out of order, or with a repeated solution")
        return ranking

"""Compiled models: the questions that they answer, whichever solver compiles them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self, Unpack

from sudoku_cp.kernel.cell import AnyGivens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudoku_cp.kernel.expression import Operand
    from sudoku_cp.model.answers import Candidates, Cube, Front, Ranking, Result
    from sudoku_cp.model.batches import Batch
    from sudoku_cp.model.goals import Goal
    from sudoku_cp.model.limits import LimitOptions, Limits, QuestionOptions
    from sudoku_cp.model.model import Model
    from sudoku_cp.model.questions import Enumeration, Improvements

Hint = AnyGivens | str | Sequence[int | None]
"""Values to try first: by cell or by cell name, or for a board a grid."""

Target = int | list[int] | tuple[int, ...]
"""A score to reach, or one for each of several scores."""

AUTO = "auto"
"""The choice of the first solver that can express a model: for questions that name none."""

DEFAULT_SOLVER = "exact-cover"
"""The solver of questions about parts of a model, such as reasons and reductions, that name none."""


class CompiledModel(ABC):
    """A compiled model, which answers any number of questions with different givens.

    All questions take ``givens``, the fixed values by cell or by cell name, by default those of the model; and the
    limits of a search, as ``limits`` or as keywords: ``seconds``, ``nodes``, ``cancel``, ``on_progress``. Pencil marks
    belong to the model.

    All raise `ModelError` for wrong arguments, and `UnsoundAnswerError` if an answer of the solver breaks the model.
    Questions about scores also raise `ModelError` if the model has no objective.
    """

    model: Model
    """The model that is compiled."""
    solver_name: str
    """The name of the solver, with its settings, as in its answers."""

    @abstractmethod
    def with_threads(self, threads: int) -> Self:
        """The same compiled model, answering questions about hard puzzles on this number of threads.

        The answers are the same on any number of threads; which of several solutions comes first may differ.

        Parameters
        ----------
        threads
            The number of threads.

        Returns
        -------
        CompiledModel
            Itself if the solver does not support threads.
        """

    @abstractmethod
    def solve(
        self,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        hint: Hint | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Result:
        """Find one solution or prove that there is none; with an objective find the best one and prove it.

        With several scores, each is proved to be the best one that the scores before it leave.

        Parameters
        ----------
        givens
            Fixed values by cell or by cell name; by default those of the model.
        limits
            When to stop early; its fields may be keywords instead, as in ``seconds=10``.
        hint
            Values that the search tries first: some or all of a solution, by cell or cell name, or for a board a grid
            as for `give_grid`. A wrong hint costs some time, and changes no answer.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``. How to divide a hard question:
            ``executor``, ``journal``, ``cube_seconds``, ``cubes``, ``patience`` and ``symmetry``; see
            `CubeOptions`.

        Returns
        -------
        Result
            The solution, its score if there is an objective, and the status.
        """

    @abstractmethod
    def count(
        self,
        limit: int | None = None,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        target: Target | None = None,
        threads: int = 1,
        **options: Unpack[QuestionOptions],
    ) -> Result:
        """Count the distinct solutions, all of them or until ``limit`` are found.

        The status is COMPLETE or INFEASIBLE if all were counted; otherwise LIMIT, also if the count reaches ``limit``.

        Parameters
        ----------
        limit
            The number of solutions to stop at; None to count all.
        givens, limits
            See `solve`.
        target
            Count only solutions whose score is at least as good as this. The number of optimal solutions is
            ``compiled.count(target=compiled.solve().objective)``. Of several scores it is the first one, or a list of
            all, such as ``target=compiled.solve().scores``.
        threads
            The number of threads, if the solver supports threads; see `with_threads`.
        **options
            Limits, and how to divide a hard question; see `solve`.

        Returns
        -------
        Result
            The count, with the first solution found.
        """

    @abstractmethod
    def solutions(
        self,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        target: Target | None = None,
        **options: Unpack[LimitOptions],
    ) -> Enumeration:
        """Iterate over all distinct solutions in constant memory.

        Parameters
        ----------
        givens, limits
            See `solve`.
        target
            Omit solutions whose score is not at least as good as this.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``.

        Returns
        -------
        Enumeration
            An iterator over the solutions; its ``status`` is known at the end.
        """

    @abstractmethod
    def candidates(
        self, givens: AnyGivens | None = None, limits: Limits | None = None, **options: Unpack[QuestionOptions]
    ) -> Candidates:
        """Find for each cell the values that occur in some solution; each value occurs in a verified solution.

        Parameters
        ----------
        givens, limits
            See `solve`.
        **options
            Limits, and how to divide a hard question; see `solve`.

        Returns
        -------
        Candidates
            The values of each cell that occur in some solution.
        """

    @abstractmethod
    def best(
        self,
        number: int,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        target: Target | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Ranking:
        """Find the best solutions and prove that there are no better ones.

        Parameters
        ----------
        number
            The largest number of solutions to find.
        givens, limits
            See `solve`.
        target
            Rank only solutions whose score is at least as good as this.
        **options
            Limits, and how to divide a hard question; see `solve`.

        Returns
        -------
        Ranking
            The best solutions with their scores, the best first.

        Raises
        ------
        UnsoundAnswerError
            If the solver's ranking is not in order, or repeats a solution.
        """

    @abstractmethod
    def worst(
        self, givens: AnyGivens | None = None, limits: Limits | None = None, **options: Unpack[QuestionOptions]
    ) -> Result:
        """Find the worst solution; the limits include the compilation of the opposite score.

        Parameters
        ----------
        givens, limits
            See `solve`.
        **options
            Limits, and how to divide a hard question; see `solve`.

        Returns
        -------
        Result
            The result for the worst solution; its bound is the opposite of the usual bound.
        """

    @abstractmethod
    def extremes(
        self, givens: AnyGivens | None = None, limits: Limits | None = None, **options: Unpack[QuestionOptions]
    ) -> tuple[Result, Result]:
        """Find the best solution and the worst one; the bound of the worst score is the opposite of the usual bound.

        Parameters
        ----------
        givens, limits
            See `solve`.
        **options
            Limits, and how to divide a hard question; see `solve`.

        Returns
        -------
        tuple
            The result for the best solution, and the result for the worst one.
        """

    @abstractmethod
    def pareto(
        self,
        *goals: Operand | Goal,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        **options: Unpack[LimitOptions],
    ) -> Front:
        """Find the combinations of scores that no solution dominates, and prove each; the objective is ignored.

        After a limit or Ctrl-C, the result has the points found so far, each proved.

        Parameters
        ----------
        *goals
            Two or more scores to be maximised; ``Minimize(…)`` for those to be minimised.
        givens, limits
            See `solve`.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``.

        Returns
        -------
        Front
            The points.

        Raises
        ------
        ModelError
            If there is no goal, or one is not about the cells of the model.

        >>> from sudoku_cp import Model
        >>> model = Model()
        >>> a, b = model.variables("ab", domain=range(4))
        >>> model += a + b <= 4
        >>> model.compile().pareto(a, b).scores
        ((3, 1), (2, 2), (1, 3))
        """

    @abstractmethod
    def reach(
        self,
        target: Target,
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
        givens, limits
            See `solve`.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``.

        Returns
        -------
        Result
            A solution that reaches the target, if there is one.
        """

    @abstractmethod
    def improvements(
        self, givens: AnyGivens | None = None, limits: Limits | None = None, **options: Unpack[LimitOptions]
    ) -> Improvements:
        """Iterate over improving solutions as they are found, up to the best one.

        Parameters
        ----------
        givens, limits
            See `solve`.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``.

        Returns
        -------
        Improvements
            An iterator over improving solutions; its ``result`` is the final answer.

        >>> from sudoku_cp import Sudoku
        >>> sudoku = Sudoku(4)
        >>> sudoku.maximize(sum(sudoku.rows[0][:2]))
        >>> better = sudoku.compile().improvements()
        >>> scores = [result.objective for result in better]
        >>> scores == sorted(set(scores)), better.result.status.name, better.result.objective
        (True, 'OPTIMAL', 7)
        """

    @abstractmethod
    def solve_many(
        self,
        givens: NDArray[np.integer],
        *,
        limit: int = 1,
        threads: int = 1,
        limits: Limits | None = None,
        **options: Unpack[LimitOptions],
    ) -> Batch:
        """Solve many puzzles of the model at once, ignoring the objective (see `best_many`).

        Parameters
        ----------
        givens
            Integers of shape (puzzles, cells) in cell order. Open cells have a number up to 0 that no cell can have.
        limit
            The number of solutions to search for in each puzzle: 1 finds one, 2 shows whether it is unique.
        threads
            The number of threads, if the solver supports threads.
        limits
            The time limit applies to the whole batch, the node limit to each puzzle; fields may be
            keywords.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``.

        Returns
        -------
        Batch
            Solutions, counts and statuses as arrays with one entry for each puzzle.

        Raises
        ------
        ModelError
            If the array has a wrong shape or a value that is not a digit.
        """

    @abstractmethod
    def best_many(
        self,
        givens: NDArray[np.integer],
        *,
        threads: int = 1,
        limits: Limits | None = None,
        **options: Unpack[LimitOptions],
    ) -> Batch:
        """Find the best solution of many puzzles of the model, and prove it.

        Parameters
        ----------
        givens, threads, limits, **options
            See `solve_many`.

        Returns
        -------
        Batch
            Best solutions with scores and bounds. The counts are 1 or 0, and ``exact`` tells whether the best solution,
            or its absence, is proved.
        """

    @abstractmethod
    def split(self, seconds: float, givens: AnyGivens | None = None, *, cubes: int = 1) -> list[Cube]:
        """Divide the solutions into cubes: fixed values, each set with an estimate of the search by tree sampling.

        Parameters
        ----------
        seconds
            The largest expected time to count the solutions of a cube.
        givens
            Fixed values by cell or by cell name; by default those of the model.
        cubes
            The least number of cubes, as far as there are choices.

        Returns
        -------
        list
            The cubes, the largest first. They are disjoint, and all solutions lie in them.

        Raises
        ------
        ModelError
            If the time or the number is not positive.

        >>> from sudoku_cp import Sudoku
        >>> compiled = Sudoku(4).compile()
        >>> cubes = compiled.split(1.0, cubes=5)
        >>> len(cubes) >= 5, sum(compiled.count(givens=cube.givens).count for cube in cubes)
        (True, 288)
        """

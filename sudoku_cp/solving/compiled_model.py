"""A model compiled for a solver, and the questions that it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Self, Unpack, cast

from sudoku_cp.model.answers import NO_LIMITS, Limits, Result, Statistics, Status, limits_of
from sudoku_cp.model.cube import CUBE_OPTIONS
from sudoku_cp.model.givens import AnyGivens
from sudoku_cp.model.numbers import at_least_one, target_of, threads_of
from sudoku_cp.solving.compiling import CompilationStoppedError
from sudoku_cp.solving.dividing import divider
from sudoku_cp.solving.pickling import packed, unpacked
from sudoku_cp.solving.score_questions import ScoreQuestions
from sudoku_cp.solving.streams import Enumeration

if TYPE_CHECKING:
    from sudoku_cp.model.answers import Candidates, LimitOptions, Ranking
    from sudoku_cp.model.cube import Cube, CubeOptions, QuestionOptions


class CompiledModel(ScoreQuestions):
    """A compiled model, which can be solved repeatedly with different givens.

    ``givens`` are the fixed values, by default those of the model. Pencil marks belong to the model. An answer that
    breaks the model's own constraints raises `UnsoundAnswerError`.

    Solvers derive from this class and implement `_enumerate`; they override the other methods of
    `sudoku_cp.solving.solver_methods.SolverMethods` where they can do better than the defaults.

    Parameters
    ----------
    model
        The model that is compiled.
    solver
        The backend that compiles it.
    """

    _opposite: CompiledModel | None = None
    """The same model with the opposite objective, once it is compiled."""

    def __reduce__(self) -> tuple[Callable[[bytes], CompiledModel], tuple[bytes]]:
        """Pickle the solver and the model, which is compiled once in each process that unpickles it.

        Raises
        ------
        ModelError
            If the model was changed after it was compiled.
        """
        return unpacked, (packed(self, self._lowered),)

    def __copy__(self) -> Self:
        """A copy about the same model and the same program; without this, `__reduce__` would compile it again."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other

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
            Itself if the backend does not support threads.
        """
        return self

    def solve(
        self, givens: AnyGivens | None = None, limits: Limits | None = None, **options: Unpack[QuestionOptions]
    ) -> Result:
        """Find one solution or prove that there is none; with an objective find the best one and prove it.

        Parameters
        ----------
        givens
            Fixed values by cell or by cell name; by default those of the model.
        limits
            When to stop early; its fields may be keywords instead, as in ``seconds=10``.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``. How to divide a hard question:
            ``executor``, ``journal``, ``cube_seconds``, ``cubes``, ``patience`` and ``symmetry``; see
            `CubeOptions`.

        Returns
        -------
        Result
            The solution, its score if there is an objective, and the status.
        """
        limits, cubes = limits_and_cubes("solve", limits, options)
        fixed = self._checked(givens)
        if cubes:
            return divider().solve(self, fixed, limits, cubes)
        result = self._solve(fixed, limits)
        if result.solution is not None:
            self.verified(result.solution, fixed, result.objective)
        return result

    def count(
        self,
        limit: int | None = None,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        target: int | None = None,
        threads: int = 1,
        **options: Unpack[QuestionOptions],
    ) -> Result:
        """Count the distinct solutions, all of them or until ``limit`` are found.

        The status is COMPLETE or INFEASIBLE if all were counted; otherwise LIMIT, also if the count reaches ``limit``.

        Parameters
        ----------
        limit
            The number of solutions to stop at; None to count all.
        givens
            Fixed values by cell or by cell name; by default those of the model.
        limits
            When to stop early; its fields may be keywords instead, as in ``seconds=10``.
        target
            Count only solutions whose score is at least as good as this. The number of optimal solutions is
            ``compiled.count(target=compiled.solve().objective)``.
        threads
            The number of threads, if the backend supports threads; see `with_threads`.
        **options
            Limits, and how to divide a hard question; see `solve`.

        Returns
        -------
        Result
            The count, with the first solution found.
        """
        limit = None if limit is None else at_least_one(limit, "the limit of a count")
        threads = threads_of(threads)
        limits, cubes = limits_and_cubes("count", limits, options)
        fixed = self._checked(givens)
        target = None if target is None else target_of(target, self._objective())
        if cubes:
            return divider().count(self.with_threads(threads), fixed, limit, target, limits, cubes)
        if target is None:
            result = self.with_threads(threads)._count(fixed, limit, limits)
        else:
            result = self.with_threads(threads)._count_reaching(target, fixed, limit, limits)
        if result.solution is not None:
            self.verified(result.solution, fixed, target=target)
        return result

    def solutions(
        self,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        target: int | None = None,
        **options: Unpack[LimitOptions],
    ) -> Enumeration:
        """Iterate over all distinct solutions in constant memory.

        Parameters
        ----------
        givens
            Fixed values by cell or by cell name; by default those of the model.
        limits
            When to stop early; its fields may be keywords instead, as in ``seconds=10``.
        target
            Omit solutions whose score is not at least as good as this.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``.

        Returns
        -------
        Enumeration
            An iterator over the solutions; its ``status`` is known at the end.
        """
        limits, _ = limits_of("solutions", limits, options)
        fixed = self._checked(givens)
        if target is None:
            return Enumeration(self, fixed, self._enumerate(fixed, limits))
        target = target_of(target, self._objective())
        return Enumeration(self, fixed, self._enumerate_reaching(target, fixed, limits), target)

    def best(
        self,
        number: int,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        target: int | None = None,
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
            If the backend's ranking is not in order, or repeats a solution.
        """
        objective = self._objective()
        number = at_least_one(number, "the number of best solutions")
        limits, cubes = limits_and_cubes("best", limits, options)
        fixed = self._checked(givens)
        target = None if target is None else target_of(target, objective)
        if cubes:
            return divider().best(self, fixed, number, target, limits, cubes)
        return self._ranked(number, fixed, limits, target)

    def extremes(
        self, givens: AnyGivens | None = None, limits: Limits | None = None, **options: Unpack[QuestionOptions]
    ) -> tuple[Result, Result]:
        """Find the best solution and the worst one; the bound of the worst score is the opposite of the usual bound.

        Parameters
        ----------
        givens
            Fixed values by cell or by cell name; by default those of the model.
        limits
            When to stop early; its fields may be keywords instead, as in ``seconds=10``.
        **options
            Limits, and how to divide a hard question; see `solve`.

        Returns
        -------
        tuple
            The result for the best solution, and the result for the worst one.
        """
        self._objective()
        limits, cubes = limits_and_cubes("extremes", limits, options)
        return self.solve(givens, limits, **cubes), self.worst(givens, limits, **cubes)

    def worst(
        self, givens: AnyGivens | None = None, limits: Limits | None = None, **options: Unpack[QuestionOptions]
    ) -> Result:
        """Find the worst solution; the limits include the compilation of the opposite score.

        Parameters
        ----------
        givens
            Fixed values by cell or by cell name; by default those of the model.
        limits
            When to stop early; its fields may be keywords instead, as in ``seconds=10``.
        **options
            Limits, and how to divide a hard question; see `solve`.

        Returns
        -------
        Result
            The result for the worst solution; its bound is the opposite of the usual bound.
        """
        start = monotonic()
        limits, cubes = limits_and_cubes("worst", limits, options)
        try:
            opposite = self._opposite_in_time(limits)
        except CompilationStoppedError:
            return Result(self.backend, Status.LIMIT, None, 0, statistics=Statistics(seconds=monotonic() - start))
        return opposite.solve(givens, limits.after(start), **cubes)

    @property
    def opposite(self) -> CompiledModel:
        """The same model with the opposite objective."""
        return self._opposite_in_time(NO_LIMITS)

    def _opposite_in_time(self, limits: Limits) -> CompiledModel:
        if self._opposite is None:
            self._opposite = self.solver.compile(self.model.with_objective(self._objective().opposite()), limits)
        return self._opposite

    def candidates(
        self, givens: AnyGivens | None = None, limits: Limits | None = None, **options: Unpack[QuestionOptions]
    ) -> Candidates:
        """Find for each cell the values that occur in some solution; each value occurs in a verified solution.

        Parameters
        ----------
        givens
            Fixed values by cell or by cell name; by default those of the model.
        limits
            When to stop early; its fields may be keywords instead, as in ``seconds=10``.
        **options
            Limits, and how to divide a hard question; see `solve`.

        Returns
        -------
        Candidates
            The values of each cell that occur in some solution.
        """
        limits, cubes = limits_and_cubes("candidates", limits, options)
        fixed = self._checked(givens)
        if cubes:
            return divider().candidates(self, fixed, limits, cubes)
        return replace(self._candidates(fixed, limits), model=self.model)

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
        return divider().split(self, self._checked(givens), seconds, cubes)


def limits_and_cubes(question: str, limits: Limits | None, options: QuestionOptions) -> tuple[Limits, CubeOptions]:
    """The limits of a question, and how it is divided; see `answers.limits_of`."""
    checked, cubes = limits_of(question, limits, options, CUBE_OPTIONS)
    return checked, cast("CubeOptions", cubes)

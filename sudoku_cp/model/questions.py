"""The questions that a model answers itself: each compiles it for a solver, and asks the solver.

Only here does the model depend on solvers, which are imported when a question is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Unpack, cast

from sudoku_cp.model.solution import Solution

if TYPE_CHECKING:
    from sudoku_cp.cross_check.report import Report
    from sudoku_cp.model.answers import Candidates, LimitOptions, Limits, Ranking, Result
    from sudoku_cp.model.cube import CubeOptions, QuestionOptions
    from sudoku_cp.model.givens import AnyGivens
    from sudoku_cp.model.model import Model
    from sudoku_cp.solving.compiled_model import CompiledModel

SOLVER = "exact-cover"
"""The default solver."""


class Questions:
    """The questions that every model can answer.

    All questions take ``givens``, by default those of the model; ``solver``, a name such as ``"cp-sat"``; and the
    limits of a search, as ``limits`` or as keywords: ``seconds``, ``nodes``, ``cancel``, ``on_progress``. The
    questions and their arguments are those of a compiled model. Each call compiles the model,
    within the same limits; `compile` it once to ask many questions.

    All raise `ModelError` for wrong arguments, `LoweringError` if the solver cannot express a constraint, and
    `UnsoundAnswerError` if an answer of the solver breaks the model.
    """

    def compile(self, solver: str = SOLVER) -> CompiledModel:
        """Compile the model for a solver, to ask many questions.

        Parameters
        ----------
        solver
            ``"exact-cover"``, ``"cp-sat"``, ``"python-constraint"`` or one that another package registers; settings
            follow, as in ``"cp-sat:workers=2,seed=7"``.

        Returns
        -------
        CompiledModel
            The compiled model, which is independent of later changes to this one.

        Raises
        ------
        ModelError
            If there is no such solver.
        LoweringError
            If the solver cannot express a constraint.
        """
        from sudoku_cp.solving import backend

        return backend(solver).compile(cast("Model", self))

    def solve(
        self,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        solver: str = SOLVER,
        **options: Unpack[QuestionOptions],
    ) -> Result:
        """Find a solution, or prove that there is none; with an objective find the best one, and prove it.

        Parameters
        ----------
        givens
            Fixed values by cell or by cell name; by default those of the model.
        limits
            When to stop early; its fields may be keywords instead, as in ``seconds=10``.
        solver
            The name of the solver, with settings if any, such as ``"cp-sat:workers=2,seed=7"``.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``; and how to divide a hard question, see
            `sudoku_cp.solvers.CompiledModel.solve`.

        Returns
        -------
        Result
            The solution, its score if there is an objective, and the status.

        >>> from sudoku_cp import Model
        >>> model = Model()
        >>> a, b = model.variables("ab", domain=range(1, 10))
        >>> model += [a * b == 12, a < b, a != 3]
        >>> solution = model.solve().solution
        >>> solution["a"], solution["b"]
        (2, 6)
        """
        compiled, left, cubes = self._compiled("solve", solver, limits, options)
        return compiled.solve(givens, left, **cubes)

    def count(
        self,
        limit: int | None = None,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        target: int | None = None,
        threads: int = 1,
        solver: str = SOLVER,
        **options: Unpack[QuestionOptions],
    ) -> Result:
        """Count the distinct solutions, all of them or until ``limit`` are found.

        Parameters
        ----------
        limit
            The number of solutions to stop at; None to count all.
        givens
            Fixed values by cell or by cell name; by default those of the model.
        limits
            When to stop early; its fields may be keywords instead, as in ``seconds=10``.
        target
            Count only solutions whose score is at least as good as this.
        threads
            The number of threads, if the solver supports threads.
        solver
            The name of the solver, with settings if any, such as ``"cp-sat:workers=2,seed=7"``.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``; and how to divide a hard question, see
            `sudoku_cp.solvers.CompiledModel.solve`.

        Returns
        -------
        Result
            The count, with the first solution found.
        """
        compiled, left, cubes = self._compiled("count", solver, limits, options)
        return compiled.count(limit, givens, left, target=target, threads=threads, **cubes)

    def solutions(
        self,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        target: int | None = None,
        solver: str = SOLVER,
        **options: Unpack[LimitOptions],
    ) -> Iterator[Solution]:
        """Iterate over all distinct solutions in constant memory.

        Parameters
        ----------
        givens
            Fixed values by cell or by cell name; by default those of the model.
        limits
            When to stop early; its fields may be keywords instead, as in ``seconds=10``.
        target
            Omit solutions whose score is not at least as good as this.
        solver
            The name of the solver, with settings if any, such as ``"cp-sat:workers=2,seed=7"``.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``.

        Yields
        ------
        Solution
            Each solution once.
        """
        from sudoku_cp.model.answers import limits_of

        checked, _ = limits_of("solutions", limits, options)
        compiled, left, _ = self._compiled("solutions", solver, checked, {})
        return compiled.solutions(givens, left, target=target)

    def candidates(
        self,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        solver: str = SOLVER,
        **options: Unpack[QuestionOptions],
    ) -> Candidates:
        """Find for each cell the values that occur in some solution.

        Parameters
        ----------
        givens
            Fixed values by cell or by cell name; by default those of the model.
        limits
            When to stop early; its fields may be keywords instead, as in ``seconds=10``.
        solver
            The name of the solver, with settings if any, such as ``"cp-sat:workers=2,seed=7"``.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``; and how to divide a hard question, see
            `sudoku_cp.solvers.CompiledModel.solve`.

        Returns
        -------
        Candidates
            The values of each cell that occur in some solution.
        """
        compiled, left, cubes = self._compiled("candidates", solver, limits, options)
        return compiled.candidates(givens, left, **cubes)

    def best(
        self,
        number: int = 1,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        target: int | None = None,
        solver: str = SOLVER,
        **options: Unpack[QuestionOptions],
    ) -> Ranking:
        """Find the best solutions by the objective, in order, and prove that there are no better ones.

        Parameters
        ----------
        number
            The largest number of solutions to find.
        givens
            Fixed values by cell or by cell name; by default those of the model.
        limits
            When to stop early; its fields may be keywords instead, as in ``seconds=10``.
        target
            Rank only solutions whose score is at least as good as this.
        solver
            The name of the solver, with settings if any, such as ``"cp-sat:workers=2,seed=7"``.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``; and how to divide a hard question, see
            `sudoku_cp.solvers.CompiledModel.solve`.

        Returns
        -------
        Ranking
            The best solutions with their scores, the best first.
        """
        compiled, left, cubes = self._compiled("best", solver, limits, options)
        return compiled.best(number, givens, left, target=target, **cubes)

    def check(self, solvers: Sequence[str] = ("exact-cover", "cp-sat"), *, seconds: float | None = None) -> Report:
        """Ask several solvers the same questions, and compare their proofs.

        Parameters
        ----------
        solvers
            Two or more names of solvers.
        seconds
            The time limit for each question.

        Returns
        -------
        Report
            The answers and the verdict.
        """
        from sudoku_cp._base.arguments import listed, text
        from sudoku_cp.cross_check import cross_check
        from sudoku_cp.model.answers import Limits

        solvers = [text(name, "the name of a solver") for name in listed(solvers, "the solvers", "a list of names")]
        return cross_check(cast("Model", self), solvers, limits=Limits(seconds=seconds))

    def _compiled(
        self, question: str, solver: str, limits: Limits | None, options: QuestionOptions
    ) -> tuple[CompiledModel, Limits, CubeOptions]:
        """The model, compiled for a question, the limits that this has left, and how it is divided."""
        from sudoku_cp.solving import backend
        from sudoku_cp.solving.compiled_model import limits_and_cubes
        from sudoku_cp.solving.uncompiled import compiled_in_time

        checked, cubes = limits_and_cubes(question, limits, options)
        return *compiled_in_time(backend(solver), cast("Model", self), checked), cubes

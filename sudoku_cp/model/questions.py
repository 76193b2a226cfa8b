"""The questions of models: each compiles the model within its limits, and asks the compiled one; and iterators.

`Model` takes them as its methods; compiling is called `compile` there.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Unpack

from sudoku_cp._base.arguments import listed, text
from sudoku_cp.model.answers import Result, Statistics, Status
from sudoku_cp.model.compiled import AUTO, Hint, Target
from sudoku_cp.model.limits import Limits, limits_and_cubes, limits_of
from sudoku_cp.model.providers import answerer, checker, explainer

if TYPE_CHECKING:
    from sudoku_cp.kernel.cell import AnyGivens, Givens
    from sudoku_cp.kernel.expression import Operand
    from sudoku_cp.model.answers import Candidates, Front, Ranking, Solution
    from sudoku_cp.model.compiled import CompiledModel
    from sudoku_cp.model.goals import Goal
    from sudoku_cp.model.limits import CubeOptions, LimitOptions, QuestionOptions
    from sudoku_cp.model.model import Model
    from sudoku_cp.model.providers import Report


def compile_model(self: Model, solver: str = AUTO) -> CompiledModel:
    """Compile the model for a solver, to ask many questions.

    Parameters
    ----------
    solver
        ``"exact-cover"``, ``"cp-sat"``, ``"python-constraint"`` or one that another package registers; settings
        follow, as in ``"cp-sat:workers=2,seed=7"``. ``"auto"`` is the first of the former two
        that can express the model.

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
    return answerer().compiled(solver, self)


def solve(
    self: Model,
    givens: AnyGivens | None = None,
    limits: Limits | None = None,
    *,
    hint: Hint | None = None,
    solver: str = AUTO,
    **options: Unpack[QuestionOptions],
) -> Result:
    """Find a solution, or prove that there is none; with an objective find the best one, and prove it.

    Parameters
    ----------
    givens, limits, hint, **options
        See `CompiledModel.solve`; the limits include the time to compile the model.
    solver
        The name of the solver, with settings if any, such as ``"cp-sat:workers=2,seed=7"``.

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
    compiled, left, cubes = _compiled(self, "solve", solver, limits, options)
    return compiled.solve(givens, left, hint=hint, **cubes)


def count(
    self: Model,
    limit: int | None = None,
    givens: AnyGivens | None = None,
    limits: Limits | None = None,
    *,
    target: Target | None = None,
    threads: int = 1,
    solver: str = AUTO,
    **options: Unpack[QuestionOptions],
) -> Result:
    """Count the distinct solutions, all of them or until ``limit`` are found.

    Parameters
    ----------
    limit, givens, limits, target, threads, **options
        See `CompiledModel.count`.
    solver
        See `solve`.

    Returns
    -------
    Result
        The count, with the first solution found.
    """
    compiled, left, cubes = _compiled(self, "count", solver, limits, options)
    return compiled.count(limit, givens, left, target=target, threads=threads, **cubes)


def solutions(
    self: Model,
    givens: AnyGivens | None = None,
    limits: Limits | None = None,
    *,
    target: Target | None = None,
    solver: str = AUTO,
    **options: Unpack[LimitOptions],
) -> Iterator[Solution]:
    """Iterate over all distinct solutions in constant memory.

    Parameters
    ----------
    givens, limits, target, **options
        See `CompiledModel.solutions`.
    solver
        See `solve`.

    Yields
    ------
    Solution
        Each solution once.
    """
    compiled, left, _ = _compiled(self, "solutions", solver, limits_of("solutions", limits, options)[0], {})
    return compiled.solutions(givens, left, target=target)


def candidates(
    self: Model,
    givens: AnyGivens | None = None,
    limits: Limits | None = None,
    *,
    solver: str = AUTO,
    **options: Unpack[QuestionOptions],
) -> Candidates:
    """Find for each cell the values that occur in some solution.

    Parameters
    ----------
    givens, limits, **options
        See `CompiledModel.candidates`.
    solver
        See `solve`.

    Returns
    -------
    Candidates
        The values of each cell that occur in some solution.
    """
    compiled, left, cubes = _compiled(self, "candidates", solver, limits, options)
    return compiled.candidates(givens, left, **cubes)


def best(
    self: Model,
    number: int = 1,
    givens: AnyGivens | None = None,
    limits: Limits | None = None,
    *,
    target: Target | None = None,
    solver: str = AUTO,
    **options: Unpack[QuestionOptions],
) -> Ranking:
    """Find the best solutions by the objective, in order, and prove that there are no better ones.

    Parameters
    ----------
    number, givens, limits, target, **options
        See `CompiledModel.best`.
    solver
        See `solve`.

    Returns
    -------
    Ranking
        The best solutions with their scores, the best first.
    """
    compiled, left, cubes = _compiled(self, "best", solver, limits, options)
    return compiled.best(number, givens, left, target=target, **cubes)


def pareto(
    self: Model,
    *goals: Operand | Goal,
    givens: AnyGivens | None = None,
    limits: Limits | None = None,
    solver: str = AUTO,
    **options: Unpack[LimitOptions],
) -> Front:
    """Find the combinations of scores that no solution dominates, and prove each; the objective is ignored.

    Parameters
    ----------
    *goals, givens, limits, **options
        See `CompiledModel.pareto`.
    solver
        See `solve`.

    Returns
    -------
    Front
        The points.

    >>> from sudoku_cp import Model
    >>> from sudoku_cp.model import Minimize
    >>> model = Model()
    >>> a, b = model.variables("ab", domain=range(4))
    >>> model += a <= b + 1
    >>> model.pareto(a, Minimize(b)).scores
    ((3, 2), (2, 1), (1, 0))
    """
    unscored = self.with_objective(None)
    compiled, left, _ = _compiled(unscored, "pareto", solver, limits_of("pareto", limits, options)[0], {})
    return compiled.pareto(*goals, givens=givens, limits=left)


def check(self: Model, solvers: Sequence[str] = ("exact-cover", "cp-sat"), *, seconds: float | None = None) -> Report:
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
    names = [text(name, "the name of a solver") for name in listed(solvers, "the solvers", "a list of names")]
    return checker()(self, names, limits=Limits(seconds=seconds))


def why(self: Model, claim: str | None = None, **options: Any) -> Any:
    """Explain why there is no solution or several, or why a claim about a cell is right: `sudoku_cp.authoring.why`.

    Parameters
    ----------
    claim
        A claim such as ``"r3c4=5"`` or ``"r3c4!=5"``.
    **options
        The further arguments of that function.

    Returns
    -------
    Explanation
        The clues and givens that clash or give the reason, or what differs between two solutions.

    >>> from sudoku_cp import Sudoku
    >>> print(Sudoku(4).give("r1c1", 1).give("r1c2", 1).why())
    these 2 clash: r1c1=1, r1c2=1
    """
    return explainer().why(self, claim, **options)


def reduce(self: Model, **options: Any) -> Any:
    """Find the clues and givens that are not needed: `sudoku_cp.authoring.reduce`.

    Parameters
    ----------
    **options
        The arguments of that function.

    Returns
    -------
    Reduction
        What can go, and a minimal set of what is needed.
    """
    return explainer().reduce(self, **options)


def equal(self: Model, **options: Any) -> Any:
    """Find cells that are equal, or have a constant difference or sum: `sudoku_cp.authoring.equal`.

    Parameters
    ----------
    **options
        The arguments of that function.

    Returns
    -------
    Equalities
        The relations of all solutions.
    """
    return explainer().equal(self, **options)


def explain(self: Model, **options: Any) -> Any:
    """Find the smallest steps that follow from the givens: `sudoku_cp.human.explain`.

    Parameters
    ----------
    **options
        The arguments of that function.

    Returns
    -------
    list
        The steps.
    """
    return explainer().explain(self, **options)


def path(self: Model, **options: Any) -> Any:
    """Solve by the smallest steps: `sudoku_cp.human.path`.

    Parameters
    ----------
    **options
        The arguments of that function.

    Returns
    -------
    Path
        The steps, and the candidates after the last of them.
    """
    return explainer().path(self, **options)


def rate(self: Model) -> Any:
    """Rate a classic puzzle on Sudoku Explainer's scale: `sudoku_cp.rating.rate`.

    Returns
    -------
    Rating
        The rating.

    Raises
    ------
    ModelError
        If the puzzle is no classic one.
    """
    return explainer().rate(self)


def _compiled(
    model: Model, question: str, solver: str, limits: Limits | None, options: QuestionOptions
) -> tuple[CompiledModel, Limits, CubeOptions]:
    """The model, compiled for a question, the limits that this has left, and how it is divided."""
    checked, cubes = limits_and_cubes(question, limits, options)
    return *answerer().compiled_in_time(solver, model, checked), cubes


Enumerator = Generator[tuple[int, ...], None, tuple[Status, Statistics]]
"""Yields distinct value tuples in cell order, and returns the status and cost."""

Improver = Generator[Result, None, Result]
"""Yields each improving solution as it is found, and returns the final answer."""


class Verifying(Protocol):
    """A compiled model that verifies its answers."""

    model: Model

    def verified(
        self, solution: Solution, givens: Givens, objective: int | None = None, *, target: int | None = None
    ) -> Solution:
        """Return the solution, or raise `UnsoundAnswerError` if it is wrong."""


class Enumeration(Iterator["Solution"]):
    """An iterator over verified solutions; afterwards, ``status`` and ``statistics`` describe the search."""

    def __init__(self, compiled: Verifying, givens: Givens, enumerator: Enumerator, target: int | None = None) -> None:
        self._compiled = compiled
        self._givens = givens
        self._enumerator = enumerator
        self._target = target
        self.status = Status.LIMIT
        self.statistics = Statistics()

    def __next__(self) -> Solution:
        try:
            values = next(self._enumerator)
        except StopIteration as end:
            if end.value is not None:
                self.status, self.statistics = end.value
            raise StopIteration from None
        return self._compiled.verified(self._compiled.model.solution(values), self._givens, target=self._target)

    def close(self) -> None:
        """Stop the search."""
        self._enumerator.close()


class Improvements(Iterator[Result]):
    """An iterator over improving solutions with bounds; afterwards, ``result`` is the final answer."""

    def __init__(self, compiled: Verifying, givens: Givens, improver: Improver, nothing: Result) -> None:
        self._compiled = compiled
        self._givens = givens
        self._improver = improver
        self.result = nothing

    def __next__(self) -> Result:
        try:
            self.result = next(self._improver)
        except StopIteration as end:
            if end.value is not None:
                self.result = end.value
            raise StopIteration from None
        finally:
            if self.result.solution is not None:
                self._compiled.verified(self.result.solution, self._givens, self.result.objective)
        return self.result

    def close(self) -> None:
        """Stop the search; ``result`` keeps the best solution so far."""
        self._improver.close()

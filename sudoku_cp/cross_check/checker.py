"""Asking several solvers the same questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, TypeVar

from sudoku_cp._base.arguments import checked, each, integer, of_type, refused, truth
from sudoku_cp._base.text import shown
from sudoku_cp.cross_check.answers import FEW, Answers, Failure, Listing
from sudoku_cp.cross_check.configurations import configured
from sudoku_cp.cross_check.report import Report, make_report
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Cell, LoweringError, Model, ModelError, UnsoundAnswerError
from sudoku_cp.model.answers import Result, Status
from sudoku_cp.model.compiled import Target
from sudoku_cp.model.givens import by_cell
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.solver import Solver

_Returned = TypeVar("_Returned")

COUNT_LIMIT = 1000
"""The largest number of solutions that are counted."""

SET_LIMIT = 1000
"""The largest number of solutions that are listed and compared."""


def _solver(value: Any, what: str) -> str | Solver:
    if not isinstance(value, str) and not callable(getattr(value, "compile", None)):
        raise refused(what, "a solver or its name", value)
    found: str | Solver = value
    return found


class CrossChecker:
    """One model compiled by several solvers, to be checked repeatedly with different givens.

    Parameters
    ----------
    model
        The model to check.
    solvers
        Two or more solvers, by name (see `sudoku_cp.cross_check.configurations`) or as objects.

    Raises
    ------
    ModelError
        If there are not at least two different solvers, or one is unknown.
    """

    @checked(model=of_type(Model, "a model"), solvers=each(_solver, "solvers"))
    def __init__(self, model: Model, solvers: Sequence[str | Solver] = ("exact-cover", "cp-sat")) -> None:
        loaded = [configured(item) if isinstance(item, str) else item for item in solvers]
        names = [item.name for item in loaded]
        if len(names) < 2 or len(set(names)) < len(names):
            raise ModelError(f"a cross-check needs at least two different solvers, not {', '.join(names) or 'none'}")
        self.model = model
        self._solvers = loaded
        self._compiled: dict[str, LoweredModel | Failure] = {}

    @checked(count_limit=integer, set_limit=integer, limits=of_type(Limits, "Limits"), thorough=truth)
    def check(
        self,
        givens: Mapping[Cell, int] | None = None,
        *,
        count_limit: int = COUNT_LIMIT,
        set_limit: int = SET_LIMIT,
        limits: Limits = NO_LIMITS,
        thorough: bool = False,
    ) -> Report:
        """Ask every solver the same questions and compare the answers.

        Parameters
        ----------
        givens, count_limit, set_limit, limits, thorough
            See `cross_check`.

        Returns
        -------
        Report
            The answers and the verdict.

        Raises
        ------
        ModelError
            If an argument is wrong, such as a limit of the count below 1.
        """
        if count_limit < 1:
            raise ModelError(f"a count needs a limit of at least 1, not {shown(count_limit)}")
        fixed = by_cell(self.model, self.model.givens if givens is None else givens)
        self._compile(limits)
        answers = [_ask(name, compiled, fixed, count_limit, limits) for name, compiled in self._compiled.items()]
        longest = _listing_length(answers, set_limit)
        if longest is not None:
            listings = [_list(compiled, fixed, longest, limits) for compiled in self._compiled.values()]
            answers = [replace(answer, listing=found) for answer, found in zip(answers, listings, strict=True)]
        best = _agreed_best(answers)
        if best is not None:
            listings = [_list(compiled, fixed, set_limit, limits, best) for compiled in self._compiled.values()]
            answers = [replace(answer, best=found) for answer, found in zip(answers, listings, strict=True)]
        if thorough:
            pairs = zip(answers, self._compiled.values(), strict=True)
            answers = [_ask_more(*pair, fixed, limits) for pair in pairs]
        return make_report(self.model, fixed, answers, count_limit)

    def _compile(self, limits: Limits) -> None:
        """Compile the model where that has not been done; what has failed may have failed for a limit."""
        for item in self._solvers:
            if not isinstance(self._compiled.get(item.name), LoweredModel):
                self._compiled[item.name] = _compile(item, self.model, limits)


def cross_check(
    model: Model,
    solvers: Sequence[str | Solver] = ("exact-cover", "cp-sat"),
    *,
    givens: Mapping[Cell, int] | None = None,
    count_limit: int = COUNT_LIMIT,
    set_limit: int = SET_LIMIT,
    limits: Limits = NO_LIMITS,
    thorough: bool = False,
) -> Report:
    """Ask two or more solvers the same questions and compare what they prove.

    The questions: is there a solution, is it unique, how many solutions are there, which are they, and which is the
    best? Every solution is checked with `Model.violations`, so that a solution which one solver gives and another
    denies shows which one is wrong.

    Parameters
    ----------
    model
        The model to check.
    solvers
        Two or more solvers, by name (see `sudoku_cp.cross_check.configurations`) or as objects.
    givens
        The fixed values; by default those of the model.
    count_limit
        The number of solutions up to which to count.
    set_limit
        The solutions themselves are listed and compared if a solver proves that there are at most this many, or if the
        counts contradict each other.
    limits
        The time and nodes for each question to each solver.
    thorough
        Whether to ask also for the candidates, a count up to a low limit and, with an objective, a ranking.

    Returns
    -------
    Report
        The answers, the faults found, and the verdict.

    Raises
    ------
    ModelError
        If there are not at least two different solvers, or one is unknown; if the givens do not fit the model.
    """
    return CrossChecker(model, solvers).check(
        givens, count_limit=count_limit, set_limit=set_limit, limits=limits, thorough=thorough
    )


def _compile(item: Solver, model: Model, limits: Limits) -> LoweredModel | Failure:
    try:
        return item.compile(model, limits)
    except Exception as error:
        return _failure(error)


def _ask(name: str, compiled: LoweredModel | Failure, givens: Givens, count_limit: int, limits: Limits) -> Answers:
    if isinstance(compiled, Failure):
        return Answers(name, compiled, compiled)
    solve = _attempt(lambda: compiled.solve(givens, limits))
    count = _attempt(lambda: compiled.count(count_limit, givens, limits))
    return Answers(name, solve, count)


def _ask_more(answer: Answers, compiled: LoweredModel | Failure, givens: Givens, limits: Limits) -> Answers:
    """Ask the questions of a thorough `cross_check`."""
    if isinstance(compiled, Failure):
        return answer
    few = _attempt(lambda: compiled.count(FEW, givens, limits))
    candidates = _attempt(lambda: compiled.candidates(givens, limits))
    scored = compiled.model.objective is not None
    ranking = _attempt(lambda: compiled.best(FEW, givens, limits)) if scored else None
    return replace(answer, few=few, candidates=candidates, ranking=ranking)


def _attempt(question: Callable[[], _Returned]) -> _Returned | Failure:
    try:
        return question()
    except Exception as error:
        return _failure(error)


def _list(
    compiled: LoweredModel | Failure, givens: Givens, length: int, limits: Limits, target: Target | None = None
) -> Listing | Failure:
    """The first solutions, up to a number; with a target, only those at least as good."""
    if isinstance(compiled, Failure):
        return compiled
    return _attempt(lambda: _first_solutions(compiled, givens, length, limits, target))


def _first_solutions(
    compiled: LoweredModel, givens: Givens, length: int, limits: Limits, target: Target | None
) -> Listing:
    solutions = compiled.solutions(givens, limits, target=target)
    try:
        listed = tuple(solution.values_in_order for solution in islice(solutions, length))
    finally:
        solutions.close()
    return Listing(solutions.status, listed, solutions.statistics)


def _agreed_best(answers: Sequence[Answers]) -> Target | None:
    """The best value, or scores, if it is proved and undisputed; None also without an objective."""
    solves = [answer.solve for answer in answers if isinstance(answer.solve, Result)]
    proved = {solve.scores or solve.objective for solve in solves if solve.status is Status.OPTIMAL}
    return proved.pop() if len(proved) == 1 else None


def _failure(error: Exception) -> Failure:
    if isinstance(error, LoweringError):
        return Failure(str(error))
    if isinstance(error, UnsoundAnswerError):
        return Failure(str(error), unsound=True)
    return Failure(f"{type(error).__name__}: {error}", crashed=True)


def _listing_length(answers: Sequence[Answers], set_limit: int) -> int | None:
    """The number of solutions that each solver should list, one more than any count; None if there are too many."""
    counts = [answer.count for answer in answers if isinstance(answer.count, Result)]
    proved = [count.count for count in counts if count.exact]
    most = max((count.count for count in counts), default=0)
    if most == 0 or not proved:
        return None
    return most + 1 if min(proved) <= set_limit or min(proved) < most else None

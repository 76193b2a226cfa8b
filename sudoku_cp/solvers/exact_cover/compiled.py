"""A model compiled for the exact-cover engine."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, Self

from sudoku_cp import _native
from sudoku_cp.model import Cell, Constraint, Model, ModelError
from sudoku_cp.model.answers import Result, Statistics, Status
from sudoku_cp.model.limits import MOST_THREADS, NO_LIMITS, Limits, Progress, threads_of
from sudoku_cp.solvers.exact_cover.lowering import MAX_VALUES, lower
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.solver import CompiledGroups, Solver, setting

if TYPE_CHECKING:
    from sudoku_cp import _native
    from sudoku_cp.kernel.cell import Givens
    from sudoku_cp.model.answers import Candidates, Ranking, Solution
    from sudoku_cp.model.batches import Batch, Grids
    from sudoku_cp.model.objective import Objective
    from sudoku_cp.model.questions import Enumerator, Improver
    from sudoku_cp.solving.batch import ColumnGroups


LARGEST_TAKE = 256
"""The number of solutions fetched from the engine at a time during enumeration."""

_ONE_THREAD = nullcontext()

Poll = Callable[[int, int, int | None, int | None], bool]


def on_threads(threads: int) -> AbstractContextManager[None]:
    """Turn the failure to start threads into a `ModelError`; a single one is not started."""
    return _ONE_THREAD if threads == 1 else _starting(threads)


@contextmanager
def _starting(threads: int) -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:
        raise ModelError(f"{threads} threads cannot be started: {error}") from None


def poll_of(limits: Limits, start: float, score: Callable[[int], int] = lambda cost: cost) -> Poll | None:
    """Combine the cancel flag and the progress callback; the engine calls the result about every 50 ms."""
    cancel, on_progress = limits.cancel, limits.on_progress
    if cancel is None and on_progress is None:
        return None

    def poll(nodes: int, count: int, best: int | None, bound: int | None) -> bool:
        if on_progress is not None:
            known = (None if cost is None else score(cost) for cost in (best, bound))
            on_progress(Progress(monotonic() - start, nodes, count, *known))
        return cancel is not None and cancel.is_set()

    return poll


def take_all(
    solver: _native.Solver, limits: Limits, threads: int = 1
) -> Generator[tuple[int, ...], None, tuple[Status, Statistics]]:
    """Yield the remaining solutions, fetched in growing portions, and return the status."""
    start = monotonic()
    poll = poll_of(limits, start)
    count, take = 0, 1
    while True:
        seconds = None if limits.seconds is None else max(0.0, start + limits.seconds - monotonic())
        with on_threads(threads):
            solutions, ending = solver.take(take, seconds=seconds, nodes=limits.nodes, poll=poll)
        count += len(solutions)
        for solution in solutions:
            if limits.cancel is not None and limits.cancel.is_set():
                return Status.LIMIT, statistics_of(solver, start)
            yield solution
        if ending != "solution":
            return status_of(ending == "exhausted", count > 0), statistics_of(solver, start)
        take = min(2 * take, LARGEST_TAKE)


def status_of(finished: bool, found: bool, final: Status = Status.COMPLETE) -> Status:
    """The status of a search: ``final`` if it is complete and found a solution."""
    if not finished:
        return Status.LIMIT
    return final if found else Status.INFEASIBLE


def statistics_of(solver: _native.Solver, start: float) -> Statistics:
    """The cost of the search since ``start``."""
    return Statistics(solver.nodes, solver.propagations, monotonic() - start)


class CompiledExactCover(LoweredModel):
    """A model lowered to exact cover."""

    def __init__(
        self,
        model: Model,
        solver: ExactCoverSolver,
        limits: Limits = NO_LIMITS,
        problem: _native.Problem | None = None,
    ) -> None:
        super().__init__(model, solver)
        self.problem = lower(model, limits) if problem is None else problem
        self._settings = solver

    def _solution(self, row: tuple[int, ...]) -> Solution:
        """A solution as the engine reports it."""
        return self.model.solution(row)

    def _engine_objective(self) -> Objective:
        """The objective in the engine's terms."""
        return self._objective()

    def _cost(self, score: int) -> int:
        """The engine's cost of a score: less is better, and there is no constant."""
        objective = self._engine_objective()
        return -objective.gain(score - objective.expression.constant)

    def _score(self, cost: int) -> int:
        objective = self._engine_objective()
        return objective.gain(-cost) + objective.expression.constant

    def _by_cell(self, givens: Givens) -> tuple[tuple[Cell, ...], dict[Cell, int]]:
        """The givens in the form for the engine, with the cells in the order of its variables."""
        return self.model.cells, givens if isinstance(givens, dict) else dict(givens)

    def _solver(self, givens: Givens, most_cost: int | None = None) -> _native.Solver:
        cpu = None if self._settings.cpu == BEST_CPU else self._settings.cpu
        settings = self._settings
        return _native.Solver(
            self.problem,
            self._by_cell(givens),
            cpu,
            most_cost,
            settings.learn_after,
            threads=settings.threads,
            seed=settings.seed,
        )

    def solver_reaching(self, target: int, givens: Givens) -> _native.Solver:
        """A search of the engine for all solutions whose score is at least as good as the target."""
        return self._solver(givens, self._cost(target))

    def with_threads(self, threads: int) -> Self:
        """See `LoweredModel.with_threads`; the settings' number of threads stays where ``threads`` is 1."""
        if threads_of(threads) == 1:
            return self
        other = copy(self)
        other.solver = other._settings = replace(self._settings, threads=threads)
        other.solver_name = other.solver.name
        return other

    def _improve(self, givens: Givens, limits: Limits) -> Improver:
        from sudoku_cp.solving.defaults import best_of

        rankings = self._search(givens, 1, limits, pause=True)
        result = best_of(next(rankings), self._objective())
        for ranking in rankings:
            yield result
            result = best_of(ranking, self._objective())
        return result

    def _rank(self, givens: Givens, number: int, limits: Limits) -> Ranking:
        return next(self._search(givens, number, limits, pause=False))

    def _rank_reaching(self, target: int, givens: Givens, number: int, limits: Limits) -> Ranking:
        return next(self._search(givens, number, limits, pause=False, most_cost=self._cost(target)))

    def _search(
        self, givens: Givens, number: int, limits: Limits, pause: bool, most_cost: int | None = None
    ) -> Iterator[Ranking]:
        """Search for the best solutions; with ``pause``, stop with status SOLVED at each improvement."""
        from sudoku_cp.model.answers import Ranking

        start = monotonic()
        solver, poll = self._solver(givens, most_cost), poll_of(limits, start, self._score)
        ending = "solution"
        while ending == "solution":
            left = limits.after(start)
            with on_threads(self._settings.threads):
                rows, bound, ending = solver.minimum(number, pause, seconds=left.seconds, nodes=left.nodes, poll=poll)
            final = Status.OPTIMAL if len(rows) == number else Status.COMPLETE
            yield Ranking(
                self.solver_name,
                Status.SOLVED if ending == "solution" else status_of(ending == "exhausted", bool(rows), final),
                tuple(self._solution(values) for _, values in rows),
                tuple(self._score(cost) for cost, _ in rows),
                None if bound is None else self._score(bound),
                statistics_of(solver, start),
            )

    def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
        return self._count_with(self._solver(givens), limit, limits)

    def _count_reaching(self, target: int, givens: Givens, limit: int | None, limits: Limits) -> Result:
        return self._count_with(self.solver_reaching(target, givens), limit, limits)

    def _count_with(self, solver: _native.Solver, limit: int | None, limits: Limits) -> Result:
        start = monotonic()
        with on_threads(self._settings.threads):
            count, first, ending = solver.count(
                limit=limit, seconds=limits.seconds, nodes=limits.nodes, poll=poll_of(limits, start)
            )
        return Result(
            self.solver_name,
            status_of(ending == "exhausted", count > 0),
            None if first is None else self._solution(first),
            count,
            statistics=statistics_of(solver, start),
        )

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        return take_all(self._solver(givens), limits, self._settings.threads)

    def _enumerate_reaching(self, target: int, givens: Givens, limits: Limits) -> Enumerator:
        return take_all(self.solver_reaching(target, givens), limits, self._settings.threads)

    def _candidates(self, givens: Givens, limits: Limits) -> Candidates:
        from sudoku_cp.model.answers import Candidates

        start = monotonic()
        covers, complete, nodes, propagations = self._covers(self._by_cell(givens), limits)
        solutions = [self.verified(self._solution(values), givens) for values in covers]
        values = {cell: tuple(sorted({solution[cell] for solution in solutions})) for cell in self.model.cells}
        statistics = Statistics(nodes, propagations, monotonic() - start)
        return Candidates(self.solver_name, status_of(complete, bool(solutions)), values, statistics)

    def _covers(
        self, givens: tuple[tuple[Cell, ...], dict[Cell, int]], limits: Limits
    ) -> tuple[list[tuple[int, ...]], bool, int, int]:
        """Solutions that show all candidates in the engine's terms, whether they do, and the nodes and propagations."""
        threads = self._settings.threads
        poll = poll_of(limits, monotonic())
        with on_threads(threads):
            return _native.true_candidates(
                self.problem, givens, seconds=limits.seconds, nodes=limits.nodes, poll=poll, threads=threads
            )

    @cached_property
    def _tables(self) -> ColumnGroups:
        from sudoku_cp.solving.batch import group_columns

        return group_columns(tuple(table) for table in self.problem.tables)

    def _solve_many(self, givens: Grids, limit: int, threads: int, limits: Limits) -> Batch:
        from sudoku_cp.solvers.exact_cover.batches import solve_many

        threads = self.with_threads(threads)._settings.threads
        return solve_many(self.model, self.problem, self._tables, givens, limit, threads, limits)

    def _best_many(self, givens: Grids, threads: int, limits: Limits) -> Batch:
        from sudoku_cp.solvers.exact_cover.batches import solve_many

        objective = self._objective()
        sign, constant = objective.gain(-1), objective.expression.constant
        threads = self.with_threads(threads)._settings.threads
        return solve_many(
            self.model, self.problem, self._tables, givens, 1, threads, limits, lambda costs: sign * costs + constant
        )


BEST_CPU = "best"
"""The value for the CPU level that lets the engine choose."""


def has_wide_cells(model: Model) -> bool:
    """Whether a model has cells with more values than a variable of the engine."""
    return any(len(domain) > MAX_VALUES for domain in {id(cell.domain): cell.domain for cell in model.cells}.values())


@dataclass(frozen=True)
class ExactCoverSolver(Solver):
    """The solver of our own engine."""

    plain_name = "exact-cover"
    threads: int = setting(1, "threads for a hard puzzle, a long count, or a batch", least=1, most=MOST_THREADS)
    learn_after: int | None = setting(None, "nodes without a solution before clauses are learned", kind=int)
    seed: int = setting(0, "on one thread, another way of learning with restarts at random for each seed but 0")
    cpu: str = setting(
        BEST_CPU, "the CPU level whose code searches single puzzles", choices=(BEST_CPU, *_native.cpu_levels())
    )

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> CompiledExactCover:
        """Lower a model; see `lowering.lower` for the errors, and `wide` for cells with many values."""
        if has_wide_cells(model):
            from sudoku_cp.solvers.exact_cover.wide import CompiledWide

            return CompiledWide(model, self, limits)
        return CompiledExactCover(model, self, limits)

    def compile_groups(
        self, model: Model, groups: Sequence[Sequence[Constraint]], limits: Limits = NO_LIMITS
    ) -> CompiledGroups:
        """See `Solver.compile_groups`: constraints are lowered once, and the engine selects among them."""
        if has_wide_cells(model):
            return super().compile_groups(model, groups, limits)
        return ExactCoverGroups(self, model, groups, limits)


class ExactCoverGroups(CompiledGroups):
    """Groups of constraints in the engine's terms.

    Parameters
    ----------
    solver
        The settings.
    model, groups, limits
        See `Solver.compile_groups`.

    Raises
    ------
    LoweringError
        If the engine cannot express a constraint, or a limit is reached.
    """

    def __init__(
        self, solver: ExactCoverSolver, model: Model, groups: Sequence[Sequence[Constraint]], limits: Limits
    ) -> None:
        from sudoku_cp.solvers.exact_cover.groups import ConstraintGroups

        super().__init__(solver, model, groups)
        self._settings = solver
        self._lowered = ConstraintGroups(model, groups, limits)

    def compiled(self, chosen: Sequence[int], limits: Limits = NO_LIMITS) -> CompiledExactCover:
        """See `CompiledGroups.compiled`."""
        return CompiledExactCover(self.model_of(chosen), self._settings, problem=self._lowered.problem(chosen, limits))

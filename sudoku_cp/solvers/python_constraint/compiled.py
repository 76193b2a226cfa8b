"""A model compiled for python-constraint."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from constraint import BacktrackingSolver, Constraint, Problem

from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Model
from sudoku_cp.model.answers import Candidates, Result, Status
from sudoku_cp.model.givens import domains
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.model.questions import Enumerator, Improver
from sudoku_cp.solvers.python_constraint.lowering import Posting, lower
from sudoku_cp.solving.compiling import Watch
from sudoku_cp.solving.defaults import improved, last_of
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.solver import Solver


class CompiledPythonConstraint(LoweredModel):
    """A model as postings. A node is a tried value; there are no other statistics."""

    def __init__(self, model: Model, solver: PythonConstraint, limits: Limits = NO_LIMITS) -> None:
        super().__init__(model, solver)
        self._lowering = lower(model, limits)

    def _search(self, candidates: list[tuple[int, ...]], watch: Watch) -> Generator[tuple[int, ...], None, None]:
        if not self._lowering.contradiction:
            yield from search(self._lowering.postings, candidates, watch)

    def _solve(self, givens: Givens, limits: Limits) -> Result:
        return self._solve_from({}, givens, limits)

    def _solve_from(self, hint: Givens, givens: Givens, limits: Limits) -> Result:
        candidates = domains(self.model, givens)
        for cell, hinted in hint.items():  # the search tries the last value of a cell first
            candidates[cell.index] = tuple(sorted(candidates[cell.index], key=lambda value: value == hinted))
        if self.model.objective is not None:
            return last_of(self._improved(candidates, limits))
        watch = Watch(limits)
        values = next(self._search(candidates, watch), None)
        if values is None:
            return Result(self.solver_name, watch.ending(), statistics=watch.statistics())
        return Result(self.solver_name, Status.SOLVED, self.model.solution(values), 1, statistics=watch.statistics())

    def _improve(self, givens: Givens, limits: Limits) -> Improver:
        return self._improved(domains(self.model, givens), limits)

    def _improved(self, candidates: list[tuple[int, ...]], limits: Limits) -> Improver:
        watch = Watch(limits)
        return improved(self, self._search(candidates, watch), self._objective(), watch)

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        watch = Watch(limits)
        yield from self._search(domains(self.model, givens), watch)
        return watch.ending(), watch.statistics()

    def _candidates(self, givens: Givens, limits: Limits) -> Candidates:
        watch = Watch(limits)
        open_values = domains(self.model, givens)
        seen: list[set[int]] = [set() for _ in open_values]

        def look(candidates: list[tuple[int, ...]]) -> bool:
            values = next(self._search(candidates, watch), None)
            if values is None:
                return False
            self.verified(self.model.solution(values), givens)
            for place, value in zip(seen, values, strict=True):
                place.add(value)
            return True

        feasible = look(open_values)
        for index, values in enumerate(open_values):
            for value in values:
                if feasible and not watch.stopped and value not in seen[index]:
                    look([*open_values[:index], (value,), *open_values[index + 1 :]])
        found = {cell: tuple(sorted(seen[cell.index])) for cell in self.model.cells}
        return Candidates(self.solver_name, watch.ending(), found, watch.statistics())


class PythonConstraint(Solver):
    """The backtracking solver of the package python-constraint2."""

    plain_name = "python-constraint"
    package = "python-constraint2"

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> CompiledPythonConstraint:
        """Lower a model.

        Raises
        ------
        LoweringError
            If a constraint is of an unknown kind, a domain is too large, or a limit is reached.
        """
        return CompiledPythonConstraint(model, self, limits)


class _LimitReached(Exception):  # noqa: N818 (a signal, not an error)
    pass


class _Watching(Constraint):  # type: ignore[misc]
    """A constraint on all cells that always holds, through which a watch sees every tried value."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    def preProcess(self, variables: Any, domains: Any, constraints: Any, vconstraints: Any) -> None:  # noqa: N802
        """Leave the domains unchanged."""

    def __call__(self, variables: Any, domains: Any, assignments: Any, forwardcheck: Any = False) -> bool:
        if not self._watch.node():
            raise _LimitReached
        return True


def search(
    postings: Sequence[Posting], candidates: Sequence[Sequence[int]], watch: Watch
) -> Generator[tuple[int, ...], None, None]:
    """Yield every solution as values in cell order; `Watch.stopped` is true if a limit was reached."""
    if not all(candidates):
        return
    if not candidates:
        watch.count += 1
        yield ()
        return
    problem = Problem(BacktrackingSolver())
    for index, values in enumerate(candidates):
        problem.addVariable(index, list(values))
    problem.addConstraint(_Watching(watch), list(range(len(candidates))))
    for posting in postings:
        problem.addConstraint(posting.make(), [cell.index for cell in posting.cells])
    try:
        for assignment in problem.getSolutionIter():
            watch.count += 1
            yield tuple(assignment[index] for index in range(len(candidates)))
    except _LimitReached:
        return

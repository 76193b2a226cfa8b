"""A model compiled for CP-SAT."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic

from ortools.sat.python.cp_model_helper import CpModelProto, CpSolverResponse

from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Cell, Model, Solution
from sudoku_cp.model.answers import Candidates, Ranking, Result, Statistics, Status
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.model.questions import Enumerator, Improver
from sudoku_cp.solvers.cp_sat.enumeration import count_solutions, find_candidates, list_solutions, stream_solutions
from sudoku_cp.solvers.cp_sat.lowering import MAX_SUM, bound_cost, cost_of, lower, value_of, with_objective
from sudoku_cp.solvers.cp_sat.search import CpSatSettings, Fixed, ModelPool, SearchResult, find_best, find_one
from sudoku_cp.solving.compiling import Pace
from sudoku_cp.solving.lowered_model import LoweredModel


class CompiledCpSat(LoweredModel):
    """A model as a CP-SAT model.

    A node is a branching. CP-SAT has no node limit: it is checked at every solution, and in between it becomes a limit
    on conflicts, which are fewer than nodes.
    """

    def __init__(self, model: Model, solver: CpSat, limits: Limits = NO_LIMITS) -> None:
        super().__init__(model, solver)
        self._settings = solver
        self._literals = lower(model, limits)
        self._models = ModelPool(self._literals.proto)
        self._scored = None if model.objective is None else ModelPool(with_objective(self._literals, model.objective))
        self._literals.pace = Pace(solver.plain_name, model)  # questions have limits of their own

    def _fixed(self, givens: Givens) -> list[Fixed] | None:
        """The variables that the givens fix; None where one is not among its cell's candidates."""
        fixed: list[Fixed] = []
        for cell, value in givens.items():
            if self._literals.any_wide(cell):
                if value not in self._literals.candidates(cell):
                    return None
                fixed.append((self._literals.integer(cell), value))
            elif (literal := self._literals.of(cell).get(value)) is not None:
                fixed.append((literal, 1))
            else:
                return None
        return fixed

    @contextmanager
    def _priced(self, fixed: list[Fixed], least: int, most: int, scored: bool = False) -> Iterator[CpModelProto]:
        """A model with variables fixed and the cost in a range, with or without the objective."""
        pool = self._scored if scored and self._scored is not None else self._models
        if (least, most) == (-MAX_SUM, MAX_SUM):
            with pool.lend(fixed) as proto:
                yield proto
            return
        proto = pool.copy(fixed)
        bound_cost(proto, self._literals, self._objective(), least, most)
        yield proto

    @contextmanager
    def _hinted(self, pool: ModelPool, fixed: list[Fixed], hint: Givens) -> Iterator[CpModelProto]:
        """A model with variables fixed and values to try first; those of fixed cells must not be among the latter."""
        if not hint:
            with pool.lend(fixed) as proto:
                yield proto
            return
        proto = pool.copy(fixed)
        for cell, hinted in hint.items():
            if hinted not in self._literals.candidates(cell):
                continue
            literals = {} if self._literals.any_wide(cell) else self._literals.of(cell)
            variables = {literal: int(value == hinted) for value, literal in literals.items()}
            for variable, value in (variables or {self._literals.integer(cell): hinted}).items():
                proto.solution_hint.vars.append(variable)
                proto.solution_hint.values.append(value)
        yield proto

    def _solve(self, givens: Givens, limits: Limits) -> Result:
        return self._solve_from({}, givens, limits)

    def _solve_from(self, hint: Givens, givens: Givens, limits: Limits) -> Result:
        start = monotonic()
        hint = {cell: value for cell, value in hint.items() if cell not in givens}
        fixed = self._fixed(givens)
        if fixed is None:
            return Result(self.solver_name, Status.INFEASIBLE)
        if self._scored is not None and self.model.objective is not None:
            with self._hinted(self._scored, fixed, hint) as proto:
                outcome = find_best(proto, self.model.objective, self._settings, limits)
            return self._best(outcome, outcome.statistics(start))
        with self._hinted(self._models, fixed, hint) as proto:
            outcome = find_one(proto, self._settings, limits)
        statistics = outcome.statistics(start)
        if not outcome.solved:
            return Result(self.solver_name, _ending(outcome), statistics=statistics)
        solution = self.model.solution(self._literals.read(outcome.response))
        return Result(self.solver_name, Status.SOLVED, solution, 1, statistics=statistics)

    def _best(self, outcome: SearchResult, statistics: Statistics) -> Result:
        objective = self._objective()
        if not outcome.solved:
            return Result(self.solver_name, _ending(outcome), statistics=statistics)
        solution = self.model.solution(self._literals.read(outcome.response))
        value = objective.value(solution)
        bound = value_of(objective, outcome.response.inner_objective_lower_bound)
        status = Status.OPTIMAL if outcome.finished or bound == value else Status.LIMIT
        return Result(self.solver_name, status, solution, 1, value, bound, statistics)

    def _improve(self, givens: Givens, limits: Limits) -> Improver:
        start = monotonic()
        fixed = self._fixed(givens)
        if fixed is None or self._scored is None:
            return Result(self.solver_name, Status.INFEASIBLE)
        objective = self._objective()

        def better(response: CpSolverResponse) -> Result:
            solution = self.model.solution(self._literals.read(response))
            bound = value_of(objective, response.inner_objective_lower_bound)
            spent = Statistics(response.num_branches, 0, monotonic() - start)
            return Result(self.solver_name, Status.SOLVED, solution, 1, objective.value(solution), bound, spent)

        with self._scored.lend(fixed) as proto:
            outcome = yield from stream_solutions(proto, better, self._settings, limits, optimize=True)
        return self._best(outcome, outcome.statistics(start))

    def _rank(self, givens: Givens, number: int, limits: Limits) -> Ranking:
        """Find the best score, then all solutions with that score, then the next best score, and so on."""
        start, objective = monotonic(), self._objective()
        fixed = self._fixed(givens)
        found: list[Solution] = []
        nodes = propagations = 0

        def ranking(status: Status, bound: int | None) -> Ranking:
            spent = Statistics(nodes, propagations, monotonic() - start)
            return Ranking(self.solver_name, status, tuple(found), tuple(map(objective.value, found)), bound, spent)

        least_cost = -MAX_SUM
        while fixed is not None and len(found) < number:
            with self._priced(fixed, least_cost, MAX_SUM, scored=True) as proto:
                outcome = find_best(proto, objective, self._settings, limits.after(start))
            result = self._best(outcome, outcome.statistics(start))
            nodes += result.statistics.nodes
            propagations += result.statistics.propagations
            if result.status is Status.LIMIT:
                found += [] if result.solution is None else [result.solution]
                return ranking(Status.LIMIT, result.bound)
            if result.objective is None:
                break
            cost = cost_of(objective, result.objective)
            with self._priced(fixed, cost, cost) as proto:
                same, finished = list_solutions(
                    proto, self._literals.read, number - len(found), self._settings, limits.after(start)
                )
            found += map(self.model.solution, same)
            if not finished:
                return ranking(Status.LIMIT, result.objective)
            least_cost = cost + 1
        if len(found) == number:
            return ranking(Status.OPTIMAL, objective.value(found[-1]))
        return ranking(Status.COMPLETE if found else Status.INFEASIBLE, None)

    def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
        return self._count_up_to(MAX_SUM, givens, limit, limits)

    def _count_reaching(self, target: int, givens: Givens, limit: int | None, limits: Limits) -> Result:
        return self._count_up_to(cost_of(self._objective(), target), givens, limit, limits)

    def _count_up_to(self, most_cost: int, givens: Givens, limit: int | None, limits: Limits) -> Result:
        start = monotonic()
        fixed = self._fixed(givens)
        if fixed is None:
            return Result(self.solver_name, Status.INFEASIBLE)
        with self._priced(fixed, -MAX_SUM, most_cost) as proto:
            outcome, first, count = count_solutions(proto, self._literals.read, limit, self._settings, limits)
        return Result(
            self.solver_name,
            _ending(outcome),
            None if first is None else self.model.solution(first),
            count,
            statistics=outcome.statistics(start),
        )

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        return (yield from self._enumerate_up_to(MAX_SUM, givens, limits))

    def _enumerate_reaching(self, target: int, givens: Givens, limits: Limits) -> Enumerator:
        return (yield from self._enumerate_up_to(cost_of(self._objective(), target), givens, limits))

    def _enumerate_up_to(self, most_cost: int, givens: Givens, limits: Limits) -> Enumerator:
        start = monotonic()
        fixed = self._fixed(givens)
        if fixed is None:
            return Status.INFEASIBLE, Statistics()
        with self._priced(fixed, -MAX_SUM, most_cost) as proto:
            outcome = yield from stream_solutions(proto, self._literals.read, self._settings, limits)
        return _ending(outcome), outcome.statistics(start)

    def _candidates(self, givens: Givens, limits: Limits) -> Candidates:
        fixed = self._fixed(givens)
        if fixed is None:
            return Candidates(self.solver_name, Status.INFEASIBLE, dict.fromkeys(self.model.cells, ()))
        wide = frozenset(self._literals.wide)
        narrow = [cell for cell in self.model.cells if cell not in wide]
        unseen_of_wide = {
            self._literals.integer(cell): {
                value for value in self._literals.candidates(cell) if givens.get(cell, value) == value
            }
            for cell in wide
        }
        seen: dict[Cell, set[int]] = {cell: set() for cell in self.model.cells}

        def take(response: CpSolverResponse) -> Sequence[int]:
            solution = self.verified(self.model.solution(self._literals.read(response)), givens)
            for cell, value in solution.items():
                seen[cell].add(value)
            for cell in self._literals.wide:
                unseen_of_wide[self._literals.integer(cell)].discard(solution[cell])
            return [self._literals.of(cell)[solution[cell]] for cell in narrow]

        unseen = {
            literal
            for cell in narrow
            for value, literal in self._literals.of(cell).items()
            if givens.get(cell, value) == value
        }
        status, statistics = find_candidates(
            self._models.copy(fixed), unseen, take, self._settings, limits, unseen_of_wide
        )
        return Candidates(
            self.solver_name, status, {cell: tuple(sorted(values)) for cell, values in seen.items()}, statistics
        )


def _ending(outcome: SearchResult) -> Status:
    """The status of a search for all solutions, or of one that found none."""
    if outcome.infeasible:
        return Status.INFEASIBLE
    return Status.COMPLETE if outcome.finished else Status.LIMIT


class CpSat(CpSatSettings):
    """OR-Tools CP-SAT."""

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> CompiledCpSat:
        """Lower a model.

        Raises
        ------
        LoweringError
            If a constraint is of an unknown kind or too large, or a limit is reached.
        """
        return CompiledCpSat(model, self, limits)

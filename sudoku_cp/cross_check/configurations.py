"""Solvers by name, with settings or behind a relation: ``cp-sat:presolve=true``, ``exact-cover~relabel``.

==========================  ==========================================================================================
name                        meaning
==========================  ==========================================================================================
``exact-cover`` …           a solver of `sudoku_cp.solving`, with settings if it has any
``brute-force``             exhaustive search: the referee for tiny models
``NAME~RELATION``           the model is transformed first (see `sudoku_cp.cross_check.relations`)
``NAME~batch``              counts and best solutions come from `solve_many` and `best_many`, in a batch of other
                            puzzles of the model
``NAME~no-node-limit``      solutions are searched for and counted without a node limit, so that ``exact-cover``
                            searches hard plain puzzles on many boards at once
==========================  ==========================================================================================

Relations can be combined: ``cp-sat:presolve=true,seed=7~transpose~reorder``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, NoReturn

from sudoku_cp._base.errors import unknown
from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.cross_check.relations import RELATIONS, Transform, Transformed
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import LoweringError, Model, ModelError, Solution, UnsoundAnswerError
from sudoku_cp.model.answers import Candidates, Ranking, Result, Statistics, Status
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.model.questions import Enumerator
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver
from sudoku_cp.solving.solver import Solver

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudoku_cp.model.batches import Batch, Grids


class Wrapper(Solver):
    """A solver that compiles models by another one.

    Parameters
    ----------
    name
        The name in its answers.
    plain
        The other solver.
    """

    def __init__(self, name: str, plain: Solver) -> None:
        self._name = name
        self._plain = plain

    @property
    def name(self) -> str:
        """The name in its answers."""
        return self._name


class Delegate(LoweredModel):
    """Answers what another compiled model answers; derived classes change the question, or its answer."""

    def __init__(self, model: Model, solver: Solver, compiled: LoweredModel) -> None:
        super().__init__(model, solver)
        self._compiled = compiled

    def _givens(self, givens: Givens) -> Givens:
        """The givens of the other compiled model."""
        return givens

    def _back(self, solution: Solution) -> tuple[int, ...]:
        """The values of our cells in a solution of the other compiled model."""
        return solution.values_in_order

    def _values_back(self, candidates: Candidates) -> Candidates:
        """The candidates of our cells."""
        return candidates

    def _result(self, result: Result) -> Result:
        solution = None if result.solution is None else self.model.solution(self._back(result.solution))
        return replace(result, solver=self.solver_name, solution=solution)

    def _solve(self, givens: Givens, limits: Limits) -> Result:
        return self._result(self._compiled.solve(self._givens(givens), limits))

    def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
        return self._result(self._compiled.count(limit, self._givens(givens), limits))

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        solutions = self._compiled.solutions(self._givens(givens), limits)
        try:
            for solution in solutions:
                yield self._back(solution)
        finally:
            solutions.close()
        return solutions.status, solutions.statistics

    def _rank(self, givens: Givens, number: int, limits: Limits) -> Ranking:
        found = self._compiled.best(number, self._givens(givens), limits)
        solutions = tuple(self.model.solution(self._back(solution)) for solution in found.solutions)
        return replace(found, solver=self.solver_name, solutions=solutions)

    def _candidates(self, givens: Givens, limits: Limits) -> Candidates:
        found = self._compiled.candidates(self._givens(givens), limits)
        return replace(self._values_back(found), solver=self.solver_name)


class Related(Wrapper):
    """A solver that solves a transformed model, and translates its answers back to the original one.

    Raises
    ------
    LoweringError
        During compilation, if the model has nothing to transform.
    """

    def __init__(self, name: str, plain: Solver, transform: Transform) -> None:
        super().__init__(name, plain)
        self._transform = transform

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> LoweredModel:
        """Transform and lower a model, always in the same way.

        Raises
        ------
        LoweringError
            If the model has nothing to transform.
        """
        transformed = self._transform(model, Random(self.name))
        if transformed is None:
            raise LoweringError(f"{self.name}: there is nothing to transform")
        return _CompiledRelated(model, self, transformed, self._plain.compile(transformed.model, limits))


class _CompiledRelated(Delegate):
    """Translates givens to the transformed model, and solutions back."""

    def __init__(self, model: Model, solver: Related, transformed: Transformed, compiled: LoweredModel) -> None:
        super().__init__(model, solver, compiled)
        self._new = transformed
        self._places = [transformed.cells[cell].index for cell in model.cells]
        self._old_value = {new: old for old, new in transformed.values.items()}

    def _givens(self, givens: Givens) -> Givens:
        new = self._new
        return {new.cells[cell]: new.values.get(value, value) for cell, value in givens.items()}

    def _back(self, solution: Solution) -> tuple[int, ...]:
        found = [solution.values_in_order[place] for place in self._places]
        return tuple([self._old_value.get(value, value) for value in found])

    def _values_back(self, candidates: Candidates) -> Candidates:
        values = {
            cell: tuple(sorted(self._old_value.get(value, value) for value in candidates.values[self._new.cells[cell]]))
            for cell in self.model.cells
        }
        return replace(candidates, values=values)


KINDS = 12
"""The number of different puzzles in a batch."""

SIZES = (2, 17, 17, 60, 60, 60, 130, 600)
"""Sizes of batches: fewer puzzles than a wave needs, some, and more than fit into one wave."""

LARGE = 3000
"""A limit at which even a single puzzle with enough solutions is searched in waves."""

Count = Callable[[Givens, int, Limits], Result]

Solve = Callable[[Givens, Limits], Result]


class BatchCheck(Wrapper):
    """A solver whose counts and best solutions come from batches of other puzzles of the model."""

    def __init__(self, plain: Solver) -> None:
        super().__init__(f"{plain.name}~batch", plain)

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> LoweredModel:
        """Lower a model with the solver."""
        return _CompiledBatchCheck(model, self, self._plain.compile(model, limits))


class _CompiledBatchCheck(Delegate):
    """Asks for a batch where the plain solver would be asked about one puzzle."""

    def _alone(self, givens: Givens, limit: int, limits: Limits) -> Result:
        return self._compiled.count(limit, givens, limits)

    def _solve(self, givens: Givens, limits: Limits) -> Result:
        if self.model.objective is not None and fits_arrays(givens):
            return best_in_batch(self, givens, limits, self._compiled.solve)
        return super()._solve(givens, limits)

    def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
        if limit is not None and fits_arrays(givens):
            return count_in_batch(self, givens, limit, limits, self._alone)
        return super()._count(givens, limit, limits)

    def _solve_many(self, givens: Grids, limit: int, threads: int, limits: Limits) -> Batch:
        return self._compiled.solve_many(givens, limit=limit, threads=threads, limits=limits)

    def _best_many(self, givens: Grids, threads: int, limits: Limits) -> Batch:
        return self._compiled.best_many(givens, threads=threads, limits=limits)


def fits_arrays(givens: Givens) -> bool:
    """Whether an array can express the givens: negative numbers stand for open cells in it."""
    return all(value >= 0 for value in givens.values())


def count_in_batch(compiled: LoweredModel, givens: Givens, limit: int, limits: Limits, alone: Count) -> Result:
    """Count the solutions of a puzzle in a batch that contains it more than once.

    Parameters
    ----------
    alone
        Counts the solutions of one puzzle in another way.

    Raises
    ------
    UnsoundAnswerError
        If the count of a puzzle in the batch differs from its count alone, or the batch is wrong about whether it
        counted all solutions.
    """
    random = _random(compiled, givens, limit)
    most = max(limit, random.choice((*(1,) * 7, LARGE)))
    mixture = _Mixture(random, compiled.model, givens, alone(givens, 1, limits))
    expected = [alone(kind, most, limits) for kind in mixture.kinds]
    batch = compiled.solve_many(mixture.puzzles, limit=most, threads=2, limits=limits)
    done = _is_done(batch, limits) | batch.exact | (batch.counts >= most)
    for place, kind in enumerate(mixture.chosen):
        known = expected[kind]
        if not done[place] or not (known.exact or known.count >= most):
            continue
        found, exact = int(batch.counts[place]), bool(batch.exact[place])
        if found != known.count:
            mixture.complain(compiled, place, f"has {found} solutions, and {known.count} alone")
        if exact != (found < most):
            mixture.complain(
                compiled, place, f"has {found} solutions, {'wrongly' if exact else 'but they are not'} reported as all"
            )
    count = min(int(batch.counts[0]), limit)
    status = Status.LIMIT
    if batch.exact[0] and count == batch.counts[0] and count != limit:
        status = Status.COMPLETE if count else Status.INFEASIBLE
    found_first = compiled.model.solution(batch.solutions[0].tolist()) if count else None
    statistics = Statistics(int(batch.nodes[0]), 0, batch.seconds)
    return Result(compiled.solver_name, status, found_first, count, statistics=statistics)


def best_in_batch(compiled: LoweredModel, givens: Givens, limits: Limits, alone: Solve) -> Result:
    """Find the best solution of a puzzle in a batch that contains it more than once.

    Parameters
    ----------
    alone
        Finds the best solution of one puzzle in another way.

    Raises
    ------
    UnsoundAnswerError
        If the best score of a puzzle in the batch differs from its best score alone.
    """
    random = _random(compiled, givens, 1)
    answer = alone(givens, limits)
    mixture = _Mixture(random, compiled.model, givens, answer)
    expected = [alone(kind, limits) for kind in mixture.kinds]
    batch = compiled.best_many(mixture.puzzles, threads=2, limits=limits)
    assert batch.objectives is not None
    for place, kind in enumerate(mixture.chosen):
        known = expected[kind]
        if not batch.exact[place] or known.status not in (Status.OPTIMAL, Status.INFEASIBLE):
            continue
        score = int(batch.objectives[place]) if batch.counts[place] else None
        if score != known.objective:
            mixture.complain(compiled, place, f"scores {_or_nothing(score)}, and {_or_nothing(known.objective)} alone")
    statistics = Statistics(int(batch.nodes[0]), 0, batch.seconds)
    if not batch.exact[0]:
        return replace(answer, solver=compiled.solver_name, statistics=statistics)
    if not batch.counts[0]:
        return Result(compiled.solver_name, Status.INFEASIBLE, statistics=statistics)
    best = int(batch.objectives[0])
    solution = compiled.model.solution(batch.solutions[0].tolist())
    return Result(compiled.solver_name, Status.OPTIMAL, solution, 1, best, best, statistics)


def _or_nothing(score: int | None) -> str:
    return "nothing" if score is None else str(score)


def _random(compiled: LoweredModel, givens: Givens, limit: int) -> Random:
    """A random generator that is the same for the same puzzle."""
    model = compiled.model
    return Random(f"{len(model.cells)} {len(model.constraints)} {sorted(givens.values())} {limit}")


def _is_done(batch: Batch, limits: Limits) -> NDArray[np.bool_]:
    """Whether no limit can have ended the search for solutions of a puzzle."""
    if limits.seconds is not None and batch.seconds >= limits.seconds:
        return batch.nodes < 0
    return batch.nodes < (batch.nodes + 1 if limits.nodes is None else limits.nodes)


class _Mixture:
    """Puzzles of a model: the first one is the puzzle in question, which occurs again among the others."""

    def __init__(self, random: Random, model: Model, givens: Givens, solved: Result) -> None:
        import numpy as np

        from sudoku_cp.solving.batch import empty_value

        self.kinds = [givens, *_others(random, givens, solved)]
        self.chosen = [0, *random.choices(range(len(self.kinds)), k=random.choice(SIZES))]
        open_cell = empty_value(model)
        rows = [[self.kinds[kind].get(cell, open_cell) for cell in model.cells] for kind in self.chosen]
        self.puzzles = np.array(rows, dtype=np.int64).reshape(len(rows), len(model.cells))

    def complain(self, compiled: LoweredModel, place: int, what: str) -> NoReturn:
        """Report a wrong answer about a puzzle."""
        givens = self.kinds[self.chosen[place]]
        fixed = " ".join(f"{cell.name}={value}" for cell, value in givens.items()) or "nothing"
        raise UnsoundAnswerError(
            f"{compiled.solver_name}: puzzle {place} of {len(self.chosen)}, with {fixed} given, {what}"
        )


def _others(random: Random, givens: Givens, solved: Result) -> list[Givens]:
    """Puzzles with more givens, as in a solution if there is one, with fewer givens, or with a wrong one."""
    known = dict(givens if solved.solution is None else solved.solution)
    others: list[Givens] = []
    for _ in range(KINDS):
        share, all_givens = random.choice((0.1, 0.3, 0.5, 0.7, 0.9)), random.random() < 0.4
        kept = {
            cell: value
            for cell, value in known.items()
            if value >= 0 and ((all_givens and cell in givens) or random.random() < share)
        }
        if kept and random.random() < 0.3:
            cell = random.choice(list(kept))
            kept[cell] = random.choice([value for value in cell.domain if value >= 0])
        others.append(kept)
    return others


def configured(name: str) -> Solver:
    """Load a solver by its name, with the settings and relations in the name.

    Raises
    ------
    ModelError
        If there is no such solver, setting or relation.

    >>> configured("cp-sat:seed=7,presolve=true~reorder").name
    'cp-sat:seed=7,presolve=true~reorder'
    """
    plain, tilde, relation = name.rpartition("~")
    if tilde:
        if relation not in RELATIONS and relation not in _OTHERWISE:
            raise ModelError(unknown("relation", relation, (*RELATIONS, *_OTHERWISE)))
        inner = configured(plain)
        if relation in _OTHERWISE:
            return _OTHERWISE[relation](inner)
        return Related(f"{inner.name}~{relation}", inner, RELATIONS[relation])
    if plain_name(name) != BruteForce.plain_name:
        return load_solver(name)
    if name != BruteForce.plain_name:
        raise ModelError(f"{BruteForce.plain_name} has no settings")
    return BruteForce()


def plain_name(name: str) -> str:
    """The name of a solver without settings and relations.

    >>> plain_name("cp-sat:presolve=true~reorder")
    'cp-sat'
    """
    return name.partition("~")[0].partition(":")[0]


class _NoNodeLimit(Wrapper):
    """A solver that finds and counts solutions without a node limit."""

    def __init__(self, plain: Solver) -> None:
        super().__init__(f"{plain.name}~no-node-limit", plain)

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> LoweredModel:
        """Lower a model with the solver."""
        return _CompiledNoNodeLimit(model, self, self._plain.compile(model, limits))


class _CompiledNoNodeLimit(Delegate):
    def _solve(self, givens: Givens, limits: Limits) -> Result:
        return super()._solve(givens, replace(limits, nodes=None))

    def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
        return super()._count(givens, limit, replace(limits, nodes=None))

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        return super()._enumerate(givens, replace(limits, nodes=None))


_OTHERWISE: dict[str, Callable[[Solver], Solver]] = {"batch": BatchCheck, "no-node-limit": _NoNodeLimit}
"""Other ways of asking, by the name of the relation."""

"""Checks of `solve_many` and `best_many`: a puzzle in a batch with others of its model, each also asked alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, NoReturn

from sudoku_cp.cross_check.delegate import Delegate, Wrapper
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Model, UnsoundAnswerError
from sudoku_cp.model.answers import Result, Statistics, Status
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.solver import Solver

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudoku_cp.model.batches import Batch, Grids

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

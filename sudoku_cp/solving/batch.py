"""Batches: arrays with many puzzles of one model, and the arrays of their verified answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import count
from threading import Thread
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from sudoku_cp._base.arguments import refused
from sudoku_cp.kernel import Linear
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Constraint, Model, ModelError, Objective, Relation, UnsoundAnswerError
from sudoku_cp.model.answers import Result
from sudoku_cp.model.batches import UNKNOWN, Batch, Grids
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.solution_check import SolutionCheck, reason

ColumnGroups = list[tuple[tuple[int, ...], NDArray[np.intp] | slice]]
"""Tables of values, each with the columns of the cells that have it."""


def empty_value(model: Model) -> int:
    """The mark of an open cell in the arrays of callers: the largest number up to 0 that no cell has as a value."""
    values = {value for cell in model.cells for value in cell.domain}
    return next(value for value in count(0, -1) if value not in values)


def grid_type(model: Model) -> np.dtype[np.signedinteger]:
    """The narrowest signed integer type for the values of all cells that leaves its least number for open cells."""
    largest = max((max(abs(cell.domain[0]), abs(cell.domain[-1])) for cell in model.cells), default=0)
    kinds: list[type[np.signedinteger]] = [np.int8, np.int16, np.int32]
    return np.dtype(next((kind for kind in kinds if largest <= np.iinfo(kind).max), np.int64))


def open_mark(grids: Grids) -> int:
    """The mark of an open cell within the library: the least number of the array's type."""
    return int(np.iinfo(grids.dtype).min)


class Form:
    """What the arrays with puzzles of a model look like.

    Parameters
    ----------
    model
        The model.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.kind = grid_type(model)
        self.empty = empty_value(model)
        self.domains = group_columns(cell.domain for cell in model.cells)
        self.below = sorted({value for domain, _ in self.domains for value in domain if value <= 0})
        """The values that are 0 or less; other such numbers mark open cells."""

    def is_open(self, values: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Which values mark open cells: those up to 0 that no cell can have."""
        if not self.below or self.below[0] > self.empty:
            return values <= self.empty
        return (values <= 0) & ~np.isin(values, self.below)


def read_grids(form: Form, givens: NDArray[np.integer], threads: int = 1) -> Grids:
    """Check an array of givens, and convert it to the form for solvers: a narrow type, with marked open cells.

    Raises
    ------
    ModelError
        If the shape is wrong, or a value is not a digit of its cell; the message names the place.
    """
    model = form.model
    try:
        array = np.asarray(givens)
    except (ValueError, OverflowError):  # of lists that are no table, or contain themselves
        expected = f"integers of shape (puzzles, {len(model.cells)})"
        raise refused("the givens", expected, givens) from None
    if array.ndim != 2 or array.shape[1] != len(model.cells) or not np.issubdtype(array.dtype, np.integer):
        raise ModelError(
            f"givens must be integers of shape (puzzles, {len(model.cells)}), not {array.dtype} of shape {array.shape}"
        )
    marked: Grids = np.empty(array.shape, form.kind)
    mark = open_mark(marked)

    def read(rows: slice) -> None:
        block = array[rows]
        is_open = form.is_open(block)
        for domain, columns in form.domains:
            if not _are_known(block[:, columns], is_open[:, columns], domain, form):
                raise _unknown_value(model, block, is_open, rows.start)
        given = is_open.astype(marked.dtype) - 1  # all bits, or no bits if open; copying by a mask takes far longer
        marked[rows] = (block.astype(marked.dtype) & given) | (~given & mark)

    for_blocks(read, len(array), threads)
    return marked


def _are_known(values: NDArray[np.integer], is_open: NDArray[np.bool_], domain: tuple[int, ...], form: Form) -> bool:
    """Whether all cells are open or have a value of the domain."""
    if is_range(domain) and domain[0] == form.empty + 1 and (not form.below or form.below[0] > form.empty):
        return bool(values.max() <= domain[-1])
    return bool((is_open | _is_among(values, domain)).all())


def _unknown_value(model: Model, block: NDArray[np.integer], is_open: NDArray[np.bool_], first: int) -> ModelError:
    """Name the first value that is not in its cell's domain; the block begins with puzzle ``first``."""
    for puzzle, (row, marks) in enumerate(zip(block.tolist(), is_open.tolist(), strict=True), first):
        for cell, value, is_mark in zip(model.cells, row, marks, strict=True):
            if not is_mark and value not in cell.domain:
                return ModelError(f"puzzle {puzzle}: {cell.name} = {value}: the value is not one of its digits")
    raise AssertionError("every value is known")


def group_columns(tables: Iterable[tuple[int, ...]]) -> ColumnGroups:
    """Group columns by their tables: each table with its columns, or a slice if all columns have the same one."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for column, table in enumerate(tables):
        groups.setdefault(table, []).append(column)
    if len(groups) == 1:
        return [(table, slice(None)) for table in groups]
    return [(table, np.array(columns)) for table, columns in groups.items()]


def is_range(domain: tuple[int, ...]) -> bool:
    """Whether ascending values have no gaps."""
    return domain[-1] - domain[0] == len(domain) - 1


def _is_among(values: NDArray[np.integer], domain: tuple[int, ...]) -> NDArray[np.bool_]:
    if is_range(domain):
        return (values >= domain[0]) & (values <= domain[-1])
    return np.isin(values, domain)


def verify_batch(solver: str, model: Model, check: ArrayCheck, givens: Grids, batch: Batch, threads: int) -> Batch:
    """Return the batch after checking every solution.

    Raises
    ------
    UnsoundAnswerError
        If a solution breaks a constraint, a candidate list or a given.
    """
    solved = np.flatnonzero(batch.counts > 0)
    sound = check(batch.solutions, givens, threads)
    for puzzle in solved[~sound[solved]]:
        values, mark = zip(model.cells, givens[puzzle].tolist(), strict=True), open_mark(givens)
        given = {cell: value for cell, value in values if value != mark}
        why = reason(model, batch.solutions[puzzle].tolist(), given)
        raise UnsoundAnswerError(f"{solver} gave a wrong solution to puzzle {puzzle}: {why}")
    if batch.objectives is not None and model.objective is not None:
        for puzzle in solved[batch.objectives[solved] != scores(model.objective, batch.solutions[solved])]:
            raise UnsoundAnswerError(f"{solver} reports {batch.objectives[puzzle]} for a solution with another score")
    return batch


def scores(objective: Objective, solutions: Grids) -> NDArray[np.int64]:
    """The score of each solution."""
    total = np.full(len(solutions), objective.expression.constant, np.int64)
    for cell, points in objective.points().items():
        values = np.array(list(points))
        order = np.argsort(values)
        table = np.array(list(points.values()), np.int64)[order]
        total += table[np.searchsorted(values[order], solutions[:, cell.index])]
    return total


BLOCK = 4096
"""The number of rows worked on at a time, so that the intermediate arrays stay in cache."""


def for_blocks(work: Callable[[slice], None], rows: int, threads: int = 1) -> None:
    """Call a function with each block of rows. NumPy releases the GIL, so that threads run side by side.

    Parameters
    ----------
    work
        The function. What it raises is raised again, for the first of these blocks.
    rows
        The number of rows.
    threads
        The greatest number of threads. Where the system starts fewer, these do all the work.

    Raises
    ------
    Exception
        Whatever the function raises.
    """
    blocks = [slice(first, first + BLOCK) for first in range(0, rows, BLOCK)]
    errors: dict[int, Exception] = {}
    left = iter(blocks)
    others = []
    for _ in range(min(threads, len(blocks)) - 1):
        other = Thread(target=_work, args=(work, left, errors))
        try:
            other.start()
        except RuntimeError:
            break
        others.append(other)
    _work(work, left, errors)
    for other in others:
        other.join()
    if errors:
        raise errors[min(errors)]


def _work(work: Callable[[slice], None], left: Iterator[slice], errors: dict[int, Exception]) -> None:
    """Take blocks until none is left, or one fails; blocks are taken in order, so no earlier one is left then."""
    for block in left:
        if errors:
            break
        try:
            work(block)
        except Exception as error:
            errors[block.start] = error


Values = NDArray[np.signedinteger]
"""Values of shape (puzzles, cells)."""

Sound = NDArray[np.bool_]
"""One truth value for each puzzle."""

_RELATIONS: dict[Relation, Callable[[NDArray[np.int64], int], Sound]] = {
    Relation.EQUAL: np.equal,
    Relation.UNEQUAL: np.not_equal,
    Relation.AT_MOST: np.less_equal,
    Relation.AT_LEAST: np.greater_equal,
}


class ArrayCheck:
    """Tests for each row of an array whether it satisfies the candidates and constraints of a model, and keeps givens.

    The verifier of the check for one solution tests candidates, all-differents and givens.
    """

    def __init__(self, check: SolutionCheck) -> None:
        self._check = check

    def __call__(self, solutions: Values, givens: Values | None = None, threads: int = 1) -> Sound:
        """Check values of shape (puzzles, cells); the least number of the type is the mark of no given."""
        sound = np.empty(len(solutions), np.bool_)
        open_mark = int(np.iinfo(solutions.dtype).min)
        self._check.verifier.check(np.ascontiguousarray(solutions), givens, open_mark, sound, threads)
        if self._check.others:
            right = sound.nonzero()[0]
            for start in range(0, len(right), BLOCK):
                rows = right[start : start + BLOCK]
                columns = np.ascontiguousarray(solutions[rows].T)
                for constraint in self._check.others:
                    sound[rows] &= _holds(constraint, columns)
        return sound


def _holds(constraint: Constraint, columns: Values) -> Sound:
    """`Constraint.holds` for each column; kinds without an array form are evaluated one by one."""
    if isinstance(constraint, Linear):
        total = np.zeros(columns.shape[1], np.int64)
        for weight, cell in constraint.terms:
            total += np.multiply(columns[cell.index], weight, dtype=np.int64)
        return _RELATIONS[constraint.relation](total, constraint.constant)
    scope = constraint.scope
    rows = columns[[cell.index for cell in scope]].T.tolist()
    return np.array([constraint.holds(dict(zip(scope, row, strict=True))) for row in rows], bool)


Ask = Callable[[Givens, Limits], Result]
"""Answers a question about one puzzle, within limits."""


def solve_one_by_one(model: Model, ask: Ask, givens: Grids, limits: Limits) -> Batch:
    """Ask about each row of ``givens``, within one time limit for all."""
    start = monotonic()
    puzzles = len(givens)
    solutions = np.full_like(givens, empty_value(model))
    counts, nodes = np.zeros(puzzles, np.int64), np.zeros(puzzles, np.int64)
    exact = np.zeros(puzzles, bool)
    mark = open_mark(givens)
    for puzzle, row in enumerate(givens.tolist()):
        left = limits.after(start)
        if left.seconds == 0 or (limits.cancel is not None and limits.cancel.is_set()):
            break
        fixed = {cell: value for cell, value in zip(model.cells, row, strict=True) if value != mark}
        result = ask(fixed, left)
        counts[puzzle], exact[puzzle], nodes[puzzle] = result.count, result.exact, result.statistics.nodes
        if result.solution is not None:
            solutions[puzzle] = result.solution.values_in_order
    return Batch(solutions, counts, exact, nodes, monotonic() - start)


def best_one_by_one(model: Model, solve: Ask, givens: Grids, limits: Limits) -> Batch:
    """Find the best solution of each row of ``givens``, within one time limit for all."""
    objectives, bounds = (np.full(len(givens), UNKNOWN, np.int64) for _ in range(2))
    puzzles = iter(range(len(givens)))

    def ask(fixed: Givens, left: Limits) -> Result:
        result, puzzle = solve(fixed, left), next(puzzles)
        objectives[puzzle] = UNKNOWN if result.objective is None else result.objective
        bounds[puzzle] = UNKNOWN if result.bound is None else result.bound
        return result

    return replace(solve_one_by_one(model, ask, givens, limits), objectives=objectives, bounds=bounds)

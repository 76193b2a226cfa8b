"""The answers to the rows of a chunk, as columns of a part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.corpus.chunks import binaries, numbers, texts
from sudoku_cp.corpus.job import Job, compiled_model
from sudoku_cp.formats.bulk_cells import Ranks, pack, ranks_of_values, solve_ranks, values_of_ranks
from sudoku_cp.model import Cell, Sudoku
from sudoku_cp.model.answers import Status
from sudoku_cp.model.batches import UNKNOWN
from sudoku_cp.model.limits import Limits

if TYPE_CHECKING:
    import pyarrow as pa

STATUSES = ("none", "unique", "several", "some", "unknown", "optimal", "found", "rated", "beyond")
"""``some``: at least one solution, where the search stopped; ``unknown``: a limit came before any finding.

With scores, ``optimal`` is proved; with candidates, ``found`` is complete; with ratings, ``beyond`` is harder than any
known step.
"""

NONE, UNIQUE, SEVERAL, SOME, UNKNOWN_STATUS, OPTIMAL, FOUND, RATED, BEYOND = range(len(STATUSES))

_OUTCOMES = {
    "rated": RATED,
    "beyond": BEYOND,
    "no solution": NONE,
    "several solutions": SEVERAL,
    "stopped": UNKNOWN_STATUS,
}
"""The statuses of `rating.Outcome`, by its values."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to some puzzles.

    Parameters
    ----------
    statuses
        The place of each answer's status in `STATUSES`.
    nodes
        The number of search nodes in all.
    columns
        The further columns of the part, by name, as Arrow arrays.
    """

    statuses: NDArray[np.int8]
    nodes: int
    columns: dict[str, Any]


def answer(job: Job, ranks: Ranks, cancel: Event | None) -> Answers:
    """Answer the job's question about some puzzles.

    Raises
    ------
    Cancelled
        If the event is set.
    ModelError
        If the question does not fit the model.
    """
    answers = _ANSWERS[job.ask](job, ranks, Limits(nodes=job.nodes, cancel=cancel))
    if cancel is not None and cancel.is_set():
        raise Cancelled
    return answers


class Cancelled(Exception):  # noqa: N818
    """Raised in a block when the job is interrupted."""


def _count(job: Job, ranks: Ranks, limits: Limits) -> Answers:
    return _solved(job, ranks, limits)[0]


def _solution(job: Job, ranks: Ranks, limits: Limits) -> Answers:
    answers, solutions = _solved(job, ranks, limits)
    answers.columns["solution"] = solutions
    return answers


def _solved(job: Job, ranks: Ranks, limits: Limits) -> tuple[Answers, pa.Array]:
    model, compiled = compiled_model(job)
    batch = solve_ranks(compiled, model, ranks, job.limit, 1, limits)
    several = np.where(batch.counts > 1, np.int8(SEVERAL), np.where(batch.exact, np.int8(UNIQUE), np.int8(SOME)))
    none = np.where(batch.exact, np.int8(NONE), np.int8(UNKNOWN_STATUS))
    statuses = np.where(batch.counts > 0, several, none)
    columns = {"count": numbers(batch.counts.view(np.uint64)), "nodes": numbers(batch.nodes.view(np.uint64))}
    solutions = _written(job, model, batch.solutions, batch.counts > 0) if job.ask == "solution" else None
    return Answers(statuses, int(batch.nodes.sum()), columns), solutions


def _score(job: Job, ranks: Ranks, limits: Limits) -> Answers:
    model, compiled = compiled_model(job)
    batch = compiled.best_many(values_of_ranks(model, ranks), limits=limits)
    assert batch.objectives is not None
    assert batch.bounds is not None
    found = batch.counts > 0
    statuses = np.where(
        found,
        np.where(batch.exact, np.int8(OPTIMAL), np.int8(SOME)),
        np.where(batch.exact, np.int8(NONE), np.int8(UNKNOWN_STATUS)),
    )
    columns = {
        "score": numbers(batch.objectives, batch.objectives != UNKNOWN),
        "bound": numbers(batch.bounds, batch.bounds != UNKNOWN),
        "nodes": numbers(batch.nodes.view(np.uint64)),
        "solution": _written(job, model, batch.solutions, found),
    }
    return Answers(statuses, int(batch.nodes.sum()), columns)


def _written(job: Job, model: Sudoku, values: Any, found: NDArray[np.bool_]) -> pa.Array:
    """Solutions, packed or with a character for each digit."""
    ranks = ranks_of_values(model, values)
    if job.solutions != "text":
        return binaries(pack(ranks, len(model.digits)), found)
    characters = np.array([".", *job.symbols])[ranks]
    lines = np.ascontiguousarray(characters).view(f"<U{ranks.shape[1]}").ravel()
    return texts([line if is_found else None for line, is_found in zip(lines.tolist(), found.tolist(), strict=True)])


def _candidates(job: Job, ranks: Ranks, limits: Limits) -> Answers:
    """The digits of each cell that occur in some solution, as a bit for each digit."""
    model, compiled = compiled_model(job)
    values, digits = values_of_ranks(model, ranks), model.digits
    size = -(-len(digits) // 8)
    bit = {digit: 1 << place for place, digit in enumerate(digits)}
    masks, statuses = np.zeros((len(ranks), len(model.cells)), np.uint64), np.empty(len(ranks), np.int8)
    nodes = np.zeros(len(ranks), np.uint64)
    for row in range(len(ranks)):
        given = np.flatnonzero(ranks[row])
        givens: dict[Cell, int] = {model.cells[place]: int(values[row, place]) for place in given.tolist()}
        result = compiled.candidates(givens, limits)
        statuses[row] = {Status.COMPLETE: FOUND, Status.INFEASIBLE: NONE}.get(result.status, UNKNOWN_STATUS)
        nodes[row] = result.statistics.nodes
        masks[row] = [sum(map(bit.__getitem__, result.values.get(cell, ()))) for cell in model.cells]
    data = masks.astype("<u8").view(np.uint8).reshape(len(ranks), -1, 8)[:, :, :size].reshape(len(ranks), -1)
    columns = {"nodes": numbers(nodes), "candidates": binaries(data, statuses == FOUND)}
    return Answers(statuses, int(nodes.sum()), columns)


def _rating(job: Job, ranks: Ranks, limits: Limits) -> Answers:
    from sudoku_cp.rating import rate_many

    ratings = rate_many(np.ascontiguousarray(ranks), cancel=limits.cancel)
    statuses = np.array([_OUTCOMES[rating.outcome.value] for rating in ratings], np.int8)
    columns = {}
    for name in ("er", "ep", "ed"):
        found = np.array([getattr(rating, name) for rating in ratings], np.float32)  # None becomes nan
        columns[name] = numbers(found, ~np.isnan(found))
    columns["hardest"] = texts([rating.hardest for rating in ratings]).dictionary_encode()
    return Answers(statuses, 0, columns)


_ANSWERS: dict[str, Callable[[Job, Ranks, Limits], Answers]] = {
    "count": _count,
    "solution": _solution,
    "candidates": _candidates,
    "rating": _rating,
    "score": _score,
}

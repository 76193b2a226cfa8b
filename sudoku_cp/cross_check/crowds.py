"""Counting by `solve_many`: a puzzle among many others of the same model, each of which is counted alone, too."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sudoku_cp.backends.contract import Givens, Limits, Program, Result, Statistics, Status
from sudoku_cp.model import UnsoundAnswerError

KINDS = 12
"""Different puzzles in a crowd."""

SIZES = (2, 17, 17, 60, 60, 60, 130, 600)
"""Puzzles in a crowd: fewer than a wave needs, some, and more than one wave has room for."""

LARGE = 3000
"""A limit at which a single puzzle is searched in waves, too, from some number of solutions on."""

Count = Callable[[Givens, int, Limits], Result]


def count_in_crowd(program: Program, givens: Givens, limit: int, limits: Limits, alone: Count) -> Result:
    """Count the solutions of a puzzle in a batch, in which it stands more than once.

    Parameters
    ----------
    alone
        Counts the solutions of one puzzle by another way.

    Raises
    ------
    UnsoundAnswerError
        If a puzzle of the batch has another count than alone.
    """
    import numpy as np

    from sudoku_cp.backends.batch import empty_value

    model = program.model
    random = Random(f"{len(model.cells)} {len(model.constraints)} {sorted(givens.values())} {limit}")
    most = max(limit, random.choice((*(1,) * 7, LARGE)))
    kinds = [givens, *_others(random, givens, alone(givens, 1, limits))]
    expected = [alone(kind, most, limits) for kind in kinds]
    chosen = [0, *random.choices(range(len(kinds)), k=random.choice(SIZES))]
    open_cell = empty_value(model)
    rows = [[kinds[kind].get(cell, open_cell) for cell in model.cells] for kind in chosen]
    puzzles = np.array(rows, dtype=np.int64).reshape(len(rows), len(model.cells))
    batch = program.solve_many(puzzles, limit=most, threads=2, limits=limits)
    counts = batch.counts.tolist()
    done = (batch.exact | (batch.counts >= most)).tolist()
    for place, kind in enumerate(chosen):
        known = expected[kind]
        if done[place] and (known.exact or known.count >= most) and counts[place] != known.count:
            fixed = " ".join(f"{cell.name}={value}" for cell, value in kinds[kind].items()) or "nothing"
            raise UnsoundAnswerError(
                f"{program.backend}: puzzle {place} of {len(rows)}, with {fixed} given, has {counts[place]} solutions, "
                f"and {known.count} alone"
            )
    count = min(counts[0], limit)
    status = Status.LIMIT
    if batch.exact[0] and count == counts[0] and count != limit:
        status = Status.COMPLETE if count else Status.INFEASIBLE
    found = model.solution(batch.solutions[0].tolist()) if count else None
    statistics = Statistics(int(batch.nodes[0]), 0, batch.seconds)
    return Result(program.backend, status, found, count, statistics=statistics)


def _others(random: Random, givens: Givens, solved: Result) -> list[Givens]:
    """Puzzles with the givens and more, or with fewer, as in a solution if there is one, and with one of them wrong."""
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

"""Questions about a compiled model that are answered cube by cube."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from sudoku_cp._base.arguments import integer, real, refused, truth
from sudoku_cp._base.errors import ModelError
from sudoku_cp.cubes.questions import (
    MAKERS,
    Aggregate,
    Best,
    BestAggregate,
    CandidatesAggregate,
    Count,
    CountAggregate,
    Question,
    TrueCandidates,
)
from sudoku_cp.cubes.run import CubeRun, Plan
from sudoku_cp.cubes.splitting import Splitter, Symmetries, divided
from sudoku_cp.cubes.tree import Journal, RunState
from sudoku_cp.cubes.work import IncumbentFile
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Model
from sudoku_cp.model.answers import Candidates, Cube, Ranking, Result, Status
from sudoku_cp.model.fingerprint import fingerprint
from sudoku_cp.model.limits import CubeOptions, Limits
from sudoku_cp.parallel.workers import PATIENCE, Workers
from sudoku_cp.solving.defaults import best_of
from sudoku_cp.solving.lowered_model import LoweredModel

CUBE_SECONDS = 10.0
"""The default time for a cube."""


@dataclass(frozen=True)
class Cubes:
    """How a question is answered cube by cube; see `CubeOptions`.

    Raises
    ------
    ModelError
        If a number is not positive.
    """

    executor: Executor | Callable[[], Executor] | None = None
    journal: str | os.PathLike[str] | None = None
    cube_seconds: float | None = CUBE_SECONDS
    cubes: int | None = None
    symmetry: bool = True
    patience: float = PATIENCE

    def __post_init__(self) -> None:
        if self.executor is not None and not isinstance(self.executor, Executor) and not callable(self.executor):
            raise refused("the executor", "an Executor, or a function that makes one", self.executor)
        if self.journal is not None and not isinstance(self.journal, str | os.PathLike):
            raise refused("the journal", "the path of a file", self.journal)
        truth(self.symmetry, "symmetry")
        if self.cube_seconds is not None and not real(self.cube_seconds, "the time for a cube") > 0:
            raise ModelError(f"the time for a cube must be more than 0 seconds, not {self.cube_seconds}")
        if self.cubes is not None and integer(self.cubes, "the number of cubes") < 1:
            raise ModelError(f"the number of cubes must be at least 1, not {self.cubes}")
        if not real(self.patience, "the patience") > 0:
            raise ModelError(f"the patience must be more than 0 seconds, not {self.patience}")


def split(compiled: LoweredModel, givens: Givens, seconds: float, number: int) -> list[Cube]:
    """Divide the solutions of a puzzle into cubes; see `LoweredModel.split`."""
    real(seconds, "the time for a cube")
    checked = Cubes(cube_seconds=seconds, cubes=number)
    splitter = Splitter(compiled, _by_name(givens), Count(), None)
    rate = splitter.rate()
    root = splitter.estimate(Cube(()), seconds)
    return divided(splitter, root, seconds * rate, checked.cubes or 1, max(seconds, 1.0))[1]


def solve(compiled: LoweredModel, givens: Givens, limits: Limits, options: CubeOptions) -> Result:
    """Find a solution, or the best one; see `CompiledModel.solve`."""
    if compiled.model.objective is not None:
        return best_of(best(compiled, givens, 1, None, limits, options), compiled.model.objective)
    result = count(compiled, givens, 1, None, limits, options)
    return result if result.solution is None else replace(result, status=Status.SOLVED)


def count(
    compiled: LoweredModel,
    givens: Givens,
    limit: int | None,
    target: int | None,
    limits: Limits,
    options: CubeOptions,
) -> Result:
    """Count solutions; see `CompiledModel.count`."""
    with _running(compiled, givens, Count(limit, target), Cubes(**options), limits) as (run, aggregate):
        is_complete = run()
        assert isinstance(aggregate, CountAggregate)
        return aggregate.answer(is_complete, run.statistics())


def best(
    compiled: LoweredModel,
    givens: Givens,
    number: int,
    target: int | None,
    limits: Limits,
    options: CubeOptions,
) -> Ranking:
    """Find the best solutions; see `CompiledModel.best`."""
    with _running(compiled, givens, Best(number, target), Cubes(**options), limits) as (run, aggregate):
        is_complete = run()
        assert isinstance(aggregate, BestAggregate)
        return aggregate.answer(is_complete, run.bound(), run.statistics())


def candidates(compiled: LoweredModel, givens: Givens, limits: Limits, options: CubeOptions) -> Candidates:
    """Find the true candidates; see `LoweredModel.candidates`."""
    with _running(compiled, givens, TrueCandidates(), Cubes(**options), limits) as (run, aggregate):
        is_complete = run()
        assert isinstance(aggregate, CandidatesAggregate)
        return aggregate.answer(is_complete, run.statistics())


@contextmanager
def _running(
    compiled: LoweredModel, givens: Givens, question: Question, cubes: Cubes, limits: Limits
) -> Iterator[tuple[CubeRun, Aggregate]]:
    """A run with its journal, incumbent and executor, which are closed at the end."""
    path = None if cubes.journal is None else Path(cubes.journal)
    fixed = _by_name(givens)
    aggregate = MAKERS[question.name](compiled, givens, question)
    journal = None if path is None else Journal(path, header_of(compiled.model, fixed, question))
    folder = tempfile.TemporaryDirectory() if path is None else None
    incumbent = IncumbentFile(Path(folder.name, "incumbent") if folder else Path(f"{path}.incumbent").absolute())
    workers: Workers | None = None
    try:
        plain = isinstance(question, Count) and question.limit is None and question.target is None
        symmetries = Symmetries(compiled.model, fixed) if plain and cubes.symmetry else None
        if symmetries is not None and symmetries.are_none:
            symmetries = None
        state = RunState(aggregate, symmetries, journal, compiled.model.cells)
        if isinstance(cubes.executor, Executor):
            workers = Workers(cubes.executor, None, cubes.patience)
        else:
            make = cubes.executor or partial(ThreadPoolExecutor, 1)
            workers = Workers(make(), make, cubes.patience)
        plan = Plan(cubes.cube_seconds, cubes.cubes)
        yield CubeRun(compiled, fixed, question, state, plan, workers, incumbent, limits), aggregate
    finally:
        if workers is not None:
            workers.end()
        incumbent.remove()
        if journal is not None:
            journal.close()
        if folder is not None:
            folder.cleanup()


def header_of(model: Model, givens: Mapping[str, int], question: Question) -> dict[str, Any]:
    """The first line of a journal.

    Parameters
    ----------
    model
        The model.
    givens
        The givens of the puzzle by cell name.
    question
        The question.

    Returns
    -------
    dict
        What the journal is about.
    """
    return {
        "model": fingerprint(model),
        "name": model.name,
        "question": {"name": question.name, **question.parameters()},
        "sense": None if model.objective is None else model.objective.sense.value,
        "givens": dict(sorted(givens.items())),
        "cells": [[cell.name, cell.domain] for cell in model.cells],
    }


def _by_name(givens: Givens) -> dict[str, int]:
    return {cell.name: value for cell, value in givens.items()}

"""The models of jobs: named variants, and documents that were read by the command."""

from __future__ import annotations

import pickle
from functools import lru_cache

from sudoku_cp import models
from sudoku_cp._base.errors import WorkerError
from sudoku_cp.corpus.job import Job
from sudoku_cp.formats.bulk_cells import Shape
from sudoku_cp.model import Board, ModelError, Sudoku
from sudoku_cp.model.board import refuse_symbols
from sudoku_cp.model.fingerprint import fingerprint
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver


def require_one_grid(name: str, model: Board) -> Sudoku:
    """Refuse a model whose puzzles are not grids on one line each.

    Raises
    ------
    ModelError
        If it is not one grid, has givens of its own, or digits below 0, which mark open cells in arrays.
    """
    if not isinstance(model, Sudoku) or len(model.cells) != len(model.grid):
        raise ModelError(f"{name}: puzzles of a corpus or a column are one grid each, on one line")
    if model.digits[0] < 0:
        raise ModelError(f"{name} has digits below 0: solve its puzzles one by one")
    if model.givens:
        raise ModelError(f"{name} has givens: leave them out in the model of a corpus, whose puzzles have their own")
    return model


def shape_of(model: Sudoku, symbols: str) -> Shape:
    """The shape of puzzles of a model.

    Raises
    ------
    ModelError
        If the symbols do not fit the model.
    """
    if len(set(symbols)) != len(symbols) or len(symbols) != len(model.digits):
        raise ModelError(f"{model.name} needs {len(model.digits)} different symbols, not {symbols!r}")
    refuse_symbols(symbols.replace("0", ""))  # it may be a digit, where the mark of an empty cell is another one
    return Shape(len(model.grid), symbols)


@lru_cache(maxsize=4)
def model_of(job: Job) -> Sudoku:
    """The model of a job.

    Raises
    ------
    ModelError
        If there is no such model.
    WorkerError
        If a worker has the name for another model.
    """
    model = models.load(job.model) if job.program is None else pickle.loads(job.program)
    if fingerprint(model) != job.model_hash:
        raise WorkerError(f"the model {job.model} is another one here than that of the job")
    return require_one_grid(job.model, model)


@lru_cache(maxsize=4)
def compiled_model(job: Job) -> tuple[Sudoku, LoweredModel]:
    """The model of a job, compiled once in each process; see `model_of`."""
    model = model_of(job)
    return model, load_solver("exact-cover").compile(model)


def require_answerable(job: Job) -> None:
    """Refuse a job whose question does not fit its model.

    Raises
    ------
    ModelError
        If the symbols do not fit, or the model has no score, or is not rated.
    """
    model = model_of(job)
    shape_of(model, job.symbols)
    if job.ask == "score" and model.objective is None:
        raise ModelError(f"{job.model} has no score: ask another question, or name a scored model")
    if job.ask == "rating":
        from sudoku_cp.rating.classic import require_classic

        require_classic(model)

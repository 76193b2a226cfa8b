"""Jobs: one question about every row of some inputs, and the models that they are about."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any

from sudoku_cp import _native, models
from sudoku_cp._base.errors import WorkerError
from sudoku_cp._base.version import __version__
from sudoku_cp.formats.bulk_cells import Shape
from sudoku_cp.model import Board, ModelError, Sudoku
from sudoku_cp.model.board import refuse_symbols
from sudoku_cp.model.fingerprint import fingerprint
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver

QUESTIONS = ("count", "solution", "candidates", "rating", "score")

SOLUTIONS = ("packed", "text")
"""The forms of solutions."""

LAYOUT = 4
"""The number of the layout of folders and parts; another one cannot be resumed."""


@dataclass(frozen=True)
class Job:
    """A question with all that its answers depend on, except the input.

    Parameters
    ----------
    ask
        One of `QUESTIONS`.
    model
        The name of the variant, or of the file of a document.
    model_hash
        The fingerprint of its model, whose constraints may change while the name stays.
    limit
        The number of solutions after which a count stops.
    nodes
        The limit of search nodes for each puzzle; None for no limit.
    symbols
        The characters of the digits.
    column
        The column of the puzzles in tables.
    keep
        The columns of tables that are carried over.
    block
        The number of lines of a block.
    version, engine
        The version of sudoku-cp, and the hash of the sources of its engine.
    layout
        The number of the layout of folders and parts.
    solutions
        The form of solutions, one of `SOLUTIONS`.
    program
        The pickled model of a document, which is no part of the record; `model_hash` stands for it.
    """

    ask: str
    model: str
    model_hash: str
    limit: int
    nodes: int | None
    symbols: str
    column: str | None
    keep: tuple[str, ...]
    block: int
    version: str = __version__
    engine: str = field(default_factory=_native.sources)
    layout: int = LAYOUT
    solutions: str = SOLUTIONS[0]
    program: bytes | None = field(default=None, repr=False, compare=False)

    @cached_property
    def hash(self) -> str:
        """A number that only the same job has, in hexadecimal digits."""
        return sha256(json.dumps(self.record(), sort_keys=True).encode()).hexdigest()

    def record(self) -> dict[str, Any]:
        """The job for `_job.json`."""
        record = asdict(self) | {"keep": list(self.keep)}
        del record["program"]
        return record

    def differences(self, record: Mapping[str, Any]) -> list[str]:
        """What another job's record says differently, in words."""
        mine = self.record()
        return [
            f"{name} was {_written(record.get(name))} and is {_written(mine[name])}"
            for name in mine
            if mine[name] != record.get(name)
        ]


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


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

"""Parts: one Parquet file for each block, which appears whole and says what it answers."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Event, get_ident
from typing import Any

import numpy as np

from sudoku_cp._base.errors import InputError
from sudoku_cp.corpus.answers import STATUSES, Answers, answer
from sudoku_cp.corpus.blocks import Block
from sudoku_cp.corpus.chunks import Chunk, Failure
from sudoku_cp.corpus.job import Job
from sudoku_cp.corpus.rows import chunks_of
from sudoku_cp.corpus.seals import UNSEALED, seal, seal_of
from sudoku_cp.corpus.spools import TEMPORARY
from sudoku_cp.corpus.variants import model_of, shape_of
from sudoku_cp.corpus.writing import PartWriter
from sudoku_cp.parallel.builds import Build, difference

KEY = "sudoku-cp"
"""The key of the metadata in the footer of a part."""

JOB = "_job.json"
"""The file about the job in a folder of parts."""

_KEPT = 31 << 20
"""The size in bytes of memory that is kept for reuse; the system would clear returned pages for the next chunk."""

MOST_FAILURES = 1000
"""The number of bad rows of a block that are listed one by one; the others are counted."""


class DisplacedError(InputError):
    """Raised by a worker whose folder or version is not the one of its job."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a part says of itself.

    Parameters
    ----------
    name
        The name of the block.
    source
        The name of the input.
    rows
        The number of puzzles.
    statuses
        The number of puzzles by status.
    nodes
        The number of search nodes.
    failures
        The rows that are not puzzles; at most `MOST_FAILURES` of them.
    failed
        The number of all rows that are not puzzles.
    hash
        The seal of the part, a SHA-256 of all its bytes but the seal itself.
    """

    name: str
    source: str
    rows: int
    statuses: Mapping[str, int]
    nodes: int
    failures: tuple[Failure, ...]
    failed: int
    hash: str


def part_path(folder: Path, block: Block) -> Path:
    """The file of a block's part."""
    return folder / f"part-{block.name}.parquet"


def answer_block(job: Job, block: Block, folder: Path, cancel: Event | None = None) -> Report:
    """Answer a block and write its part.

    Parameters
    ----------
    cancel
        Ends the work on the block when it is set.

    Raises
    ------
    InputError
        If the block cannot be read.
    DisplacedError
        If the folder is not the one of this job, or not any more, or this is another version than that of the job.
    OSError
        If the part cannot be written.
    """
    if (other := difference(Build(job.version, job.engine), "job")) is not None:
        raise DisplacedError(other)
    path = part_path(folder, block)
    worker = f"{os.uname().nodename}-{os.getpid()}-{get_ident()}"
    beside = folder / f"{TEMPORARY}{block.name}-{job.hash[:16]}-{worker}"
    shape = shape_of(model_of(job), job.symbols)
    tally = _Tally()
    np.empty(_KEPT, np.uint8)  # freed at once: from now on glibc keeps blocks of this size for reuse
    try:
        with beside.open("w+b") as stream:
            writer = PartWriter(stream, job, block)
            for chunk in chunks_of(block, job, shape):
                answers = answer(job, chunk.ranks, cancel)
                tally.add(chunk, answers)
                writer.write(chunk, answers)
            writer.close({KEY: json.dumps({"seal": UNSEALED} | _identity(job, block) | tally.record())})
            report = tally.report(block, seal(stream))
            os.fsync(stream.fileno())
        _require_job(job, folder)
        os.replace(beside, path)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()
    return report


def _require_job(job: Job, folder: Path) -> None:
    """Refuse to put a part into the folder of another job: a worker may have been at work since an earlier one.

    Raises
    ------
    DisplacedError
        If the folder has another job, or none.
    """
    try:
        found = json.loads((folder / JOB).read_bytes())["hash"]
    except (OSError, ValueError, LookupError, TypeError):
        found = None
    if found != job.hash:
        raise DisplacedError("workers find no such job here: they must share this folder", str(folder))


def report_of(job: Job, block: Block, folder: Path) -> Report | None:
    """What the part of a block says, if there is one, it answers just that, and is not damaged; otherwise None."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = part_path(folder, block)
    try:
        written = json.loads((pq.read_metadata(path).metadata or {})[KEY.encode()])
        if any(written[key] != value for key, value in _identity(job, block).items()):
            return None
        with path.open("rb") as stream:
            if seal_of(stream) != written["seal"]:
                return None
        return Report(
            block.name,
            block.source.name,
            written["rows"],
            written["statuses"],
            written["nodes"],
            tuple(Failure(**failure) for failure in written["failures"]),
            written["failed"],
            written["seal"],
        )
    except (OSError, KeyError, ValueError, TypeError, pa.ArrowException):
        return None


def _identity(job: Job, block: Block) -> dict[str, Any]:
    source = block.source.record()
    return {"job": job.hash, "input": source, "range": [block.start, block.stop], "first": block.first}


@dataclass(slots=True)
class _Tally:
    """What has been counted in a block so far."""

    rows: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    nodes: int = 0
    failures: list[Failure] = field(default_factory=list)
    failed: int = 0

    def add(self, chunk: Chunk, answers: Answers) -> None:
        self.rows += len(chunk.rows)
        numbers = np.bincount(answers.statuses, minlength=len(STATUSES)).tolist()
        self.statuses.update({status: number for status, number in zip(STATUSES, numbers, strict=True) if number})
        self.nodes += answers.nodes
        self.failed += len(chunk.failures)
        self.failures += chunk.failures[: MOST_FAILURES - len(self.failures)]

    def record(self) -> dict[str, Any]:
        return asdict(self) | {"statuses": self._counts()}

    def _counts(self) -> dict[str, int]:
        return {status: self.statuses[status] for status in STATUSES if self.statuses[status]}

    def report(self, block: Block, hash_of_file: str) -> Report:
        failures = tuple(self.failures)
        counts = self._counts()
        return Report(block.name, block.source.name, self.rows, counts, self.nodes, failures, self.failed, hash_of_file)

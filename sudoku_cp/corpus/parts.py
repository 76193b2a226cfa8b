"""Parts: one Parquet file for each block, which appears whole and says what it answers.

A seal, a hash in the footer, shows any changed bit of the file. The footer of a Parquet file ends the file and holds
texts as they are; the seal is written as zeros first, and then replaced by the hash of the whole file with these zeros.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Event, get_ident
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from sudoku_cp._base.errors import InputError
from sudoku_cp.corpus.answers import STATUSES, Answers, answer
from sudoku_cp.corpus.blocks import TEMPORARY, Block
from sudoku_cp.corpus.chunks import Chunk, Failure, names, numbers, texts
from sudoku_cp.corpus.job import Job, model_of, shape_of
from sudoku_cp.corpus.rows import chunks_of
from sudoku_cp.parallel.builds import Build, difference

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq


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


GROUP = 1 << 18
"""The number of rows of a row group, unless these are large."""

_WAITING = 1 << 25
"""The size in bytes of memory of the rows that wait for others of their row group."""

_LEVEL = 3
"""The level of zstd; higher ones make answers hardly smaller."""

_RESERVED = frozenset("input row status count nodes solution candidates score bound er ep ed hardest".split())  # noqa: SIM905
"""The names of the columns of answers."""

_PLAIN = {"row", "solution", "candidates"}
"""The columns whose values hardly repeat, so that a dictionary of them is of no use."""

_WHOLE = {"input", "row", "status", "count", "nodes"}
"""The columns that have a value in each row."""


class PartWriter:
    """Writes the rows of a part.

    Parameters
    ----------
    stream
        The file.
    job, block
        What the part answers.
    """

    def __init__(self, stream: BinaryIO, job: Job, block: Block) -> None:
        self._stream, self._job, self._block = stream, job, block
        self._writer: pq.ParquetWriter | None = None
        self._waiting: list[pa.RecordBatch] = []

    def write(self, chunk: Chunk, answers: Answers) -> None:
        """Write some rows, together with others."""
        self._waiting.append(self._batch(chunk, answers))
        if sum(map(len, self._waiting)) >= GROUP or sum(each.nbytes for each in self._waiting) >= _WAITING:
            self._flush()

    def close(self, metadata: dict[str, str]) -> None:
        """Write what is left, and the footer with some texts by their keys."""
        if self._waiting:
            self._flush()
        assert self._writer is not None, "a block has at least one chunk"
        self._writer.add_key_value_metadata(metadata)
        self._writer.close()

    def _flush(self) -> None:
        import pyarrow as pa

        table = pa.Table.from_batches(self._waiting)
        self._waiting.clear()
        if self._writer is None:
            self._writer = self._started(table.schema)
        self._writer.write_table(table, max(1, len(table)))

    def _started(self, schema: pa.Schema) -> pq.ParquetWriter:
        import pyarrow.parquet as pq

        return pq.ParquetWriter(
            self._stream,
            schema,
            compression="zstd",
            compression_level=_LEVEL,
            use_dictionary=[name for name in schema.names if name not in _PLAIN],
            column_encoding={"row": "DELTA_BINARY_PACKED"},
            write_statistics=["row"],
        )

    def _batch(self, chunk: Chunk, answers: Answers) -> pa.RecordBatch:
        """The columns for some rows."""
        import pyarrow as pa

        source = names(np.zeros(len(chunk.rows), np.int8), [self._block.source.name])
        columns = {"input": source, "row": numbers(chunk.rows)}
        for name, values in zip(self._job.keep, chunk.kept, strict=True):
            columns[_free_name(name)] = values if isinstance(values, pa.Array) else texts(values)
        columns |= {"status": names(answers.statuses, STATUSES), **answers.columns}
        fields = [pa.field(name, array.type, nullable=name not in _WHOLE) for name, array in columns.items()]
        return pa.RecordBatch.from_arrays(list(columns.values()), schema=pa.schema(fields))


def _free_name(name: str) -> str:
    """The name of a kept column in a part: another one if it is the name of a column of answers."""
    return f"{name}_kept" if name in _RESERVED else name


UNSEALED = "0" * 64
"""What stands in place of the seal when it is computed."""

_MARK = b'"seal": "'
_PIECE = 1 << 20
_ENDING = 8
"""The bytes after the footer: its size in four of them, and four letters."""


def seal(stream: BinaryIO) -> str:
    """Seal a file that is open to be read and written.

    Parameters
    ----------
    stream
        The file, whose footer has ``"seal": "000…"`` once.

    Returns
    -------
    str
        The seal, 64 hexadecimal digits.
    """
    stream.flush()
    found = seal_of(stream)
    stream.seek(_place(stream))
    stream.write(found.encode())
    stream.flush()
    return found


def seal_of(stream: BinaryIO) -> str:
    """The seal that a file should have.

    Parameters
    ----------
    stream
        The file, open to be read.

    Returns
    -------
    str
        64 hexadecimal digits.

    Raises
    ------
    ValueError
        If there is no footer with a seal.
    """
    place = _place(stream)
    stream.seek(0)
    digest, left = sha256(), place
    while left and (piece := stream.read(min(_PIECE, left))):
        digest.update(piece)
        left -= len(piece)
    digest.update(UNSEALED.encode())
    stream.seek(place + len(UNSEALED))
    digest.update(stream.read())
    return digest.hexdigest()


def _place(stream: BinaryIO) -> int:
    """The place of the seal, which stands in the footer once.

    Raises
    ------
    ValueError
        If it does not.
    """
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, size - _ENDING))
    footer = int.from_bytes(stream.read(4), "little") + _ENDING
    start = size - footer
    if start < 0:
        raise ValueError("the footer is larger than the file")
    stream.seek(start)
    text = stream.read()
    if text.count(_MARK) != 1:
        raise ValueError("the footer has no seal, or several")
    return start + text.index(_MARK) + len(_MARK)

"""The columns of parts, and how they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from sudoku_cp.corpus.answers import STATUSES, Answers
from sudoku_cp.corpus.arrays import names, numbers, texts
from sudoku_cp.corpus.blocks import Block
from sudoku_cp.corpus.chunks import Chunk
from sudoku_cp.corpus.job import Job

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

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

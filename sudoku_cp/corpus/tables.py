"""Tables (CSV, TSV) whose columns have the puzzles and what is kept beside them."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from io import StringIO

import numpy as np

from sudoku_cp.corpus.blocks import head_of
from sudoku_cp.corpus.chunks import Chunk, Failure, chunk_of
from sudoku_cp.corpus.inputs import Input
from sudoku_cp.corpus.job import Job
from sudoku_cp.formats.bulk_cells import Shape, line_ends, read_cells


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of a table.

    Parameters
    ----------
    puzzle
        The place of the column of the puzzles.
    kept
        The places of the columns that are kept.
    has_names
        Whether the first row has the names of the columns.
    """

    delimiter: str
    width: int
    puzzle: int
    kept: tuple[int, ...]
    has_names: bool

    @classmethod
    def of(cls, source: Input, job: Job) -> Table:
        """The columns by the first row.

        Raises
        ------
        InputError
            If there is no such column.
        """
        assert job.column is not None
        rows = head_of(source, job)
        kept = tuple(rows.place_of(name) for name in job.keep)
        return cls(rows.delimiter, rows.width, rows.place_of(job.column), kept, rows.names is not None)

    def chunk(self, text: bytes, first: int, shape: Shape) -> Chunk:
        """The rows of some whole lines."""
        if self.has_names and first == 1:
            end = text.index(b"\n") + 1  # names with line ends are not worth the trouble
            text, first = text[end:], first + 1
        if b'"' in text or (b"\r" in text and text.count(b"\r") != text.count(b"\r\n")):
            return self._quoted(text, first, shape)
        return self._unquoted(text, first, shape)

    def _unquoted(self, text: bytes, first: int, shape: Shape) -> Chunk:
        """The rows of a text without quotes: each line is a row, and each delimiter divides fields."""
        codes = np.frombuffer(text, np.uint8)
        starts, ends = line_ends(text)
        if b"\r" in text:
            ends = ends - (codes[np.maximum(ends - 1, 0)] == ord("\r"))
        dividers = np.flatnonzero(codes == ord(self.delimiter))
        numbers = np.searchsorted(dividers, ends) - np.searchsorted(dividers, starts)
        is_row = (numbers == self.width - 1) & (starts < ends)
        inner = dividers[np.repeat(is_row, numbers)].reshape(np.count_nonzero(is_row), self.width - 1)
        left = np.column_stack([starts[is_row], inner + 1])
        right = np.column_stack([inner, ends[is_row]])
        cells = read_cells(text, left[:, self.puzzle], right[:, self.puzzle], shape)
        kept = [
            [text[start:end].decode(errors="replace") for start, end in zip(lefts, rights, strict=True)]
            for place in self.kept
            for lefts, rights in [(left[cells.indices, place].tolist(), right[cells.indices, place].tolist())]
        ]
        wrong = np.flatnonzero(~is_row & (starts < ends)).tolist()
        failures = [self._wrong_width(first + line, int(numbers[line]) + 1) for line in wrong]
        return chunk_of(cells, first + np.flatnonzero(is_row), kept, failures)

    def _quoted(self, text: bytes, first: int, shape: Shape) -> Chunk:
        """The rows of any text, field by field."""
        reader = csv.reader(StringIO(text.decode(errors="replace"), newline=""), delimiter=self.delimiter, strict=True)
        fields: list[list[str]] = []
        rows: list[int] = []
        failures: list[Failure] = []
        while True:
            row = first + reader.line_num
            try:
                found = next(reader)
            except StopIteration:
                break
            except csv.Error as error:
                failures.append(Failure(row, f"not a row of a table: {error}"))
                continue
            if len(found) == self.width:
                rows.append(row)
                fields.append(found)
            elif found:
                failures.append(self._wrong_width(row, len(found)))
        texts = [found[self.puzzle].encode() for found in fields]
        ends = np.cumsum([0, *map(len, texts)])
        cells = read_cells(b"".join(texts), ends[:-1], ends[1:], shape)
        kept = [[fields[index][place] for index in cells.indices.tolist()] for place in self.kept]
        return chunk_of(cells, np.array(rows, np.int64), kept, failures)

    def _wrong_width(self, row: int, width: int) -> Failure:
        return Failure(row, f"the row has {width} fields, and the first row has {self.width}")

"""Pages of Parquet files: the pieces of a column that are unpacked whole, however large they become.

The header of a page is a struct in Thrift's compact protocol, whose fields 2 and 3 are the sizes of the page, unpacked
and in the file.

References
----------
https://parquet.apache.org/docs/file-format/data-pages/
"""

from __future__ import annotations

import os
from io import FileIO
from typing import TYPE_CHECKING

from sudoku_cp._base.errors import InputError
from sudoku_cp.corpus.inputs import Input

if TYPE_CHECKING:
    import pyarrow.parquet as pq

MOST_COMPRESSED = 100
"""The number of bytes into which a byte of a column may unpack where these are many."""

_BYTES = 1 << 24
"""The size of a page that is unpacked however small it is in the file."""

_HEADER, _LARGEST_HEADER = 1 << 12, 1 << 24
_UNPACKED, _PACKED = 2, 3
_BOOLEANS, _BYTE, _INTEGERS, _DOUBLE, _BINARY, _STRUCT = (1, 2), 3, (4, 5, 6), 7, 8, 12
_DEEPEST = 8


def require_modest_pages(stream: FileIO, column: pq.ColumnChunkMetaData, source: Input) -> None:
    """Refuse a column with a page that would take far more memory than the file.

    Raises
    ------
    InputError
        If there is one, or the column is damaged.
    """
    start: int = column.data_page_offset
    if column.has_dictionary_page and column.dictionary_page_offset is not None:
        start = min(start, column.dictionary_page_offset)
    end = start + column.total_compressed_size
    while start < end:
        size, unpacked, packed = _header(stream, start, source)
        if unpacked > max(_BYTES, MOST_COMPRESSED * packed):
            message = f"column {column.path_in_schema} has a page of {packed:,} bytes that unpack to {unpacked:,}"
            raise InputError(f"{message}: write the file with smaller pages", source.name)
        start += size + packed


def _header(stream: FileIO, start: int, source: Input) -> tuple[int, int, int]:
    """The size of a header, and those of its page unpacked and in the file."""
    length = _HEADER
    while length <= _LARGEST_HEADER:
        struct = _Struct(os.pread(stream.fileno(), length, start))
        try:
            sizes = struct.integers()
            unpacked, packed = sizes[_UNPACKED], sizes[_PACKED]
        except IndexError:
            length <<= 4
        except (KeyError, ValueError):
            break
        else:
            if unpacked < 0 or packed < 0:
                break
            return struct.place, unpacked, packed
    raise InputError("cannot be read: the header of a page is damaged", source.name)


class _Struct:
    """A struct of Thrift at the beginning of some bytes."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self.place = 0

    def integers(self, depth: int = 0) -> dict[int, int]:
        """The fields that are integers.

        Raises
        ------
        IndexError
            If the bytes end before the struct does.
        ValueError
            If there is a field of a kind that headers of pages do not have.
        """
        if depth > _DEEPEST:
            raise ValueError("a struct of too many levels")
        found: dict[int, int] = {}
        field = 0
        while head := self._byte():
            field = field + (head >> 4) if head >> 4 else self._integer()
            kind = head & 15
            if kind in _INTEGERS:
                found[field] = self._integer()
            elif kind in (_BYTE, _DOUBLE):
                self._skip(1 if kind == _BYTE else 8)
            elif kind == _BINARY:
                self._skip(self._number())
            elif kind == _STRUCT:
                self.integers(depth + 1)
            elif kind not in _BOOLEANS:
                raise ValueError(f"a field of kind {kind}")
        return found

    def _byte(self) -> int:
        self.place += 1
        return self._text[self.place - 1]

    def _skip(self, size: int) -> None:
        self.place += size
        if self.place > len(self._text):
            raise IndexError

    def _number(self) -> int:
        number = shift = 0
        while (byte := self._byte()) & 128:
            number |= (byte & 127) << shift
            shift += 7
        return number | byte << shift

    def _integer(self) -> int:
        number = self._number()
        return number >> 1 ^ -(number & 1)

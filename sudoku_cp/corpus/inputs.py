"""The files of a corpus: which ones, of which kind, and their bytes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
from glob import glob
from io import FileIO
from typing import Any

from sudoku_cp import models
from sudoku_cp._base.errors import InputError
from sudoku_cp.formats.loading import unreadable

_MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd", b"PAR1": "parquet"}
_ZSTD_SKIPPABLE = range(0x184D2A50, 0x184D2A60)
_READ = 1 << 20
_UNPACKED = 1 << 17
"""Bytes of a compressed text at a time; those before a damage are lost up to this number."""


class Kind(StrEnum):
    """The kinds of files."""

    LINES = "lines"
    TABLE = "table"
    PARQUET = "parquet"


@dataclass(frozen=True, slots=True)
class Input:
    """A file of puzzles.

    Parameters
    ----------
    number
        Its place among the inputs, counted from 0.
    name
        Its path as given.
    kind
        What it consists of.
    compression
        ``"gzip"``, ``"zstd"``, or None.
    size
        In bytes.
    modified
        The time of its last change, in nanoseconds; a file that changed is another input.
    path
        Its absolute path, since workers may run in other folders; it is no part of what the input is.
    """

    number: int
    name: str
    kind: Kind
    compression: str | None
    size: int
    modified: int
    path: str

    def record(self) -> dict[str, Any]:
        """The input for `_job.json`."""
        record = asdict(self)
        del record["path"]
        return record


def find_inputs(arguments: Sequence[str], column: str | None) -> list[Input]:
    """The files that arguments name, in order: files, shipped lists, or patterns such as ``puzzles-*.txt.zst``.

    Raises
    ------
    InputError
        If a file cannot be read, a pattern fits no file, or a file occurs twice.
    """
    names: list[str] = []
    for argument in arguments:
        if os.path.lexists(argument) or not any(mark in argument for mark in "*?["):
            names.append(argument)
            continue
        found = [name for name in sorted(glob(argument, recursive=True)) if not os.path.isdir(name)]
        if not found:
            raise InputError("no file has a name of this pattern", argument)
        names += found
    seen: dict[str, str] = {}
    for name in names:
        if (real := os.path.realpath(_place(name))) in seen:
            raise InputError("this file occurs twice among the inputs", name)
        seen[real] = name
    return [_input(number, name, column) for number, name in enumerate(names)]


def _place(name: str) -> str:
    """The path of a file, or of the shipped list of puzzles with that name."""
    shipped = os.path.join(models.PUZZLES, name)
    is_shipped = name.endswith(".txt") and "/" not in name and not os.path.lexists(name) and os.path.isfile(shipped)
    return shipped if is_shipped else name


def _input(number: int, name: str, column: str | None) -> Input:
    path = _place(name)
    try:
        with open(path, "rb") as stream:
            status = os.fstat(stream.fileno())
            head = stream.read(4)
    except (OSError, ValueError) as error:
        raise unreadable(name, error if isinstance(error, OSError) else OSError(str(error))) from None
    if not os.path.isfile(path):
        raise InputError("is not a file: a corpus is read from files, as parts of it may be read again", name)
    form = next((form for magic, form in _MAGIC.items() if head.startswith(magic)), None)
    if form is None and int.from_bytes(head, "little") in _ZSTD_SKIPPABLE:
        form = "zstd"
    kind = Kind.LINES if column is None else Kind.TABLE
    if form == "parquet":
        kind, form = Kind.PARQUET, None
    return Input(number, name, kind, form, status.st_size, status.st_mtime_ns, os.path.abspath(path))


@contextmanager
def opened(source: Input) -> Iterator[FileIO]:
    """The bytes of an input.

    Raises
    ------
    InputError
        If the file cannot be opened, or is not the one that the job began with.
    OSError
        If it cannot be read later.
    """
    try:
        stream = open(source.path, "rb", buffering=0)  # noqa: SIM115
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source.name) from None
    with stream:
        status = os.fstat(stream.fileno())
        if (status.st_size, status.st_mtime_ns) != (source.size, source.modified):
            raise InputError("has changed since the job began", source.name)
        yield stream


@dataclass(slots=True)
class Text:
    """The text of an input, read piece by piece.

    Parameters
    ----------
    stream
        The text.
    file
        The file below it, whose position shows how much of it has been read.
    source
        The input.
    """

    stream: Any
    file: FileIO
    source: Input

    def read(self, size: int) -> bytes:
        """The next bytes of the text; none at its end.

        Raises
        ------
        InputError
            If the file is damaged.
        """
        try:
            return bytes(self.stream.read(size))
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror or error}", self.source.name) from None

    def pieces(self) -> Iterator[bytes]:
        """The text in pieces.

        Raises
        ------
        InputError
            If the file is damaged.
        """
        while piece := self.read(_READ if self.source.compression is None else _UNPACKED):
            yield piece

    def position(self) -> int:
        """How many bytes of the file have been read."""
        return self.file.tell()

    def head(self, size: int) -> bytes:
        """The beginning of the text, up to where the file is damaged.

        Raises
        ------
        InputError
            If nothing can be read.
        """
        found = b""
        try:
            for piece in self.pieces():
                found += piece
                if len(found) >= size:
                    break
        except InputError:
            if not found:
                raise
        return found[:size]


@contextmanager
def opened_text(source: Input, start: int = 0) -> Iterator[Text]:
    """The text of an input; of one that is not compressed, from a place on.

    Raises
    ------
    InputError
        If it cannot be opened, or is not the one that the job began with.
    """
    with opened(source) as file:
        if source.compression is None:
            file.seek(start)
            yield Text(file, file, source)
        else:
            import pyarrow as pa

            with pa.CompressedInputStream(file, source.compression) as stream:
                yield Text(stream, file, source)

"""The kinds of columns: texts of any library as one text with places, and answers as a column of the same kind."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import NoneType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudoku_cp._base.arguments import refused
from sudoku_cp._base.errors import InputError, ModelError
from sudoku_cp.formats.bulk_cells import is_list, texts_of_lists
from sudoku_cp.model.given_grids import entries_of


@dataclass(frozen=True, slots=True)
class Column:
    """The texts of a column, one after the other.

    Parameters
    ----------
    text
        The texts.
    starts, ends
        Their places; what has no text ends where it starts.
    like
        Makes a column of the same kind of values, given which of them count.
    """

    text: bytes
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    like: Callable[[NDArray[Any], NDArray[np.bool_]], Any]

    @property
    def has_text(self) -> NDArray[np.bool_]:
        """Which values have a text."""
        return self.ends > self.starts


def column_of(puzzles: Any, symbols: str = "123456789") -> Column:
    """Read a column of any kind: of texts, or of grids as lists or arrays of digits.

    Parameters
    ----------
    puzzles
        The column.
    symbols
        The characters of the digits 1, 2, … in texts made of lists.

    Raises
    ------
    InputError
        If it is not one of texts, or pyarrow is missing.
    """
    if isinstance(puzzles, np.ndarray) and puzzles.dtype.kind in "SU":
        return _numpy_column(puzzles)
    if isinstance(puzzles, np.ndarray) and puzzles.dtype.kind in "iu" and puzzles.ndim in (2, 3):
        return _digit_column(puzzles.reshape(len(puzzles), -1), symbols)
    if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        return _arrow_column(puzzles, symbols)
    is_array = isinstance(puzzles, np.ndarray)
    try:
        values = puzzles.ravel().tolist() if is_array else list(puzzles)
    except TypeError:
        raise refused("a column of puzzles", "a list or an array of texts", puzzles) from None
    kinds = set(map(type, values))
    if any(issubclass(each, list | tuple | np.ndarray) for each in kinds):
        values = [None if value is None else text_of_list(value, symbols) for value in values]
        kinds = set(map(type, values))
    if not all(issubclass(each, str | bytes | NoneType) for each in kinds):
        raise InputError("a column of puzzles has texts, one puzzle each")
    kind = type(puzzles)
    module = kind.__module__.partition(".")[0]
    if module == "pandas":
        return _list_column(values, lambda found: kind(found, index=puzzles.index, name=puzzles.name))
    if is_array:
        return _list_column(values, lambda found: np.array(found, object).reshape(puzzles.shape))
    return _list_column(values, list)


def text_of_list(value: Any, symbols: str) -> str:
    """A grid given by lists of digits as a text of one line.

    Raises
    ------
    InputError
        If it is none, or a digit has no symbol.
    """
    if isinstance(value, str):
        return value
    marks = "." + symbols
    try:
        entries = entries_of(value, "a puzzle")
        return "".join(
            ["." if entry is None else entry if isinstance(entry, str) else marks[_index(entry)] for entry in entries]
        )
    except (ModelError, IndexError, TypeError) as error:
        raise InputError(f"a puzzle has a digit without a symbol: {error}") from None


def _index(entry: Any) -> int:
    if entry < 0:
        raise IndexError(f"{entry} is no digit")
    return int(entry)


def _digit_column(digits: NDArray[Any], symbols: str) -> Column:
    """Grids of digits, one a row, as texts; the answers are an array."""
    rows, cells = digits.shape
    if digits.size and not 0 <= int(digits.min()) <= int(digits.max()) <= len(symbols):
        raise InputError(f"puzzles as arrays have digits from 0 to {len(symbols)}")
    marks = np.frombuffer(f".{symbols}".encode("ascii"), np.uint8)
    starts = np.arange(rows, dtype=np.int64) * cells
    texts = np.ascontiguousarray(marks[digits]).view(f"S{cells}").reshape(rows)
    like = _numpy_column(texts).like
    return Column(texts.tobytes(), starts, starts + cells, lambda found, valid: _decoded(like(found, valid)))


def _decoded(found: NDArray[Any]) -> NDArray[Any]:
    return np.char.decode(found, "ascii") if found.dtype.kind == "S" else found


def _list_column(values: Sequence[str | bytes | None], like: Callable[[list[Any]], Any]) -> Column:
    text, lengths = _joined(values)
    ends = np.cumsum(lengths)
    starts = ends - lengths

    def made(answers: NDArray[Any], valid: NDArray[np.bool_]) -> Any:
        found = np.char.decode(answers, "ascii") if answers.dtype.kind == "S" else answers
        return like(
            [value if is_valid else None for value, is_valid in zip(found.tolist(), valid.tolist(), strict=True)]
        )

    return Column(text, starts, ends, made)


def _joined(values: Sequence[str | bytes | None]) -> tuple[bytes, NDArray[np.int64]]:
    """Texts one after the other, and the number of bytes of each."""
    with suppress(TypeError):  # bytes, or values without a text
        text = "".join(values)  # type: ignore[arg-type]
        if text.isascii():  # a character is a byte
            return text.encode(), np.fromiter(map(len, values), np.int64, len(values))  # type: ignore[arg-type]
    texts = [value.encode() if isinstance(value, str) else value or b"" for value in values]
    return b"".join(texts), np.fromiter(map(len, texts), np.int64, len(texts))


def _numpy_column(puzzles: NDArray[Any]) -> Column:
    texts = puzzles if puzzles.dtype.kind == "S" else np.char.encode(puzzles)
    flat = np.ascontiguousarray(texts).reshape(-1)
    starts = np.arange(len(flat), dtype=np.int64) * flat.dtype.itemsize
    lengths = np.char.str_len(flat)

    def made(answers: NDArray[Any], valid: NDArray[np.bool_]) -> NDArray[Any]:
        nothing = {"S": b"", "f": np.nan, "i": -1}[answers.dtype.kind]
        found = np.where(valid, answers, np.array(nothing, answers.dtype)).reshape(puzzles.shape)
        return np.char.decode(found, "ascii") if puzzles.dtype.kind == "U" and found.dtype.kind == "S" else found

    return Column(flat.tobytes(), starts, starts + lengths, made)


def _arrow_column(puzzles: Any, symbols: str) -> Column:
    try:
        import pyarrow as pa
    except ImportError:
        raise InputError("Arrow arrays need pyarrow: pip install pyarrow") from None
    try:
        array = pa.array(puzzles) if hasattr(puzzles, "__arrow_c_array__") else pa.chunked_array(puzzles)
        if isinstance(array, pa.ChunkedArray):
            array = array.combine_chunks()
        if pa.types.is_dictionary(array.type):
            array = array.dictionary_decode()
        if is_list(array.type):
            array = texts_of_lists(array, symbols)
        if array.type not in (pa.string(), pa.binary()):
            array = array.cast(pa.large_binary())
        if array.null_count:
            array = array.fill_null(pa.scalar("", array.type))
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise InputError(f"this is not an Arrow array of texts: {error}") from None
    _, offsets, data = array.buffers()
    places = np.zeros(1, np.int64)
    if len(array):
        kind = np.int64 if array.type == pa.large_binary() else np.int32
        places = np.frombuffer(offsets, kind)[array.offset :][: len(array) + 1].astype(np.int64)
    first, end = int(places[0]), int(places[-1])
    text = data.slice(first, end - first).to_pybytes() if data is not None else b""  # of a slice no more than its own
    places = places - first

    def made(answers: NDArray[Any], valid: NDArray[np.bool_]) -> Any:
        if answers.dtype.kind == "S":
            return _same_kind(puzzles, pa.array(answers, mask=~valid).cast(pa.string()))
        return _same_kind(puzzles, pa.array(answers, mask=~valid))

    return Column(text, places[:-1], places[1:], made)


def _same_kind(puzzles: Any, answers: Any) -> Any:
    """Answers in an Arrow array as a column of the library that the puzzles come from."""
    import pyarrow as pa

    if isinstance(puzzles, pa.ChunkedArray):
        return pa.chunked_array([answers])
    match type(puzzles).__module__.partition(".")[0]:
        case "pandas":
            return answers.to_pandas().set_axis(puzzles.index).rename(puzzles.name)
        case "polars" | "nanoarrow" as name:
            library = sys.modules[name]
            return library.Series(puzzles.name, answers) if name == "polars" else library.Array(answers)
        case _:
            return answers

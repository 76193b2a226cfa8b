"""Puzzles from files, shipped names, texts and streams: as models, or one by one as they are; and writing them."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from io import BytesIO, TextIOBase
from itertools import islice
from math import isqrt
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO

from sudoku_cp import models
from sudoku_cp._base.arguments import checked, integer, iterated, of_type, path, refused, text, truth
from sudoku_cp._base.errors import nearest
from sudoku_cp._base.text import counted
from sudoku_cp.formats import sniffing
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format, ParsedPuzzle, refuse_small, small_ones_alone
from sudoku_cp.formats.registry import format_named, looks_like_puzzle, writable_format
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import GridText, givens
from sudoku_cp.model import Board, InputError, Sudoku
from sudoku_cp.model.given_grids import grids_of


def _name_or_lists(value: Any, what: str) -> Any:
    """Text or a path as text; lists and arrays as they are."""
    is_name = isinstance(value, str | bytes | PathLike) or not hasattr(value, "__iter__")
    return path(value, what) if is_name else value


@checked(puzzle=_name_or_lists, model=text, format=text, symbols=text, ignore_unsupported=truth)
def load(
    puzzle: str | PathLike[str] | Iterable[Any],
    *,
    model: str | None = None,
    format: str | None = None,  # noqa: A002
    symbols: str | None = None,
    ignore_unsupported: bool = False,
) -> Board:
    """Load a puzzle as a model with its givens and clues.

    A warning names rules that the texts of a document mention but the document does not declare.

    Parameters
    ----------
    puzzle
        A file in any format of `FORMATS`; the name of a puzzle that comes with the package (see
        `sudoku_cp.models.puzzles`); or a puzzle itself: its cells on one line, an address, or a text of several lines;
        or lists or an array of digits, with 0 or None for open cells.
    model
        The variant of a plain grid (see `sudoku_cp.models`); by default the usual one for its size. A document names
        its own variant.
    format, symbols, ignore_unsupported
        See `read`.

    Returns
    -------
    Board
        The model, with givens and clues.

    Raises
    ------
    InputError
        If there is no such file, it cannot be read as a puzzle, or it holds several.
    ModelError
        If there is no such model.

    >>> load("12..............").givens
    {r1c1: 1, r1c2: 2}
    >>> load("killer").name
    'killer'
    """
    source = puzzle if isinstance(puzzle, str) else "lists"
    boards = load_all(puzzle, model=model, format=format, symbols=symbols, ignore_unsupported=ignore_unsupported)
    with closing(boards):
        board = next(boards)
        if next(boards, None) is not None:
            name = ARGUMENT if is_puzzle(source) else source
            raise InputError("there are several puzzles: load_all yields them one by one", name)
    return board


@checked(puzzles=_name_or_lists, model=text, format=text, symbols=text, ignore_unsupported=truth)
def load_all(
    puzzles: str | PathLike[str] | Iterable[Any],
    *,
    model: str | None = None,
    format: str | None = None,  # noqa: A002
    symbols: str | None = None,
    ignore_unsupported: bool = False,
) -> Generator[Board, None, None]:
    """Load the puzzles of a file one by one, each as a model of its own; see `load`.

    Parameters
    ----------
    puzzles
        A file, the name of a puzzle that comes with the package, or a text; or lists or an array of digits, such as one
        of the shape (n, 9, 9) or (n, 81).
    model, format, symbols, ignore_unsupported
        See `load`.

    Yields
    ------
    Board
        The model of each puzzle, with givens and clues.

    Raises
    ------
    InputError
        During the iteration, at the first text that is not a puzzle.

    >>> sum(len(board.givens) for board in load_all("classic.txt"))
    530
    """
    if not isinstance(puzzles, str):
        yield from (_board_with(entries, model) for entries in grids_of(puzzles))
        return
    stream, source = opened(puzzles)
    with stream:
        for item in read(stream, source, format, symbols, ignore_unsupported=ignore_unsupported):
            yield _board_of(item, model) if isinstance(item, GridText) else _model_of(item)


def _board_with(entries: list[Any], name: str | None) -> Board:
    board = models.of_size(isqrt(len(entries))) if name is None else models.load(name)
    board.give_grid(entries)
    return board


def _model_of(document: Document) -> Board:
    for note in document.notes:
        warnings.warn(f"{document.source}:{document.line}: {note}", stacklevel=3)
    return document.model


def _board_of(grid: GridText, name: str | None) -> Board:
    from sudoku_cp import models

    board = models.of_size(grid.size) if name is None else models.load(name)
    if not isinstance(board, Sudoku):
        raise InputError(f"{board.name} is several grids: declare it in a TOML document", grid.source, grid.line)
    board.givens.update(givens(grid, board))
    board.symbols = grid.symbols
    return board


def _bytes(value: Any, what: str) -> BinaryIO:
    if not hasattr(value, "read") or isinstance(value, TextIOBase):
        raise refused(what, "a binary stream", value)
    stream: BinaryIO = value
    return stream


_puzzle = of_type((GridText, Document), "a grid or a document")


def _puzzles(value: object, what: str) -> Iterator[ParsedPuzzle]:
    item = f"an item of {what}"
    return (_puzzle(puzzle, item) for puzzle in iterated(value, what))


@checked(stream=_bytes, source=text, format=text, symbols=text, ignore_unsupported=truth, first_line=integer)
def read(
    stream: BinaryIO,
    source: str = "<stdin>",
    format: str | None = None,  # noqa: A002
    symbols: str | None = None,
    *,
    ignore_unsupported: bool = False,
    first_line: int = 1,
) -> Iterator[ParsedPuzzle]:
    """Read the puzzles of a stream one by one.

    Parameters
    ----------
    stream
        Read line by line as puzzles are asked for; a document is read as a whole.
    source
        The name of the stream in messages.
    format
        A name in `FORMATS`, or one that another package registers; None to recognise it.
    symbols
        The characters of the digits in ascending order; None to detect them (see `sudoku_cp.formats.symbols`).
    ignore_unsupported
        Whether to yield documents with content that is not supported; `Document.unsupported` lists it.
    first_line
        The number of the first line of the stream.

    Yields
    ------
    GridText or Document
        Each puzzle, as a grid of symbols or as a document with clues.

    Raises
    ------
    InputError
        If the format is unknown. While reading, at the first text that is not a puzzle or is not supported, or if there
        is no puzzle.
    """
    known = None if format is None else format_named(format)
    return _read(SourceLines(stream, source, first_line), known, symbols, ignore_unsupported)


def _read(
    lines: SourceLines, known: Format | None, symbols: str | None, ignore_unsupported: bool
) -> Iterator[ParsedPuzzle]:
    found = known or sniffing.sniff(lines)
    said = None if known else sniffing.take_count(lines)
    number = 0
    for puzzle in small_ones_alone(found.read(lines, symbols), found, is_named=known is not None):
        number += 1
        if isinstance(puzzle, Document) and puzzle.unsupported and not ignore_unsupported:
            raise lines.error(f"not supported: {'; '.join(puzzle.unsupported)}", puzzle.line)
        if said is not None:
            refuse_small(puzzle)
        if said is not None and number > said.number:
            raise lines.error(
                f"line {said.line} announces {counted(said.number, 'puzzle')}, but there are more", puzzle.line
            )
        yield puzzle
    if not number:
        raise lines.error("no puzzle found")
    if said is not None and number < said.number:
        raise lines.error(
            f"this line announces {counted(said.number, 'puzzle')}, but the text has {number:,}", said.line
        )


@checked(stream=_bytes, source=text)
def sniff(stream: BinaryIO, source: str = "<stdin>") -> tuple[str, BinaryIO]:
    """Recognise the format of a stream.

    Parameters
    ----------
    stream
        The stream, which is read as far as recognition needs.
    source
        The name of the stream in messages.

    Returns
    -------
    tuple
        The name of the format, and the stream from its beginning.

    Raises
    ------
    InputError
        If there is no puzzle.
    """
    lines = SourceLines(stream, source)
    return sniffing.sniff(lines).name, lines.rest()


@checked(puzzles=_puzzles, format=text)
def write(puzzles: Iterable[ParsedPuzzle], format: str) -> Iterator[str]:  # noqa: A002
    """Write puzzles as text, piece by piece.

    Parameters
    ----------
    puzzles
        Grids or documents.
    format
        The name of a format that can be written.

    Yields
    ------
    str
        Pieces of the text.

    Raises
    ------
    InputError
        If the format is unknown, is read-only, or has no place for a grid of that size.
    ModelError
        If a document has more than its givens, and the format is not ``toml``.
    """
    writer = writable_format(format).write
    assert writer is not None
    return writer(puzzles)


ARGUMENT = "<argument>"
"""The name in messages for a puzzle that is given instead of a file name."""

_CELLS = re.compile(r"[0-9.*_?-]{12,}")
"""What was probably meant as a puzzle."""

MOST_FILES = 10_000
"""The number of files in a folder that are considered as the intended one."""


def opened(name: str, buffering: int = -1) -> tuple[BinaryIO, str]:
    """Open the file or the shipped puzzle with a name, or a puzzle that is given instead of a name.

    Parameters
    ----------
    name
        The name or the puzzle.
    buffering
        As for `open`.

    Returns
    -------
    tuple
        The stream, and its name in messages.

    Raises
    ------
    InputError
        If there is no such file, or it cannot be read.
    """
    shown = ARGUMENT if is_puzzle(name) else name
    try:
        return (located(name).open("rb", buffering) if shown == name else BytesIO(os.fsencode(name))), shown
    except OSError as error:
        raise unreadable(name, error) from None
    except ValueError as error:
        raise InputError(f"cannot be read: {error}", shown) from None


def is_puzzle(text: str) -> bool:
    """Return whether the text is a puzzle itself, and not the name of a file.

    >>> is_puzzle("1..............."), is_puzzle("https://f-puzzles.com/?load=N4Ig")
    (True, True)
    >>> is_puzzle("puzzles_2024.txt")
    False
    """
    return looks_like_puzzle(text) and not _exists(Path(text))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # an address is too long for the name of a file
        return False


def located(name: str) -> Path:
    """The path of the file or the shipped puzzle with a name; it may not exist."""
    path = Path(name)
    if path.is_file() or "/" in name:
        return path
    shipped = Path(models.PUZZLES)
    return next(filter(Path.is_file, (shipped / f"{name}.toml", shipped / name)), path)


def unreadable(name: str, error: OSError) -> InputError:
    """The error for a file that cannot be read, with the file that may have been meant."""
    path, hint = Path(name), ""
    if isinstance(error, FileNotFoundError):
        shipped = () if "/" in name else models.puzzles()
        hint = nearest(path.name, (*_files_beside(path), *shipped))
        if not hint and _CELLS.fullmatch(name):
            hint = f"; as a puzzle it has {len(name)} cells, but 81 are needed for 9×9 and 256 for 16×16"
        elif not hint and name.isidentifier():
            hint = f"; the shipped puzzles are {', '.join(shipped)}"
    return InputError(f"cannot be read: {error.strerror or error}{hint}", name)


def _files_beside(path: Path) -> list[str]:
    try:
        return [other.name for other in islice(path.parent.iterdir(), MOST_FILES)]
    except OSError:
        return []

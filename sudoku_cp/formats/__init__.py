r"""Reading and writing puzzles: one format a file, and sniffing that picks one.

==============  ====================================================================================================
format          text
==============  ====================================================================================================
``line``        n² characters a puzzle, one a line: 81 for 9×9
``grid``        whole grids over several lines, with or without spaces, separators and frames
``picture``     framed pictures, as ``show`` draws them; only read
``poj3074``     lines of 81 characters, closed by a line ``end``
``poj3076``     16 lines of A–P, ``-`` empty; also AcWing 171
``hdu1426``     9 lines of 9 digits with spaces, ``?`` empty
``leetcode37``  JSON arrays
``noip2009``    9 lines of 9 digits with spaces, 0 empty; also AcWing 183
``toml``        a puzzle document: a model, givens and clues
``f-puzzles``   an f-puzzles document: JSON, its payload or an address; written as JSON
``f-puzzles-address``  the same, written as addresses
``sudokupad``   SudokuPad: JSON or an address, as far as it carries logic; written as JSON
``sudokupad-address``  the same, written as addresses
``tatham``      Simon Tatham's Solo, Unequal, Keen and Towers; only read
``variant-line``  jigsaws and killers in a line each; only read
``janko``       sudokus of several kinds, kakuro, kendoku and renban as on janko.at; only read
==============  ====================================================================================================

`load` gives the model of a puzzle by the name of its file; `read` gives what a stream says, puzzle by puzzle:

>>> from io import BytesIO
>>> grid, = read(BytesIO(b"12..\n..12\n2...\n...."))
>>> print("".join(write([grid], "line")), end="")
12....122.......
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import BinaryIO, NamedTuple, TypeAlias

from sudoku_cp.errors import unknown
from sudoku_cp.formats import (
    document,
    dump,
    grid,
    hdu1426,
    janko,
    leetcode37,
    line,
    noip2009,
    picture,
    poj3074,
    poj3076,
    tatham,
    variant_line,
)
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.dump import dump_document
from sudoku_cp.formats.grid_text import GridText, givens, grid_text
from sudoku_cp.formats.loading import load, load_all
from sudoku_cp.formats.sniffing import sniff as sniff_lines
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.model import InputError

Puzzle: TypeAlias = GridText | Document
"""What readers yield."""


class Format(NamedTuple):
    """How puzzles are read and written; both lazily, puzzle by puzzle."""

    read: Callable[[SourceLines, str | None], Iterator[Puzzle]]
    write: Callable[[Iterable[Puzzle]], Iterator[str]] | None
    """None for a format that is only read."""


def _grids(write: Callable[[Iterable[GridText]], Iterator[str]]) -> Callable[[Iterable[Puzzle]], Iterator[str]]:
    """A writer of grids as a writer of puzzles."""
    return lambda puzzles: write(map(dump.plain_grid, puzzles))


def _read_f_puzzles(lines: SourceLines, symbols: str | None) -> Iterator[Puzzle]:
    from sudoku_cp.formats import f_puzzles

    return f_puzzles.read(lines, symbols)


def _write_f_puzzles(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    from sudoku_cp.formats import f_puzzles_writing

    return f_puzzles_writing.write(puzzles)


def _write_addresses(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    from sudoku_cp.formats import f_puzzles_writing

    return f_puzzles_writing.write_addresses(puzzles)


def _read_sudokupad(lines: SourceLines, symbols: str | None) -> Iterator[Puzzle]:
    from sudoku_cp.formats import sudokupad

    return sudokupad.read(lines, symbols)


def _write_sudokupad(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    from sudoku_cp.formats import sudokupad_writing

    return sudokupad_writing.write(puzzles)


def _write_sudokupad_addresses(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    from sudoku_cp.formats import sudokupad_writing

    return sudokupad_writing.write_addresses(puzzles)


FORMATS: Mapping[str, Format] = {
    "line": Format(line.read, _grids(line.write)),
    "grid": Format(grid.read, _grids(grid.write)),
    "picture": Format(picture.read, None),
    "poj3074": Format(poj3074.read, _grids(poj3074.write)),
    "poj3076": Format(poj3076.read, _grids(poj3076.write)),
    "hdu1426": Format(hdu1426.read, _grids(hdu1426.write)),
    "leetcode37": Format(leetcode37.read, _grids(leetcode37.write)),
    "noip2009": Format(noip2009.read, _grids(noip2009.write)),
    "toml": Format(document.read, dump.write),
    "f-puzzles": Format(_read_f_puzzles, _write_f_puzzles),
    "f-puzzles-address": Format(_read_f_puzzles, _write_addresses),
    "sudokupad": Format(_read_sudokupad, _write_sudokupad),
    "sudokupad-address": Format(_read_sudokupad, _write_sudokupad_addresses),
    "tatham": Format(tatham.read, None),
    "variant-line": Format(variant_line.read, None),
    "janko": Format(janko.read, None),
}
"""Every format by its name."""

WRITABLE = tuple(name for name, known in FORMATS.items() if known.write is not None)
"""The formats that can be written, too."""


def read(
    stream: BinaryIO,
    source: str = "<stdin>",
    format: str | None = None,  # noqa: A002
    symbols: str | None = None,
    *,
    ignore_unsupported: bool = False,
    first_line: int = 1,
) -> Iterator[Puzzle]:
    """Read the puzzles of a stream one by one.

    Parameters
    ----------
    stream
        Read line by line as puzzles are asked for; a document is read as a whole.
    source
        The name of the stream in messages.
    format
        A name in `FORMATS`; None to find it out.
    symbols
        The characters of the digits in ascending order; None to find them out (see `sudoku_cp.formats.symbols`).
    ignore_unsupported
        Yield documents that say what has no meaning here, too; `Document.unsupported` names it.
    first_line
        The number of its first line.

    Raises
    ------
    InputError
        If the format is unknown; and while reading, at the first text that is no puzzle or says what has no meaning
        here, or if there is no puzzle.
    """
    if format is not None:
        _known(format)
    return _read(SourceLines(stream, source, first_line), format, symbols, ignore_unsupported)


def _read(lines: SourceLines, name: str | None, symbols: str | None, ignore_unsupported: bool) -> Iterator[Puzzle]:
    puzzles = FORMATS[name or sniff_lines(lines)].read(lines, symbols)
    found = False
    for puzzle in puzzles:
        found = True
        if isinstance(puzzle, Document) and puzzle.unsupported and not ignore_unsupported:
            raise lines.error(f"not supported: {'; '.join(puzzle.unsupported)}", puzzle.line)
        yield puzzle
    if not found:
        raise lines.error("no puzzle found")


def sniff(stream: BinaryIO, source: str = "<stdin>") -> tuple[str, BinaryIO]:
    """Find out the format of a stream; return its name, and the stream from its beginning.

    Raises
    ------
    InputError
        If there is no puzzle.
    """
    lines = SourceLines(stream, source)
    return sniff_lines(lines), lines.rest()


def write(puzzles: Iterable[Puzzle], format: str) -> Iterator[str]:  # noqa: A002
    """Write puzzles: yield the text piece by piece.

    Raises
    ------
    InputError
        If the format is unknown, is only read, or has no place for a grid of that size.
    ModelError
        If a document has more than its givens, and the format is not ``toml``.
    """
    writer = _known(format).write
    if writer is None:
        raise InputError(f"{format} is only read; there are {', '.join(WRITABLE)}")
    return writer(puzzles)


def _known(name: str) -> Format:
    if name not in FORMATS:
        raise InputError(unknown("format", name, FORMATS))
    return FORMATS[name]


__all__ = [
    "FORMATS",
    "WRITABLE",
    "Document",
    "Format",
    "GridText",
    "Puzzle",
    "dump_document",
    "givens",
    "grid_text",
    "load",
    "load_all",
    "read",
    "sniff",
    "write",
]

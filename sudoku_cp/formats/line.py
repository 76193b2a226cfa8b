"""One puzzle on each line: 81 characters for 9×9, 256 for 16×16, n² for n×n.

White space, ``:``, ``,`` or ``;`` ends the puzzle, so that its solution, a count or a comment may follow; another
puzzle may not. A number may precede it, as in ``12: …``. Blank lines and lines that start with ``#`` are skipped; a
line ``end`` ends the input.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from math import isqrt

from sudoku_cp.formats.format import Format, Peek, writer_of_grids
from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.symbols import SymbolReader
from sudoku_cp.formats.text_lines import FIELD, are_cells, are_marks, inner_end, is_frame, other_puzzle, puzzle_field
from sudoku_cp.formats.variant_line import marks_size
from sudoku_cp.model.board import MAX_SIZE

END = "end"
ORDER = "123456789"


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read one puzzle from each line.

    Raises
    ------
    InputError
        If the length of a line is not n², a character is not a digit, or there are two puzzles on a line.
    """
    return read_with(lines, SymbolReader(symbols))


def read_with(lines: SourceLines, reader: SymbolReader) -> Generator[GridText, None, bool]:
    """Read as `read` does, with a reader that remembers earlier lines; return whether ``end`` closed the input."""
    for line in lines:
        if line.text.strip() == END:
            return True
        if not line.is_skipped:
            cells, column = cells_of(lines, line)
            yield grid_of(lines, cells, line.number, column, reader)
    return False


def cells_of(lines: SourceLines, line: SourceLine) -> tuple[str, int]:
    """The characters of the puzzle in a line, and the column of the first.

    Raises
    ------
    InputError
        If another puzzle, or cells of the same grid, follow it, or the line may be several lines.
    """
    if (fault := inner_end(line.text)) is not None:
        raise lines.error(fault, line.number)
    cells, column = puzzle_field(line.text)
    if are_marks(cells) and len(cells) < FIELD <= len(line.text) and line.text.strip() == cells:
        raise lines.error("blanks do not show which cells are empty: write . for each", line.number)
    if (other := other_puzzle(line.text, cells, column)) is None:
        return cells, column
    at = line.text.index(other, column - 1 + len(cells)) + 1
    if len(cells) < FIELD:
        message = "a row of a grid or of a table, not a puzzle: --column names the column of the puzzles"
    else:
        message = f"two puzzles on a line, of {len(cells)} and of {len(other)} characters: the second is no solution"
    raise lines.error(message, line.number, at)


def grid_of(lines: SourceLines, cells: str, number: int, column: int, reader: SymbolReader) -> GridText:
    """The grid of the n² characters in a line from a column on.

    Raises
    ------
    InputError
        If the number of characters is not n², one is not a digit, or they draw a frame or are pencil marks.
    """
    size = isqrt(len(cells))
    if cells and is_frame(cells):
        raise lines.error("a line of a frame, not a puzzle; empty cells are . here", number)
    if marks_size(cells) or _are_all_marks(cells):
        raise lines.error("pencil marks, which are read alone on a line, without anything before or after them", number)
    if not cells or size * size != len(cells) or size > MAX_SIZE:
        raise lines.error(
            f"a puzzle of {len(cells)} characters; a line has n² for n×n, such as 81 for 9×9 and 256 for 16×16",
            number,
        )
    return reader.grid(cells, size, lines.source, lambda index: (number, column + index))


def _are_all_marks(cells: str) -> bool:
    """Whether cells are 1, 2, … again and again: a part of pencil marks, and no puzzle that has a solution."""
    most = max(cells, default="")
    return len(cells) >= FIELD and "3" < most <= "9" and cells in ORDER[: int(most)] * (len(cells) // int(most) + 2)


def write(grids: Iterable[GridText]) -> Iterator[str]:
    """Write one puzzle on each line, with ``.`` for empty cells."""
    for grid in grids:
        yield text_of(grid.ranks, grid.symbols) + "\n"


def text_of(ranks: Iterable[int], symbols: str) -> str:
    """The characters of cells with given ranks.

    >>> text_of((0, 2, 11), "123456789AB")
    '.2B'
    """
    marks = "." + symbols
    return "".join([marks[rank] for rank in ranks])


def _starts(text: str) -> bool:
    """Recognise lines with more characters than a row of a grid."""
    field, _ = puzzle_field(text)
    return len(field) > MAX_SIZE and are_cells(field)


def _recognises(peek: Peek) -> bool:
    """Recognise cells that no earlier format recognises as a row."""
    first = peek(0)
    return first is not None and are_cells(puzzle_field(first.text)[0])


FORMAT = Format(
    "line",
    "n² characters a puzzle, one a line: 81 for 9×9, 256 for 16×16; a number may precede, a solution or a note follow",
    read,
    writer_of_grids(write),
    starts=_starts,
    recognises=_recognises,
    is_line_wise=True,
    givens_only=True,
)

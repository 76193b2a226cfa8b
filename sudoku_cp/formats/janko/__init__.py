"""Puzzles in the format of janko.at: ``begin``, lines of a word and its value, grids of entries, ``end``.

======================  ================================================================================================
word                    value
======================  ================================================================================================
``puzzle``              ``sudoku``, ``sudoku chaos`` (jigsaw), ``killer``, ``wolkenkratzer`` (skyscrapers) or
                        ``randsummen`` (margin sums), each also with ``diagonals``; ``kakuro``, ``kendoku``, ``renban``
``size``                the number of rows and columns; or ``rows`` and ``cols``
``patternx patterny``   width and height of a box
``problem``             one row on each line with an entry for each cell: a digit, a letter (a = 1) or ``-``; for a
                        killer or kendoku the clue of an area, ``24*``, in one of its cells; for a kakuro ``-`` for a
                        block, ``16,7`` for a block with the sums down and across, ``0`` or ``.`` for a cell
``areas``               one row on each line with a label for each cell: its region or cage
``clabels rlabels``     the clues at the top and, on the next line, at the bottom; at the left and at the right
``solution moves``      ignored, like the words about author and source
======================  ================================================================================================

References
----------
The element ``application/x-janko`` of the pages below https://www.janko.at/Raetsel/.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format, Peek
from sudoku_cp.formats.janko.description import read_description
from sudoku_cp.formats.janko.puzzle import PuzzleReader
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.model import ModelError


def is_beginning(text: str) -> bool:
    """Return whether a line begins a puzzle.

    >>> is_beginning("begin"), is_beginning("beginning")
    (True, False)
    """
    return text.split()[:1] == ["begin"]


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read puzzles one by one.

    Raises
    ------
    InputError
        If a word or an entry is not known, or a part is missing.
    """
    for line in lines:
        if line.is_skipped:
            continue
        if not is_beginning(line.text):
            raise lines.error("a puzzle must start with the line begin", line.number)
        description = read_description(lines, line.number)
        try:
            yield PuzzleReader(description, lines).document()
        except ModelError as error:
            raise lines.error(str(error), line.number) from None


def _recognises(peek: Peek) -> bool:
    first = peek(0)
    return first is not None and is_beginning(first.text)


FORMAT = Format(
    "janko",
    "sudokus, jigsaws, killers, skyscrapers, margin sums, kakuro, kendoku and renban as on janko.at: `begin` … `end`; "
    "only read",
    read,
    recognises=_recognises,
)

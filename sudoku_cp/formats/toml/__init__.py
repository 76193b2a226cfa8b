'''The puzzle document: a TOML text that declares a puzzle by a model, givens and clues.

=====================  =================================================================================================
key                    value
=====================  =================================================================================================
``model``              the name of a variant in `sudoku_cp.models`; without it a plain `Sudoku`
``size`` ``box``       parameters of that variant, or of `Sudoku`: ``size = 6`` or, of rows and columns, ``[6, 9]``;
                       ``box = [2, 3]``; ``digits = [0, 1, 2, 3]``;
``regions`` ``grids``  ``regions`` is a text with a label for each cell; ``grids`` are the places of several grids that
``layout``             overlap; ``layout`` is the text of a `Kakuro`
``digits`` ``symbols``
``name``               the name of the puzzle
``author`` ``rules``   who set it, and its rules in the author's words
``grid``               a text as in the formats ``grid`` and ``line``; numbers of several digits are the puzzle's digits
``candidates``         a table of cell names, ``r1c1 = [1, 2]`` or ``r1c1 = "12"``; or a text with an entry for each
                       cell such as ``12`` (or ``10,12``), ``.`` for an unrestricted cell
``maximize``           a text with rows of weights: the score of a grid is the sum of weight · digit; or a table
``minimize``           of cells with the points for each digit in ascending order, ``r1c1 = [5, 0, -3]``
``then_maximize``      a further score, which decides among grids with the same scores before it
``then_minimize``
``[[rule]]``           a clue; the keys are the parameters of that rule in `sudoku_cp.rules`. A clue that combines
                       others comes before them: ``[[any_of]]``, then ``[[any_of.killer]]``, ``[[any_of.thermo]]``
=====================  =================================================================================================

>>> from io import BytesIO
>>> text = """
... size = 4
... grid = \'\'\'
... 1 2 | . .
... . . | 1 2
... ----+----
... . . | . .
... . . | . .\'\'\'
... [[killer]]
... cells = "r3c1 r3c2"
... sum = 5
... """
>>> from sudoku_cp.formats import read
>>> document, = read(BytesIO(text.encode()), "example.toml")
>>> document.model.givens
{r1c1: 1, r1c2: 2, r2c3: 1, r2c4: 2}
'''

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format, ParsedPuzzle, Peek
from sudoku_cp.formats.shapes import fits
from sudoku_cp.formats.source_lines import SourceLines

_ADDRESS = re.compile(r"(?:sudoku-cp:|https?://)[^#\s]*#doc=")
_KEY_OR_TABLE = re.compile(r"""\[\[?\s*["'\w]|["'\w.\s-]+=(?!=)""")

_is_list, _is_board = fits("list"), fits("leetcode37")


def _recognises(peek: Peek) -> bool:
    first = peek(0)
    if first is None or _KEY_OR_TABLE.match(first.text.lstrip()) is None:
        return False
    return not (_is_list(peek) or _is_board(peek))


def _read(lines: SourceLines, symbols: str | None) -> Iterator[Document]:
    from sudoku_cp.formats.toml import reading

    return reading.read(lines, symbols)


def _write(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    from sudoku_cp.formats.toml import writing

    return writing.write(puzzles)


def _is_address(text: str) -> bool:
    return _ADDRESS.match(text.strip()) is not None


def _read_addresses(lines: SourceLines, symbols: str | None) -> Iterator[Document]:
    from sudoku_cp.formats.toml import reading

    return reading.read_addresses(lines, symbols)


def _write_addresses(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    from sudoku_cp.formats.toml import writing

    return writing.write_addresses(puzzles)


FORMAT = Format(
    "toml",
    "a puzzle document",
    _read,
    _write,
    recognises=_recognises,
    has_one=True,
    samples=(
        "size = 4\ngrid = '''\n1 2 | . .\n. . | 1 2\n----+----\n. . | . .\n. . | . .\n'''\n",
        "[[killer]]\ncells = 'r3c1 r3c2'\nsum = 5\n",
    ),
)

ADDRESSES = Format(
    "toml-address",
    "the same, compressed into an address: `sudoku-cp:#doc=…`",
    _read_addresses,
    _write_addresses,
    starts=_is_address,
    is_line_wise=True,
    samples=(
        "sudoku-cp:#doc=eNrLS8xNVbBVUCouTcnPLlXiKs6sAvFNuNKLMlNAEkpKXIYKRgo1CnoKelxADGQB-Vy6QKANIriMgHxkWSCfC6QLAPSsEzI\n",
    ),
)

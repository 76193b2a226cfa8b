"""Addresses of puzz.link and its relatives (pzv.jp, pzprxs, pzplus): sudoku, kakuro and skyscrapers.

An address ends in ``?genre/columns/rows/body``. The body has an entry for each place in turn:

===============  ======================================================================================================
genre            body
===============  ======================================================================================================
``sudoku``       the cells in reading order: a number as one hexadecimal digit, or ``-`` and two; ``.`` for a number
                 that is not shown; ``g`` to ``z`` for 1 to 20 empty cells
``skyscrapers``  the numbers at the top, bottom, left and right in the same way, and then the cells
``kakuro``       the inner places in reading order: ``k`` to ``z`` for 1 to 16 cells, ``.`` for a block, or two
                 characters for a block with the sums below and to the right; then the sums above the columns and
                 before the rows that begin with a cell. A sum is 0–9, a–j (10–19) or A–Z (20–45), and 0 or ``-`` for
                 none.
===============  ======================================================================================================

References
----------
The sources of pzprjs (``Encode.js``, ``kakuro.js``, ``skyscrapers.js``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.text_lines import inner_end
from sudoku_cp.model import Board, InputError, Kakuro, Sudoku
from sudoku_cp.model.board import MAX_SIZE
from sudoku_cp.model.multi_grid import MAX_SIDE

GENRES = ("sudoku", "kakuro", "skyscrapers")

_HOSTS = r"(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app|pzplus\.tck\.mn)"
_OF_HOST = re.compile(rf"https?://(?:www\.)?{_HOSTS}/[^?]*\?")
_ADDRESS = re.compile(
    r"https?://[^?#]+\?(?:\w+=\w*&)*(?P<genre>\w+)/(?:v:/)?(?P<across>\d{1,3})/(?P<down>\d{1,3})/(?P<body>.*)"
)
_NUMBER = re.compile(r"[0-9a-f]|-[0-9a-f]{2}|\+[0-9a-f]{3}|\.|[g-z]")
_SIDES = ("top", "bottom", "left", "right")
_SUMS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FIRST_RUN = "k"


def is_address(text: str) -> bool:
    """Return whether a text is an address of a genre that is read, or of one of the programs.

    >>> is_address("https://puzz.link/p?sudoku/4/4/g1k23k3g"), is_address("https://puzz.link/p?slither/4/4/a")
    (True, True)
    >>> is_address("https://example.org/?bd=1...")
    False
    """
    found = _ADDRESS.match(text.strip())
    return (found is not None and found["genre"] in GENRES) or _OF_HOST.match(text.strip()) is not None


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read an address on each line.

    Raises
    ------
    InputError
        If a line is not such an address, is of another genre, or its body does not fill the grid.
    """
    return lines.read_each(lambda line: Document(board_of(line.text.strip()), lines.source, line.number))


def board_of(address: str) -> Board:
    """The puzzle in an address.

    Raises
    ------
    InputError
        See `read`.
    """
    from urllib.parse import unquote

    if (fault := inner_end(address)) is not None:
        raise InputError(fault)
    found = _ADDRESS.fullmatch(unquote(address))
    if found is None:
        raise InputError(
            "not an address such as https://puzz.link/p?sudoku/9/9/…, of a genre, columns, rows and a body"
        )
    genre, across, down, body = found["genre"], int(found["across"]), int(found["down"]), found["body"].rstrip("/")
    if genre not in GENRES:
        raise InputError(f"a puzzle of the genre {genre}: {', '.join(GENRES)} are read")
    if genre == "kakuro":
        return _kakuro(across, down, body)
    if across != down or not 1 <= across <= MAX_SIZE:
        raise InputError(f"a grid of {down} rows and {across} columns: it must be a square of at most {MAX_SIZE}")
    return _sudoku(across, body) if genre == "sudoku" else _skyscrapers(across, body)


def _sudoku(size: int, body: str) -> Sudoku:
    sudoku = Sudoku(size)
    _give(sudoku, _numbers(body, size * size))
    return sudoku


def _skyscrapers(size: int, body: str) -> Sudoku:
    from sudoku_cp import rules

    sudoku = Sudoku(size, regions=(), name="skyscrapers")
    numbers = _numbers(body, 4 * size + size * size)
    for (side, index), number in zip(product(_SIDES, range(1, size + 1)), numbers, strict=False):
        if number is not None:
            sudoku.add(rules.skyscraper(side, index, number))
    _give(sudoku, numbers[4 * size :])
    return sudoku


def _give(sudoku: Sudoku, numbers: list[int | None]) -> None:
    for cell, number in zip(sudoku.grid, numbers, strict=True):
        if number is not None:
            if number not in sudoku.digits:
                raise InputError(f"{cell.name}: {number} is not a digit from 1 to {sudoku.size}")
            sudoku.give(cell, number)


def _numbers(body: str, places: int) -> list[int | None]:
    """The numbers of places, None for an empty one; places at the end may be left out."""
    numbers: list[int | None] = []
    at = 0
    while at < len(body):
        found = _NUMBER.match(body, at)
        if found is None:
            raise InputError(f"{body[at]!r}, character {at + 1} of the body, is no number and no run of empty places")
        piece, at = found[0], found.end()
        if piece >= "g" and len(piece) == 1:
            numbers += [None] * (ord(piece) - ord("g") + 1)
        else:
            numbers.append(None if piece == "." else int(piece.lstrip("-+"), 16))
    if len(numbers) > places and any(number is not None for number in numbers[places:]):
        raise InputError(f"the body has {len(numbers)} places, and the grid {places}")
    return numbers[:places] + [None] * (places - len(numbers))


def _kakuro(across: int, down: int, body: str) -> Kakuro:
    if not 1 <= across < MAX_SIDE or not 1 <= down < MAX_SIDE:
        raise InputError(f"a grid of {down} rows and {across} columns: there are at most {MAX_SIDE - 1}")
    pieces = iter(body)
    inner: list[str] = []
    while len(inner) < across * down:
        character = next(pieces, None)
        if character is None:
            raise InputError(f"the body has {len(inner)} of {across * down} places")
        if _FIRST_RUN <= character <= "z":
            inner += ["."] * (ord(character) - ord(_FIRST_RUN) + 1)
        elif character == ".":
            inner.append("#")
        else:
            inner.append(_block(_sum(character), _sum(next(pieces, "-"))))
    if len(inner) > across * down:
        raise InputError(f"the body has {len(inner)} places, and the grid {across * down}")
    rows = [inner[start : start + across] for start in range(0, len(inner), across)]
    top = [_block(_sum(next(pieces, "-")), 0) if entry == "." else "#" for entry in rows[0]]
    left = [_block(0, _sum(next(pieces, "-"))) if row[0] == "." else "#" for row in rows]
    if rest := "".join(pieces):
        raise InputError(f"the body has {rest!r} after the last sum")
    layout = [["#", *top], *([block, *row] for block, row in zip(left, rows, strict=True))]
    return Kakuro("\n".join(" ".join(row) for row in layout))


def _sum(character: str) -> int:
    """The sum that a character says, 0 for none."""
    if character == "-":
        return 0
    number = _SUMS.find(character)
    if number < 0:
        raise InputError(f"{character!r} is not a sum: 0–9, a–j, A–Z or -")
    return number


def _block(below: int, right: int) -> str:
    return f"{below or ''}\\{right or ''}" if below or right else "#"


FORMAT = Format(
    "puzz-link",
    "puzz.link and its relatives: addresses of sudoku, kakuro and skyscrapers; only read",
    read,
    starts=is_address,
    is_line_wise=True,
    samples=(
        "https://puzz.link/p?sudoku/4/4/g1k23k3g\n",
        "https://puzz.link/p?skyscrapers/4/4/k13h4j3g\n",
        "https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3\n",
    ),
)

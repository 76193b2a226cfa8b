"""Addresses of puzz.link and its relatives (pzv.jp, pzprxs, pzplus): sudoku, kakuro, Slitherlink and others.

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
``slither``      the cells in reading order: 0 to 4 for a number, 5 to 9 for a number and an empty cell, ``a`` to ``e``
                 for one and two; ``g`` to ``z`` for 1 to 20 empty cells
``mashu``        three cells in each character, which is 9·a + 3·b + c in base 36: 0 is empty, 1 white and 2 black
``yinyang``      the same
``nurikabe``     the cells as in ``sudoku``
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

GENRES = ("sudoku", "kakuro", "skyscrapers", "slither", "mashu", "yinyang", "nurikabe")
_OTHER_NAMES = {"slitherlink": "slither", "masyu": "mashu"}

_HOSTS = r"(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app|pzplus\.tck\.mn)"
_OF_HOST = re.compile(rf"https?://(?:www\.)?{_HOSTS}/[^?]*\?")
_ADDRESS = re.compile(
    r"https?://[^?#]+\?(?:\w+=\w*&)*(?P<genre>\w+)/(?P<variant>v:/)?(?P<across>\d{1,3})/(?P<down>\d{1,3})/(?P<body>.*)"
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
    return (found is not None and _genre(found) in GENRES) or _OF_HOST.match(text.strip()) is not None


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
    genre, across, down, body = _genre(found), int(found["across"]), int(found["down"]), found["body"].rstrip("/")
    if genre not in GENRES:
        raise InputError(f"a puzzle of the genre {genre}: {', '.join(GENRES)} are read")
    if genre == "kakuro":
        return _kakuro(across, down, body)
    if genre in _WITHOUT_DIGITS:
        if found["variant"]:
            raise InputError(f"a {genre} with other rules, which the address does not state")
        if not 1 <= across <= MAX_SIZE or not 1 <= down <= MAX_SIZE:
            raise InputError(f"a grid of {down} rows and {across} columns: there are at most {MAX_SIZE}")
        return _WITHOUT_DIGITS[genre](down, across, body)
    if across != down or not 1 <= across <= MAX_SIZE:
        raise InputError(f"a grid of {down} rows and {across} columns: it must be a square of at most {MAX_SIZE}")
    return _sudoku(across, body) if genre == "sudoku" else _skyscrapers(across, body)


def _genre(found: re.Match[str]) -> str:
    return _OTHER_NAMES.get(found["genre"], found["genre"])


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
    return _filled(numbers, places)


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


def _slither(down: int, across: int, body: str) -> Board:
    from sudoku_cp import models

    board = models.load("slitherlink", size=(down, across))
    numbers: list[int | None] = []
    for character in body:
        value = _BASE_36.find(character)
        if 0 <= value < 15:
            numbers += [value % 5, *[None] * (value // 5)]
        elif value > 15:
            numbers += [None] * (value - 15)
        else:
            raise InputError(f"{character!r} is no number and no run of empty cells")
    for cell, number in zip(board.grid, _filled(numbers, down * across), strict=True):
        if number is not None:
            board.give(cell, number)
    return board


def _mashu(down: int, across: int, body: str) -> Board:
    from sudoku_cp import models, rules

    board = models.load("masyu", size=(down, across))
    names = [cell.name for cell in board.grid]
    colours = _circles(body, down * across)
    white, black = ([name for name, own in zip(names, colours, strict=True) if own == colour] for colour in (1, 2))
    if white or black:
        board.add(rules.loop(white=white or None, black=black or None))
    return board


def _yin_yang(down: int, across: int, body: str) -> Board:
    from sudoku_cp import models

    board = models.load("yin_yang", size=(down, across))
    for cell, colour in zip(board.grid, _circles(body, down * across), strict=True):
        if colour:
            board.give(cell, colour - 1)
    return board


def _nurikabe(down: int, across: int, body: str) -> Board:
    from sudoku_cp import models, rules

    if "." in body:
        raise InputError("an island of unknown size: only sizes that are given are read")
    board = models.load("blank", size=(down, across))
    board.name = "nurikabe"
    numbers = _numbers(body, down * across)
    sizes = {cell.name: number for cell, number in zip(board.grid, numbers, strict=True) if number is not None}
    if not sizes:
        raise InputError("a nurikabe without islands")
    board.add(rules.nurikabe(list(sizes), sizes=list(sizes.values())))
    return board


def _circles(body: str, places: int) -> list[int]:
    """The circles of cells: 0 for none, 1 for white, 2 for black."""
    circles: list[int | None] = []
    for character in body:
        value = _BASE_36.find(character)
        if not 0 <= value < 27:
            raise InputError(f"{character!r} is not three cells: 0–9 or a–q")
        circles += [value // 9, value // 3 % 3, value % 3]
    return [circle or 0 for circle in _filled([circle or None for circle in circles], places)]


def _filled(entries: list[int | None], places: int) -> list[int | None]:
    """The entries of all places, None where they are left out at the end."""
    if any(entry is not None for entry in entries[places:]):
        raise InputError(f"the body has {len(entries)} places, and the grid {places}")
    return entries[:places] + [None] * (places - len(entries))


_BASE_36 = "0123456789abcdefghijklmnopqrstuvwxyz"

_WITHOUT_DIGITS = {"slither": _slither, "mashu": _mashu, "yinyang": _yin_yang, "nurikabe": _nurikabe}


FORMAT = Format(
    "puzz-link",
    "puzz.link and its relatives: addresses of sudoku, kakuro, skyscrapers, Slitherlink, Masyu and others; only read",
    read,
    starts=is_address,
    is_line_wise=True,
    samples=(
        "https://puzz.link/p?sudoku/4/4/g1k23k3g\n",
        "https://puzz.link/p?skyscrapers/4/4/k13h4j3g\n",
        "https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3\n",
        "https://puzz.link/p?slither/5/5/j83ai812ch27\n",
    ),
)

"""Simon Tatham's descriptions of Solo, Unequal, Keen and Towers: one game on each line, as parameters:description.

=======  ==========================  ==================================================================================
game     parameters                  description
=======  ==========================  ==================================================================================
Solo     ``3x3`` ``3x3k`` ``9jxk``   the digits; then, after commas, the regions with ``j`` (jigsaw), and the cages and
                                     their sums with ``k`` (killer); ``x`` means both diagonals
Unequal  ``5`` ``5a``                a digit for each cell, 0 if empty, with letters ``URDL`` for the neighbours that
                                     are smaller; with ``a`` for all neighbours that are consecutive
Keen     ``6``                       the cages, and after a comma an operation and a number for each cage
Towers   ``5``                       the numbers at the top, bottom, left and right; after a comma the digits
=======  ==========================  ==================================================================================

The digits or numbers of a grid are written in sequence: a letter stands for 1 to 26 empty cells, and ``_`` separates
numbers. Regions are written as their borders, one pair of neighbours after another: pairs within rows, row by row, then
pairs within columns. A letter stands for 1 to 25 pairs without a border followed by one with a border; ``z`` stands for
26 pairs without a border, and ``_`` for one with a border. In Keen, a number repeats the letter or ``_`` before it.

A saved game is a file of lines ``KEY     :length:value``. ``CPARAMS`` (or ``PARAMS``) and ``DESC`` are the parameters
and the description of its game; the moves of the player are left out.

References
----------
Simon Tatham's Portable Puzzle Collection: ``solo.c``, ``unequal.c``, ``keen.c``, ``towers.c``, ``midend.c``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.model import Cell, InputError, ModelError, Sudoku
from sudoku_cp.model.board import MAX_SIZE

_GAME = re.compile(
    r"(?P<size>\d{1,2})(?:x(?P<height>\d{1,2}))?(?P<letters>[jxka]*)(?:d[a-z])?m?:(?P<description>[\w,/]+)"
)
_OPERATIONS = {"a": "+", "m": "*", "s": "-", "d": "/"}
_SIDES = ("top", "bottom", "left", "right")
_STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
_UNBOUNDED = 26
_SAVED = re.compile(r"([A-Z]{1,8}) *:(\d{1,7}):(.*)")
_OF_GAME = ("GAME", "CPARAMS", "PARAMS", "DESC")
_NAMES = ("Solo", "Unequal", "Keen", "Towers")


def is_game(text: str) -> bool:
    """Return whether a text is such a description.

    >>> is_game("4:0,0L,0D,0,0,0U,0,0,0U,0,0D,0,0U,0,0,0U,"), is_game("53..7....6..195...")
    (True, False)
    """
    found = _GAME.fullmatch(text.strip())
    return found is not None and not found["description"].isdecimal()


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read one game from each line.

    Raises
    ------
    InputError
        If a line is not such a description.
    """
    return lines.read_each(lambda line: Document(sudoku_from(line.text.strip()), lines.source, line.number))


def read_saved(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read a saved game.

    Raises
    ------
    InputError
        If the file is damaged, or saves another game.
    """
    first, values = lines.next_number, dict[str, str]()
    for line in lines:
        found = _SAVED.fullmatch(line.text)
        if found is None and not line.text.strip():
            continue
        if found is None or len(found[3].encode()) != int(found[2]):
            raise lines.error(
                "not a line of a saved game, such as DESC    :6:1a2b3j, or of another length", line.number
            )
        if found[1] in _OF_GAME and values.setdefault(found[1], found[3]) != found[3]:
            raise lines.error(f"{found[1]} occurs twice", line.number)
    if not values:
        return
    game, parameters = values.get("GAME"), values.get("CPARAMS", values.get("PARAMS"))
    if game not in _NAMES or parameters is None or "DESC" not in values:
        raise lines.error(f"a saved game of {game}: games of {', '.join(_NAMES)} are read", first)
    try:
        sudoku = sudoku_from(f"{parameters}:{values['DESC']}")
    except InputError as error:
        raise lines.error(error.message, first) from None
    except ModelError as error:
        raise lines.error(str(error), first) from None
    if sudoku.name != game:
        raise lines.error(f"a saved game of {game} with a description of {sudoku.name}", first)
    yield Document(sudoku, lines.source, first)


def sudoku_from(game: str) -> Sudoku:
    """The puzzle that a description declares.

    Raises
    ------
    InputError
        If the text is not such a description.
    """
    found = _GAME.fullmatch(game)
    if found is None:
        raise InputError("not a game such as 3x3:… (Solo), 5:0,0L,… (Unequal), 6:…,… (Keen) or 5:4/3/… (Towers)")
    letters, description = found["letters"], found["description"]
    size = int(found["size"]) * int(found["height"] or 1)
    if not 1 <= size <= MAX_SIZE:
        raise InputError(f"the size must be from 1 to {MAX_SIZE}, not {size}")
    if found["height"] or set(letters) & set("jxk"):
        box = (int(found["size"]), int(found["height"])) if found["height"] else None
        return _solo(size, box, letters, description)
    if "/" in description:
        return _towers(size, description)
    if re.fullmatch(r"(\d+[URDL]*,)*\d+[URDL]*,?", description):
        return _unequal(size, "a" in letters, description)
    return _keen(size, description)


def _solo(size: int, box: tuple[int, int] | None, letters: str, description: str) -> Sudoku:
    from sudoku_cp import rules

    parts = description.split(",")
    wanted = 1 + ("j" in letters) + 2 * ("k" in letters)
    if len(parts) != wanted:
        raise InputError(f"the description has {len(parts)} parts between commas, not {wanted}")
    digits, rest = parts[0], parts[1:]
    if "j" in letters:
        labels = _blocks(rest.pop(0), size)
        rows = [labels[start : start + size] for start in range(0, size * size, size)]
        sudoku = Sudoku(size, regions=rows, name="Solo")
    else:
        sudoku = Sudoku(size, box=box, name="Solo")
    _give(sudoku, digits)
    if "x" in letters:
        sudoku.add(rules.diagonals())
    if rest:
        sums = _numbers(rest[1], size * size)
        for cells in _cells_by_label(sudoku, _blocks(rest[0], size)):
            sudoku.add(rules.killer(cells, sums[cells[0].index] or None))
    return sudoku


def _unequal(size: int, adjacent: bool, description: str) -> Sudoku:
    from sudoku_cp import rules

    sudoku = Sudoku(size, regions=(), name="Unequal")
    entries = description.rstrip(",").split(",")
    if len(entries) != size * size:
        raise InputError(f"the description has {len(entries)} cells, not {size * size}")
    consecutive: dict[frozenset[Cell], None] = {}
    for cell, entry in zip(sudoku.grid, entries, strict=True):
        digit, signs = re.fullmatch(r"(\d+)([URDL]*)", entry).groups()  # type: ignore[union-attr]
        if int(digit):
            sudoku.give(cell, int(digit))
        for sign in signs:
            assert cell.row is not None
            assert cell.column is not None
            down, right = _STEPS[sign]
            other = sudoku[cell.row + down, cell.column + right]
            if adjacent:
                consecutive[frozenset((cell, other))] = None
            else:
                sudoku.add(rules.greater_than((cell, other)))
    if adjacent:
        for pair in consecutive:
            sudoku.add(rules.consecutive(sorted(pair, key=lambda cell: cell.index)))
        sudoku.add(rules.negative_difference())
    return sudoku


def _keen(size: int, description: str) -> Sudoku:
    from sudoku_cp import rules

    sudoku = Sudoku(size, regions=(), name="Keen")
    borders, _, clues = description.partition(",")
    read = re.findall(r"([amsd])(\d{1,9})", clues)
    cages = _cells_by_label(sudoku, _blocks(borders, size))
    if "".join(map("".join, read)) != clues or len(read) != len(cages):
        raise InputError(f"each of the {len(cages)} cages needs one of a, m, s, d and a number, not {clues!r}")
    for cells, (operation, number) in zip(cages, read, strict=True):
        sudoku.add(rules.calcudoku(cells, int(number), _OPERATIONS[operation]))
    return sudoku


def _towers(size: int, description: str) -> Sudoku:
    from sudoku_cp import rules

    sudoku = Sudoku(size, regions=(), name="Towers")
    around, _, digits = description.partition(",")
    numbers = around.split("/")
    if len(numbers) != 4 * size:
        raise InputError(f"there are {len(numbers)} numbers around the grid, not {4 * size}")
    for (side, index), number in zip(product(_SIDES, range(1, size + 1)), numbers, strict=True):
        if number and not re.fullmatch(r"\d{1,9}", number):
            raise InputError(f"{number!r} at the {side} is not a number below 10⁹")
        if number:
            sudoku.add(rules.skyscraper(side, index, int(number)))
    if digits:
        _give(sudoku, digits)
    return sudoku


def _give(sudoku: Sudoku, digits: str) -> None:
    for cell, digit in zip(sudoku.grid, _numbers(digits, len(sudoku.grid)), strict=True):
        if digit:
            sudoku.give(cell, digit)


def _numbers(text: str, count: int) -> list[int]:
    """The numbers of a grid, 0 for an empty cell."""
    numbers: list[int] = []
    pieces = re.findall(r"[a-z]|\d{1,6}|_", text)
    if "".join(pieces) != text:
        raise InputError(f"{text!r} contains characters other than letters, numbers and _")
    for piece in pieces:
        if piece.isdecimal():
            numbers.append(int(piece))
        elif piece != "_":
            numbers += [0] * _run(piece)
    if len(numbers) != count:
        raise InputError(f"{text!r} has {len(numbers)} cells, not {count}")
    return numbers


def _blocks(text: str, size: int) -> list[int]:
    """A region label for each cell, from the borders between the cells."""
    borders: list[bool] = []
    pieces = re.findall(r"([a-z_])(\d{0,4})", text)
    if "".join(map("".join, pieces)) != text:
        raise InputError(f"borders must be letters and _, in Keen with numbers after them, not {text!r}")
    for letter, times in pieces:
        run = _run(letter)
        borders += ([False] * run + [True] * (run < _UNBOUNDED)) * int(times or 1)
    across = [(row * size + column, 1) for row in range(size) for column in range(size - 1)]
    down = [(row * size + column, size) for column in range(size) for row in range(size - 1)]
    if len(borders) != len(across + down) + 1:
        raise InputError(f"{text!r} has {len(borders) - 1} pairs of neighbours, not {len(across + down)}")
    label = list(range(size * size))
    for (cell, step), is_border in zip(across + down, borders, strict=False):
        if not is_border and label[cell] != label[cell + step]:
            old, new = label[cell + step], label[cell]
            label = [new if other == old else other for other in label]
    return label


def _run(letter: str) -> int:
    return 0 if letter == "_" else ord(letter) - ord("a") + 1


def _cells_by_label(sudoku: Sudoku, labels: list[int]) -> list[list[Cell]]:
    """The cells of each block, in the order of the blocks' first cells."""
    blocks: dict[int, list[Cell]] = {}
    for cell, label in zip(sudoku.grid, labels, strict=True):
        blocks.setdefault(label, []).append(cell)
    return list(blocks.values())


FORMAT = Format(
    "tatham",
    "Simon Tatham's Solo, Unequal, Keen and Towers: `3x3k:…`, `5:0,0L,…`; only read",
    read,
    starts=is_game,
    is_line_wise=True,
    samples=("2x2:1a2b3j\n",),
)

_SAVEFILE = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection"

SAVED = Format(
    "tatham-save",
    "games of Simon Tatham's Solo, Unequal, Keen and Towers in the files in which they are saved; only read",
    read_saved,
    starts=lambda text: text.startswith(_SAVEFILE),
    has_one=True,
    samples=(
        f"{_SAVEFILE}\nVERSION :1:1\nGAME    :4:Solo\nPARAMS  :3:2x2\nCPARAMS :3:2x2\nDESC    :6:1a2b3j\n",
        f"{_SAVEFILE}\nVERSION :1:1\nGAME    :7:Unequal\nCPARAMS :1:3\nDESC    :20:0R,0R,0,0,0,0,0,0,2,\n",
    ),
)

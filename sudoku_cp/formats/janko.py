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

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format, Peek
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.model import Board, Cell, Clue, InputError, Kakuro, Sudoku


def is_beginning(text: str) -> bool:
    """Return whether a line begins a puzzle.

    >>> is_beginning("begin"), is_beginning("beginning")
    (True, False)
    """
    return text.split(None, 1)[:1] == ["begin"]


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read puzzles one by one.

    Raises
    ------
    InputError
        If a word or an entry is not known, or a part is missing.
    """

    def document(line: SourceLine) -> Document:
        if not is_beginning(line.text):
            raise InputError("a puzzle must start with the line begin")
        return PuzzleReader(read_description(lines, line.number), lines).document()

    return lines.read_each(document)


def _recognises(peek: Peek) -> bool:
    first = peek(0)
    return first is not None and is_beginning(first.text)


FORMAT = Format(
    "janko",
    "sudokus, jigsaws, killers, skyscrapers, margin sums, kakuro, kendoku and renban as on janko.at: `begin` … `end`; "
    "only read",
    read,
    recognises=_recognises,
    samples=("begin\npuzzle sudoku\nsize 4\nproblem\n- - 3 1\n- - - -\n- - - -\n1 4 - -\nend\n",),
)


TEXTS = frozenset(
    (
        *("author", "solver", "source", "title", "info", "infotext", "date", "mail", "pid", "rights"),
        *("unit", "unitsize", "depth", "check", "layout", "options", "pattern"),
    )
)
"""Words about a puzzle that do not affect its logic."""

GRIDS = frozenset(["problem", "areas", "solution", "rlabels", "clabels"])

_NUMBERS = frozenset(["size", "rows", "cols", "patternx", "patterny"])

MAX_LINES = 2000
"""The largest number of lines from ``begin`` to ``end``, with all moves."""


class Entry(NamedTuple):
    """A word of a grid and its place."""

    text: str
    line: int
    column: int


@dataclass
class Description:
    """The description between ``begin`` and ``end``."""

    line: int
    words: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The value and the line of each word."""
    grids: dict[str, list[list[Entry]]] = field(default_factory=dict)


def read_description(lines: SourceLines, number: int) -> Description:
    """Read the lines after ``begin``, which is on the line with this number, to ``end``.

    Raises
    ------
    InputError
        If a word is not known, or occurs twice with two readings, the end is missing, or there are too many lines.
    """
    found, grid = Description(number), None
    for line in lines:
        if line.number > number + MAX_LINES:
            raise lines.error(f"a puzzle of more than {MAX_LINES:,} lines", number)
        words = line.text.split()
        if not words:
            continue
        word = words[0].lower()
        if word == "end":
            return found
        if word in GRIDS and len(words) == 1:
            if word in found.grids:
                raise lines.error(f"{word} occurs twice", line.number)
            grid = found.grids[word] = []
        elif word in ("puzzle", "variant", "moves") or word in TEXTS or word in _NUMBERS:
            grid, value = None, " ".join(words[1:])
            before, _ = found.words.get(word, (value, 0))
            if before != value and word != "moves" and word not in TEXTS:
                raise lines.error(f"{word} occurs twice, with {before!r} and with {value!r}", line.number)
            found.words[word] = value, line.number
        elif grid is not None:
            grid.append(_entries(line))
        elif not line.text.rstrip().endswith(";"):  # of moves
            raise lines.error(f"unknown word {words[0]}", line.number)
    raise lines.error("the line end is missing", number)


def _entries(line: SourceLine) -> list[Entry]:
    return [Entry(found.group(), line.number, found.start() + 1) for found in re.finditer(r"\S+", line.text)]


_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_CLUE = re.compile(r"(\d{1,9})([-+*/x:]?)")
_BLOCK = re.compile(r"(\d{0,9}),(\d{0,9})")


class PuzzleReader:
    """Turns one description into a model."""

    def __init__(self, description: Description, lines: SourceLines) -> None:
        self._found = description
        self._lines = lines

    def document(self) -> Document:
        """The puzzle, with the notes on it.

        Raises
        ------
        InputError
            If the kind is not known, a part is missing, or an entry is wrong.
        """
        text, line = self._found.words.get("puzzle", ("", self._found.line))
        kinds, words = self._kinds(), set(re.findall(r"\w+", text.lower()))
        special = words - {"sudoku", "diagonals"}
        if not words or len(special) > 1 or not special <= kinds.keys():
            raise self._lines.error(f"puzzle {text or 'is missing'}: known kinds are sudoku, {', '.join(kinds)}", line)
        board = kinds[special.pop()]() if special else self._sudoku()
        board.name = self._said("title") or board.name
        if "diagonals" in words:
            from sudoku_cp import rules

            board.add(rules.diagonals())
        variant = self._said("variant")
        carried = {word: value for word, (value, _) in self._found.words.items() if word in TEXTS}
        unsupported = (f"variant {variant}",) if variant else ()
        return Document(board, self._lines.source, self._found.line, carried, unsupported)

    def _said(self, word: str) -> str:
        return self._found.words.get(word, ("", 0))[0]

    def _kinds(self) -> Mapping[str, Callable[[], Board]]:
        return {
            "chaos": self._chaos,
            "killer": self._killer,
            "wolkenkratzer": lambda: self._with_labels("skyscraper"),
            "randsummen": lambda: self._with_labels("margin_sum"),
            "kakuro": self._kakuro,
            "kendoku": self._kendoku,
            "renban": self._renban,
        }

    def _sudoku(self) -> Sudoku:
        return self._chaos() if self._found.grids.get("areas") else self._given(self._boxed())

    def _number(self, word: str) -> int | None:
        if word not in self._found.words:
            return None
        text, line = self._found.words[word]
        if not re.fullmatch(r"\d{1,3}", text):
            raise self._lines.error(f"{word} must be a whole number, not {text!r}", line)
        return int(text)

    def _size(self) -> int:
        rows, columns = (self._number(word) for word in ("rows", "cols"))
        size = self._number("size") or rows
        if size is None:
            raise self._lines.error("the size is missing", self._found.line)
        if rows not in (None, size):
            raise self._lines.error(f"size {size} and rows {rows} contradict each other", self._found.line)
        if columns not in (None, size):
            raise self._lines.error(f"a grid of {size} rows and {columns} columns is not square", self._found.line)
        return size

    def _grid(self, word: str, rows: int, columns: int) -> list[list[Entry]]:
        grid = self._found.grids.get(word, [])
        if len(grid) != rows:
            line = grid[-1][0].line if grid else self._found.line
            raise self._lines.error(f"{word} has {len(grid)} rows, not {rows}", line)
        for number, row in enumerate(grid, 1):
            if len(row) != columns:
                raise self._lines.error(f"{word}: row {number} has {len(row)} entries, not {columns}", row[0].line)
        return grid

    def _boxed(self) -> Sudoku:
        width, height = self._number("patternx"), self._number("patterny")
        return Sudoku(self._size(), box=(height, width) if height and width else None)

    def _latin(self) -> Sudoku:
        return Sudoku(self._size(), regions="")

    def _given(self, sudoku: Sudoku) -> Sudoku:
        for cell, entry in self._cells(sudoku, "problem"):
            if entry.text in "-.0":
                continue
            text = entry.text.lower()
            digit = int(text) if re.fullmatch(r"\d{1,3}", text) else _LETTERS.find(text) + 1
            if digit not in sudoku.digits:
                raise self._error(entry, f"is not a digit of 1–{sudoku.size}; use - for an empty cell")
            sudoku.give(cell, digit)
        return sudoku

    def _cells(self, sudoku: Sudoku, word: str) -> list[tuple[Cell, Entry]]:
        rows = self._grid(word, sudoku.size, sudoku.size)
        return list(zip(sudoku.grid, [entry for row in rows for entry in row], strict=True))

    def _error(self, entry: Entry, message: str) -> InputError:
        return self._lines.error(f"{entry.text!r} {message}", entry.line, entry.column)

    def _areas(self, sudoku: Sudoku) -> dict[str, list[Cell]]:
        areas: dict[str, list[Cell]] = {}
        for cell, entry in self._cells(sudoku, "areas"):
            areas.setdefault(entry.text, []).append(cell)
        return areas

    def _chaos(self) -> Sudoku:
        size = self._size()
        labels = [[entry.text for entry in row] for row in self._grid("areas", size, size)]
        return self._given(Sudoku(size, regions=labels))

    def _renban(self) -> Sudoku:
        from sudoku_cp import rules

        sudoku = self._given(self._latin())
        sudoku.add(*(rules.renban(cells) for cells in self._areas(sudoku).values()))
        return sudoku

    def _killer(self) -> Sudoku:
        from sudoku_cp import rules

        sudoku = self._boxed()
        sudoku.add(*self._caged(sudoku, lambda cells, sum_, operator: rules.killer(cells, sum_)))
        return sudoku

    def _kendoku(self) -> Sudoku:
        from sudoku_cp import rules

        def clue(cells: Sequence[Cell], value: int, operator: str) -> Clue:
            return rules.calcudoku(cells, value, {"x": "*", ":": "/", "": None}.get(operator, operator))

        sudoku = self._latin()
        sudoku.add(*self._caged(sudoku, clue))
        return sudoku

    def _caged(self, sudoku: Sudoku, clue: Callable[[Sequence[Cell], int, str], Clue]) -> Iterator[Clue]:
        """The clue of each area, made from the entry in one of its cells."""
        entry_of = dict(self._cells(sudoku, "problem"))
        for cells in self._areas(sudoku).values():
            clued = [entry_of[cell] for cell in cells if entry_of[cell].text not in "-."]
            if len(clued) > 1:
                raise self._error(clued[1], f"is a second clue of the same area, after {clued[0].text!r}")
            for entry in clued:
                found = _CLUE.fullmatch(entry.text)
                if found is None:
                    raise self._error(entry, "is not a clue such as 24*; use - for a cell without a clue")
                yield clue(cells, int(found[1]), found[2])

    def _with_labels(self, rule: str) -> Sudoku:
        from sudoku_cp import rules

        sudoku = self._given(self._boxed())
        for word, sides in (("clabels", ("top", "bottom")), ("rlabels", ("left", "right"))):
            for side, row in zip(sides, self._grid(word, 2, sudoku.size), strict=True):
                for index, entry in enumerate(row, 1):
                    if entry.text in "-.":
                        continue
                    if not re.fullmatch(r"\d{1,9}", entry.text):
                        raise self._error(entry, "is not a number below 10⁹; use - for none")
                    sudoku.add(rules.clue(rule, {"side": side, "index": index, "value": int(entry.text)}))
        return sudoku

    def _kakuro(self) -> Kakuro:
        rows = self._number("rows") or self._size()
        columns = self._number("cols") or self._size()
        layout = [[self._place(entry) for entry in row] for row in self._grid("problem", rows, columns)]
        return Kakuro("\n".join(" ".join(row) for row in layout))

    def _place(self, entry: Entry) -> str:
        if entry.text == "-":
            return "#"
        if entry.text in "0.":
            return "."
        found = _BLOCK.fullmatch(entry.text)
        if found is None and not re.fullmatch("[1-9]", entry.text):
            raise self._error(entry, "is neither a cell (0 or a digit) nor a block (- 16, ,7 23,7)")
        return f"{found[1]}\\{found[2]}" if found else entry.text

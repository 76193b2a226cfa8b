"""The entries of texts in a document, a digit, candidates or a weight for each cell; and boards of several grids.

Boards are rows of characters, with ``#`` or a blank where there is no cell, or a picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from io import BytesIO

from sudoku_cp.formats.document import Document
from sudoku_cp.formats.grid_rows import Row
from sudoku_cp.formats.picture import pictures
from sudoku_cp.formats.shapes import is_top
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import describe, rank_table
from sudoku_cp.formats.text_lines import SEPARATORS, is_border, is_frame, is_ruling, tokens_of
from sudoku_cp.model import Board, Cell
from sudoku_cp.model.board import default_symbols

NO_CELL = "#"

ROW_MARKS = "*_"
"""The marks of which a line is a row where the size is known; lines of dashes separate bands."""


def places(lines: SourceLines, board: Board, what: str) -> Iterator[tuple[Cell, str, tuple[int, int]]]:
    """Each cell with its entry in a text that has the board's rows and columns, and the place of the entry.

    A place without a cell has the entry `NO_CELL`; such a text has no comments.

    Raises
    ------
    InputError
        If the rows or columns do not fit the board.
    """
    has_gaps = len(board.grid) < board.height * board.width
    separators = SEPARATORS if what == "cells" else ""  # candidates are written as 10,12
    number, last = 0, None
    first = next((text for text in _peeked(lines, 2 * board.height) if not is_frame(text)), "")
    for line in lines:
        last = line.number
        is_drawn = is_frame(line.text, ROW_MARKS) or (is_ruling(line.text) and is_border(line.text, first))
        if is_drawn or (line.is_skipped and not has_gaps):
            continue
        tokens = tokens_of(line.text, separators)
        compact = "".join(tokens)
        row = Row(line, tokens if len(tokens) == board.width or len(compact) != board.width else compact, separators)
        if number == board.height or len(row.entries) != board.width:
            found = f"row {number + 1} has {len(row.entries)} {what}, not {board.width}"
            raise lines.error(found if number < board.height else f"more than {number} rows of {what}", line.number)
        for index, cell in enumerate(board.lattice[number]):
            text, place = row.entries[index], (line.number, row.column(index))
            if (cell is None) != (has_gaps and text == NO_CELL):
                raise lines.error(f"write {NO_CELL} for each place without a cell, and only there", *place)
            if cell is not None:
                yield cell, text, place
        number += 1
    if number < board.height:
        raise lines.error(f"only {number} of {board.height} rows of {what}", last)


def _peeked(lines: SourceLines, most: int) -> Iterator[str]:
    return (line.text for ahead in range(most) if (line := lines.peek(ahead)) is not None)


def givens_of(
    entries: Iterable[tuple[Cell, str, tuple[int, int]]], lines: SourceLines, board: Board, table: Mapping[str, int]
) -> Iterator[tuple[Cell, int]]:
    """The cells with a digit, from entries with their places.

    Raises
    ------
    InputError
        If an entry is not a digit, or if 0 may be one: it stands beside a mark of empty cells in a board of ten digits
        or more, where numbers from 0 on are usual.
    """
    zero: tuple[int, int] | None = None
    is_marked = False
    for cell, text, place in entries:
        if table.get(text) == 0:
            zero = zero or (place if text == "0" else None)
            is_marked |= text != "0"
            continue
        digit = digit_of(text, board, table)
        if digit is None:
            message = f"{text!r} is not a digit of {known_digits(board, table)}; use . for an empty cell"
            raise lines.error(message, *place)
        yield cell, digit
    if zero is not None and is_marked and len(board.digits) > 9:
        raise lines.error("is 0 an empty cell here, or a digit? Declare digits from 0 on, or write . alone", *zero)


def digit_of(text: str, board: Board, table: Mapping[str, int]) -> int | None:
    """The digit that a symbol or a number stands for.

    Numbers are digits of the puzzle, unless a symbol such as ``1`` stands for another digit.
    """
    if text in table:
        return board.digits[table[text] - 1] if table[text] else None
    values = {mark: board.digits[rank - 1] for mark, rank in table.items() if rank and mark.isdecimal()}
    is_usual = table == rank_table(default_symbols(board.digits))
    if not is_usual and any(mark != str(digit) for mark, digit in values.items()):
        return None
    number = int(text) if re.fullmatch(r"-?\d{1,9}", text) else None
    return number if number in board.digits else None


def candidates_of(text: str, board: Board, table: Mapping[str, int]) -> tuple[int, ...] | None:
    """The digits of ``12`` or ``10,12``; None if an entry is not a digit."""
    parts = text if board.symbols and "," not in text else text.split(",")
    digits = [digit_of(part.strip(), board, table) for part in parts]
    return None if None in digits else tuple(digit for digit in digits if digit is not None)


def known_digits(board: Board, table: Mapping[str, int]) -> str:
    """The digits of a board, for messages."""
    symbols = "".join(symbol for symbol in board.symbols if symbol in table)
    return describe(symbols) or f"{board.digits[0]}–{board.digits[-1]}"


def read_boards(lines: SourceLines, board: Board) -> Iterator[Document]:
    """Read the givens of boards; an empty line may follow each.

    Raises
    ------
    InputError
        If the rows do not fit the board.
    """
    if is_top(lines.peek()) or is_top(lines.peek(1)):
        for picture in pictures(lines):
            rows = "\n".join(" ".join(row) for row in picture.rows)
            yield _given(SourceLines(BytesIO(rows.encode()), lines.source, picture.line), board, picture.line)
        return
    while (line := lines.peek()) is not None:
        if not line.text.strip():
            next(lines)
            continue
        rows = "\n".join(_taken(lines, board))
        yield _given(SourceLines(BytesIO(rows.encode()), lines.source, line.number), board, line.number)


def _taken(lines: SourceLines, board: Board) -> Iterator[str]:
    """The lines of one board, found by counting its rows, since a row may be blank."""
    number = 0
    while number < board.height and (line := lines.peek()) is not None:
        next(lines)
        is_row = bool(line.text.strip()) and not is_frame(line.text, ROW_MARKS)
        yield _with_gaps(line.text, board, number) if is_row else line.text
        number += is_row


def _with_gaps(text: str, board: Board, row: int) -> str:
    """The row with the usual mark instead of each blank, if it is a row with blanks for places without a cell."""
    padded = text.ljust(board.width)
    gaps = [at for at, cell in enumerate(board.lattice[row]) if cell is None]
    fits = len(padded) == board.width and [at for at, mark in enumerate(padded) if mark == " "] == gaps
    return padded.replace(" ", NO_CELL) if fits else text


def _given(lines: SourceLines, board: Board, number: int) -> Document:
    table = rank_table(board.symbols)
    given = copy(board)
    given.givens = {}
    for cell, digit in givens_of(places(lines, board, "cells"), lines, board, table):
        given.give(cell, digit)
    return Document(given, lines.source, number)

"""The entries of texts in a document: a digit, candidates or a weight for each cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sudoku_cp.formats.grid_rows import Row, is_separator, tokens_of
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import describe
from sudoku_cp.model import Board, Cell

NO_CELL = "#"


def places(lines: SourceLines, board: Board, what: str) -> Iterator[tuple[Cell, str, tuple[int, int]]]:
    """Each cell with its entry in a text that has the board's rows and columns, and the place of the entry.

    A place without a cell has the entry `NO_CELL`; such a text has no comments.

    Raises
    ------
    InputError
        If the rows or columns do not fit the board.
    """
    has_gaps = len(board.grid) < board.height * board.width
    number, last = 0, None
    for line in lines:
        last = line.number
        if is_separator(line.text) or (line.is_skipped and not has_gaps):
            continue
        tokens = tokens_of(line.text)
        compact = "".join(tokens)
        row = Row(line, tokens if len(tokens) == board.width or len(compact) != board.width else compact)
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


def digit_of(text: str, board: Board, table: Mapping[str, int]) -> int | None:
    """The digit that a symbol or a number stands for."""
    if text in table:
        return board.digits[table[text] - 1] if table[text] else None
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

"""The entries of the texts in a document: digits, candidates and weights, one a cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sudoku_cp.formats.grid import Row, is_separator, tokens_of
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import describe
from sudoku_cp.model import Cell, Sudoku


def square(lines: SourceLines, sudoku: Sudoku, what: str) -> Iterator[tuple[Cell, str, tuple[int, int]]]:
    """Every cell with its entry in a text of as many rows and columns, and the place of the entry."""
    size, number, last = sudoku.size, 0, None
    for line in lines:
        last = line.number
        if line.is_skipped or is_separator(line.text):
            continue
        row = Row(line, tokens_of(line.text))
        if number == size or len(row.entries) != size:
            found = f"row {number + 1} has {len(row.entries)} {what}, not {size}"
            raise lines.error(found if number < size else f"more than {size} rows of {what}", line.number)
        for index, cell in enumerate(sudoku.rows[number]):
            yield cell, row.entries[index], (line.number, row.column(index))
        number += 1
    if number < size:
        raise lines.error(f"only {number} of {size} rows of {what}", last)


def digit_of(text: str, sudoku: Sudoku, table: Mapping[str, int]) -> int | None:
    """The digit that a symbol or a number stands for."""
    if text in table:
        return sudoku.digits[table[text] - 1] if table[text] else None
    number = int(text) if re.fullmatch(r"-?\d{1,9}", text) else None
    return number if number in sudoku.digits else None


def candidates_of(text: str, sudoku: Sudoku, table: Mapping[str, int]) -> tuple[int, ...] | None:
    """The digits of ``12`` or ``10,12``; None if one is not a digit."""
    parts = text if sudoku.symbols and "," not in text else text.split(",")
    digits = [digit_of(part.strip(), sudoku, table) for part in parts]
    return None if None in digits else tuple(digit for digit in digits if digit is not None)


def known_digits(sudoku: Sudoku, table: Mapping[str, int]) -> str:
    """The digits of a sudoku, for messages."""
    symbols = "".join(symbol for symbol in sudoku.symbols if symbol in table)
    return describe(symbols) or f"{sudoku.digits[0]}–{sudoku.digits[-1]}"

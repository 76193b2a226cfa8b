"""Rows that may be something else: numbered rows, headings, frames of marks of empty cells, lists of small puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

from sudoku_cp.formats.format import Peek
from sudoku_cp.formats.grid_rows import Row
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import LETTERS, ordinary_symbols
from sudoku_cp.formats.text_lines import FIELD, SEPARATORS, SMALLEST, is_frame, is_ruling, puzzle_field, tokens_of
from sudoku_cp.model.sudoku import MAX_SIZE
from sudoku_cp.model.symbols import EMPTY_MARKS
from sudoku_cp.text import counted

LINES_OF_EITHER = 4
"""How many times the rows of a large grid are looked at to tell it from puzzles, one on each line."""


def refuse_labels(lines: SourceLines, rows: list[Row]) -> None:
    """Refuse rows with something before or behind their cells, such as their numbers or a separator.

    Raises
    ------
    InputError
        If all rows begin or end with a separator, which may stand for a blank cell; if rows and columns have numbers;
        or if further rows follow directly, and an outer row or column has numbers in order, and the first one again, or
        has a digit in each cell and one of them twice.
    """
    texts, first = [row.line.text.strip() for row in rows], rows[0].line.number
    if any(all(text[at] in SEPARATORS for text in texts) for at in (0, -1)):
        raise lines.error("does the separator at the end of each row stand for a cell? Write . for empty cells", first)
    cells = [list(row.entries) for row in rows]
    in_order = [*map(str, range(1, len(rows) + 1))]
    has_both = len(rows) > 1 and [row[0] for row in cells] == in_order and cells[0][1:] == in_order[:-1]
    below = lines.peek() if has_both or _are_outer_cells_doubtful(cells) else None
    if has_both or (below is not None and below.text.strip() and not is_frame(below.text)):
        raise lines.error("an outer row or column has numbers that are not cells, or one digit twice", first)


def _are_outer_cells_doubtful(cells: list[list[str]]) -> bool:
    marks = set(EMPTY_MARKS) & {cell for row in cells for cell in row}
    empty = marks or {"0"}
    columns = [column for column in zip(*cells, strict=True) if not set(column) <= {*empty, "0"}]
    alike = all(len(set(column)) == 1 for column in columns)
    is_full = not any(cell in empty for row in cells for cell in row)
    for house in (columns[0], columns[-1], cells[0], cells[-1]) if columns else ():
        repeats = len(set(house)) < len(house) and not empty & set(house)
        if _are_numbers(house) or (repeats and (not is_full or (len(set(house)) == 1 and not alike))):
            return True
    return False


def _are_numbers(house: Sequence[str]) -> bool:
    """Whether entries are 0, 1, … or 1, 2, …, and the first one again after some, as in no house of a puzzle."""
    cycle = house.index(house[0], 1) if house[0] in house[1:] else 0
    numbers = [str(int(house[0]) + at % cycle) for at in range(len(house))] if cycle > 1 and house[0] in "01" else []
    return list(house) == numbers


def refuse_doubtful_rows(lines: SourceLines, rows: list[Row]) -> None:
    """Refuse rows of which one may be a heading, such as the number of the grid, or a line of a frame.

    Raises
    ------
    InputError
        If the first row is a number, the first row or column has 1, 2, …, or a row has nothing but a mark that draws
        frames, too; and the lines up to the next blank one do not fill grids with these rows, or fill some without.
    """
    size, first, entries = len(rows), rows[0].line, rows[0].entries
    is_number = "".join(entries).isdecimal() and len(tokens_of(first.text)) == 1
    column = [row.entries[0] for row in rows]
    in_order = [[*map(str, range(start, start + size))] for start in (0, 1)]
    is_other = len(tokens_of(first.text)) == 1 < max(len(tokens_of(row.line.text)) for row in rows)
    may_be_heading = is_number or is_other or list(entries) in in_order or column in in_order
    rulings = [row.line.text for row in rows if is_ruling(row.line.text)]
    if not (may_be_heading or rulings):
        return
    marks = {mark for text in rulings for mark in text}
    number, ruled = size, len(rulings)
    for ahead in range(2 * (size + 1) ** 2):
        line = lines.peek(ahead)
        if line is None or not (line.text.strip() or is_other):
            break
        if not line.is_skipped and not is_frame(line.text, marks):
            number += 1
            ruled += is_ruling(line.text)
    else:
        return
    if number % size or (ruled and (number - ruled) % size == 0):
        reason = "does one of them belong to a frame?" if ruled else "is the first one a heading?"
        raise lines.error(f"{counted(number, 'row')} of {counted(size, 'cell')}: {reason}", first.number)


def size_of_either(peek: Peek, *, are_rows: bool) -> int | None:
    """The size n of puzzles if a text may be puzzles, one on each line, or grids of n²×n² as well; else None.

    The lines have n² characters, or n pieces of n. Either no digit is one that only a large grid has, and neither
    reading repeats a digit in a row or a column; or some digits are, although the first lines look like puzzles.

    Parameters
    ----------
    peek
        Returns the lines of the text.
    are_rows
        Whether they are recognised as rows.
    """
    first = peek(0)
    large = 0 if first is None or first.is_skipped else len(_cells_of(first.text))
    size = isqrt(large)
    if size < SMALLEST or size * size != large or large > MAX_SIZE:
        return None
    ahead = (peek(further) for further in range(LINES_OF_EITHER * large))
    lines = [line.text for line in ahead if line is not None and not line.is_skipped]
    rows = [row for line in lines if len(row := _cells_of(line).upper()) == large]
    small = set(ordinary_symbols(size) + LETTERS[:size])
    used = set("".join(rows)) - set(EMPTY_MARKS + "0")
    if not used <= small:
        return None if are_rows or not used <= set(ordinary_symbols(large) + LETTERS[:large]) else size
    digits = [[mark if mark in small else None for mark in row] for row in rows]
    grids = [digits[start : start + large] for start in range(0, len(digits), large)]
    columns = [column for grid in grids for column in zip(*grid, strict=True)]
    if len(rows) % large or not used or any(map(_repeats, [*digits, *columns])):
        return None
    puzzles = [row[start::step][:size] for row in digits for start, step in _lines_of(size)]
    return None if any(map(_repeats, puzzles)) else size


def _cells_of(text: str) -> str:
    """The cells of a line, whether they are a puzzle or a row."""
    field, _ = puzzle_field(text)
    return field if len(field) >= FIELD else "".join(tokens_of(text))


def _lines_of(size: int) -> Iterator[tuple[int, int]]:
    """Where the rows and columns of a grid on one line begin, and their steps."""
    yield from ((row * size, 1) for row in range(size))
    yield from ((column, size) for column in range(size))


def _repeats(digits: Sequence[str | None]) -> bool:
    given = [digit for digit in digits if digit is not None]
    return len(set(given)) < len(given)

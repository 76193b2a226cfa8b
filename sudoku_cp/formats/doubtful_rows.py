"""Rows that may be something else: numbered rows, headings, frames of marks of empty cells, lists of small puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

from sudoku_cp._base.text import counted
from sudoku_cp.formats.format import Peek
from sudoku_cp.formats.grid_rows import Row
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import LETTERS, ordinary_symbols
from sudoku_cp.formats.text_lines import (
    FIELD,
    FIELDS,
    SEPARATORS,
    SMALLEST,
    is_frame,
    is_ruling,
    puzzle_field,
    tokens_of,
)
from sudoku_cp.model.board import EMPTY_MARKS, MAX_SIZE

LINES_OF_EITHER = 4
"""How many times the rows of a large grid are looked at to tell it from puzzles, one on each line."""


LONGEST_NUMBER = 3
"""The largest number of digits in the number of a grid, behind zeros."""

MOST_BLANK = 1000
"""The largest number of lines passed over to see whether a row follows."""


def refuse_labels(lines: SourceLines, rows: list[Row]) -> None:
    """Refuse rows with something before or behind their cells, such as their numbers or a separator.

    Raises
    ------
    InputError
        If all rows begin or end with a separator, and may have a cell less, or have two separators for one; if the
        columns have numbers, and the rows something else; if the rows begin with whole numbers in order; or if the rows
        are no block between blank lines, and an outer row or column has numbers in order, and the first one again, or
        the same digit in each cell; or if rows follow one that is a number with the same digit in each place.
    """
    first = rows[0].line.number
    cells = [list(row.entries) for row in rows]
    is_headed = [*map(str, range(1, len(rows)))] in (cells[0][1:], cells[0][:-1])
    if _have_outer_separators(rows) and (is_headed or _may_lack_a_cell(lines, rows)):
        raise lines.error("does the separator at the end of each row stand for a cell? Write . for empty cells", first)
    if _are_separators_doubled(rows):
        raise lines.error("blank cells, or two separators for one? Write . for empty cells", first)
    if (is_headed and _repeats(cells[0]) and _have_numbers(cells)) or (
        are_outer_cells_doubtful(cells) and not _is_block(lines, rows) and has_more(lines)
    ):
        raise lines.error("an outer row or column has numbers that are not cells, or one digit twice", first)
    if _have_numbers_before(rows):
        raise lines.error("numbers of the rows, or cells? The first pieces are 1, 2, …", first)
    if _is_number_of_ones(rows[0]) and has_more(lines):
        raise lines.error("a row with one digit in each cell, or a heading?", first)


def _is_number_of_ones(row: Row) -> bool:
    """Whether a row is a number of four or more digits that are all the same, without blanks between them."""
    digits = "".join(row.entries)
    is_whole = len(digits) >= SMALLEST and len(tokens_of(row.line.text)) == 1
    return is_whole and digits.isdecimal() and set(digits) != {"0"} and len(set(digits)) == 1


def _have_numbers_before(rows: list[Row]) -> bool:
    """Whether the first pieces of the first rows are whole numbers in order, such as 0007 and 0008."""
    pieces = [tokens_of(row.line.text) for row in rows[:SMALLEST]]
    if len(rows) < SMALLEST or not all(len(row) > 1 and len(row[0]) > 1 and row[0].isdecimal() for row in pieces):
        return False
    numbers = [int(row[0]) for row in pieces]
    return numbers == [*range(numbers[0], numbers[0] + SMALLEST)]


def _have_numbers(cells: list[list[str]]) -> bool:
    """Whether the first or last column is 1, 2, … or has one digit only."""
    in_order = [*map(str, range(1, len(cells) + 1))]
    columns = [row[0] for row in cells], [row[-1] for row in cells]
    return len(cells) >= SMALLEST and any(column == in_order or len(set(column)) == 1 for column in columns)


def _have_outer_separators(rows: list[Row]) -> bool:
    texts = [row.line.text.strip() for row in rows]
    return any(all(text[at] in SEPARATORS for text in texts) for at in (0, -1))


def _may_lack_a_cell(lines: SourceLines, rows: list[Row]) -> bool:
    """Whether rows of one cell less fill grids with the rows below, too; not where a blank line or the end follows."""
    size, number, ahead = len(rows), len(rows), 0
    if _is_block(lines, rows):
        return size == 2
    while (line := lines.peek(ahead)) is not None:
        ahead += 1
        number += not line.is_skipped and not is_frame(line.text)
        if ahead > 2 * (size + 1) ** 2:
            return True
    return number % size > 0 or number % (size - 1) == 0


def _are_separators_doubled(rows: list[Row]) -> bool:
    """Whether every second cell is blank, from the second to the last but one."""
    return len(rows) % 2 == 1 < len(rows) and all(
        not set(row.entries[1::2]) - {"."} and not any(mark in row.line.text for mark in EMPTY_MARKS) for row in rows
    )


def _is_block(lines: SourceLines, rows: list[Row]) -> bool:
    """Whether no blank line is between rows, and one follows them, or the end of the text."""
    below = lines.peek()
    return not any(row.is_apart for row in rows) and (below is None or not below.text.strip())


def has_more(lines: SourceLines) -> bool:
    """Return whether something other than blank lines, comments and lines of frames follows soon."""
    ahead = 0
    while (line := lines.peek(ahead)) is not None and ahead < MOST_BLANK and (line.is_skipped or is_frame(line.text)):
        ahead += 1
    return line is not None


def are_outer_cells_doubtful(cells: list[list[str]]) -> bool:
    """Whether an outer row or column has numbers in order, and the first one again, or the same entry in each cell."""
    empty = {*EMPTY_MARKS, "0"}
    columns = [column for column in zip(*cells, strict=True) if not set(column) <= empty]
    alike = all(len(set(column)) == 1 for column in columns)
    for house in (columns[0], columns[-1], cells[0], cells[-1]) if columns else ():
        if _are_numbers(house) or (len(set(house)) == 1 < len(house) and not empty & set(house) and not alike):
            return True
    return False


def _are_numbers(house: Sequence[str]) -> bool:
    """Whether entries are 0, 1, … or 1, 2, …, and the first one again after some, as in no house of a puzzle."""
    cycle = house.index(house[0], 1) if house[0] in house[1:] else 0
    numbers = [str(int(house[0]) + at % cycle) for at in range(len(house))] if cycle > 1 and house[0] in "01" else []
    return list(house) == numbers


def refuse_doubtful_rows(lines: SourceLines, rows: list[Row], *, is_first: bool) -> None:
    """Refuse rows of which one may be a heading, such as the number of the grid, or a line of a frame.

    Parameters
    ----------
    lines
        The text below the rows.
    rows
        The rows of a grid.
    is_first
        Whether it is the first grid of the text: later ones have no heading if that one has none, and are read as soon
        as their rows are there.

    Raises
    ------
    InputError
        If one row is a number and others have blanks between their cells; if two rows have 1, 2, …; or if a row has
        nothing but a mark that draws frames, too, or in the first grid, the first row is a number or the first column
        or a row has 1, 2, …, and the lines up to the next blank one do not fill grids with these rows, or fill some
        without.
    """
    size, first = len(rows), rows[0].line.number
    whole = [row for row in rows if len(tokens_of(row.line.text)) == 1]
    if 0 < len(whole) < size and (number := next((row for row in whole if "".join(row.entries).isdecimal()), None)):
        raise lines.error(
            "a row without blanks between its digits, or a heading? Others have blanks", number.line.number
        )
    in_order = [[*map(str, range(start, start + size))] for start in (0, 1)]
    headed = [at for at, row in enumerate(rows) if list(row.entries) in in_order]
    if len(headed) > 1 and size >= SMALLEST:
        raise lines.error("the numbers of the columns, or rows? Two rows are 1, 2, …", rows[headed[0]].line.number)
    ruled = sum(_may_be_frame(row.line.text) for row in rows)
    may_be_heading = headed or _may_be_number(rows) or [row.entries[0] for row in rows] in in_order
    if _is_filled(rows) or not (ruled or (is_first and may_be_heading)):
        return
    marks = {mark for row in rows for mark in row.line.text if mark in EMPTY_MARKS}
    total, are_apart = size, any(row.is_apart for row in rows)
    for ahead in range(2 * (size + 1) ** 2):
        line = lines.peek(ahead)
        if line is None or not (line.text.strip() or are_apart):
            break
        if not line.is_skipped and not is_frame(line.text, marks):
            headed += [total] if [*"".join(tokens_of(line.text))] in in_order else []
            ruled += _may_be_frame(line.text)
            total += 1
    else:
        return
    without = (total - ruled) % size == 0 if ruled else False
    if len({at % size for at in headed}) > 1 and total > len(headed):
        without |= (total - len(headed)) % size == 0
    if total % size or without:
        reason = "does one of them belong to a frame?" if ruled else "is the first one a heading?"
        raise lines.error(f"{counted(total, 'row')} of {counted(size, 'cell')}: {reason}", first)


def _is_filled(rows: list[Row]) -> bool:
    """Whether each cell has a digit, and no digit is twice in a row or a column."""
    cells = [list(row.entries) for row in rows]
    return not any({*EMPTY_MARKS, "0"} & set(row) for row in cells) and not any(
        map(_repeats, [*cells, *zip(*cells, strict=True)])
    )


def _may_be_frame(text: str) -> bool:
    """Whether a line is a mark that draws frames, twice or more in a piece, unlike a row with blanks between cells."""
    return is_ruling(text) and max(map(len, tokens_of(text))) > 1


def _may_be_number(rows: list[Row]) -> bool:
    """Whether the first row may be a number before a grid: a short one behind zeros, or one unlike the other rows.

    A row of nine or more digits that are all different is none.
    """
    texts = ["".join(row.entries) for row in rows]
    if not texts[0].isdecimal() or len(tokens_of(rows[0].line.text)) > 1:
        return False
    given = [digit for digit in texts[0] if digit != "0"]
    is_padded = texts[0].startswith("0") and 0 < len(texts[0].lstrip("0")) <= LONGEST_NUMBER
    are_cells = len(set(texts[0]) - {"0"}) > 8
    return is_padded or _repeats(given) or not (are_cells or all(text.isdecimal() for text in texts))


def size_of_either(peek: Peek, *, are_rows: bool) -> int | None:
    """The size n of puzzles if a text may be puzzles, one on each line, or grids of n²×n² as well; else None.

    The lines have n² characters, or n pieces of n, and are as many as the rows of large grids. Either no digit is one
    that only a large grid has, or some digits are, although the first lines look like puzzles. Only the characters of a
    size count: which digits stand where decides nothing. Lines with as many characters again, such as solutions, are
    puzzles, and so are more lines than `LINES_OF_EITHER` large grids have, without any of their further digits.

    Parameters
    ----------
    peek
        Returns the lines of the text.
    are_rows
        Whether they are recognised as rows.
    """
    first = next((text for text in _texts(peek, MAX_SIZE) if not is_frame(text)), "")
    large = len(_cells_of(first))
    size = isqrt(large)
    if size < SMALLEST or size * size != large or large > MAX_SIZE:
        return None
    most = LINES_OF_EITHER * large
    lines = [text for text in _texts(peek, most + 1) if not is_frame(text) or is_ruling(text)]
    rows = [row for line in lines if len(row := _cells_of(line).upper()) == large]
    small = set(ordinary_symbols(size) + LETTERS[:size])
    used = set("".join(rows)) - set(EMPTY_MARKS + "0")
    if not used <= small:
        return None if are_rows or not used <= set(ordinary_symbols(large) + LETTERS[:large]) else size
    has_solutions = any(len(field) == large for line in lines for field in FIELDS.findall(line)[1:])
    is_long = len(lines) > most and bool(used)
    is_filled = len(rows) % large == 0 or len([row for row in rows if not is_ruling(row)]) % large == 0
    return size if is_filled and not has_solutions and not is_long else None


def _texts(peek: Peek, most: int) -> Iterator[str]:
    """The first lines that are neither blank nor comments."""
    for ahead in range(most):
        if (line := peek(ahead)) is None:
            return
        if not line.is_skipped:
            yield line.text


def _cells_of(text: str) -> str:
    """The cells of a line, whether they are a puzzle or a row."""
    field, _ = puzzle_field(text)
    return field if len(field) >= FIELD else "".join(tokens_of(text))


def _repeats(digits: Sequence[str | None]) -> bool:
    given = [digit for digit in digits if digit is not None]
    return len(set(given)) < len(given)

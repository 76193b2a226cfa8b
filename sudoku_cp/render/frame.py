"""Framed text: rows and columns of cells with light or heavy borders between some of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product

NONE, LIGHT, HEAVY, BROKEN = range(4)
"""The weights of borders; a broken one is a heavy one that an area passes through."""

_BOX_DRAWING = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
_VERTICAL, _HORIZONTAL = " │┃╏", " ─━╍"
_ASCII_VERTICAL, _ASCII_HORIZONTAL = " :|!", " .-~"


class Borders:
    """The weight of every border of a grid.

    ``above[row][column]`` is the border above a cell and, in the last row, below the grid; ``left[row][column]`` is the
    border left of a cell and, in the last column, right of the grid.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        self.above = [[NONE] * columns for _ in range(rows + 1)]
        self.left = [[NONE] * (columns + 1) for _ in range(rows)]

    def divide(self, area_of: Mapping[tuple[int, int], object], weight: int) -> None:
        """Draw a border between neighbours in different areas; cells without an area lie outside."""
        for row, column in product(range(self.rows + 1), range(self.columns + 1)):
            area = area_of.get((row, column))
            if column < self.columns and area_of.get((row - 1, column)) != area:
                self.above[row][column] = max(self.above[row][column], weight)
            if row < self.rows and area_of.get((row, column - 1)) != area:
                self.left[row][column] = max(self.left[row][column], weight)

    def set_between(self, one: tuple[int, int], other: tuple[int, int], weight: int) -> None:
        """Draw a border between two cells if they share a side."""
        row, column = max(one, other)
        if min(one, other) == (row - 1, column):
            self.above[row][column] = weight
        elif min(one, other) == (row, column - 1):
            self.left[row][column] = weight

    def pass_through(self, area: Collection[tuple[int, int]]) -> None:
        """Break the heavy borders inside an area, so that it is visible as one area."""
        for row, column in area:
            if (row - 1, column) in area and self.above[row][column] == HEAVY:
                self.above[row][column] = BROKEN
            if (row, column - 1) in area and self.left[row][column] == HEAVY:
                self.left[row][column] = BROKEN

    def arms(self, row: int, column: int) -> tuple[int, int, int, int]:
        """The borders that meet at the upper left corner of a cell: up, right, down, left."""
        return (
            self.left[row - 1][column] if row else NONE,
            self.above[row][column] if column < self.columns else NONE,
            self.left[row][column] if row < self.rows else NONE,
            self.above[row][column - 1] if column else NONE,
        )


def framed(
    texts: Sequence[Sequence[str]],
    widths: Sequence[int],
    borders: Borders,
    labels: Mapping[tuple[int, int], str],
    *,
    compact: bool,
    unicode: bool,
) -> list[str]:
    """The lines of a framed grid.

    Parameters
    ----------
    texts
        The texts of the cells, row by row; they may contain colour codes.
    widths
        The displayed width of each column.
    labels
        Short texts written into the border above a cell, by (row, column).
    compact
        Whether to omit rows and columns of borders that are all empty.
    unicode
        Whether to use box-drawing characters, otherwise ``+-|.:~!``.
    """
    shown = _columns_shown(borders, compact)
    lines = []
    for row in range(borders.rows + 1):
        if not compact or any(borders.above[row]):
            lines.append(_border_line(row, widths, borders, shown, labels, unicode))
        if row < borders.rows:
            line = ""
            for column in range(borders.columns + 1):
                if shown[column]:
                    line += (_VERTICAL if unicode else _ASCII_VERTICAL)[borders.left[row][column]]
                if column < borders.columns:
                    line += texts[row][column]
            lines.append(line)
    return lines


def row_lines(borders: Borders, *, compact: bool) -> list[int]:
    """The line of each row in a framed grid."""
    lines: list[int] = []
    for row in range(borders.rows):
        border = not compact or any(borders.above[row])
        lines.append((lines[-1] + 1 if lines else 0) + border)
    return lines


def column_starts(widths: Sequence[int], borders: Borders, *, compact: bool) -> list[int]:
    """The column where the texts of each column start in a framed grid, and where those of one more would start."""
    shown = _columns_shown(borders, compact)
    starts = [int(shown[0])]
    for column, width in enumerate(widths, 1):
        starts.append(starts[-1] + width + shown[column])
    return starts


def _columns_shown(borders: Borders, compact: bool) -> list[bool]:
    return [not compact or any(row[column] for row in borders.left) for column in range(borders.columns + 1)]


def _border_line(
    row: int,
    widths: Sequence[int],
    borders: Borders,
    shown: Sequence[bool],
    labels: Mapping[tuple[int, int], str],
    unicode: bool,
) -> str:
    line = ""
    for column in range(borders.columns + 1):
        if shown[column]:
            line += _joint(borders.arms(row, column), unicode)
        if column < borders.columns:
            rule = (_HORIZONTAL if unicode else _ASCII_HORIZONTAL)[borders.above[row][column]] * widths[column]
            label = labels.get((row, column), "")
            line += label + rule[len(label) :]
    return line


def _joint(arms: tuple[int, int, int, int], unicode: bool) -> str:
    """The character for the borders that meet at a point: up, right, down, left."""
    up, right, down, left = (min(arm, HEAVY) for arm in arms)
    if unicode:
        return _BOX_DRAWING[27 * up + 9 * right + 3 * down + left]
    if not (right or left):
        return _ASCII_VERTICAL[max(up, down)]
    if not (up or down):
        return _ASCII_HORIZONTAL[max(right, left)]
    return "+"

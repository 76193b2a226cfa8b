"""Boards of several grids as rows of characters, with ``#`` or a blank where there is no cell; or as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from io import BytesIO

from sudoku_cp.formats.document import Document
from sudoku_cp.formats.entries import NO_CELL, ROW_MARKS, givens_of, places
from sudoku_cp.formats.picture import is_top, pictures
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import rank_table
from sudoku_cp.formats.text_lines import is_frame
from sudoku_cp.model import Board


def read(lines: SourceLines, board: Board) -> Iterator[Document]:
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

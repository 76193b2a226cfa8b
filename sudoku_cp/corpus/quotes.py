"""Quoted fields of tables, which may have line ends that do not end a row."""

from __future__ import annotations

import numpy as np

from sudoku_cp.formats.bulk_cells import Places

_QUOTE = ord('"')


class Quotes:
    """Finds the ends of rows in a text that comes piece by piece.

    A quote opens a field only where a field begins; in the middle of one that is not quoted it is a character.

    Parameters
    ----------
    delimiter
        What separates the fields.
    """

    def __init__(self, delimiter: str) -> None:
        self._openers = f"{delimiter}\r\n".encode()
        self._before = ord("\n")
        self._quoted = False
        self._closed = False
        """Whether the last byte closed a quoted field; another quote would open it again, since two stand for one."""

    def row_ends(self, text: bytes) -> Places:
        """The places of the line ends in the next piece of the text that end a row."""
        codes = np.frombuffer(text, np.uint8)
        ends = np.flatnonzero(codes == ord("\n"))
        quotes = np.flatnonzero(codes == _QUOTE)
        quoted = self._quoted
        if quoted or len(quotes):
            changes = self._changes(text, quotes.tolist())
            ends = ends[(np.searchsorted(changes, ends) + quoted) % 2 == 0]
        else:
            self._closed = False
        self._before = text[-1]
        return ends

    def _changes(self, text: bytes, quotes: list[int]) -> list[int]:
        """The quotes that open a field or close it."""
        changes = []
        closed = -1 if self._closed else -2
        for place in quotes:
            before = text[place - 1] if place else self._before
            if self._quoted:
                self._quoted, closed = False, place
            elif place == closed + 1 or before in self._openers:
                self._quoted = True
            else:
                continue
            changes.append(place)
        self._closed = closed == len(text) - 1
        return changes

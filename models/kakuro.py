"""Kakuro."""

from collections.abc import Iterable

from sudoku_cp import Kakuro


def kakuro(layout: str, digits: Iterable[int] | None = None, symbols: str | None = None) -> Kakuro:
    r"""Kakuro: the digits of each run across or down differ and add up to the sum in the block before the run.

    A layout has a line a row: ``.`` an empty cell, ``#`` a block, and ``16\7`` one with the sums below and right of it.
    """
    return Kakuro(layout, digits, symbols)

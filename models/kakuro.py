"""Kakuro."""

from collections.abc import Iterable

from sudoku_cp.model import Kakuro


def kakuro(layout: str, digits: Iterable[int] | None = None, symbols: str | None = None) -> Kakuro:
    r"""Kakuro: the digits of each run across or down differ and add up to the sum in the block before the run.

    A layout has one line for each row: ``.`` is an empty cell, ``#`` a block, and ``16\7`` a block with the sums of
    the runs below and to the right.
    """
    return Kakuro(layout, digits, symbols)

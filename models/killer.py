"""Killer sudoku."""

from collections.abc import Iterable

from sudoku_cp import rules
from sudoku_cp.model import Sudoku


def killer(cages: Iterable[tuple[str, int]] = ()) -> Sudoku:
    """Killer sudoku: a classic sudoku with cages, whose digits differ and add up to the sum in the corner.

    A cage is its cells and its sum, such as ``("r1c1 r1c2", 3)``.
    """
    sudoku = Sudoku(9, name="killer")
    sudoku.add(*(rules.killer(cells, total) for cells, total in cages))
    return sudoku

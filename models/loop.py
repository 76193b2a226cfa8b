"""A sudoku with a loop through its cells."""

from sudoku_cp import rules
from sudoku_cp.model import Sudoku


def loop(size: int | tuple[int, int] = 6) -> Sudoku:
    """Loop sudoku: a sudoku through whose cells a loop goes, which is to be found by clues about it."""
    sudoku = Sudoku(size, name="loop")
    sudoku.add(rules.loop())
    return sudoku

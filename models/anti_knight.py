"""Anti-knight sudoku."""

from sudoku_cp import rules
from sudoku_cp.model import Sudoku


def anti_knight() -> Sudoku:
    """Anti-knight: a classic sudoku in which cells a chess knight's move apart contain different digits."""
    sudoku = Sudoku(9, name="anti_knight")
    sudoku.add(rules.anti_knight())
    return sudoku

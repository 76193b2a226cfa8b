"""Target sudoku, a scored variant."""

from sudoku_cp.model import Sudoku


def target() -> Sudoku:
    """Target sudoku (NOIP 2009): a classic sudoku with a score to maximise.

    A cell scores its digit times the weight of its ring, 6 at the rim to 10 in the middle.
    """
    sudoku = Sudoku(9, name="target")
    positions = [(row, column) for row in range(1, 10) for column in range(1, 10)]
    sudoku.maximize(sum(ring_weight(*position) * sudoku[position] for position in positions))
    return sudoku


def ring_weight(row: int, column: int) -> int:
    """6 plus the distance from the nearest side of the grid."""
    return 5 + min(row, column, 10 - row, 10 - column)

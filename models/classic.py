"""Classic sudoku."""

from sudoku_cp.model import Sudoku


def classic(size: int | tuple[int, int] = 9, box: tuple[int, int] | None = None) -> Sudoku:
    """Sudoku: each row, column and box holds every digit once; 9×9, or another size with boxes of (height, width)."""
    return Sudoku(size, box=box, name="classic")

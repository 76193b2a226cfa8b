"""A grid without houses, for puzzles without digits."""

from collections.abc import Iterable

from sudoku_cp.model import OpenGrid


def blank(
    size: int | tuple[int, int] = 9, digits: Iterable[int] = (0,), symbols: str | None = None, name: str = "blank"
) -> OpenGrid:
    """Blank: cells without rows, columns and boxes that matter; digits only where they are listed.

    It is the board of puzzles about a loop, a path or a shading.
    """
    height, width = (size, size) if isinstance(size, int) else size
    return OpenGrid(height, width, digits, symbols=symbols, name=name)

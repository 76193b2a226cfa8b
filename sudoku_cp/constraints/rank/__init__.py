"""The place of a line among others, compared as words."""

from sudoku_cp.constraints.rank.meaning import Rank

__all__ = ["Rank"]

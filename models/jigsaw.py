"""Jigsaw sudoku."""

from sudoku_cp.model import Sudoku

REGIONS = """
AAAACCCCC
AAAACCCCB
DADEEBBBB
DDDEEBBFB
DDDHEBFFF
HDHHEEFFF
HHHHEEFIF
HGGGGIIII
GGGGGIIII
"""


def jigsaw(regions: str = REGIONS) -> Sudoku:
    """Jigsaw sudoku: each row, column and irregular region holds every digit once."""
    return Sudoku(9, regions=regions, name="jigsaw")

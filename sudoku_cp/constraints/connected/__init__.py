"""Cells that form one connected group."""

from sudoku_cp.constraints.connected.meaning import Connected

__all__ = ["Connected"]

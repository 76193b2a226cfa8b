"""Cells whose values form a listed tuple."""

from sudoku_cp.constraints.table.meaning import Table, Tables

__all__ = ["Table", "Tables"]

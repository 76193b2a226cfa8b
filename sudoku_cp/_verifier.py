"""Stands in for the compiled module, which Python prefers, in sources that have not been installed."""

from sudoku_cp._base.errors import not_compiled

raise not_compiled(__file__)

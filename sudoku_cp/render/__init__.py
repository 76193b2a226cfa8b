"""Pictures of puzzles and solutions for the terminal and as SVG."""

from sudoku_cp.render.svg import SVG, svg
from sudoku_cp.render.terminal import show, show_candidates

__all__ = ["SVG", "show", "show_candidates", "svg"]

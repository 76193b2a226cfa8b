"""The named techniques of sudoku: every place in a grid of candidates where each of them applies."""

from __future__ import annotations

from sudoku_cp.human.techniques.catalogue import BY_NAME, TECHNIQUES, Technique, easiest, techniques_for, walk
from sudoku_cp.human.techniques.layout import House, Layout
from sudoku_cp.human.techniques.position import Pattern, Position

__all__ = [
    "BY_NAME",
    "TECHNIQUES",
    "House",
    "Layout",
    "Pattern",
    "Position",
    "Technique",
    "easiest",
    "techniques_for",
    "walk",
]

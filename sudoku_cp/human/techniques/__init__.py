"""The named techniques of sudoku: every place in a grid of candidates where each of them applies."""

from __future__ import annotations

from sudoku_cp.human.techniques.catalogue import BY_NAME, TECHNIQUES, Technique, easiest
from sudoku_cp.human.techniques.layout import House, Layout
from sudoku_cp.human.techniques.pattern import Pattern
from sudoku_cp.human.techniques.position import Position
from sudoku_cp.human.techniques.solving import techniques_for, walk

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

"""The rules once more, each as a plain predicate written from its published wording, and random clues to try it on.

Nothing here shares code with `sudoku_cp`: a rule that means something else than its oracle is wrong, or its oracle is.
"""

from tests.rules.oracles import cages, found, lines, outside, routes, whole
from tests.rules.oracles.grids import LEFT_OUT, ORACLES, Board, Draw, Grid, Hand, Oracle, Place, tried

__all__ = [
    "LEFT_OUT",
    "ORACLES",
    "Board",
    "Draw",
    "Grid",
    "Hand",
    "Oracle",
    "Place",
    "cages",
    "found",
    "lines",
    "outside",
    "routes",
    "tried",
    "whole",
]

# zigzag.py
from collections.abc import Iterator
from itertools import pairwise

from sudoku_cp import Constraint
from sudoku_cp.rules import Cells, Line, rule


@rule("zigzag", draw=Line(colour="#a8c8f0"))
def zigzag(line: Cells) -> Iterator[Constraint]:
    """Digits along the line rise and fall in turn, rising first."""
    for step, (one, other) in enumerate(pairwise(line)):
        yield one < other if step % 2 == 0 else one > other

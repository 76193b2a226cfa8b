from __future__ import annotations

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.rules import (
    anti_knight,
    arrow,
    diagonals,
    even,
    extra_region,
    killer,
    kropki_black,
    kropki_white,
    non_consecutive,
    odd,
    thermo,
    xv,
)


@pytest.fixture
def zoo() -> Sudoku:
    """A 6×6 puzzle with something of every drawing."""
    sudoku = Sudoku(6, name="zoo")
    sudoku.give("r1c1", 3)
    sudoku.restrict("r5c2", (1, 2, 5))
    sudoku.add(
        thermo("r1c1 r2c1 r3c2 r3c3"),
        arrow("r1c5", "r2c5 r3c5 r3c4"),
        diagonals(),
        kropki_white("r1c2 r1c3"),
        kropki_white("r1c3 r1c4", difference=2),
        kropki_black("r2c3 r2c4"),
        xv("r4c5 r4c6", sum=5),
        even("r1c6 r2c6"),
        odd("r5c4"),
        extra_region("r2c2 r2c3 r3c3 r4c3 r5c3 r6c3"),
        killer("r3c5 r3c6 r4c6 r5c6", sum=14, repeats=True),
        killer("r5c1 r5c2 r6c1"),
        anti_knight(),
        non_consecutive(),
    )
    return sudoku

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sudoku_cp import ModelError
from sudoku_cp.model import Kakuro
from sudoku_cp.solving.registry import load_solver

LAYOUT = r"""
#    #    6\   3\
#    4\4  .    .
\6   .    .    2
\3   .    .    #
"""


def test_layout() -> None:
    kakuro = Kakuro(LAYOUT)
    assert [cell.name for cell in kakuro.cells] == ["r2c3", "r2c4", "r3c2", "r3c3", "r3c4", "r4c2", "r4c3"]
    assert {cell.name: value for cell, value in kakuro.givens.items()} == {"r3c4": 2}
    runs = [(run.sum, " ".join(cell.name for cell in run.cells)) for run in kakuro.runs]
    assert runs == [
        (4, "r2c3 r2c4"),
        (6, "r3c2 r3c3 r3c4"),
        (3, "r4c2 r4c3"),
        (4, "r3c2 r4c2"),
        (6, "r2c3 r3c3 r4c3"),
        (3, "r2c4 r3c4"),
    ]
    assert kakuro["r3c3"].domain == tuple(range(1, 10))


def solved(digits: tuple[int, ...]) -> bool:
    a, b, c, d, e, f, g = digits
    runs = [((a, b), 4), ((c, d, e), 6), ((f, g), 3), ((c, f), 4), ((a, d, g), 6), ((b, e), 3)]
    return e == 2 and all(sum(run) == total and len(set(run)) == len(run) for run, total in runs)


@pytest.mark.parametrize("name", ["exact-cover", "cp-sat"])
def test_solutions(name: str) -> None:
    kakuro = Kakuro(LAYOUT, digits=range(1, 5))
    found = sorted(solution.values_in_order for solution in load_solver(name).compile(kakuro).solutions())
    assert found == [digits for digits in product(range(1, 5), repeat=7) if solved(digits)]
    assert found


def test_a_run_without_a_sum_has_different_digits() -> None:
    kakuro = Kakuro("# # #\n# . .", digits=(1, 2))
    solutions: list[Any] = list(load_solver("exact-cover").compile(kakuro).solutions())
    assert sorted(solution.values_in_order for solution in solutions) == [(1, 2), (2, 1)]
    assert [run.sum for run in kakuro.runs] == [None, None, None]


def test_text() -> None:
    kakuro = Kakuro("#  12\\\n\\3   .\n\\9   9")
    assert kakuro.text().splitlines() == ["  # 12\\", " \\3   .", " \\9   9"]
    assert kakuro.text({kakuro["r2c2"]: 3}).splitlines()[1] == " \\3   3"


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("# .\n# . .", "row 2 has 3 places, not 2 like row 1"),
        ("", "there is no cell"),
        ("#" + " .\n#" * 250 + " .", "at most 250 rows and columns, not 251"),
        ("# x", r"r1c2: 'x' is neither a cell \(\. or a digit\) nor a block"),
        ("# ²", "r1c2: '²' is neither a cell"),
        ("# 0", "r1c2 = 0: the digits are 1–9"),
        ("\\3 #\n. .", "row 1, column 1: the sum 3 has no cells"),
        (". .\n. 5\\", "row 2, column 2: the sum 5 has no cells"),
    ],
)
def test_faults(layout: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Kakuro(layout)


def test_blocks_as_the_layout_writes_them() -> None:
    kakuro = Kakuro(LAYOUT)
    words = [line.split() for line in LAYOUT.split("\n") if line]
    blocks = {(row, column): kakuro.block_text(row, column) for row, column in kakuro.blocks}
    assert blocks == {(row, column): words[row - 1][column - 1] for row, column in kakuro.blocks}
    assert {"#", "6\\", "4\\4", "\\3"} <= set(blocks.values())

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from sudoku_cp import Cell, Sudoku
from sudoku_cp.rules import Rule, anti_king, anti_knight


def knight(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return sorted((abs(one[0] - other[0]), abs(one[1] - other[1]))) == [1, 2]


def king(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


MOVES = [(anti_knight, knight), (anti_king, king)]


@pytest.mark.parametrize(("rule", "attacks"), MOVES)
def test_meaning_on_three_by_three(agrees: Any, rule: Rule, attacks: Any) -> None:
    sudoku = Sudoku(3, regions="", digits=range(1, 5))
    places = [divmod(index, 3) for index in range(9)]
    pairs = [(i, j) for i, j in combinations(range(9), 2) if attacks(places[i], places[j])]
    agrees(sudoku, rule(), sudoku.grid, lambda v: all(v[i] != v[j] for i, j in pairs))


@pytest.mark.parametrize(("rule", "attacks"), MOVES)
@pytest.mark.parametrize("size", [1, 2, 3, 9, 12])
def test_every_pair_once(rule: Rule, attacks: Any, size: int) -> None:
    sudoku = Sudoku(size)

    def place(cell: Cell) -> tuple[int, int]:
        return divmod(cell.index, size)

    expected = Counter(
        frozenset(pair) for pair in combinations(sudoku.grid, 2) if attacks(place(pair[0]), place(pair[1]))
    )
    assert Counter(frozenset(constraint.scope) for constraint in rule().constraints(sudoku)) == expected

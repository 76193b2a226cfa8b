from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.rules import (
    anti_taxicab,
    clue,
    dutch_flatmates,
    global_entropy,
    global_mod,
    global_whisper,
    maximum,
    minimum,
    non_consecutive,
)


def pairs(size: int, *moves: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    """Places a move apart, each pair in both orders."""
    ways = {
        (a * x, b * y)
        for one, other in moves
        for a, b in ((one, other), (other, one))
        for x in (1, -1)
        for y in (1, -1)
    }
    places = range(size)
    return [
        (r, c, r + a, c + b) for r, c in product(places, places) for a, b in ways if r + a in places and c + b in places
    ]


SIDES, CORNERS = pairs(4, (0, 1)), pairs(4, (1, 1))


def squares(size: int, g: Any) -> list[list[int]]:
    return [[g[r + i][c + j] for i in (0, 1) for j in (0, 1)] for r in range(size - 1) for c in range(size - 1)]


@pytest.mark.slow
def test_non_consecutive(means: Any) -> None:
    sudoku = Sudoku((2, 3), regions="")
    sides = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]
    means(sudoku, non_consecutive(), sudoku.grid, lambda v: all(abs(v[i] - v[j]) != 1 for i, j in sides))
    (tables,) = non_consecutive().constraints(sudoku)
    assert len(tables.parts) == len(sides)


@pytest.mark.slow
@pytest.mark.parametrize(("touching", "places"), [("sides", SIDES), ("corners", CORNERS), ("both", SIDES + CORNERS)])
@pytest.mark.parametrize("difference", [6, 7])
def test_forbidden_differences(selects: Any, touching: str, places: Any, difference: int) -> None:
    sudoku = Sudoku(4, digits=(1, 2, 4, 5, 8)).give("r1c1", 1).give("r1c2", 4).give("r2c1", 2)
    rule = clue("non_consecutive", {"touching": touching, "difference": difference})
    selects(sudoku, rule, lambda g: all(abs(g[r][c] - g[s][d]) != difference for r, c, s, d in places))


def test_non_consecutive_around(selects: Any) -> None:
    sudoku = Sudoku(4, regions="", digits=(1, 2, 4, 6))
    around = [(r, c, (r + a) % 4, (c + b) % 4) for r in range(4) for c in range(4) for a, b in ((0, 1), (1, 0))]
    selects(sudoku, non_consecutive(toroidal=True), lambda g: all(abs(g[r][c] - g[s][d]) != 1 for r, c, s, d in around))


@pytest.mark.slow
def test_global_whisper(selects: Any) -> None:
    sudoku = Sudoku(4, regions="", digits=(1, 3, 4, 6, 7))
    sudoku.give("r1c1", 1).give("r1c2", 4).give("r2c1", 4).give("r3c1", 6)
    selects(sudoku, global_whisper(difference=2), lambda g: all(abs(g[r][c] - g[s][d]) >= 2 for r, c, s, d in SIDES))


@pytest.mark.slow
def test_global_whisper_is_dutch_unless_told(means: Any) -> None:
    sudoku = Sudoku(2, regions="", digits=range(1, 8))
    far = [(0, 1), (0, 2), (1, 3), (2, 3)]
    means(sudoku, global_whisper(), sudoku.grid, lambda v: all(abs(v[i] - v[j]) >= 4 for i, j in far))


@pytest.mark.slow
def test_global_entropy(selects: Any) -> None:
    sudoku = Sudoku(4, regions="", digits=range(1, 7))
    for cell, digit in zip(sudoku.grid[:8], (1, 3, 5, 2, 5, 6, 1, 4), strict=True):
        sudoku.give(cell, digit)
    selects(sudoku, global_entropy(), lambda g: all({(d - 1) // 2 for d in s} == {0, 1, 2} for s in squares(4, g)))


@pytest.mark.slow
def test_global_mod(selects: Any) -> None:
    sudoku = Sudoku(4, regions="", digits=range(6))
    for cell, digit in zip(sudoku.grid[:8], (0, 2, 4, 5, 4, 3, 5, 0), strict=True):
        sudoku.give(cell, digit)
    selects(sudoku, global_mod(), lambda g: all({d % 3 for d in s} == {0, 1, 2} for s in squares(4, g)))
    two = Sudoku(4, regions="")
    selects(two, global_mod(modulus=2), lambda g: all({d % 2 for d in s} == {0, 1} for s in squares(4, g)))


def test_what_cannot_be_divided() -> None:
    with pytest.raises(ModelError, match="4 digits cannot be divided into low, middle and high ones"):
        Sudoku(4).add(global_entropy())
    with pytest.raises(ModelError, match="modulus must be 2 to 4, as a square has four cells, not 5"):
        Sudoku(4).add(global_mod(modulus=5))


def test_minimum_and_maximum(selects: Any) -> None:
    selects(Sudoku(4), minimum("r1c1 r2c3"), lambda g: _least(g, 1))
    selects(Sudoku(4), maximum("r1c1 r2c3"), lambda g: _least(g, -1))


def _least(g: Any, sign: int) -> bool:
    around = [g[1][2] * sign < g[r][c] * sign for r, c in ((0, 2), (2, 2), (1, 1), (1, 3))]
    return all(around) and g[0][0] * sign < min(g[0][1] * sign, g[1][0] * sign)


def test_neighbours_in_the_clue_are_not_compared(selects: Any) -> None:
    selects(Sudoku(4), minimum("r1c1 r1c2"), lambda g: g[0][0] < g[1][0] and g[0][1] < min(g[1][1], g[0][2]))


def test_anti_taxicab(selects: Any) -> None:
    def apart(g: Any) -> bool:
        places = list(product(range(4), range(4)))
        return not any(g[r][c] == g[s][d] == abs(r - s) + abs(c - d) for r, c in places for s, d in places)

    selects(Sudoku(4, digits=(1, 4, 5, 6)), anti_taxicab(), apart)


def test_dutch_flatmates(selects: Any) -> None:
    def at_home(g: Any) -> bool:
        return all(
            g[r][c] != 2 or (r > 0 and g[r - 1][c] == 1) or (r < 3 and g[r + 1][c] == 4)
            for r in range(4)
            for c in range(4)
        )

    selects(Sudoku(4), dutch_flatmates(above=1, middle=2, below=4), at_home)


def test_dutch_flatmates_are_1_5_9() -> None:
    sudoku = Sudoku(9)
    top = next(iter(dutch_flatmates().constraints(sudoku)))
    words = [(5, 9), (5, 1), (1, 5)]
    assert [top.holds(dict(zip(top.scope, word, strict=True))) for word in words] == [True, False, True]

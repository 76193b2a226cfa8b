from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from sudoku_cp import Cell, ModelError, Sudoku
from sudoku_cp.rules import Rule, anti_king, anti_knight, anti_leaper, anti_queen, knightmare, taxicab


def knight(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return sorted((abs(one[0] - other[0]), abs(one[1] - other[1]))) == [1, 2]


def king(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


MOVES = [(anti_knight, knight), (anti_king, king)]


@pytest.mark.slow
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


@pytest.mark.slow
def test_toroidal_moves(selects: Any) -> None:
    def free(g: Any, moves: Any) -> bool:
        size = len(g)
        return all(
            g[r][c] != g[(r + a) % size][(c + b) % size] for r in range(size) for c in range(size) for a, b in moves
        )

    five = Sudoku(5, regions="").give("r1c1", 1).give("r1c2", 2).give("r1c3", 3).give("r1c4", 4)
    selects(five, anti_knight(toroidal=True), lambda g: free(g, [(1, 2), (1, -2), (2, 1), (2, -1)]))
    other = Sudoku(5, regions="").give("r1c1", 1).give("r1c2", 2).give("r1c3", 3).give("r1c4", 4)
    selects(other, anti_king(toroidal=True), lambda g: free(g, [(1, 1), (1, -1)]))


@pytest.mark.slow
@pytest.mark.parametrize("digits", [[4], [1, 3], None])
def test_anti_queen(selects: Any, digits: Any) -> None:
    def peaceful(g: Any) -> bool:
        places = [(r, c) for r in range(5) for c in range(5) if digits is None or g[r][c] in digits]
        return not any(g[r][c] == g[s][d] and r != s and abs(r - s) == abs(c - d) for r, c in places for s, d in places)

    sudoku = Sudoku(5, regions="").give("r1c1", 1).give("r1c2", 2).give("r1c3", 3).give("r1c4", 4)
    selects(sudoku, anti_queen(digits), peaceful)


@pytest.mark.slow
def test_anti_queen_around(selects: Any) -> None:
    def peaceful(g: Any) -> bool:
        fours = [(r, c) for r in range(5) for c in range(5) if g[r][c] == 4]
        return not any(r != s and (r - s) % 5 in ((c - d) % 5, (d - c) % 5) for r, c in fours for s, d in fours)

    sudoku = Sudoku(5, regions="").give("r1c1", 1).give("r1c2", 2).give("r1c3", 3).give("r1c4", 4)
    selects(sudoku, anti_queen([4], toroidal=True), peaceful)


def test_anti_queen_of_a_foreign_digit() -> None:
    with pytest.raises(ModelError, match="digits: 7 is not a digit of sudoku"):
        Sudoku(4).add(anti_queen([1, 7]))


@pytest.mark.slow
def test_anti_leaper(selects: Any) -> None:
    camel = [(1, 3), (1, -3), (3, 1), (3, -1)]

    def free(g: Any) -> bool:
        return not any(
            0 <= r + a < 5 and 0 <= c + b < 5 and g[r][c] == g[r + a][c + b]
            for r in range(5)
            for c in range(5)
            for a, b in camel
        )

    sudoku = Sudoku(5, regions="").give("r1c1", 1).give("r1c2", 2).give("r1c3", 3)
    selects(sudoku, anti_leaper(1, 3), free)
    with pytest.raises(ModelError, match="rows and columns must not both be 0"):
        sudoku.add(anti_leaper(0, 0))


def steps(one: tuple[int, int], other: tuple[int, int]) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def test_taxicab(selects: Any) -> None:
    sudoku = Sudoku(4)
    places = [(r, c) for r in range(4) for c in range(4)]
    pairs = [(p, q) for p in places for q in places if steps(p, q) == 5]
    selects(sudoku, taxicab(5), lambda g: all(g[a][b] != g[c][d] for (a, b), (c, d) in pairs))


def test_digits_of_leapers(selects: Any) -> None:
    places = [(r, c) for r in range(4) for c in range(4)]
    apart = [(p, q) for p in places for q in places if (abs(p[0] - q[0]), abs(p[1] - q[1])) == (2, 2)]
    selects(Sudoku(4), anti_leaper(2, 2, [1]), lambda g: all(not g[a][b] == g[c][d] == 1 for (a, b), (c, d) in apart))
    near = [(p, q) for p in places for q in places if steps(p, q) == 3]
    selects(Sudoku(4), taxicab(3, [2, 4]), lambda g: all(not g[a][b] == g[c][d] in (2, 4) for (a, b), (c, d) in near))


@pytest.mark.slow
@pytest.mark.parametrize("sums", [None, [2], [7, 8]])
def test_knightmare(selects: Any, sums: Any) -> None:
    places = [(r, c) for r in range(4) for c in range(4)]
    pairs = [(p, q) for p in places for q in places if {abs(p[0] - q[0]), abs(p[1] - q[1])} == {1, 2}]
    clue = knightmare([3]) if sums is None else knightmare(sums)
    out = sums or [3]
    selects(Sudoku(4, regions=""), clue, lambda g: all(g[a][b] + g[c][d] not in out for (a, b), (c, d) in pairs))


def test_taxicab_needs_a_distance() -> None:
    with pytest.raises(ModelError, match="distance must be at least 1, not 0"):
        Sudoku(4).add(taxicab(0))


@pytest.mark.parametrize("toroidal", [False, True])
@pytest.mark.parametrize("distance", [1, 4, 7, 12, 31])
def test_cells_any_number_of_steps_apart(distance: int, toroidal: bool) -> None:
    """Each move of so many steps is tried from every cell."""
    sudoku = Sudoku((4, 6), regions=(), digits=range(1, 7))
    places = {cell: (row, column) for row, cells in enumerate(sudoku.rows) for column, cell in enumerate(cells)}
    expected = set()
    for cell, (row, column) in places.items():
        for rows in range(-distance, distance + 1):
            for columns in {distance - abs(rows), abs(rows) - distance}:
                to = row + rows, column + columns
                to = (to[0] % 4, to[1] % 6) if toroidal else to
                expected |= {frozenset({cell, other}) for other, place in places.items() if place == to}
    found = [frozenset(constraint.scope) for constraint in taxicab(distance, toroidal=toroidal).constraints(sudoku)]
    assert set(found) == {pair for pair in expected if len(pair) == 2}
    assert len(found) == len(set(found))


def test_no_cells_are_very_many_steps_apart() -> None:
    assert list(taxicab(10**30).constraints(Sudoku(4))) == []

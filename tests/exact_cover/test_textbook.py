"""Results that are known from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest

from sudoku_cp.exact_cover import ExactCover
from sudoku_cp.model.answers import Status

Cells = frozenset[tuple[int, int]]


def test_the_example_of_dancing_links() -> None:
    """D. E. Knuth, "Dancing links", Millennial Perspectives in Computer Science (2000), matrix (3): rows 1, 4 and 5."""
    problem = ExactCover(range(1, 8))
    for row in ((3, 5, 6), (1, 4, 7), (2, 3, 6), (1, 4), (2, 7), (4, 5, 7)):
        problem.add_option(row, name=row)
    assert list(problem.solutions()) == [((3, 5, 6), (1, 4), (2, 7))]


def test_the_example_of_colours() -> None:
    """D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, (49): one cover."""
    problem = ExactCover("pqr", "xy")
    for option in ("p q x y:A", "p r x:A y", "p x:B", "q x:A", "r y:B"):
        items = [tuple(item.split(":")) if ":" in item else item for item in option.split()]
        problem.add_option(items, name=option)
    assert list(problem.solutions()) == [("p r x:A y", "q x:A")]


@pytest.mark.parametrize(("size", "count"), [*enumerate([1, 0, 0, 2, 10, 4, 40, 92, 352, 724], start=1)])
def test_queens(size: int, count: int) -> None:
    """Queens that do not attack each other (OEIS A000170)."""
    lines = range(size)
    problem = ExactCover(
        [(kind, line) for kind in ("row", "column") for line in lines],
        [("rising", line) for line in range(2 * size)] + [("falling", line) for line in range(-size, size)],
    )
    for row, column in product(lines, lines):
        problem.add_option([("row", row), ("column", column), ("rising", row + column), ("falling", row - column)])
    assert problem.count().count == count


@pytest.mark.parametrize(("pairs", "count"), [*enumerate([0, 0, 1, 1, 0, 0, 26, 150], start=1)])
def test_langford_pairs(pairs: int, count: int) -> None:
    """Two of each number n, n numbers between them; up to reversal (OEIS A014552)."""
    places = range(2 * pairs)
    problem = ExactCover(
        [f"number {number}" for number in range(1, pairs + 1)] + [f"place {place}" for place in places]
    )
    for number in range(1, pairs + 1):
        for left, right in zip(places, places[number + 1 :], strict=False):
            problem.add_option([f"number {number}", f"place {left}", f"place {right}"])
    assert problem.count().count == 2 * count


PENTOMINOES = {
    "F": ".XX XX. .X.", "I": "XXXXX", "L": "XXXX X...", "N": ".XXX XX..", "P": "XXX XX.", "T": "XXX .X. .X.",
    "U": "X.X XXX", "V": "X.. X.. XXX", "W": "X.. XX. .XX", "X": ".X. XXX .X.", "Y": "XXXX .X..", "Z": "XX. .X. .XX",
}  # fmt: skip


def orientations(picture: str) -> set[Cells]:
    cells = {
        (row, column) for row, line in enumerate(picture.split()) for column, mark in enumerate(line) if mark == "X"
    }
    found = set()
    for _ in range(4):
        cells = {(column, -row) for row, column in cells}
        for shape in (cells, {(row, -column) for row, column in cells}):
            top, left = min(row for row, _ in shape), min(column for _, column in shape)
            found.add(frozenset((row - top, column - left) for row, column in shape))
    return found


def pentomino_problem(board: Iterable[tuple[int, int]], corner_of_x: Cells) -> ExactCover:
    """All placements, but of the X only those with their upper left corner among the cells given."""
    cells = set(board)
    problem = ExactCover([*PENTOMINOES, *sorted(cells)])
    for piece, picture in PENTOMINOES.items():
        for shape, (top, left) in product(sorted(map(sorted, orientations(picture))), sorted(cells)):
            placed = [(top + row, left + column) for row, column in shape]
            if cells.issuperset(placed) and (piece != "X" or (top, left) in corner_of_x):
                problem.add_option([piece, *placed], name=(piece, placed))
    return problem


def test_the_pentominoes_have_63_orientations() -> None:
    assert sum(len(orientations(picture)) for picture in PENTOMINOES.values()) == 63


def test_pentominoes_in_a_3_by_20_rectangle() -> None:
    """Two packings, four times each by symmetry (C. B. and J. Haselgrove, Eureka 23, 1960)."""
    board = frozenset(product(range(3), range(20)))
    covers = list(pentomino_problem(board, board).solutions())
    assert len(covers) == 2 * 4
    assert all(sorted(piece for piece, _ in cover) == sorted(PENTOMINOES) for cover in covers)


@pytest.mark.slow
def test_pentominoes_in_a_6_by_10_rectangle() -> None:
    """2339 packings (C. B. and J. Haselgrove, Eureka 23, 1960); symmetry puts the X into the upper left quarter."""
    board = product(range(6), range(10))
    assert pentomino_problem(board, frozenset(product(range(2), range(4)))).count().count == 2339


def test_the_cheapest_assignment() -> None:
    """One number of each row and column with the largest sum: 3315 (projecteuler.net, problem 345)."""
    matrix = (
        (7, 53, 183, 439, 863),
        (497, 383, 563, 79, 973),
        (287, 63, 343, 169, 583),
        (627, 343, 773, 959, 943),
        (767, 473, 103, 699, 303),
    )
    problem = ExactCover([(kind, line) for kind in ("row", "column") for line in range(5)])
    for row, numbers in enumerate(matrix):
        for column, number in enumerate(numbers):
            problem.add_option([("row", row), ("column", column)], name=number, cost=1000 - number)
    best = problem.minimum()
    assert best.status is Status.OPTIMAL
    assert best.cover == (863, 383, 343, 959, 767)
    assert best.cost == 5 * 1000 - 3315

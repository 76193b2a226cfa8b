"""Rules on boards that are not square, and with other digits: not from 1 on, or more than a house has cells."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku, rules as r
from sudoku_cp.rules import AppliedRule
from sudoku_cp.rules.regions import windows

Grid = tuple[tuple[int, ...], ...]
Case = tuple[Sudoku, AppliedRule, Callable[[Grid], bool]]


def seen(line: list[int]) -> int:
    return sum(all(other < height for other in line[:at]) for at, height in enumerate(line))


def column(g: Grid, index: int) -> list[int]:
    return [row[index] for row in g]


def wide(*, digits: Any = None, **shape: Any) -> Sudoku:
    """3 rows of 4 cells, some of the first row given."""
    sudoku = Sudoku((3, 4), digits=digits, **(shape or {"regions": ""}))
    for cell, digit in zip(sudoku.rows[0][: 2 if digits is None else 4], sudoku.digits, strict=False):
        sudoku.give(cell, digit)
    return sudoku


def flat() -> Sudoku:
    """2 rows of 4 cells, the first one given."""
    sudoku = Sudoku((2, 4), regions="", digits=range(6))
    sudoku.give_grid([*range(4), *[None] * 4])
    return sudoku


def x_sum_from_right(g: Grid) -> bool:
    line = g[1][::-1]
    return line[0] <= 4 and sum(line[: line[0]]) == 6


def bread(g: Grid) -> bool:
    line = g[2]
    if not {0, 4} <= set(line):
        return False
    low, high = sorted((line.index(0), line.index(4)))
    return sum(line[low + 1 : high]) == 3


def knights_around(g: Grid) -> bool:
    return all(
        g[row][at] != g[(row + down) % 2][(at + right) % 4]
        for row in range(2)
        for at in range(4)
        for down, right in ((1, 2), (1, -2), (2, 1), (2, -1))
    )


CASES: dict[str, Callable[[], Case]] = {
    "skyscraper below": lambda: (wide(), r.skyscraper("bottom", 4, 2), lambda g: seen(column(g, 3)[::-1]) == 2),
    "skyscraper right": lambda: (
        wide(digits=range(5)), r.skyscraper("right", 3, 3), lambda g: seen(list(g[2][::-1])) == 3
    ),
    "x-sum": lambda: (wide(digits=range(5)), r.x_sum("right", 2, 6), x_sum_from_right),
    "sandwich of digits that may be missing": lambda: (wide(digits=range(5)), r.sandwich("left", 3, 3), bread),
    "numbered room": lambda: (
        wide(), r.numbered_room("bottom", 3, 4), lambda g: g[2][2] < 4 and g[3 - g[2][2]][2] == 4
    ),
    "little killer": lambda: (
        wide(), r.little_killer("r3c4", "up-left", 7), lambda g: g[2][3] + g[1][2] + g[0][1] == 7
    ),
    "margin sum": lambda: (wide(), r.margin_sum("right", 3, 4, 2), lambda g: g[2][3] + g[2][2] == 4),
    "row indexing": lambda: (
        wide(digits=range(5)), r.row_indexing("r3c4"), lambda g: 1 <= g[2][3] <= 3 and g[g[2][3] - 1][3] == 3
    ),
    "column indexing": lambda: (
        wide(digits=range(5)), r.column_indexing("r2c4"), lambda g: g[1][3] >= 1 and g[1][g[1][3] - 1] == 4
    ),
    "box indexing": lambda: (
        wide(box=(3, 2), digits=range(1, 7)),
        r.box_indexing("r3c4"),
        lambda g: [row[at] for row in g for at in (2, 3)][g[2][3] - 1] == 6,
    ),
    "indexing of columns": lambda: (
        wide(), r.indexing_159([4]), lambda g: all(row[row[3] - 1] == 4 for row in g),
    ),
    "anti-knight around": lambda: (flat(), r.anti_knight(True), knights_around),
    "anti-king": lambda: (
        flat(),
        r.anti_king(),
        lambda g: all(a != b for up, low in pairwise(g) for i, a in enumerate(up) for b in low[max(i - 1, 0) : i + 2]),
    ),
    "entropy": lambda: (
        Sudoku((2, 3), regions="", digits=(1, 2, 4, 5, 7, 8)).give("r1c1", 1).give("r1c2", 2),
        r.global_entropy(),
        lambda g: all(len({d // 3 for row in g for d in row[at : at + 2]}) == 3 for at in (0, 1)),
    ),
    "flatmates": lambda: (
        wide(),
        r.dutch_flatmates(above=1, middle=2, below=4),
        lambda g: all(
            g[row][at] != 2 or (row > 0 and g[row - 1][at] == 1) or (row < 2 and g[row + 1][at] == 4)
            for row in range(3)
            for at in range(4)
        ),
    ),
    "one digit set": lambda: (
        wide(digits=range(6)).give("r2c1", 1).give("r2c2", 0),
        r.one_digit_set(),
        lambda g: len({frozenset(row) for row in g}) == 1,
    ),
    "counting circles": lambda: (
        wide(digits=range(5)),
        r.counting_circles("r2c4 r3c1 r2c1"),
        lambda g: all([g[1][3], g[2][0], g[1][0]].count(d) == d for d in (g[1][3], g[2][0], g[1][0])),
    ),
    "connected values": lambda: (
        Sudoku((2, 4), regions=""),
        r.connected_values([1, 2], size=4),
        lambda g: _touch([(row, at) for row in (0, 1) for at in range(4) if g[row][at] < 3]),
    ),
}  # fmt: skip


def _touch(places: list[tuple[int, int]]) -> bool:
    reached = places[:1]
    for row, at in reached:
        reached += [(y, x) for y, x in places if abs(y - row) + abs(x - at) == 1 and (y, x) not in reached]
    return len(reached) == len(places)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_rule(name: str, selects: Any) -> None:
    sudoku, clue, predicate = CASES[name]()
    selects(sudoku, clue, predicate)


@pytest.mark.parametrize(
    ("clue", "message"),
    [
        (r.diagonals(), "a grid of 3×4 cells has no main diagonals"),
        (r.diagonal("rising"), "a grid of 3×4 cells has no main diagonals"),
        (r.full_rank("left", 1, 1), "only the lines of a square grid can be ranked, not 3 by 4 cells"),
        (r.no_rank_ties(), "only the lines of a square grid can be ranked, not 3 by 4 cells"),
        (r.doublers(), "rows, columns and boxes must have the same number of cells"),
        (r.schroedinger_cells(), "rows, columns and boxes must have the same number of cells"),
        (r.skyscraper("left", 4, 1), "index: rows go from 1 to 3, not 4"),
        (r.skyscraper("top", 5, 1), "index: columns go from 1 to 4, not 5"),
        (r.indexing_159(), "columns: 5 is not a column of a grid of 4 columns"),
        (r.little_killer("r2c3", "up-left", 4), "no arrow outside the grid points up-left into r2c3"),
    ],
)
def test_what_only_a_square_has(clue: AppliedRule, message: str) -> None:
    with pytest.raises(ModelError, match=message) as caught:
        Sudoku((3, 4)).add(clue)
    if isinstance(clue, AppliedRule):
        assert clue.rule.name in str(caught.value)


def test_doppelgangers_need_houses_of_one_size() -> None:
    with pytest.raises(ModelError, match="rows, columns and boxes must have the same number of cells"):
        Sudoku((2, 4), digits=range(5)).add(r.doppelganger())


def test_windows_of_an_oblong_grid() -> None:
    assert [(window[0].name, window[-1].name) for window in windows(Sudoku((6, 9)))] == [
        ("r2c2", "r4c4"), ("r2c6", "r4c8")
    ]  # fmt: skip

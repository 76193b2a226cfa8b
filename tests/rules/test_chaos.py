"""Chaos construction against all layouts of small grids, found by growing regions cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from itertools import permutations, product

import pytest

from sudoku_cp import ModelError, Sudoku, models
from sudoku_cp.formats import Document, read
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.render import show, svg
from sudoku_cp.rules import (
    AppliedRule,
    chaos_construction,
    region_border,
    region_count,
    region_view,
    same_region,
)
from sudoku_cp.solving.registry import load_solver
from tests.support import assert_same_sets

Place = tuple[int, int]
Grid = tuple[tuple[int, ...], ...]
Filled = tuple[Grid, Grid]
"""The digits and the numbers of the regions."""


def layouts(height: int, width: int, size: int) -> Iterator[dict[Place, int]]:
    """Every way to cut a grid into connected regions."""

    def cut(left: frozenset[Place], number: int) -> Iterator[dict[Place, int]]:
        if not left:
            yield {}
            return
        first = min(left)
        for region in grown(frozenset({first}), left):
            for rest in cut(left - region, number + 1):
                yield rest | dict.fromkeys(region, number)

    def grown(region: frozenset[Place], left: frozenset[Place]) -> set[frozenset[Place]]:
        regions = {region}
        for _ in range(size - 1):
            regions = {one | {place} for one in regions for place in left - one if any(_touch(place, p) for p in one)}
        return regions

    yield from cut(frozenset(product(range(height), range(width))), 1)


LANDMARKS: dict[tuple[int, int], tuple[Place, ...]] = {
    (2, 4): ((0, 0), (1, 3)),
    (3, 3): ((0, 0), (1, 2)),
    (4, 2): ((0, 0), (3, 1)),
    (4, 4): ((0, 0), (1, 3), (3, 1)),
}
"""The cells whose regions are 1, 2, …"""


def numbered(layout: dict[Place, int], landmarks: tuple[Place, ...]) -> dict[Place, int]:
    """The layout with other numbers: first the regions of the landmarks, then the others by their first cells."""
    order = list(dict.fromkeys(layout[place] for place in (*landmarks, *sorted(layout))))
    return {place: order.index(number) + 1 for place, number in layout.items()}


def _touch(one: Place, other: Place) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


@cache
def fillings(height: int, width: int, landmarks: tuple[Place, ...] = ()) -> frozenset[Filled]:
    """All grids and layouts in which rows, columns and regions have no digit twice, with regions of a row's size."""
    digits = range(1, max(height, width) + 1)
    columns_differ = [
        grid
        for grid in product(permutations(digits, width), repeat=height)
        if all(len(set(column)) == height for column in zip(*grid, strict=True))
    ]
    found = set()
    for layout in layouts(height, width, len(digits)):
        layout = numbered(layout, landmarks or LANDMARKS[height, width])
        regions = tuple(tuple(layout[row, column] for column in range(width)) for row in range(height))
        cells_of = [[place for place in layout if layout[place] == number] for number in set(layout.values())]
        for grid in columns_differ:
            if all(len({grid[row][column] for row, column in cells}) == len(cells) for cells in cells_of):
                found.add((grid, regions))
    return frozenset(found)


def answers(sudoku: Sudoku, solver: str) -> list[Filled]:
    def rows(values: list[int]) -> Grid:
        return tuple(tuple(values[start : start + sudoku.width]) for start in range(0, len(values), sudoku.width))

    return [
        (rows([found[cell] for cell in sudoku.grid]), rows([found[sudoku.region_of[cell]] for cell in sudoku.grid]))
        for found in load_solver(solver).compile(sudoku).solutions()
    ]


def empty(*shape: int) -> Sudoku:
    sudoku = Sudoku((shape[0], shape[1]), regions="")
    sudoku.add(chaos_construction())
    return sudoku


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "solver"),
    [
        ((3, 3), "exact-cover"),
        ((3, 3), "cp-sat"),
        ((3, 3), "python-constraint"),
        ((2, 4), "exact-cover"),
        ((2, 4), "cp-sat"),
        ((4, 2), "exact-cover"),
        ((4, 4), "exact-cover"),
    ],
)
def test_all_layouts_of_small_grids(shape: tuple[int, int], solver: str) -> None:
    expected = fillings(*shape)
    assert expected
    assert_same_sets(answers(empty(*shape), solver), expected)


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat"])
@pytest.mark.parametrize("landmarks", [((1, 1),), ((0, 2),), ((1, 0), (0, 2)), ((2, 1), (0, 0)), ((2, 0), (0, 1))])
def test_landmarks(landmarks: tuple[Place, ...], solver: str) -> None:
    sudoku = Sudoku(3, regions="")
    sudoku.add(chaos_construction(landmarks=[f"r{row + 1}c{column + 1}" for row, column in landmarks]))
    expected = fillings(3, 3, landmarks)
    assert len(expected) == len(fillings(3, 3))
    assert_same_sets(answers(sudoku, solver), expected)


def run(line: list[int]) -> int:
    """How many begin the line that are the same as the first."""
    return next((at for at, region in enumerate(line) if region != line[0]), len(line))


def seen(regions: Grid, row: int, column: int, directions: str = "urdl") -> int:
    across, down = list(regions[row]), [line[column] for line in regions]
    lines = {"u": down[row::-1], "d": down[row:], "l": across[column::-1], "r": across[column:]}
    return 1 + sum(run(lines[way]) - 1 for way in directions)


def around(regions: Grid, row: int, column: int) -> int:
    rows = [line[max(column - 1, 0) : column + 2] for line in regions[max(row - 1, 0) : row + 2]]
    return sum(line.count(regions[row][column]) for line in rows)


CLUES: dict[str, tuple[AppliedRule, Callable[[Grid, Grid], bool]]] = {
    "same region": (same_region("r1c1 r2c2 r3c1"), lambda g, r: r[0][0] == r[1][1] == r[2][0]),
    "border": (region_border("r2c2 r2c3"), lambda g, r: r[1][1] != r[1][2]),
    "count around": (region_count("r2c2"), lambda g, r: g[1][1] == around(r, 1, 1)),
    "count in a corner": (region_count("r4c4"), lambda g, r: g[3][3] == around(r, 3, 3)),
    "count of cells": (
        region_count("r1c1", "r4c1 r4c2 r4c3"), lambda g, r: g[0][0] == [r[3][0], r[3][1], r[3][2]].count(r[3][0])
    ),
    "count of cells twice": (
        region_count("r1c1", "r4c1 r3c1 r4c2 r4c2"),
        lambda g, r: g[0][0] == [r[3][0], r[2][0], r[3][1], r[3][1]].count(r[3][0])
    ),
    "view": (region_view("r2c3"), lambda g, r: g[1][2] == seen(r, 1, 2)),
    "view from a corner": (region_view("r1c4"), lambda g, r: g[0][3] == seen(r, 0, 3)),
    "view up and left": (region_view("r4c3", "left up"), lambda g, r: g[3][2] == seen(r, 3, 2, "lu")),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", CLUES)
def test_clues(name: str) -> None:
    clue, holds = CLUES[name]
    sudoku = empty(4, 4).give("r1c1", 3).give("r1c2", 1)
    sudoku.add(clue)
    fitting = {(grid, regions) for grid, regions in fillings(4, 4) if grid[0][:2] == (3, 1)}
    expected = {filled for filled in fitting if holds(*filled)}
    for solver in ("exact-cover", "cp-sat"):
        found = answers(sudoku, solver)
        assert len(found) == len(expected)
        assert set(found) == expected
    assert 0 < len(expected) < len(fitting)


@pytest.mark.parametrize("clue", [region_count("r2c2"), region_view("r2c2"), region_view("r1c4", "left down")])
def test_a_cell_in_the_middle_counts_a_neighbour(clue: AppliedRule) -> None:
    sudoku = empty(4, 4).give("r2c2", 1).give("r1c4", 1)
    sudoku.add(clue)
    result = sudoku.count()
    assert result.count == 0
    assert result.statistics.nodes == 0


def test_regions_of_one_cell_have_no_neighbours() -> None:
    sudoku = Sudoku(2, regions="")
    sudoku.add(chaos_construction(1), region_count("r1c1"), region_view("r2c2"))
    assert sudoku.count().count == 1


def _with_variable() -> Sudoku:
    sudoku = Sudoku(4, regions="")
    sudoku.variable("x", range(1, 5))
    return sudoku


@pytest.mark.parametrize(
    ("sudoku", "clue", "message"),
    [
        (Sudoku(4), chaos_construction(), 'the grid has boxes already; write regions = ""'),
        (Sudoku((3, 4), regions="", digits=range(5)), chaos_construction(), "12 cells do not divide into regions of 5"),
        (Sudoku(4, regions=""), chaos_construction(landmarks="r1c1 r2c3"), "r1c1 and r2c3 may share a region"),
        (Sudoku(4, regions=""), chaos_construction(landmarks="r2c2 r2c2"), "at least 4 steps apart, not 0"),
        (Sudoku(4, regions=""), chaos_construction(landmarks="r1c1 r5c5"), "r5c5 is not a cell"),
        (_with_variable(), chaos_construction(landmarks="x"), "landmarks: x is not in the grid"),
        (Sudoku(4, regions=""), region_border("r1c1 r1c2"), "add chaos_construction before it"),
        (Sudoku(4, regions=""), region_view("r1c1"), "add chaos_construction before it"),
        (empty(4, 4), region_view("r1c1", "up north"), "directions must be some of up right down left, not 'up north'"),
        (empty(4, 4), region_view("r1c1", "up up"), "directions must be some of"),
        (empty(4, 4), region_view("r1c1", ""), "directions must be some of"),
        (empty(4, 4), same_region(["r1c1", "region r1c1"]), "region r1c1 is not in the grid"),
    ],
)
def test_faults(sudoku: Sudoku, clue: AppliedRule, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        sudoku.add(clue)


def test_a_document_says_it_all() -> None:
    sudoku = models.load("chaos", size=(4, 6))
    assert isinstance(sudoku, Sudoku)
    sudoku.add(region_border("r1c1 r1c2"), region_view("r2c2", "up left"), region_count("r3c3"))
    text = dump_document(sudoku)
    (again,) = read(BytesIO(text.encode()), "again.toml")
    assert isinstance(again, Document)
    assert [cell.name for cell in again.model.cells] == [cell.name for cell in sudoku.cells]
    assert [c.describe() for c in again.model.constraints] == [c.describe() for c in sudoku.constraints]
    assert dump_document(again.model) == text


def test_solved_regions_are_drawn() -> None:
    sudoku = empty(3, 3)
    sudoku.add(region_border("r3c1 r3c2"), region_view("r3c3"))
    assert show(sudoku, colour=False, legend=False).splitlines() == [
        "┏━━━━━━━━━━━┓",
        "┃ ·   ·   · ┃",
        "┃           ┃",
        "┃ ·   ·   · ┃",
        "┃   ╻       ┃",
        "┃ · ┃ ·   · ┃",
        "┗━━━┻━━━━━━━┛",
    ]
    numbers = (1, 1, 1, 2, 3, 3, 2, 2, 3)
    layout = {sudoku.region_of[cell]: number for cell, number in zip(sudoku.grid, numbers, strict=True)}
    assert show(sudoku, layout, colour=False, legend=False).splitlines() == [
        "┏━━━━━━━━━━━┓",
        "┃ ·   ·   · ┃",
        "┣━━━┳━━━━━━━┫",
        "┃ · ┃ ·   · ┃",
        "┃   ┣━━━┓   ┃",
        "┃ · ┃ · ┃ · ┃",
        "┗━━━┻━━━┻━━━┛",
    ]
    assert svg(sudoku) != svg(sudoku, layout)

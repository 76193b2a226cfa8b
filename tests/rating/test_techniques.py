"""Each technique on a grid of candidates of its own, where nothing easier is found."""

from __future__ import annotations

import pytest

from sudoku_cp import solve
from tests.support.candidate_grids import Step, easiest_step, index_of


def _grid(cells: str = "", absent: str = "") -> list[set[int]]:
    """All candidates, but in some cells only these digits, and without others: ``r1c1=12``, ``r1:1`` or ``b1:1``."""
    grid = [set(range(1, 10)) for _ in range(81)]
    for word in absent.split():
        places, digits = word.split(":")
        keep = set(places.split("-")[1:])
        for cell in _house(places.split("-")[0]):
            if f"r{cell // 9 + 1}c{cell % 9 + 1}" not in keep:
                grid[cell] -= set(map(int, digits))
    for word in cells.split():
        name, digits = word.split("=")
        grid[index_of(name)] = set(map(int, digits))
    return grid


def _house(name: str) -> list[int]:
    number = int(name[1]) - 1
    match name[0]:
        case "r":
            return [number * 9 + step for step in range(9)]
        case "c":
            return [step * 9 + number for step in range(9)]
        case _:
            corner = number // 3 * 27 + number % 3 * 3
            return [corner + down * 9 + right for down in range(3) for right in range(3)]


CASES = [
    # name, rating, cells, absent, eliminations, placements
    ("hidden single", 1.0, "r1c1=7", " ".join(f"b1-r1c1:{digit}" for digit in range(1, 10)), "", "r1c1=7"),
    ("hidden single", 1.2, "", "b1-r2c2:4", "", "r2c2=4"),
    ("hidden single", 1.5, "", "r5-r5c5:4", "", "r5c5=4"),
    ("direct pointing", 1.7, "", "b1-r1c1-r1c2:1 b2-r1c4-r1c5-r2c6:1", "", "r2c6=1"),
    ("direct claiming", 1.9, "", "r1-r1c1-r1c2:1 r2-r2c1-r2c3-r2c9:1 b2:1", "", "r2c9=1"),
    ("direct hidden pair", 2.0, "", "r1-r1c1-r1c9:12 r1-r1c1-r1c5:3", "", "r1c5=3"),
    ("naked single", 2.3, "r5c5=8", "", "", "r5c5=8"),
    ("direct hidden triplet", 2.5, "", "r1-r1c1-r1c5-r1c9:124 r1-r1c1-r1c4:3", "", "r1c4=3"),
    (
        "pointing",
        2.6,
        "",
        "b1-r1c1-r1c2:1",
        "r1c4=1 r1c5=1 r1c6=1 r1c7=1 r1c8=1 r1c9=1",
        "",
    ),
    ("claiming", 2.8, "", "r1-r1c1-r1c2:1", "r2c1=1 r2c2=1 r2c3=1 r3c1=1 r3c2=1 r3c3=1", ""),
    ("naked pair", 3.0, "r1c1=12 r1c9=12", "", " ".join(f"r1c{c}={d}" for c in range(2, 9) for d in (1, 2)), ""),
    (
        "X-wing",
        3.2,
        "",
        "c1-r1c1-r5c1:1 c5-r1c5-r5c5:1",
        " ".join(f"r{row}c{column}=1" for row in (1, 5) for column in (2, 3, 4, 6, 7, 8, 9)),
        "",
    ),
    (
        "hidden pair",
        3.4,
        "",
        "r1-r1c1-r1c9:12",
        " ".join(f"r1c{c}={d}" for c in (1, 9) for d in range(3, 10)),
        "",
    ),
    (
        "naked triplet",
        3.6,
        "r1c1=12 r1c5=23 r1c9=13",
        "",
        " ".join(f"r1c{c}={d}" for c in (2, 3, 4, 6, 7, 8) for d in (1, 2, 3)),
        "",
    ),
    (
        "swordfish",
        3.8,
        "",
        "c1-r1c1-r5c1:1 c5-r5c5-r9c5:1 c9-r1c9-r9c9:1",
        " ".join(f"r{row}c{column}=1" for row in (1, 5, 9) for column in (2, 3, 4, 6, 7, 8)),
        "",
    ),
    (
        "hidden triplet",
        4.0,
        "",
        "r1-r1c1-r1c5-r1c9:123",
        " ".join(f"r1c{c}={d}" for c in (1, 5, 9) for d in range(4, 10)),
        "",
    ),
    ("XY-wing", 4.2, "r1c1=12 r1c5=13 r5c1=23", "", "r5c5=3", ""),
    ("XYZ-wing", 4.4, "r1c1=123 r1c5=13 r2c2=23", "", "r1c2=3 r1c3=3", ""),
    (
        "unique loop",
        4.5,
        "r1c1=12 r2c1=12 r1c4=12 r2c4=129",
        "c1-r1c1-r2c1:12 b1-r1c1-r2c1:12 r1-r1c1-r1c4:12",
        "r2c4=1 r2c4=2",
        "",
    ),
    (
        "naked quad",
        5.0,
        "r1c1=12 r1c3=23 r1c5=34 r1c9=14",
        "",
        " ".join(f"r1c{c}={d}" for c in (2, 4, 6, 7, 8) for d in (1, 2, 3, 4)),
        "",
    ),
    (
        "jellyfish",
        5.2,
        "",
        "c1-r1c1-r9c1:1 c4-r4c4-r7c4:1 c7-r4c7-r9c7:1 c9-r1c9-r7c9:1",
        " ".join(f"r{row}c{column}=1" for row in (1, 4, 7, 9) for column in (2, 3, 5, 6, 8)),
        "",
    ),
    (
        "hidden quad",
        5.4,
        "",
        "r1-r1c1-r1c3-r1c5-r1c9:1234",
        " ".join(f"r1c{c}={d}" for c in (1, 3, 5, 9) for d in range(5, 10)),
        "",
    ),
    ("aligned pair exclusion", 6.2, "r2c5=234 r1c4=12 r2c1=13 r2c2=14", "", "r1c1=1", ""),
    ("forcing X-chain", 6.6, "", "r1-r1c1-r1c5:1 r5-r5c1-r5c6:1", "r2c6=1", ""),
    (
        "Y-cycle",
        6.6,
        "r1c1=12 r1c5=23 r5c5=34 r5c1=14",
        "",
        " ".join(f"r1c{at}=2 r5c{at}=4 r{at}c1=1 r{at}c5=3" for at in (2, 3, 4, 6, 7, 8, 9)),
        "",
    ),
    (  # fish in columns come before those in rows
        "X-wing",
        3.2,
        "",
        "c2-r1c2-r6c2:2 c5-r1c5-r6c5:2 r3-r3c3-r3c9:1 r8-r8c3-r8c9:1",
        " ".join(f"r{row}c{column}=2" for row in (1, 6) for column in range(1, 10) if column not in (2, 5)),
        "",
    ),
    ("forcing chain", 7.3, "r1c1=12 r1c5=23 r5c5=34 r5c9=45 r9c9=15", "", "r1c9=1", ""),
    ("cell forcing chains", 8.3, "r1c1=123 r1c5=14 r5c1=24 r2c2=35 r2c5=45", "", "r5c5=4", ""),
]


@pytest.mark.parametrize(("name", "rating", "cells", "absent", "eliminations", "placements"), CASES)
def test_technique(name: str, rating: float, cells: str, absent: str, eliminations: str, placements: str) -> None:
    expected = Step(name, rating, frozenset(eliminations.split()), frozenset(placements.split()))
    assert easiest_step(_grid(cells, absent)) == expected


GRAVE = (
    "- 58 - - 67 68 - - 57 45 - - - - - - 45 - - 48 - - 57 58 47 - - - 39 - - - 56 36 59 - - 19 - - 69 14 46 - - "
    "- 139 - - 59 14 37 459 57 45 45 - - - - - - - - - - - - - - - - - - - - - - - - -"
)
"""Candidates; two cells have a third one. Some of their other digits have three places in one house, though."""
GRAVE_PUZZLE = "..9.........123...3.......6..478....7..3....26.8........6...1.......28.4.2..4957."
"""The puzzle in which a path has these candidates."""
EXTRA = {"r6c2": 9, "r6c8": 5}


def test_a_grave_whose_cells_see_each_other() -> None:
    """A digit is extra where it has more than two places in each house of the cell, not in any."""
    grid = [set(map(int, word.replace("-", ""))) for word in GRAVE.split()]
    rest = [set(digits) for digits in grid]
    for name, digit in EXTRA.items():
        rest[index_of(name)].remove(digit)
        houses = [f"r{name[1]}", f"c{name[3]}", f"b{(int(name[1]) - 1) // 3 * 3 + (int(name[3]) - 1) // 3 + 1}"]
        assert all(sum(digit in grid[cell] for cell in _house(house)) == 3 for house in houses)
    assert {len(digits) for digits in rest} == {0, 2}
    for house in (f"{kind}{number}" for kind in "rcb" for number in range(1, 10)):
        assert {sum(digit in rest[cell] for cell in _house(house)) for digit in range(1, 10)} <= {0, 2}
    step = easiest_step(grid)
    assert step is not None
    assert (step.name, step.rating) == ("bivalue universal grave", 5.8)
    assert step.eliminations == {"r6c9=5"}
    solution = solve(GRAVE_PUZZLE).solution
    assert solution is not None
    assert solution["r6c9"] != 5

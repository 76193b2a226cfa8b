"""What a missing dot means in documents of f-puzzles: every spelling beside every kind of dot, against brute force."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import permutations, product
from typing import Any

import pytest

from sudoku_cp.formats import Document, read, write
from sudoku_cp.formats.addresses import compress
from sudoku_cp.model import Sudoku
from sudoku_cp.model.limits import NO_LIMITS
from sudoku_cp.page.f_puzzles.answering import puzzle_of

Pair = tuple[tuple[int, int], tuple[int, int]]
Grid = tuple[tuple[int, ...], ...]

PAIRS: list[Pair] = [
    ((row, column), (row + down, column + right))
    for row, column in product(range(4), repeat=2)
    for down, right in ((0, 1), (1, 0))
    if row + down < 4 and column + right < 4
]
SOLUTION: Grid = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
PLACES: dict[str, Pair] = {"1 and 2": ((0, 0), (0, 1)), "2 and 3": ((0, 1), (0, 2))}
"""Cells of the solution that differ by one, one twice the other, or that add up to five."""

DOTS: dict[str, tuple[str, dict[str, Any]]] = {
    "none": ("", {}),
    "white": ("difference", {}),
    "white, empty": ("difference", {"value": ""}),
    "white 1": ("difference", {"value": "1"}),
    "white 2": ("difference", {"value": 2}),
    "black": ("ratio", {}),
    "black 2": ("ratio", {"value": "2"}),
    "black 3": ("ratio", {"value": 3}),
    "V": ("xv", {"value": "V"}),
    "X": ("xv", {"value": "X"}),
}
"""The dot on the pair: its key and the rest of its entry."""

DIFFERENCES: dict[str, dict[str, Any]] = {
    "flag": {"nonconsecutive": True},
    "text": {"ruleset": "Rules.\nconstraints: nc"},
    "number in the text": {"ruleset": "constraints: difference:neg1"},
    "flag and text": {"ruleset": "constraints: nc", "nonconsecutive": True},
    "flag and number": {"ruleset": "constraints: difference:neg1", "nonconsecutive": True},
}


def grids() -> Iterator[Grid]:
    """All 288 grids."""
    lines = list(permutations(range(1, 5)))
    for rows in product(lines, repeat=4):
        columns = all(len(set(column)) == 4 for column in zip(*rows, strict=True))
        boxes = all(
            len({rows[top + down][left + right] for down in (0, 1) for right in (0, 1)}) == 4
            for top in (0, 2)
            for left in (0, 2)
        )
        if columns and boxes:
            yield rows


GRIDS = list(grids())


def obeys(key: str, entry: dict[str, Any], one: int, other: int) -> bool:
    value = entry.get("value")
    if key == "difference":
        return abs(one - other) == int(value or 1)
    if key == "ratio":
        return max(one, other) == int(value or 2) * min(one, other)
    return one + other == {"X": 10, "V": 5}[str(value)]


def counted(
    dots: dict[Pair, tuple[str, dict[str, Any]]], forbids: Callable[[int, int], bool], exempts: set[str]
) -> int:
    """How many grids obey all dots, and what is forbidden to the pairs that have no dot of some kinds."""

    def fits(grid: Grid) -> bool:
        values = {pair: (grid[pair[0][0]][pair[0][1]], grid[pair[1][0]][pair[1][1]]) for pair in PAIRS}
        return all(
            (pair not in dots or obeys(*dots[pair], *both))
            and ((pair in dots and dots[pair][0] in exempts) or not forbids(*both))
            for pair, both in values.items()
        )

    return sum(map(fits, GRIDS))


def with_dots(dots: dict[Pair, tuple[str, dict[str, Any]]], **more: Any) -> str:
    document: dict[str, Any] = {"size": 4, **more}
    for pair, (key, entry) in dots.items():
        names = [f"R{row + 1}C{column + 1}" for row, column in pair]
        document.setdefault(key, []).append({"cells": names, **entry})
    return json.dumps(document)


def read_one(text: str) -> Sudoku:
    (found,) = read(BytesIO(text.encode()), "a")
    assert isinstance(found, Document)
    assert isinstance(found.model, Sudoku)
    (again,) = read(BytesIO("".join(write([found], "f-puzzles")).encode()), "again")
    assert isinstance(again, Document)
    assert sorted(map(str, again.model.clues)) == sorted(map(str, found.model.clues))
    return found.model


def around(kind: str, place: Pair, key: str, entry: dict[str, Any], fits: Callable[[int, int], bool]) -> Any:
    """The dot of a kind on a pair, and a dot of a key wherever the solution has such a pair elsewhere."""
    dots = {
        ((a, b), (c, d)): (key, entry)
        for (a, b), (c, d) in PAIRS
        if ((a, b), (c, d)) != place and fits(SOLUTION[a][b], SOLUTION[c][d])
    }
    return dots | ({place: DOTS[kind]} if DOTS[kind][0] else {})


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("kind", DOTS)
@pytest.mark.parametrize("spelling", DIFFERENCES)
@pytest.mark.parametrize("others", ["difference", "ratio"])
def test_missing_differences_of_one(kind: str, place: Pair, spelling: str, others: str) -> None:
    consecutive = around(kind, place, "difference", {}, lambda one, other: abs(one - other) == 1)
    dots = consecutive | around(kind, place, others, {}, lambda one, other: {one, other} == {1, 2})
    meant = counted(dots, lambda one, other: abs(one - other) == 1, {"difference", "ratio"})
    text = with_dots(dots, **DIFFERENCES[spelling])
    assert read_one(text).count().count == meant
    assert puzzle_of(compress(text), NO_LIMITS).compiled.count().count == meant


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("kind", DOTS)
@pytest.mark.parametrize("spelling", ["list", "text", "both"])
@pytest.mark.parametrize(
    ("negative", "name", "entry", "exempts"),
    [
        ("difference", "difference", {}, {"difference", "ratio"}),
        ("ratio", "ratio", {}, {"difference", "ratio"}),
        ("xv", "sum", {"value": "V"}, {"xv"}),
    ],
)
def test_all_dots_of_a_kind_are_given(
    kind: str, place: Pair, spelling: str, negative: str, name: str, entry: dict[str, Any], exempts: set[str]
) -> None:
    """A list stands for the numbers on its dots, which a text says itself."""
    dots = around(kind, place, negative, entry, lambda one, other: obeys(negative, entry, one, other))
    default = {"difference": 1, "ratio": 2, "xv": 5}[negative]
    numbers = {int(each.get("value") or default) for key, each in dots.values() if key == negative != "xv"}
    numbers = {5, 10} if negative == "xv" else numbers
    said: dict[str, dict[str, Any]] = {
        "list": {"negative": [negative]},
        "text": {"ruleset": f"constraints: {name}:{';'.join(f'neg{number}' for number in sorted(numbers))}"},
    }
    said["both"] = said["list"] | said["text"]

    def forbids(one: int, other: int) -> bool:
        entries = [{"value": {5: "V", 10: "X"}[number] if negative == "xv" else number} for number in numbers]
        return any(obeys(negative, each, one, other) for each in entries)

    assert read_one(with_dots(dots, **said[spelling])).count().count == counted(dots, forbids, exempts)


@pytest.mark.parametrize("more", [{}, {"difference": [{"cells": ["R9C8", "R9C9"]}]}])
def test_a_white_dot_elsewhere_changes_nothing_at_a_black_one(more: dict[str, Any]) -> None:
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
    grid[0][0] = {"value": 1, "given": True}
    black = {"cells": ["R1C1", "R1C2"]}
    document = {"size": 9, "grid": grid, "nonconsecutive": True, "ratio": [black], **more}
    model = read_one(json.dumps(document))
    solution = model.solve().solution
    assert solution is not None
    assert [solution[name] for name in ("r1c1", "r1c2")] == [1, 2]

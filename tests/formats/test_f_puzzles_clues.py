"""What each entry of an f-puzzles document means: every key, direction, default and order, with nothing left out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp.formats import Document, read
from sudoku_cp.formats.f_puzzles.clues import FLAGS, KINDS, NEGATIVE
from sudoku_cp.kernel import AllDifferent
from sudoku_cp.rules import AppliedRule

PATH = ["R3C2", "R2C3", "R2C4"]
"""Neither in reading order nor the same from both ends."""

LINES = {"lines": [PATH, ["R4C4", "R4C3"]]}

Clues = list[tuple[str, dict[str, Any]]]


def rule_and(name: str, **parameters: Any) -> tuple[str, dict[str, Any]]:
    return name, parameters


def along(rule: str, **parameters: Any) -> Clues:
    return [(rule, {"line": line, **parameters}) for line in ("r3c2 r2c3 r2c4", "r4c4 r4c3")]


def outside(rule: str) -> list[tuple[str, Mapping[str, Any], Clues]]:
    places = {"R0C3": ("top", 3), "R10C2": ("bottom", 2), "R4C0": ("left", 4), "R5C10": ("right", 5)}
    return [
        (
            {"sandwich": "sandwichsum", "x_sum": "xsum", "skyscraper": "skyscraper"}[rule],
            {"cell": cell, "value": "7"},
            [(rule, {"side": side, "index": index, "value": 7})],
        )
        for cell, (side, index) in places.items()
    ]


def arrow_outside(cell: str, letters: str, start: str, direction: str) -> tuple[str, Mapping[str, Any], Clues]:
    entry = {"cell": cell, "direction": letters, "value": "20"}
    return "littlekillersum", entry, [rule_and("little_killer", start=start, direction=direction, sum=20)]


ENTRIES: list[tuple[str, Mapping[str, Any], Clues]] = [
    ("killercage", {"cells": PATH, "value": "12"}, [rule_and("killer", cells="r3c2 r2c3 r2c4", sum=12)]),
    ("killercage", {"cells": PATH}, [rule_and("killer", cells="r3c2 r2c3 r2c4")]),
    ("killercage", {"cells": PATH, "value": 0}, [rule_and("killer", cells="r3c2 r2c3 r2c4")]),
    (
        "arrow",
        {"cells": ["R3C2"], "lines": [PATH, ["R3C2", "R4C2"]]},
        [rule_and("arrow", circle="r3c2", line="r2c3 r2c4"), rule_and("arrow", circle="r3c2", line="r4c2")],
    ),
    (
        "arrow",  # a pill is read from left to right, or from top to bottom, wherever it was drawn from
        {"cells": ["R3C3", "R3C2"], "lines": [["R3C2", "R2C1", "R1C1"], ["R2C2", "R1C2"]]},
        [
            rule_and("arrow", circle="r3c2 r3c3", line="r2c1 r1c1"),
            rule_and("arrow", circle="r3c2 r3c3", line="r2c2 r1c2"),
        ],
    ),
    (
        "arrow",
        {"cells": ["R4C1", "R3C1"], "lines": [["R4C1", "R5C2"]]},
        [rule_and("arrow", circle="r3c1 r4c1", line="r5c2")],
    ),
    ("thermometer", LINES, along("thermo")),
    ("slowthermometer", LINES, along("slow_thermo")),
    ("palindrome", LINES, along("palindrome")),
    ("renban", LINES, along("renban")),
    ("nabner", LINES, along("nabner")),
    ("whispers", LINES, along("whisper")),
    ("whispers", {**LINES, "value": "4"}, along("whisper", difference=4)),
    ("regionsumline", LINES, along("region_sum_line")),
    ("betweenline", LINES, along("between_line")),
    ("entropicline", LINES, along("entropic_line")),
    ("modularline", LINES, along("modular_line")),
    ("modularline", {**LINES, "value": 4}, along("modular_line", modulus=4)),
    ("doublearrow", {"lines": [PATH]}, along("double_arrow")[:1]),
    ("zipperline", LINES, along("zipper_line")),
    arrow_outside("R0C3", "DR", "r1c4", "down-right"),
    arrow_outside("R0C3", "DL", "r1c2", "down-left"),
    arrow_outside("R10C3", "UR", "r9c4", "up-right"),
    arrow_outside("R10C3", "UL", "r9c2", "up-left"),
    arrow_outside("R4C0", "DR", "r5c1", "down-right"),
    arrow_outside("R4C0", "UR", "r3c1", "up-right"),
    arrow_outside("R4C10", "DL", "r5c9", "down-left"),
    arrow_outside("R4C10", "UL", "r3c9", "up-left"),
    *outside("sandwich"),
    *outside("x_sum"),
    *outside("skyscraper"),
    ("difference", {"cells": ["R2C3", "R1C3"]}, [rule_and("kropki_white", cells="r2c3 r1c3")]),
    (
        "difference",
        {"cells": ["R2C3", "R1C3"], "value": "3"},
        [rule_and("kropki_white", cells="r2c3 r1c3", difference=3)],
    ),
    ("ratio", {"cells": ["R2C3", "R1C3"]}, [rule_and("kropki_black", cells="r2c3 r1c3")]),
    ("ratio", {"cells": ["R2C3", "R1C3"], "value": "3"}, [rule_and("kropki_black", cells="r2c3 r1c3", ratio=3)]),
    ("xv", {"cells": ["R2C3", "R1C3"], "value": "X"}, [rule_and("xv", cells="r2c3 r1c3", sum=10)]),
    ("xv", {"cells": ["R2C3", "R1C3"], "value": "V"}, [rule_and("xv", cells="r2c3 r1c3", sum=5)]),
    (
        "quadruple",
        {"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [7, 2, "7"]},
        [rule_and("quadruple", cells="r1c1 r1c2 r2c1 r2c2", digits="7 2 7")],
    ),
    ("odd", {"cell": "R8C9"}, [rule_and("odd", cells="r8c9")]),
    ("even", {"cell": "R8C9"}, [rule_and("even", cells="r8c9")]),
    ("minimum", {"cell": "R8C9"}, [rule_and("minimum", cells="r8c9")]),
    ("maximum", {"cell": "R8C9"}, [rule_and("maximum", cells="r8c9")]),
    ("extraregion", {"cells": PATH}, [rule_and("extra_region", cells="r3c2 r2c3 r2c4")]),
    ("rowindexer", {"cells": PATH}, [rule_and("row_indexing", cells="r3c2 r2c3 r2c4")]),
    ("columnindexer", {"cells": PATH}, [rule_and("column_indexing", cells="r3c2 r2c3 r2c4")]),
    ("boxindexer", {"cells": PATH}, [rule_and("box_indexing", cells="r3c2 r2c3 r2c4")]),
    (
        "clone",  # cell by cell, in the order of both lists
        {"cells": PATH, "cloneCells": ["R7C2", "R6C3", "R6C4"]},
        [rule_and("clone", cells="r3c2 r2c3 r2c4", copy="r7c2 r6c3 r6c4")],
    ),
]  # fmt: skip

FLAGS_MEAN = {
    "diagonal+": ("diagonal", {"direction": "rising"}),
    "diagonal-": ("diagonal", {"direction": "falling"}),
    "antiknight": ("anti_knight", {}),
    "antiking": ("anti_king", {}),
    "disjointgroups": ("disjoint_groups", {}),
    "nonconsecutive": ("non_consecutive", {}),
}


def read_object(**document: Any) -> Document:
    (found,) = read(BytesIO(json.dumps({"size": 9, **document}).encode()), "puzzle.json")
    assert isinstance(found, Document)
    return found


def clues(document: Document) -> Clues:
    made = []
    for clue in document.model.clues:
        assert isinstance(clue, AppliedRule)
        made.append((clue.rule.name, dict(clue.parameters)))
    return made


@pytest.mark.parametrize(
    ("key", "entry", "meant"), ENTRIES, ids=[f"{number} {entry[0]}" for number, entry in enumerate(ENTRIES, 1)]
)
def test_an_entry(key: str, entry: Mapping[str, Any], meant: Clues) -> None:
    document = read_object(**{key: [entry]})
    assert clues(document) == meant
    assert document.unsupported == ()


def test_every_kind_has_an_entry_here() -> None:
    assert {(key, rule) for key, _, meant in ENTRIES for rule, _ in meant} == {(kind.key, kind.rule) for kind in KINDS}
    assert FLAGS_MEAN.keys() == FLAGS.keys()
    assert NEGATIVE.keys() == {"difference", "ratio", "xv"}


@pytest.mark.parametrize("key", FLAGS_MEAN)
def test_a_flag(key: str) -> None:
    assert clues(read_object(**{key: True})) == [FLAGS_MEAN[key]]


@pytest.mark.parametrize(
    ("key", "corners"), [("diagonal+", {"r9c1", "r5c5", "r1c9"}), ("diagonal-", {"r1c1", "r5c5", "r9c9"})]
)
def test_the_cells_of_a_diagonal(key: str, corners: set[str]) -> None:
    """The rising diagonal is the one with the plus."""
    (house,) = read_object(**{key: True}).model.constraints[27:]
    assert isinstance(house, AllDifferent)
    names = {cell.name for cell in house.scope}
    assert corners < names
    assert len(names) == 9


@pytest.mark.parametrize(
    ("key", "clue"),
    [("difference", "negative_difference"), ("ratio", "negative_ratio"), ("xv", "negative_sum")],
)
def test_a_negative(key: str, clue: str) -> None:
    assert clues(read_object(negative=[key])) == [(clue, {})]


@pytest.mark.parametrize("marks", [[7], ["7"], [2, 7], [9, 1, 4]])
def test_pencil_marks_that_are_given(marks: list[Any]) -> None:
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
    grid[2][4] = {"givenPencilMarks": marks}
    model = read_object(grid=grid).model
    assert {cell.name: kept for cell, kept in model.pencilmarks.items()} == {"r3c5": tuple(sorted(map(int, marks)))}
    assert not model.givens


@pytest.mark.parametrize(
    ("entry", "givens"),
    [
        ({"value": 3, "given": True}, {"r3c5": 3}),
        ({"value": "3", "given": True}, {"r3c5": 3}),
        ({"value": 3, "given": False}, {}),
        ({"value": 3}, {}),
        ({"given": True}, {}),
        ({"givenPencilMarks": []}, {}),
        ({"centerPencilMarks": [3], "cornerPencilMarks": [4]}, {}),
    ],
)
def test_a_cell(entry: dict[str, Any], givens: dict[str, int]) -> None:
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
    grid[2][4] = entry
    model = read_object(grid=grid).model
    assert {cell.name: digit for cell, digit in model.givens.items()} == givens
    assert not model.pencilmarks

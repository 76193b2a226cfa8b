"""Entries of f-puzzles documents that say nothing, or something that no rule here expresses: all kinds alike.

An empty 4×4 grid has 288 solutions.
"""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp.formats import Document, read
from sudoku_cp.formats.f_puzzles.clues import KINDS
from sudoku_cp.model import InputError

ALL = 288
PAIR = ["R1C1", "R1C2"]
SQUARE = [*PAIR, "R2C1", "R2C2"]
CROSSING = ["R1C2", "R1C3", "R2C3"]

FINISHED: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "killercage": ({"cells": CROSSING, "value": "6"}, ("cells",)),
    "arrow": ({"cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R1C3"]]}, ("cells", "lines")),
    "thermometer": ({"lines": [CROSSING]}, ("lines",)),
    "slowthermometer": ({"lines": [CROSSING]}, ("lines",)),
    "palindrome": ({"lines": [CROSSING]}, ("lines",)),
    "renban": ({"lines": [CROSSING]}, ("lines",)),
    "nabner": ({"lines": [PAIR]}, ("lines",)),
    "whispers": ({"lines": [PAIR], "value": "2"}, ("lines",)),
    "regionsumline": ({"lines": [CROSSING]}, ("lines",)),
    "betweenline": ({"lines": [CROSSING]}, ("lines",)),
    "entropicline": ({"lines": [CROSSING]}, ("lines",)),
    "modularline": ({"lines": [CROSSING]}, ("lines",)),
    "doublearrow": ({"lines": [CROSSING]}, ("lines",)),
    "zipperline": ({"lines": [CROSSING]}, ("lines",)),
    "littlekillersum": ({"cell": "R0C1", "direction": "DR", "value": "6"}, ("cell", "value")),
    "sandwichsum": ({"cell": "R0C1", "value": "2"}, ("cell", "value")),
    "xsum": ({"cell": "R0C1", "value": "6"}, ("cell", "value")),
    "skyscraper": ({"cell": "R0C1", "value": "2"}, ("cell", "value")),
    "difference": ({"cells": PAIR, "value": "2"}, ("cells",)),
    "ratio": ({"cells": PAIR, "value": "3"}, ("cells",)),
    "xv": ({"cells": PAIR, "value": "V"}, ("cells", "value")),
    "quadruple": ({"cells": SQUARE, "values": [1]}, ("cells", "values")),
    "odd": ({"cell": "R1C1"}, ("cell",)),
    "even": ({"cell": "R1C1"}, ("cell",)),
    "minimum": ({"cell": "R1C1"}, ("cell",)),
    "maximum": ({"cell": "R1C1"}, ("cell",)),
    "extraregion": ({"cells": CROSSING}, ("cells",)),
    "rowindexer": ({"cells": PAIR}, ("cells",)),
    "columnindexer": ({"cells": PAIR}, ("cells",)),
    "boxindexer": ({"cells": PAIR}, ("cells",)),
    "clone": ({"cells": PAIR, "cloneCells": ["R3C1", "R3C2"]}, ("cells", "cloneCells")),
}
"""A finished entry of each kind, and the keys without which it says nothing."""

SIZES = {"entropicline": 6}
"""Grids of a size that a kind needs."""

NUMBERED = [key for key, (entry, _) in FINISHED.items() if "value" in entry]

CONTENTS: tuple[Any, ...] = (None, "", [], [[]], [["R1C1"]])
EMPTIED = [
    (key, name, content)
    for key, (_, needed) in FINISHED.items()
    for name in needed
    for content in CONTENTS
    if not (isinstance(content, list) and name in ("value", "cell"))
    and (name == "lines" or content not in ([[]], [["R1C1"]]))
    and not (content == "" and name == "values")
]


def read_entry(key: str, entry: dict[str, Any], *, ignore: bool = False, **more: Any) -> Document:
    text = json.dumps({"size": SIZES.get(key, 4), **more, key: [entry]})
    (found,) = read(BytesIO(text.encode()), "a", ignore_unsupported=ignore)
    assert isinstance(found, Document)
    return found


def solutions(document: Document) -> int | None:
    return document.model.count().count


def test_every_kind_is_here() -> None:
    assert FINISHED.keys() == {kind.key for kind in KINDS}


@pytest.mark.parametrize(("key", "name", "content"), EMPTIED)
def test_an_unfinished_entry_is_named_and_skipped(key: str, name: str, content: Any) -> None:
    entry = {other: value for other, value in FINISHED[key][0].items() if other != name}
    for unfinished in (entry, entry | {name: content}) if content is None else (entry | {name: content},):
        found = read_entry(key, unfinished)
        assert len(found.notes) == 1
        assert found.notes[0].startswith(f"{key} 1 says nothing and is skipped: ")
        assert (found.unsupported, found.partly, found.model.clues) == ((), (), [])
        assert key in SIZES or solutions(found) == ALL


@pytest.mark.parametrize("key", FINISHED)
def test_an_empty_entry(key: str) -> None:
    found = read_entry(key, {})
    assert found.notes == (f"{key} 1 says nothing and is skipped: without content",)
    assert key in SIZES or solutions(found) == ALL


@pytest.mark.parametrize("key", FINISHED)
def test_a_finished_entry_beside_an_unfinished_one(key: str) -> None:
    finished = FINISHED[key][0]
    (both,) = read(BytesIO(json.dumps({"size": SIZES.get(key, 4), key: [{}, finished]}).encode()), "a")
    assert isinstance(both, Document)
    alone = read_entry(key, finished)
    assert (alone.notes, alone.unsupported, alone.partly) == ((), (), ())
    assert list(map(str, both.model.clues)) == list(map(str, alone.model.clues)) != []
    assert len(both.notes) == 1


def test_one_line_of_several() -> None:
    found = read_entry("thermometer", {"lines": [["R1C1"], ["R2C1", "R2C2"]]})
    assert list(map(str, found.model.clues)) == ["thermo r2c1 r2c2"]
    assert found.notes == ("a part of thermometer 1 says nothing and is skipped: r1c1 r2c1 r2c2",)


def test_a_line_within_a_box_says_nothing_of_boxes() -> None:
    found = read_entry("regionsumline", {"lines": [PAIR]})
    assert found.notes == ("regionsumline 1 says nothing and is skipped: r1c1 r1c2",)
    assert solutions(found) == ALL


@pytest.mark.parametrize(
    ("key", "entry", "count"),
    [
        ("killercage", {"cells": PAIR}, ALL),  # they differ in any case
        ("killercage", {"cells": ["R1C1", "R3C3"], "value": " "}, 216),  # equal in a quarter of the grids
        ("difference", {"cells": PAIR, "value": ""}, 144),  # by 1: six pairs of twelve
        ("ratio", {"cells": PAIR}, 96),  # 1 to 2: four pairs of twelve
    ],
)
def test_a_usual_number_is_left_out(key: str, entry: dict[str, Any], count: int) -> None:
    """A dot and a cage say something without a number."""
    found = read_entry(key, entry)
    assert found.notes == ()
    assert solutions(found) == count


@pytest.mark.parametrize("key", NUMBERED)
@pytest.mark.parametrize("value", ["?", "<5", "1-2", 2.5, True, [3], {"a": 1}])
def test_another_value_is_named(key: str, value: Any) -> None:
    entry = FINISHED[key][0] | {"value": value}
    wanted = "X or V" if key == "xv" else "a whole number"
    said = f"{key} 1: value must be {wanted}, not {value!r}"
    with pytest.raises(InputError) as caught:
        read_entry(key, entry)
    assert str(caught.value) == f"a:1: not supported: {said}"
    found = read_entry(key, entry, ignore=True)
    assert found.unsupported == (said,)
    if key == "killercage":
        assert [(str(clue), words) for clue, words in found.partly] == [("killer r1c2 r1c3 r2c3", said)]
    else:
        assert found.model.clues == []
        assert solutions(found) == ALL


def test_another_value_on_a_dot_of_which_all_are_given() -> None:
    entry = {"cells": PAIR, "value": "?"}
    found = read_entry("ratio", entry, ignore=True, negative=["ratio"])
    assert list(map(str, found.model.clues)) == ["negative_ratio"]


@pytest.mark.parametrize("key", FINISHED)
def test_an_unknown_field_is_refused(key: str) -> None:
    entry = FINISHED[key][0] | {"isBroken": True, "outlineC": "#F00", "off": False, "none": []}
    with pytest.raises(InputError) as caught:
        read_entry(key, entry)
    assert str(caught.value) == f"a:1: not supported: {key} 1: its field isBroken"
    found = read_entry(key, entry, ignore=True)
    assert {words for _, words in found.partly} == {f"{key} 1: its field isBroken", "its colours, which are only drawn"}


@pytest.mark.parametrize("entry", [{"value": 2, "given": True}, {}])
def test_an_unknown_field_of_a_cell_is_refused(entry: dict[str, Any]) -> None:
    marks = {"c": "#fff", "cArray": ["#fff"], "highlight": "#fff", "centerPencilMarks": [1], "cornerPencilMarks": [1]}
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    grid[0][1] = {**entry, **marks, "empty": None}
    assert read_entry("odd", {"cell": "R1C1"}, grid=grid).notes == ()
    grid[0][1]["doubler"] = True
    with pytest.raises(InputError) as caught:
        read_entry("odd", {"cell": "R1C1"}, grid=grid)
    assert str(caught.value) == "a:1: not supported: r1c2: its field doubler"


def test_drawings_are_named() -> None:
    line = {"lines": [PAIR]}
    drawn: dict[str, Any] = {
        "line": [line, line, {**line, "fromConstraint": "Renban"}],
        "text": [{"cells": ["R1C1"], "value": "x"}],
    }
    found = read_entry("renban", {"lines": [PAIR]}, **drawn)
    assert found.notes == ("only drawn: 2 lines, 1 text",)
    assert found.unsupported == ()


def test_a_cage_that_is_logic_elsewhere() -> None:
    """The solver from which the words of the text come takes DR6 for a sum with the digital root 6."""
    cages = [{"cells": PAIR, "value": "A"}, {"cells": CROSSING, "value": "DR6"}]
    said = "cage 2: r1c2 r1c3 r2c3 with the value DR6, which is only drawn here, and a digital root elsewhere"
    with pytest.raises(InputError) as caught:
        read_entry("odd", {"cell": "R1C1"}, cage=cages)
    assert str(caught.value) == f"a:1: not supported: {said}"
    found = read_entry("odd", {"cell": "R1C1"}, ignore=True, cage=cages)
    assert found.unsupported == (said,)
    assert list(map(str, found.model.clues)) == ["odd r1c1"]

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp.formats import Document, read
from sudoku_cp.formats.addresses import compress
from sudoku_cp.formats.sudokupad.reading import unzipped
from sudoku_cp.model import InputError

BOXES = [[[row, column] for row in (top, top + 1) for column in (left, left + 1)] for top in (0, 2) for left in (0, 2)]


def document(**more: Any) -> dict[str, Any]:
    cells: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    cells[0][1] = {"value": 2}
    cells[3][3] = {"value": "4"}
    return {"cells": cells, "regions": BOXES, **more}


def read_one(text: str, *, ignore: bool = False) -> Document:
    (found,) = read(BytesIO(text.encode()), "pad", ignore_unsupported=ignore)
    assert isinstance(found, Document)
    return found


def givens(found: Document) -> dict[str, int]:
    return {cell.name: value for cell, value in found.model.givens.items()}


def clues(found: Document) -> list[str]:
    return [str(clue) for clue in found.model.clues]


def short(text: str) -> str:
    """A shorter writing as addresses hold it."""
    return "scl" + compress(text)


def test_digits_and_regions() -> None:
    for text in (json.dumps(document()), json.dumps(document(), indent=1)):
        found = read_one(text)
        assert givens(found) == {"r1c2": 2, "r4c4": 4}
        assert found.model.box == (2, 2)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ([[0, 0], [0, 1], [1, 0], [1, 7]], "the region of r1c1 has r2c8, which is not in the grid"),
        ([[0, 0], [0, 1], [1, 0], [-1, 1]], "the region of r1c1 has r0c2, which is not in the grid"),
        ([[0, 0], [0, 1], [1, 0], [0, 1]], "the region of r1c1 has r1c2 twice"),
        ([[0, 0], [0, 1], [1, 0], [1, 1], [2, 2]], "the region of r1c1 has 5 cells, more than there are digits"),
    ],
)
def test_no_region(change: list[list[int]], said: str) -> None:
    with pytest.raises(InputError, match=f"^pad:1: {said}$"):
        read_one(json.dumps(document() | {"regions": [change, *BOXES[1:]]}))


def test_regions_that_share_cells() -> None:
    diagonal = [[0, 0], [1, 1], [2, 2], [3, 3]]
    found = read_one(json.dumps(document() | {"regions": [*BOXES, [], diagonal]}))
    assert found.model.boxes == ()
    assert clues(found)[-1] == "extra_region r1c1 r2c2 r3c3 r4c4"
    assert len(clues(found)) == 5


def test_the_shorter_writing() -> None:
    zipped = (
        "{cs:64,ce:[[,{v:2},,],[,,,],[,,,],[,,,{v:4}]],ca:[{cells:[[0,0],[1,0]],v:3,unique:t},"
        "{v:'title: It\\'s {a,b:t}'}],metadata:{title:'Don\\'t',x:f,y:#0,z:FF00aa}}"
    )
    found = read_one(short(zipped))
    assert givens(found) == {"r1c2": 2, "r4c4": 4}
    assert clues(found) == ["killer r1c1 r2c1 sum=3"]
    assert found.model.name == "Don't"
    assert found.carried["metadata"] == {"title": "Don't", "x": False, "y": "#000000", "z": "#FF00aa"}
    assert found.model.boxes == ()


@pytest.mark.parametrize(
    ("zipped", "value"),
    [
        ("{a:[]}", {"arrows": [{}]}),
        ('{"cells":[]}', {"cells": [{}]}),
        ("{x:{}}", {"x": {}}),
        ("{x:'a:t,b'}", {"x": "a:t,b"}),
        ("{x:[1,2],y:#F}", {"x": [1, 2], "y": "#FFFFFF"}),
    ],
)
def test_unzipped(zipped: str, value: object) -> None:
    assert unzipped(zipped) == value


def test_cages() -> None:
    row = [[0, column] for column in range(4)]
    cages: list[dict[str, Any]] = [
        {"cells": [[0, 0], [1, 0]], "sum": 3, "unique": True},
        {"cells": [[0, 2], [0, 3]], "value": "", "unique": True},
        {"cells": [[3, 0], [2, 0]], "sum": 4},
        {"cells": row, "hidden": True},
        {"cells": [], "value": "author: N. N."},
    ]
    found = read_one(json.dumps(document(cages=cages)))
    assert clues(found) == ["killer r1c1 r2c1 sum=3", "killer r1c3 r1c4", "killer r4c1 r3c1 sum=4 repeats=True"]


def test_rules_of_the_whole_grid() -> None:
    found = read_one(json.dumps(document(**{"global": ["antiknight", "antiking"]}, metadata={"nonconsecutive": True})))
    assert clues(found) == ["anti_knight", "anti_king", "non_consecutive"]
    assert clues(read_one(json.dumps(document(metadata={"antiknight": True})))) == ["anti_knight"]
    with pytest.raises(InputError, match="not supported: global toroidal"):
        read_one(json.dumps(document(**{"global": ["toroidal"]})))


def test_texts_are_carried() -> None:
    cages = [{"value": "title: Own"}, {"value": "rules: Two\nlines"}, {"value": "solution: 1234341221434321"}]
    found = read_one(json.dumps(document(cages=cages)))
    assert found.model.name == "Own"
    assert found.carried["ruleset"] == "Two\nlines"
    assert found.carried["solution"] == [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    metadata = {"title": "Other", "author": "N. N.", "solution": "....", "rules": 3}
    named = read_one(json.dumps(document(metadata=metadata)))
    assert (named.model.name, named.carried["author"]) == ("Other", "N. N.")
    assert not {"solution", "ruleset"} & named.carried.keys()


def test_what_is_drawn_is_not_supported() -> None:
    text = json.dumps(document(lines=[{"wayPoints": []}], cages=[{"cells": [[0, 0], [1, 1]], "value": "17"}]))
    named = "only drawn: the cage r1c1 r2c2 with the value 17; only drawn: 1 line"
    with pytest.raises(InputError, match=rf"^pad:1: not supported: {named}$"):
        read_one(text)
    assert clues(read_one(text, ignore=True)) == []


def test_a_cage_may_be_kept_in_part() -> None:
    """A label that is no sum changes the solutions, and is refused; a colour is only drawn."""
    labelled = {"cells": [[0, 0], [0, 1]], "value": "<7", "unique": True}
    coloured = {"cells": [[1, 0], [1, 1]], "value": "3", "unique": True, "outlineC": "#F00", "fontC": "#000"}
    plain = {"cells": [[2, 0], [2, 1]], "value": "5", "unique": True}
    text = json.dumps(document(cages=[labelled, coloured, plain]))
    reason = "cages 1: its label <7, which is not a number"
    with pytest.raises(InputError, match=f"^pad:1: not supported: {reason}$"):
        read_one(text)
    found = read_one(text, ignore=True)
    assert clues(found) == ["killer r1c1 r1c2", "killer r2c1 r2c2 sum=3", "killer r3c1 r3c2 sum=5"]
    assert {str(clue): said for clue, said in found.partly} == {
        "killer r1c1 r1c2": reason,
        "killer r2c1 r2c2 sum=3": "its colours, which are only drawn",
    }
    assert read_one(json.dumps(document(cages=[coloured]))).unsupported == ()


def test_short_grids() -> None:
    # x stands for 9 and five empty cells after it
    text = "scf12345678x" + "0" * 67 + "*xwtA ** star*aN. N."
    found = read_one(text)
    assert givens(found)["r1c9"] == 9
    assert clues(found) == ["diagonals", "windoku"]
    assert found.carried == {"title": "A * star", "author": "N. N."}


def test_f_puzzles_in_an_address() -> None:
    found = read_one("https://sudokupad.app/fpuzzles" + compress(json.dumps({"size": 4, "odd": [{"cell": "R1C1"}]})))
    assert clues(found) == ["odd r1c1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (json.dumps({"cells": [[{}, {}]]}), "cells must form a square"),
        (json.dumps({"cells": [[{"value": "x"}]]}), "r1c1: 'x' is not a digit"),
        (json.dumps({"cells": [[{"value": 2}]]}), "r1c1 = 2: the digits are 1"),
        (json.dumps({"cells": [[{}]], "regions": 3}), "regions must be a list, not 3"),
        (json.dumps({"cells": [[{}]], "regions": [[[0]]]}), "regions 1: [0] is not a cell such as [0, 8]"),
        (json.dumps({"cells": [[{}]], "cages": ["x"]}), "cages 1 must be an object"),
        (short("{ce:[["), "not JSON: "),
        ("scf123456789", "'123456789' has 9 cells, not 81"),
        ("scf1234567-89", "'-' is not a letter or a digit"),
    ],
)
def test_bad_documents(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_one(text)
    assert str(caught.value).startswith("pad:1: ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"thermometers": [[0, 1]]}, "thermometers"),
        ({"metadata": {"norowcol": True}}, "metadata norowcol"),
        ({"metadata": {"antiknight": "yes"}}, "metadata antiknight: 'yes'"),
        (
            {"cages": [{"cells": [[0, 0], [0, 1]], "sum": 3, "unique": True, "isBroken": 1}]},
            "cages 1: its field isBroken",
        ),
    ],
)
def test_unknown_keys_are_refused(more: dict[str, Any], said: str) -> None:
    text = json.dumps(document(**more))
    with pytest.raises(InputError) as caught:
        read_one(text)
    assert str(caught.value) == f"pad:1: not supported: {said}"
    assert read_one(text, ignore=True).unsupported == (said,)


def test_unknown_keys_of_cells_are_refused() -> None:
    found = document()
    found["cells"][1][2] = {"value": 3, "centremarks": [1], "doubler": True, "off": False}
    with pytest.raises(InputError, match=r"^pad:1: not supported: r2c3: its field doubler$"):
        read_one(json.dumps(found))
    assert givens(read_one(json.dumps(found), ignore=True))["r2c3"] == 3
    found["cells"][1][2] = 3
    with pytest.raises(InputError, match=r"^pad:1: r2c3 must be an object, not 3$"):
        read_one(json.dumps(found))


def test_what_is_known_to_be_no_logic() -> None:
    more = {"id": "x", "cellSize": 64, "settings": {"a": 1}, "metadata": {"msgcorrect": "!", "antiking": False}}
    assert read_one(json.dumps(document(**more, foglight=[[0, 0]], empty=[]))).unsupported == ()


def test_a_cage_without_cells_says_nothing() -> None:
    found = read_one(json.dumps(document(cages=[{"cells": [], "sum": 7, "unique": True}, {"value": "title: T"}])))
    assert found.notes == ("cages 1 says nothing and is skipped: with sum 7, unique",)
    assert (clues(found), found.model.name) == ([], "T")


def test_empty_lists_are_nothing_in_the_shorter_writing() -> None:
    found = read_one(short("{ce:[[,,,],[,,,],[,,,],[,,,]],re:[],ca:[],l:[],o:[]}"))
    assert (found.model.boxes, clues(found), found.unsupported) == ((), [], ())

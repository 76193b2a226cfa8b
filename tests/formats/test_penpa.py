"""Addresses of Penpa+, made as its own encoder makes them."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from io import BytesIO
from itertools import pairwise
from typing import Any
from urllib.parse import quote

import pytest

from sudoku_cp.formats import Document, read
from sudoku_cp.formats.penpa.reading import ABBREVIATIONS
from sudoku_cp.model import InputError
from sudoku_cp.model.sudoku import single_grid
from sudoku_cp.solving.registry import load_solver

PUZZLE = "..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9."
SOLUTION = "189327645756849312243651879924183567375496128618572934491735286832964751567218493"


def at(size: int, row: int, column: int, kind: int = 0, corner: int = 0) -> int:
    """The number of a place of a cell: 0 the cell, 2 the edge below, 3 the edge to the right, 4 a corner inside."""
    width = size + 4
    cell = (row + 1) * width + column + 1
    return 4 * width * width + 4 * cell + corner if kind == 4 else kind * width * width + cell


def borders(size: int, height: int, across: int) -> dict[str, int]:
    """The thick lines below and to the right of boxes."""
    found = {}
    for row in range(1, size + 1):
        for column in range(1, size + 1):
            corner, left = at(size, row, column, 1), at(size, row, column - 1, 1)
            above = at(size, row - 1, column, 1)
            if row % height == 0:
                found[f"{left},{corner}"] = 2
            if column % across == 0:
                found[f"{above},{corner}"] = 21
    return found


def text_of(size: int, drawn: dict[str, Any], title: str = "", rules: str = "", kind: str = "sudoku") -> str:
    said = [part.replace(",", "%2C").replace("\n", "%2D") for part in (f"Title: {title}", "Author: N. N.", "", rules)]
    head = ",".join([kind, str(size), str(size), *["0"] * 12, *said, "OFF", "false"])
    cells = [at(size, row, column) for row in range(1, size + 1) for column in range(1, size + 1)]
    places = [cells[0], *(other - one for one, other in pairwise(cells))]
    return "\n".join([head, "[0,0,0,0]", "{}", json.dumps(drawn, separators=(",", ":")), "{}", json.dumps(places)])


def packed(text: str) -> str:
    for short, word in reversed(ABBREVIATIONS.items()):
        text = text.replace(word, short)
    packer = zlib.compressobj(9, wbits=-15)
    return b64encode(packer.compress(text.encode()) + packer.flush()).decode()


def address(size: int, drawn: dict[str, Any], title: str = "", rules: str = "", kind: str = "sudoku") -> str:
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed(text_of(size, drawn, title, rules, kind))}"


def document(text: str, *, ignore: bool = False) -> Document:
    (found,) = read(BytesIO(f"{text}\n".encode()), "penpa", ignore_unsupported=ignore)
    assert isinstance(found, Document)
    return found


def clues(found: Document) -> list[str]:
    return [str(clue) for clue in found.model.clues]


def test_givens() -> None:
    numbers = {
        str(at(9, index // 9 + 1, index % 9 + 1)): [mark, 1, "1"] for index, mark in enumerate(PUZZLE) if mark != "."
    }
    drawn = {"number": numbers, "lineE": borders(9, 3, 3), "command_undo": {"a": [1]}, "surface": {}}
    made = address(9, drawn, "Zigzag", "Normal sudoku rules, zz.\nApply")
    for text in (
        made,
        made.replace("#m=edit", "?m=solve"),
        made.split("p=")[0] + "p=" + quote(made.split("p=")[1]) + "&a=x",
    ):
        found = document(text)
        result = load_solver().compile(found.model).count(2)
        assert result.solution is not None
        assert "".join(str(result.solution[cell]) for cell in found.model.grid) == SOLUTION
        assert (found.model.name, result.count, found.unsupported) == ("Zigzag", 1, ())
        assert found.carried == {"author": "N. N.", "ruleset": "Normal sudoku rules, zz.\nApply"}


def test_regions() -> None:
    assert single_grid(document(address(6, {"lineE": borders(6, 2, 3)})).model).box == (2, 3)
    with pytest.raises(InputError, match="not supported: regions: no borders are drawn"):
        document(address(4, {}))
    assert document(address(4, {}), ignore=True).model.boxes == ()


DRAWN: list[tuple[dict[str, Any], str, list[str]]] = [
    (
        {"killercages": [[at(4, 1, 1), at(4, 1, 2)]], "numberS": {str(at(4, 1, 1, 4)): ["3", 1]}, "cage": {"1,2": 10}},
        "Digits in cages sum to the total.",
        ["killer r1c1 r1c2 sum=3"],
    ),
    ({"thermo": [[at(4, 1, 1), at(4, 2, 2)], []]}, "Digits increase along thermometers.", ["thermo r1c1 r2c2"]),
    (
        {"arrows": [[at(4, 2, 1), at(4, 2, 2), at(4, 2, 3)]], "symbol": {str(at(4, 2, 1)): [1, "circle_L", 1]}},
        "Digits on arrows sum to their circles.",
        ["arrow r2c1 line=r2c2,r2c3"],
    ),
    (
        {"symbol": {str(at(4, 1, 1, 3)): [1, "circle_SS", 2], str(at(4, 1, 1, 2)): [2, "circle_SS", 2]}},
        "Kropki rules apply.",
        ["kropki_white r1c1 r1c2", "kropki_black r1c1 r2c1"],
    ),
]


@pytest.mark.parametrize(("drawn", "rules", "expected"), DRAWN)
def test_what_the_rules_state(drawn: dict[str, Any], rules: str, expected: list[str]) -> None:
    boxes = {"lineE": borders(4, 2, 2)}
    found = document(address(4, drawn | boxes, "", rules))
    assert [clue.split(" line")[0] for clue in clues(found)] == [clue.split(" line")[0] for clue in expected]
    assert found.notes == ()
    with pytest.raises(InputError, match="not supported: only drawn: "):
        document(address(4, drawn | boxes, "", "Normal rules."))
    assert clues(document(address(4, drawn | boxes), ignore=True)) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (address(4, {}, kind="hex"), "a grid of the kind 'hex': only squares of rows and columns are supported"),
        (address(4, {}, kind="1"), "a grid of the kind '1'"),
        (address(4, {"thermo": [[1]]}, "", "thermo"), "thermo 1: 1 is not a cell"),
        (address(4, {"thermo": {}}), "not supported: regions"),
        (address(4, {"killercages": [[at(4, 1, 1), [2]]]}, "", "cages"), "cage 1: [2] is not a cell"),
        (address(4, {"number": {str(at(4, 1, 1)): ["7", 1, "1"]}}), "r1c1: "),
        (address(4, {"lineE": [1]}), "lineE must be an object"),
        (address(4, {"surface": {"1": 1}, "lineE": borders(4, 2, 2)}), "not supported: only drawn: surface"),
        (address(4, {"walls": {"1": 1}, "lineE": borders(4, 2, 2)}), "not supported: only drawn: the key walls"),
        (address(4, {})[:-20], "p= is "),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=!!", "p= is not a deflated text in base64"),
        (f"https://swaroopg92.github.io/penpa-edit/#p={packed('x' * 5_000_000)}", "p= is cut off, or expands to more"),
        (f"https://swaroopg92.github.io/penpa-edit/#p={packed('null' * 1_500_000)}", "p= expands to more than"),
        (f"https://swaroopg92.github.io/penpa-edit/#p={packed('square,4,4')}", "line 4 of its text must be an object"),
    ],
)
def test_wrong_addresses(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        document(f"\n{text}")
    assert str(caught.value).startswith(f"penpa:2: {message}")

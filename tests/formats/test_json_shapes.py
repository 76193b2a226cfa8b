"""JSON documents: the keys of an object decide whose it is, wherever other words stand; one reader takes each."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp.formats import FORMATS, Document, GridText, ParsedPuzzle, SourceLines, read
from sudoku_cp.formats.sniffing import takers
from sudoku_cp.model import InputError

WORDS = '"formatVersion": "https://ipuz.org/" "format": "sudoku-puzzle" "position": "cells": '
LINE = "12....1221....21"
ROWS = [[1, 2, 0, 0], [0, 0, 1, 2], [2, 1, 0, 0], [0, 0, 2, 1]]
DOCUMENTS = {
    "f-puzzles": {
        "size": 4,
        "grid": [[{"value": 1, "given": True}, {"value": 2, "given": True}, {}, {}], [{}] * 4, [{}] * 4, [{}] * 4],
    },
    "sudokupad": {
        "cells": [[{"value": 1}, {"value": 2}, {}, {}], [{}] * 4, [{}] * 4, [{}] * 4],
        "regions": [[[r, c] for r in (a, a + 1) for c in (b, b + 1)] for a in (0, 2) for b in (0, 2)],
    },
    "sudokumaker": json.loads(FORMATS["sudokumaker"].samples[0]),
    "gnome-sudoku": json.loads(FORMATS["gnome-sudoku"].samples[0]),
    "ipuz": json.loads(FORMATS["ipuz"].samples[0]),
    "pencilmark": json.loads(FORMATS["pencilmark"].samples[0]),
}


def names_of(text: str) -> list[str]:
    return [each.name for each in takers(SourceLines(BytesIO(text.encode()), "p"))]


def puzzles(text: str) -> list[ParsedPuzzle]:
    return list(read(BytesIO(text.encode()), "p", ignore_unsupported=True))


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"title": WORDS, "author": WORDS, "ruleset": WORDS},
        {"solution": [1, 2, 3, 4] * 4},
        {"title": LINE, "comment": LINE, "puzzle of": LINE},
        {"size": 4},
    ],
    ids=["alone", "words", "solution", "grids in texts", "size"],
)
@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("is_first", [True, False])
def test_one_reader_takes_a_document(name: str, more: dict[str, Any], indent: int | None, is_first: bool) -> None:
    document = more | DOCUMENTS[name] if is_first else DOCUMENTS[name] | more | DOCUMENTS[name]
    text = json.dumps(document, indent=indent)
    assert names_of(text) == [name]
    try:
        (found,) = puzzles(text)
    except InputError as error:
        assert "not supported" in error.message or "key" in error.message  # noqa: PT017
    else:
        givens = found.ranks if isinstance(found, GridText) else found.model.givens
        assert givens


def test_the_keys_of_two_programs_are_refused() -> None:
    text = json.dumps(DOCUMENTS["f-puzzles"] | DOCUMENTS["sudokupad"])
    assert names_of(text) == ["f-puzzles", "sudokupad"]
    with pytest.raises(InputError, match="fits two formats, f-puzzles and sudokupad"):
        puzzles(text)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"puzzle": ROWS}, indent=2),
        json.dumps({"puzzle": LINE}, indent="\t"),
        json.dumps({"newboard": {"grids": [{"value": ROWS, "difficulty": "Hard"}], "message": "All Ok"}}),
        json.dumps({"newboard": {"grids": [{"value": ROWS, "solution": [[1, 2, 3, 4]] * 4}]}}, indent=1),
        json.dumps([{"id": 1, "quiz": LINE}]),
        json.dumps([{"id": 1, "quiz": ROWS}], indent=2),
        json.dumps({"size": 4, "rows": ["12..", "..12", "21..", "..21"]}),
    ],
)
def test_a_grid_in_a_document(text: str) -> None:
    assert names_of(text) == ["json-lines"]
    (found,) = puzzles(text)
    assert isinstance(found, GridText)
    assert [list(row) for row in found.rows] == ROWS


def test_a_list_of_objects_has_their_grids() -> None:
    text = json.dumps([{"quiz": LINE}, {"quiz": LINE[::-1]}], indent=1)
    assert len(puzzles(text)) == 2
    with pytest.raises(InputError, match="there is no field quiz"):
        puzzles('{"quiz": "12....1221....21"}\n{"quizz": "12....1221....21"}')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{\n "puzzle": [[1, 2, 0, 0],\n  [0, 0, 1 2]]\n}', "p:1: not JSON: Expecting ',' delimiter: line 3 column 12"),
        ('{"puzzle": "12....1221....21"}\n{"puzzle": "12....1221....2"}', "p:2: field puzzle: a text of 15 characters"),
        ('{"puzzle": "12....1221....21"}\n{"puzzle": "12....1221....21"', "p:2, column 30: not JSON"),
        ('{"a": 1}', "p:1: "),
        ('{"a": {"b": "1234"}}', "p:1: "),
        ('[{"a": "12....1221....21"}, {"a": "12....1221....2x"}]', "p:1: field a: 'x' is not a digit of 1–4"),
        ('[{"a": "12....1221....21"}, {"b": "12....1221....21"}]', "p:1: there is no field a"),
        ('{"a": "12....1221....21", "b": "1..............."}', "p:1: the fields a and b look like grids"),
    ],
)
def test_the_place_of_an_error(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        puzzles(text)
    assert str(caught.value).startswith(message)


def test_names_of_cells_are_no_grid() -> None:
    entry = {"size": 4, "thermometer": [{"lines": [["R1C1", "R1C2"], ["R2C1", "R2C2"]], "cells": ["R1C1"] * 4}]}
    (found,) = puzzles(json.dumps(entry))
    assert isinstance(found, Document)

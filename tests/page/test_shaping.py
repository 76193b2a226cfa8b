"""Changes of what a document says once: texts, size and regions, with the rest of its text as it was."""

from __future__ import annotations

import tomllib
from threading import Event
from typing import Any

import pytest

from sudoku_cp._base.errors import ModelError
from sudoku_cp.page.limits import Job
from sudoku_cp.page.puzzles import document_of, meaning_of
from sudoku_cp.page.shaping import describe, divide, resize, with_value
from sudoku_cp.page.views import export, view

TEXT = """# a comment
name = "x" # its name

size = 4   # small
grid = \"\"\"
1 . | . .
. . | . 2
----+----
. . | . .
. . | . .
\"\"\"

[[killer]]
# of two cells
cells = "r1c1 r1c2"
sum = 3
"""

RULES = 'Line "one",\n[[killer]]\nrules = """three""" \\ four'


def job() -> Job:
    return Job(Event(), lambda _: None)


def test_texts_are_set_changed_and_taken_away() -> None:
    text = describe(TEXT, {"author": "N. N.", "rules": RULES, "name": "New"})
    assert {key: tomllib.loads(text)[key] for key in ("name", "author", "rules")} == {
        "name": "New",
        "author": "N. N.",
        "rules": RULES,
    }
    assert text.startswith("# a comment\n")
    assert text.endswith(TEXT.partition("its name\n")[2])
    assert 'name = "New" # its name' in text
    assert meaning_of(text) == meaning_of(TEXT)
    assert describe(text, {"author": " ", "rules": "", "name": "x"}) == TEXT
    assert document_of(describe(text, {"rules": "Short."})).carried == {"author": "N. N.", "ruleset": "Short."}
    assert (
        tomllib.loads(describe("", {"name": "n"})) == {"name": "n", "size": 9}
        or describe("", {"name": "n"}) == 'name = "n"\n'
    )
    with pytest.raises(ModelError, match="no text size"):
        describe(TEXT, {"size": "4"})


@pytest.mark.parametrize("written", ["'x'", '"x"', "'''x'''", '"""x"""', '"""\nx"""', '"a \\" b"'])
def test_a_value_is_replaced_however_it_is_written(written: str) -> None:
    text = f"size = 4\nname = {written} # after\n[[killer]]\ncells = 'r1c1 r1c2'\n"
    assert with_value(text, "name", '"y"') == "size = 4\nname = \"y\" # after\n[[killer]]\ncells = 'r1c1 r1c2'\n"
    assert with_value(text, "name", None) == "size = 4\n[[killer]]\ncells = 'r1c1 r1c2'\n"


def test_another_size() -> None:
    larger = resize(TEXT, 6, 6)
    values = tomllib.loads(larger)
    assert (values["size"], values["killer"]) == (6, [{"cells": "r1c1 r1c2", "sum": 3}])
    assert {cell.name: digit for cell, digit in document_of(larger).model.givens.items()} == {"r1c1": 1, "r2c4": 2}
    assert tomllib.loads(resize(TEXT, 4, 6))["size"] == [4, 6]
    with pytest.raises(ModelError, match="r1c2"):
        resize(TEXT, 4, 1)
    with pytest.raises(ModelError, match="begin a new puzzle"):
        resize('model = "samurai"\n', 9, 9)
    with pytest.raises(ModelError, match="from 1 to 36"):
        resize(TEXT, 99, 99)


def test_regions_are_written_unless_they_are_the_boxes() -> None:
    drawn = divide(TEXT, ["ABBB", "AACB", "ACCD", "CDDD"])
    assert tomllib.loads(drawn)["regions"].split() == ["ABBB", "AACB", "ACCD", "CDDD"]
    assert divide(drawn, ["1122", "1122", "3344", "3344"]) == TEXT
    assert document_of(divide(TEXT, [])).model.boxes == ()
    with pytest.raises(ModelError, match="region A has 5 cells, not 4"):
        divide(TEXT, ["ABBB", "AACB", "AACD", "CDDD"])


@pytest.mark.parametrize(
    ("text", "unsolved", "unchecked"),
    [
        (TEXT, "the puzzle has several", []),
        (TEXT + '[[thermo]]\nline = "r1c1 r2c2"\n', "the puzzle has several", ["Thermo"]),
        ('size = 4\ngrid = "1234341221434321"\n', "", []),
        ('size = 4\ngrid = "11.............."\n', "the puzzle has none", []),
    ],
)
def test_share(text: str, unsolved: str, unchecked: list[str]) -> None:
    found: dict[str, Any] = export(job(), text, "share")
    assert found["text"].startswith("https://sudokupad.app/scl")
    assert (found["unsolved"], found["unchecked"]) == (unsolved, unchecked)


def test_the_view_has_the_texts() -> None:
    shown = view(job(), describe(TEXT, {"author": "N. N."}))
    assert shown["texts"] == {"author": "N. N.", "rules": ""}
    assert shown["spoken"].startswith("Normal sudoku rules apply.\nKiller:")
    assert shown["shapes"]

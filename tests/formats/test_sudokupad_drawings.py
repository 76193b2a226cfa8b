"""What SudokuPad does not know is drawn: every cell and number of every clue is found in the document again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from math import floor
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp import Sudoku, formats, rules
from sudoku_cp.formats import Document, load, write
from sudoku_cp.formats.addresses import unpack
from sudoku_cp.formats.sudokupad.writing import document_of
from sudoku_cp.model import InputError, ModelError
from sudoku_cp.model.sudoku import single_grid
from sudoku_cp.rules import AppliedRule, registry
from sudoku_cp.rules.loading import load_rules

EXAMPLES = sorted((Path(__file__).parents[1] / "rules" / "examples").glob("*.toml"))


def is_usual(sudoku: Sudoku) -> bool:
    """Whether SudokuPad has such boards."""
    return sudoku.is_square and sudoku.digits == tuple(range(1, sudoku.size + 1)) and sudoku.objective is None


def touched(document: dict[str, Any]) -> Iterator[str]:
    """The cells that a player sees marked, found from the numbers of the document alone."""
    for key in ("lines", "arrows"):
        for part in document.get(key, ()):
            for (row, column), (to_row, to_column) in zip(part["wayPoints"], part["wayPoints"][1:], strict=False):
                for share in range(21):
                    at = row + (to_row - row) * share / 20, column + (to_column - column) * share / 20
                    for aside in (-0.01, 0.01):  # the cells on both sides of a border
                        yield f"r{floor(at[0] + aside) + 1}c{floor(at[1] + aside) + 1}"
    for key in ("underlays", "overlays"):
        for part in document.get(key, ()):
            row, column = part["center"]
            half_height, half_width = (max(0.1, part[side] / 2 - 0.1) for side in ("height", "width"))
            for down in range(floor(row - half_height), floor(row + half_height) + 1):
                for right in range(floor(column - half_width), floor(column + half_width) + 1):
                    yield f"r{down + 1}c{right + 1}"
    for cage in document.get("cages", ()):
        yield from (f"r{row + 1}c{column + 1}" for row, column in cage["cells"])


def cells_of(clue: AppliedRule) -> set[str]:
    """The cells that a clue names, of all its parameters."""
    own = (str(clue.parameters.get(each.name, "")) for each in clue.rule.parameters if each.is_cells)
    inner = (cell for each in clue.inner for cell in cells_of(each))
    return {*re.findall(r"r\d+c\d+", " ".join(own)), *inner}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_cell_of_a_clue_is_drawn_or_said(path: Path) -> None:
    sudoku = single_grid(load(str(path)))
    if not is_usual(sudoku):
        with pytest.raises(ModelError, match=r"cannot express the (digits|shape|objective)"):
            document_of(sudoku, {})
        return
    document = document_of(sudoku, {})
    marked, text = set(touched(document)), document["metadata"].get("rules", "")
    for clue in sudoku.clues:
        assert isinstance(clue, AppliedRule)
        said = set(re.findall(r"r\d+c\d+", text))
        assert clue.rule.name == "little_killer" or cells_of(clue) <= marked | said, clue
        assert marked or not clue.drawings(sudoku)
        assert clue.rule.text.split("\n\n")[0].split("`")[0].split(" unless")[0].rstrip(", ") in text.replace("`", "")


@pytest.mark.parametrize(("side", "index"), [("top", 3), ("bottom", 1), ("left", 4), ("right", 2)])
def test_clues_beside_the_grid(side: str, index: int) -> None:
    sudoku = Sudoku(4, name="beside")
    sudoku.add(
        rules.sandwich(side, index, 5), rules.skyscraper(side, index, 2), rules.little_killer("r4c3", "up-right", 3)
    )
    document = document_of(sudoku, {})
    texts = {part["text"]: part["center"] for part in document["overlays"]}
    along, beyond = (1, 0) if side in ("top", "bottom") else (0, 1), 4.5 if side in ("bottom", "right") else -0.5
    out = 0.8 if beyond > 0 else -0.8
    wanted = [beyond, index - 0.5] if along == (1, 0) else [index - 0.5, beyond]
    assert texts["5"] == wanted
    assert texts["2"] == pytest.approx([place + out * share for place, share in zip(wanted, along, strict=True)])
    (arrow,) = document["arrows"]
    (row, column), (to_row, to_column) = arrow["wayPoints"]
    assert (to_row < row, to_column > column) == (True, True)
    colours = [part["color"] for part in document["overlays"]]
    assert len(set(colours)) == 3
    assert "Skyscraper (orange, beside the grid): Digits are the heights" in document["metadata"]["rules"]


def test_lines_begin_at_the_rim_of_circles_and_pills() -> None:
    sudoku = Sudoku(9, name="arrows")
    sudoku.add(
        rules.arrow("r1c1", "r1c2 r1c3"), rules.between_line("r3c1 r3c2 r3c3"), rules.arrow("r5c1 r5c2", "r5c3 r5c4")
    )
    document = document_of(sudoku, {})
    assert [arrow["wayPoints"] for arrow in document["arrows"]] == [
        [[0.5, 0.88], [0.5, 1.5], [0.5, 2.5]],
        [[4.5, pytest.approx(1.9, abs=0.05)], [4.5, 2.5], [4.5, 3.5]],
    ]
    (between,) = document["lines"]
    assert between["wayPoints"] == [[2.5, 0.88], [2.5, 1.5], [2.5, 2.12]]
    circles = [part["center"] for part in document["overlays"] if part["width"] == part["height"]]
    assert circles == [[0.5, 0.5], [2.5, 0.5], [2.5, 2.5]]
    (pill,) = [part for part in document["overlays"] if part["width"] > 1]
    assert (pill["center"], pill["rounded"]) == ([4.5, 1.0], True)
    assert pill["width"] - pill["height"] == pytest.approx(1)


OWN = '''
from sudoku_cp import sum_of
from sudoku_cp.rules import Cells, Dot, Line, rule


def drawn(line: Cells, sum_: int):
    yield Line(line, colour="tomato", width=0.25)
    yield Dot((line[0],), label=str(sum_), fill="black")


@rule("heavy_ends", draw=drawn)
def heavy_ends(line: Cells, sum_: int):
    """The two ends of the line add up to the number on its first cell."""
    yield sum_of((line[0], line[-1])) == sum_
'''


def test_a_rule_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_rules", {})
    (tmp_path / "own.py").write_text(OWN)
    (heavy_ends,) = load_rules(str(tmp_path / "own.py"))
    sudoku = Sudoku(4, name="own")
    sudoku.add(heavy_ends.clue({"line": "r1c1 r2c2 r2c3", "sum": 6}))
    texts = {"author": "N. N.", "solution": [1, 2, 3, 4] * 4}
    (address,) = write([Document(sudoku, "own", 1, texts)], "sudokupad-address")
    document = json.loads(unpack(address.strip()).text)
    assert document["lines"][0]["color"] == "tomato"
    assert document["lines"][0]["wayPoints"] == [[0.5, 0.5], [1.5, 1.5], [1.5, 2.5]]
    assert [part["text"] for part in document["overlays"]] == ["6"]
    assert document["metadata"] == {
        "title": "own",
        "author": "N. N.",
        "solution": "1234" * 4,
        "rules": "Normal sudoku rules apply.\n"
        "Heavy ends: The two ends of the line add up to the number on its first cell.",
    }


def test_what_only_the_rules_say_is_refused_when_it_is_read() -> None:
    sudoku = Sudoku(9, name="words")
    sudoku.add(rules.taxicab(3))
    (text,) = write([Document(sudoku, "words", 1)], "sudokupad")
    with pytest.raises(InputError, match="only in words: taxicab distance=3"):
        list(formats.read(BytesIO(text.encode()), "words"))


def test_rules_of_the_author_come_first() -> None:
    sudoku = Sudoku(4, name="words")
    sudoku.add(rules.thermo("r1c1 r1c2"))
    assert document_of(sudoku, {"ruleset": "Mine."})["metadata"]["rules"] == "Mine."


NASTY = 'Sums,X: 5; [a:b],{c:d}, [], {}, [1,], ,,, a:f, b:t] c:#0, d:#F} e:abcdef, f:123456] "quotes" \\ end,'


def test_texts_are_safe_from_the_expansion_of_addresses() -> None:
    """SudokuPad looks for its shorter notation in strings, too: in none of them it may find any."""
    sudoku = Sudoku(4, regions="", name=NASTY)
    (address,) = write([Document(sudoku, "p", 1, {"author": NASTY, "ruleset": NASTY})], "sudokupad-address")
    text = unpack(address.strip()).text
    assert json.loads(text)["metadata"] == {"title": NASTY, "author": NASTY, "rules": NASTY}
    strings = re.findall(r'"(?:\\.|[^"\\])*"', text)
    found = [
        each
        for each in strings
        for shape in (r"[,{\[]\w+:", r"[,{\[][,}\]]", r":(f|t|#0|#F|[0-9a-fA-F]{6})[,}\]]")
        if re.search(shape, each)
    ]
    assert found == []
    assert "[]" not in text  # which becomes a list with an empty object
    (again,) = formats.read(BytesIO(address.encode()), "p", ignore_unsupported=True)
    assert isinstance(again, Document)
    assert (again.carried["ruleset"], again.model.name, again.model.boxes) == (NASTY, NASTY, ())

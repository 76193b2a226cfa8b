from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp import rules
from sudoku_cp.formats import Document, read, write
from sudoku_cp.formats.f_puzzles.clues import FLAGS, KINDS, NEGATIVE
from sudoku_cp.formats.f_puzzles.reading import CARRIED
from sudoku_cp.formats.f_puzzles.writing import document_of
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.model import InputError, Model, ModelError, Sudoku
from sudoku_cp.model.sudoku import single_grid
from sudoku_cp.render.drawn import rules_in_words

JIGSAW = ["AABB", "AACB", "DCCB", "DDDC"]


def read_one(text: str, *, ignore: bool = False, name: str | None = None) -> Document:
    (document,) = read(BytesIO(text.encode()), "puzzle.json", name, ignore_unsupported=ignore)
    assert isinstance(document, Document)
    return document


def read_object(ignore: bool = False, **document: Any) -> Document:
    return read_one(json.dumps({"size": 4, **document}), ignore=ignore)


def clues(document: Document) -> list[str]:
    return [str(clue) for clue in document.model.clues]


def error_of(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_one(text)
    return str(caught.value)


@pytest.fixture
def garden() -> Sudoku:
    """A puzzle with a clue of every kind that is written here, and a title that needs care."""
    sudoku = Sudoku(9, name='Garden, "small" + größer')
    sudoku.add(
        rules.diagonal("rising"),
        rules.anti_knight(),
        rules.anti_king(),
        rules.disjoint_groups(),
        rules.killer("r1c1 r1c2", sum=10),
        rules.killer("r1c3 r1c4"),
        rules.arrow("r2c1", "r2c2 r2c3"),
        rules.thermo("r3c1 r3c2 r3c3"),
        rules.palindrome("r4c1 r4c2 r4c3"),
        rules.renban("r5c1 r5c2 r5c3"),
        rules.whisper("r6c1 r6c2"),
        rules.whisper("r6c3 r6c4", difference=4),
        rules.kropki_white("r7c1 r7c2"),
        rules.kropki_white("r7c3 r7c4", difference=3),
        rules.kropki_black("r8c1 r8c2"),
        rules.kropki_black("r8c3 r8c4", ratio=3),
        rules.xv("r9c1 r9c2", sum=10),
        rules.xv("r9c3 r9c4", sum=5),
        rules.odd("r9c9"),
        rules.even("r9c8"),
        rules.extra_region("r1c9 r2c8 r3c7"),
        rules.clue("row_indexing", {"cells": "r1c1 r2c2"}),
        rules.clue("column_indexing", {"cells": "r3c3 r2c2"}),
        rules.clue("box_indexing", {"cells": "r8c8 r9c9"}),
        rules.minimum("r9c6"),
        rules.maximum("r9c7 r9c5"),
        rules.clone("r1c5 r1c6", "r2c5 r2c6"),
        rules.clue("arrow", {"circle": "r2c7 r2c8", "line": "r3c8 r4c8"}),
        rules.clue("slow_thermo", {"line": "r3c4 r3c5"}),
        rules.clue("nabner", {"line": "r5c7 r5c8"}),
        rules.clue("region_sum_line", {"line": "r6c5 r6c6 r6c7"}),
        rules.clue("between_line", {"line": "r7c5 r7c6 r7c7"}),
        rules.clue("entropic_line", {"line": "r8c5 r8c6 r8c7"}),
        rules.clue("modular_line", {"line": "r8c7 r8c8"}),
        rules.clue("double_arrow", {"line": "r4c4 r4c5 r4c6"}),
        rules.clue("zipper_line", {"line": "r4c7 r4c8 r4c9"}),
        rules.clue("little_killer", {"start": "r1c3", "direction": "down-right", "sum": 30}),
        rules.clue("little_killer", {"start": "r9c4", "direction": "up-left", "sum": 20}),
        rules.clue("quadruple", {"cells": "r1c7 r1c8 r2c7 r2c8", "digits": [1, 2]}),
        rules.clue("negative_difference", {"values": [1, 3]}),
        rules.clue("negative_ratio", {"values": [2, 3]}),
        rules.clue("negative_sum", {}),
        rules.clue("sandwich", {"side": "left", "index": 4, "value": 10}),
        rules.clue("x_sum", {"side": "bottom", "index": 4, "value": 10}),
        rules.clue("skyscraper", {"side": "right", "index": 9, "value": 1}),
        rules.clue("skyscraper", {"side": "top", "index": 9, "value": 5}),
    )
    return sudoku.give("r5c5", 5).restrict("r5c6", (1, 2, 3))


def parts(sudoku: Model) -> list[str]:
    """What a puzzle says, in any order."""
    return sorted(part.strip() for part in dump_document(sudoku).split("\n\n"))


@pytest.mark.parametrize("name", ["f-puzzles", "f-puzzles-address"])
def test_there_and_back(garden: Sudoku, name: str) -> None:
    text = "".join(write([Document(garden, "garden", 1)], name))
    assert text.startswith("{" if name == "f-puzzles" else "https://f-puzzles.com/?load=N4Ig")
    again = read_one(text).model
    assert parts(again) == parts(garden)
    assert len(again.clues) == len(garden.clues) > 35


def test_every_rule_is_known() -> None:
    names = {kind.rule for kind in KINDS} | {rule for rule, _ in FLAGS.values()}
    names |= {negative.rule for negative in NEGATIVE.values()}
    assert names <= set(rules.RULES)
    assert NEGATIVE.keys() <= {kind.key for kind in KINDS}


def test_givens_and_candidates() -> None:
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    grid[0][0] = {"value": 1, "given": True, "c": "#fff"}
    grid[0][1] = {"value": 2}
    grid[0][2] = {"givenPencilMarks": [3, 4], "centerPencilMarks": [1]}
    document = read_object(grid=grid)
    assert {cell.name: value for cell, value in document.model.givens.items()} == {"r1c1": 1}
    assert {cell.name: marks for cell, marks in document.model.pencilmarks.items()} == {"r1c3": (3, 4)}
    assert document.carried == {"cells": {"r1c1": {"c": "#fff"}, "r1c3": {"centerPencilMarks": [1]}}}


def regions(*rows: str) -> list[list[dict[str, Any]]]:
    return [[{"region": None if label == "." else ord(label) - ord("A")} for label in row] for row in rows]


def test_regions() -> None:
    assert read_object(grid=regions("AABB", "AABB", "CCDD", "CCDD")).model.box == (2, 2)
    jigsaw = read_object(grid=regions(*JIGSAW)).model
    assert [[cell.name for cell in cells] for cells in jigsaw.boxes] == [
        [cell.name for cell in cells] for cells in Sudoku(4, regions="".join(JIGSAW)).boxes
    ]
    again = read_one("".join(write([Document(jigsaw, "", 1)], "f-puzzles"))).model
    assert dump_document(again) == dump_document(jigsaw)


def test_cells_without_a_region() -> None:
    document = read_object(grid=regions("AAA.", "....", "...B", "...B"))
    assert document.model.boxes == ()
    assert clues(document) == ["extra_region r1c1 r1c2 r1c3", "extra_region r3c4 r4c4"]
    bare = read_object(grid=regions("....", "....", "....", "....")).model
    assert (bare.boxes, bare.clues) == ((), [])
    assert document_of(single_grid(bare))["grid"] == regions("....", "....", "....", "....")


@pytest.mark.parametrize(
    ("key", "entry", "read"),
    [
        ("killercage", {"cells": ["R1C1", "R1C2"], "value": "3"}, ["killer r1c1 r1c2 sum=3"]),
        ("killercage", {"cells": ["R1C1", "R1C2"], "value": ""}, ["killer r1c1 r1c2"]),
        ("killercage", {"cells": ["R1C1", "R1C2"], "value": 4}, ["killer r1c1 r1c2 sum=4"]),
        (
            "arrow",
            {"cells": ["R1C1"], "lines": [["R1C1", "R1C2"], ["R1C1", "R2C1", "R3C1"]]},
            ["arrow r1c1 line=r1c2", "arrow r1c1 line=r2c1,r3c1"],
        ),
        ("thermometer", {"lines": [["R1C1", "R1C2"], ["R2C1", "R2C2"]]}, ["thermo r1c1 r1c2", "thermo r2c1 r2c2"]),
        ("renban", {"lines": [["R1C1", "R1C2", "R2C2", "R1C1"]]}, ["renban r1c1 r1c2 r2c2 r1c1"]),
        ("whispers", {"lines": [["R1C1", "R1C2"]], "value": "2"}, ["whisper r1c1 r1c2 difference=2"]),
        ("difference", {"cells": ["R1C1", "R1C2"]}, ["kropki_white r1c1 r1c2"]),
        ("xv", {"cells": ["R1C1", "R1C2"], "value": "v"}, ["xv r1c1 r1c2 sum=5"]),
        ("odd", {"cell": "R2C3"}, ["odd r2c3"]),
        ("sandwichsum", {"cell": "R0C3", "value": "3"}, ["sandwich side=top index=3 value=3"]),
        ("skyscraper", {"cell": "R2C5", "value": "3"}, ["skyscraper side=right index=2 value=3"]),
        ("xsum", {"cell": "R0C3", "value": ""}, []),
        (
            "littlekillersum",
            {"cell": "R5C1", "direction": "UR", "value": "6"},
            ["little_killer r4c2 direction=up-right sum=6"],
        ),
    ],
)
def test_kinds_of_clues(key: str, entry: Mapping[str, Any], read: list[str]) -> None:
    assert clues(read_one(json.dumps({"size": 4, key: [entry]}))) == read


def test_cells_of_a_kind_make_one_clue() -> None:
    marked = [{"cell": "R2C3"}, {"cell": "R2C4"}]
    assert clues(read_object(minimum=marked)) == ["minimum r2c3 r2c4"]


@pytest.mark.parametrize(
    ("key", "dots", "clue"),
    [
        ("ratio", [], "negative_ratio"),
        ("ratio", ["3", ""], "negative_ratio values=2,3"),
        ("difference", ["", ""], "negative_difference"),
        ("difference", [4], "negative_difference values=4"),
        ("xv", ["X"], "negative_sum"),
    ],
)
def test_all_dots_are_given(key: str, dots: list[Any], clue: str) -> None:
    entries = [{"cells": ["R1C1", "R1C2"], "value": value} for value in dots]
    document = read_one(json.dumps({"size": 4, "negative": [key], key: entries}))
    assert clues(document)[0] == clue
    again = read_one("".join(write([document], "f-puzzles")))
    assert sorted(clues(again)) == sorted(clues(document))


def test_non_consecutive_except_at_dots() -> None:
    dot = {"cells": ["R1C1", "R1C2"]}
    assert clues(read_object(nonconsecutive=True)) == ["non_consecutive"]
    assert clues(read_object(nonconsecutive=True, difference=[dot])) == [
        "negative_difference",
        "kropki_white r1c1 r1c2",
    ]
    assert document_of(with_clue(rules.non_consecutive()))["nonconsecutive"] is True
    both = with_clue(rules.non_consecutive())
    both.add(rules.kropki_white("r1c1 r1c2", difference=2))
    with pytest.raises(ModelError, match="cannot express the clue non_consecutive"):
        document_of(both)


def test_empty_is_nothing() -> None:
    document = read_object(killercage=[], antiknight=False, negative=[], newfangled=None)
    assert (clues(document), document.unsupported) == ([], ())


def test_drawings_are_kept_and_are_no_logic() -> None:
    line = {"lines": [["R1C1", "R1C2"]], "width": 0.3, "fromConstraint": "Renban"}
    cage = {"cells": ["R1C1"], "value": "A"}
    document = read_object(renban=[{"lines": line["lines"]}], line=[line], cage=[cage], author="N. N.", ruleset="")
    assert clues(document) == ["renban r1c1 r1c2"]
    assert document.notes == ("only drawn: 1 cage",)
    assert document.carried == {"line": [line], "cage": [cage], "author": "N. N."}
    assert document.carried.keys() <= set(CARRIED)
    again = read_one("".join(write([document], "f-puzzles")))
    assert again.carried == {**document.carried, "ruleset": rules_in_words(document.model)}
    kept = read_object(renban=[{"lines": line["lines"]}], author="N. N.", ruleset="As usual.\n")
    assert read_one("".join(write([kept], "f-puzzles"))).carried == kept.carried


@pytest.mark.parametrize(
    ("document", "named"),
    [
        ({"newfangled": [{"cells": ["R1C1"]}]}, "newfangled"),
        ({"antiknight": "perhaps"}, "antiknight"),
        ({"negative": ["newfangled"]}, "negative newfangled"),
        (
            {"line": [{"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}]},
            "only drawn: Renban, which no field",
        ),
    ],
)
def test_what_is_not_supported_is_named(document: dict[str, Any], named: str) -> None:
    text = json.dumps({"size": 4, "odd": [{"cell": "R1C1"}], **document})
    assert f"puzzle.json:1: not supported: {named}" in error_of(text)
    ignored = read_one(text, ignore=True)
    assert clues(ignored) == ["odd r1c1"]
    assert ignored.unsupported[0].startswith(named)


@pytest.mark.parametrize("given", [True, False])
def test_values_of_thousands_of_digits_are_refused_with_their_cell(given: bool) -> None:
    cells = [[{}, {"value": "1" * 5000, "given": given}], [{}, {}]]
    message = error_of(json.dumps({"size": 2, "grid": cells}))
    assert "r1c2: '1111" in message
    assert "is not a digit" in message
    assert len(message) < 200


def test_clues_may_be_kept_in_part() -> None:
    """What an entry says besides, each time at its own clue; nothing at one of which all is read."""
    document = read_object(
        ignore=True,
        killercage=[{"cells": ["R1C1", "R1C2"], "value": "3", "outlineC": "#F00"}, {"cells": ["R2C1", "R2C2"]}],
        thermometer=[{"lines": [["R3C1", "R3C2"]], "isBroken": True, "width": 0.4, "value": ""}],
        odd=[{"cell": "R4C1"}, {"cell": "R4C2", "size": 0.3}],
        littlekillersum=[{"cell": "R0C1", "cells": ["R1C2"], "direction": "DR", "value": "6"}],
    )
    assert [(str(clue), said) for clue, said in document.partly] == [
        ("killer r1c1 r1c2 sum=3", "its colours, which are only drawn"),
        ("thermo r3c1 r3c2", "thermometer 1: its field isBroken"),
        ("thermo r3c1 r3c2", "its size, which is only drawn"),
        ("odd r4c1 r4c2", "its size, which is only drawn"),
    ]
    assert document.unsupported == ("thermometer 1: its field isBroken",)
    assert len(document.model.clues) == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "puzzle.json:1: not JSON: "),
        ('{"size": 99}', "size must be a whole number from 1 to 36, not 99"),
        ('{"size": "9"}', "size must be a whole number"),
        ('{"grid": [[]]}', "grid must be 1 rows of 1 cells"),
        ('{"size": 2, "grid": [[{}, {}], [{}, 3]]}', "grid must be 2 rows of 2 cells"),
        ('{"size": 1, "grid": [[{"value": 2, "given": true}]]}', "r1c1: r1c1 = 2: the digits are 1"),
        ('{"size": 1, "grid": [[{"value": "x", "given": true}]]}', "r1c1: 'x' is not a digit"),
        ('{"size": 1, "grid": [[{"value": [], "given": true}]]}', "r1c1: [] is not a digit"),
        ('{"size": 1, "grid": [[{"value": "x"}]]}', "r1c1: 'x' is not a digit"),
        ('{"size": 1, "grid": [[{"value": 1.5}]]}', "r1c1: 1.5 is not a digit"),
        ('{"size": 1, "grid": [[{"value": 0.0, "given": true}]]}', "r1c1: 0.0 is not a digit"),
        ('{"size": 1, "grid": [[{"value": true}]]}', "r1c1: True is not a digit"),
        ('{"size": 1, "grid": [[{"value": false, "given": true}]]}', "r1c1: False is not a digit"),
        ('{"size": 1, "grid": [[{"value": {}}]]}', "r1c1: {} is not a digit"),
        (
            '{"size": 1, "grid": [[{"centerPencilMarks": 5}]]}',
            "r1c1: centerPencilMarks must be a list of digits, not 5",
        ),
        (
            '{"size": 1, "grid": [[{"cornerPencilMarks": "12"}]]}',
            "r1c1: cornerPencilMarks must be a list of digits, not '12'",
        ),
        ('{"size": 1, "grid": [[{"centerPencilMarks": [1.5]}]]}', "r1c1: centerPencilMarks: 1.5 is not a digit"),
        ('{"size": 1, "grid": [[{"cornerPencilMarks": [[1]]}]]}', "r1c1: cornerPencilMarks: [1] is not a digit"),
        ('{"size": 1, "grid": [[{"givenPencilMarks": 5}]]}', "r1c1: givenPencilMarks must be a list of digits, not 5"),
        ('{"size": 1, "grid": [[{"givenPencilMarks": "12"}]]}', "r1c1: givenPencilMarks must be a list of digits"),
        ('{"size": 1, "grid": [[{"givenPencilMarks": 4}]]}', "r1c1: "),
        ('{"size": 2, "grid": [[{"region": []}, {}], [{}, {}]]}', "r1c1: region must be a number"),
        ('{"size": 4, "odd": ["R1C1"]}', "odd 1 must be an object, not 'R1C1'"),
        ('{"size": 4, "odd": [{"cell": "A1"}]}', "odd 1: 'A1' is not a cell such as R1C1"),
        (
            '{"size": 4, "odd": [{"cell": "R1C1"}, {"cell": "R5C1"}]}',
            "odd: odd r1c1 r5c1: cells: r5c1 is not a cell of",
        ),
        ('{"size": 4, "killercage": [{"cells": 3, "value": "3"}]}', "killercage 1: cells must be a list of cells"),
        ('{"size": 1, "grid": [[{"value": 1, "given": "no"}]]}', "r1c1: given must be true or false, not 'no'"),
        ('{"size": 1, "grid": [[{"region": true}]]}', "r1c1: region must be a number, not True"),
        ('{"size": 4, "line": 3}', "line must be a list of objects"),
        ('{"size": 4, "cage": ["R1C1"]}', "cage must be a list of objects"),
        ('{"size": 4, "negative": ["ratio"], "ratio": [3]}', "ratio 1 must be an object, not 3"),
        ('{"size": 4, "negative": ["ratio"], "ratio": 3}', "not supported: ratio"),
        (
            '{"size": 4, "killercage": [{"cells": ["R1C1"], "value": "many"}]}',
            "value must be a whole number, not 'many'",
        ),
        ('{"size": 4, "renban": [{"lines": 3}]}', "renban 1: lines must be a list of lists of cells, not 3"),
        ('{"size": 4, "difference": [{"cells": ["R1C1"]}]}', "difference 1: kropki_white: cells must be two cells"),
        ('{"size": 4, "xv": [{"cells": ["R1C1", "R1C2"], "value": "Z"}]}', "xv 1: value must be X or V, not 'Z'"),
        ('{"size": 4, "grid": ' + "[" * 50_000, "not readable as JSON"),
        ('{"size": 4, "xsum": [{"cell": "R0C0", "value": "3"}]}', "xsum 1: R0C0 is not outside the grid, at the end"),
        ('{"size": 4, "littlekillersum": [{"cell": "R0C0", "value": "3"}]}', "direction must be DR, DL, UR or UL"),
        ("https://f-puzzles.com/?id=abc", "the address holds no puzzle"),
        ("https://f-puzzles.com/?load=N4Ig", "not an lz-string payload: it is cut off"),
    ],
)
def test_bad_documents(text: str, message: str) -> None:
    told = error_of(text)
    assert told.startswith("puzzle.json:1: ")
    assert message in told


def test_a_document_over_several_lines() -> None:
    text = json.dumps({"size": 4, "odd": [{"cell": "R1C1"}]}, indent=1)
    assert text.count("\n") > 3
    assert clues(read_one(f"# a comment\n\n{text}\n")) == ["odd r1c1"]


def test_a_document_a_line() -> None:
    texts = [json.dumps({"size": size}) for size in (4, 6, 9)]
    documents = list(read(BytesIO("\n".join(texts).encode()), "puzzles"))
    assert [(document.line, document.model.height) for document in documents if isinstance(document, Document)] == [
        (1, 4),
        (2, 6),
        (3, 9),
    ]


def scored() -> Sudoku:
    sudoku = Sudoku(4)
    sudoku.maximize(sudoku["r1c1"] + sudoku["r2c2"])
    return sudoku


def with_clue(clue: rules.AppliedRule) -> Sudoku:
    sudoku = Sudoku(9)
    sudoku.add(clue)
    return sudoku


@pytest.mark.parametrize(
    ("declare", "unsaid"),
    [
        (scored, "cannot express the objective"),
        (lambda: Sudoku(4, digits=range(4)), "cannot express the digits 0 to 3"),
        (
            lambda: with_clue(rules.killer("r1c1 r2c2", repeats=True)),
            "cannot express the clue killer r1c1 r2c2 repeats",
        ),
        (lambda: with_clue(rules.xv("r1c1 r1c2", sum=7)), "cannot express the clue xv r1c1 r1c2 sum=7"),
        (lambda: with_clue(rules.windoku()), "cannot express the clue windoku"),
        (
            lambda: with_clue(rules.clue("negative_ratio", {"values": [5]})),
            "cannot express the clue negative_ratio values=5",
        ),
    ],
)
def test_what_a_document_cannot_say(declare: Callable[[], Sudoku], unsaid: str) -> None:
    with pytest.raises(ModelError, match=unsaid):
        list(write([Document(declare(), "", 1)], "f-puzzles"))


def test_both_diagonals_are_two_flags() -> None:
    document = document_of(with_clue(rules.diagonals()))
    assert (document["diagonal+"], document["diagonal-"]) == (True, True)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("constraints: knight king", ["anti_knight", "anti_king"]),
        ("Constraints: nc djg", ["non_consecutive", "disjoint_groups"]),
        ("constraint: dpos dneg", ["diagonal direction=rising", "diagonal direction=falling"]),
        ("constraints: chess:1,3", ["anti_leaper rows=1 columns=3"]),
        (
            "constraints: chess:1,-3;2,2;v1,4",
            ["anti_leaper rows=1 columns=-3 digits=1,4", "anti_leaper rows=2 columns=2 digits=1,4"],
        ),
        ("constraints: taxi:3 selftaxi", ["taxicab distance=3", "anti_taxicab"]),
        ("constraints: dnc", ["non_consecutive touching=corners"]),
        ("constraints: knightmare", ["knightmare"]),
        ("constraints: knightmare:7,9", ["knightmare sums=7,9"]),
        ("constraints: ratio:neg2", ["negative_ratio"]),
        ("constraints: sum:neg5;neg3", ["negative_sum values=5,3"]),
        ("The constraints: none of this is a line for solvers", []),
    ],
)
def test_a_line_of_the_rules_text_states_rules(line: str, expected: list[str]) -> None:
    found = read_object(ruleset=f"Normal rules apply.\n{line}\nHave fun.")
    assert clues(found) == expected
    assert found.unsupported == ()


def test_what_such_a_line_says_beside_is_not_left_out_silently() -> None:
    text = json.dumps(
        {
            "size": 4,
            "antiknight": True,
            "ruleset": "anti-king\nconstraints: knight king tea chess:r1c1 sum:pos taxi:0 dnc:1",
        }
    )
    assert "constraints: tea" in error_of(text)
    found = read_one(text, ignore=True)
    words = ("tea", "chess:r1c1", "sum:pos", "taxi:0", "dnc:1")
    assert found.unsupported == tuple(f"constraints: {word}" for word in words)
    assert clues(found) == ["anti_knight", "anti_king"]
    assert found.notes == ()

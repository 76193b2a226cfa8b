"""Documents of GNOME Sudoku, ipuz and pencilmark."""

from __future__ import annotations

import json
import tracemalloc
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp import rules
from sudoku_cp.formats import Document, GridText, read, write
from sudoku_cp.formats.document import sudoku_of
from sudoku_cp.model import InputError, ModelError, Sudoku
from sudoku_cp.model.sudoku import single_grid
from sudoku_cp.solving.registry import load_solver

PUZZLE = "..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9."
SOLUTION = "189327645756849312243651879924183567375496128618572934491735286832964751567218493"


def puzzles(document: Any) -> list[Sudoku]:
    text = document if isinstance(document, str) else json.dumps(document)
    found = read(BytesIO(text.encode()), "saved")
    return [sudoku_of(each) if isinstance(each, GridText) else single_grid(each.model) for each in found]


def count(sudoku: Sudoku) -> int:
    return load_solver().compile(sudoku).count(10_000).count


def solved(sudoku: Sudoku) -> str:
    result = load_solver().compile(sudoku).count(2)
    assert result.solution is not None
    assert (result.exact, result.count) == (True, 1)
    return "".join(str(result.solution[cell]) for cell in sudoku.grid)


def clues(sudoku: Sudoku) -> list[str]:
    return [str(clue) for clue in sudoku.clues]


def game(**other: Any) -> dict[str, Any]:
    cells = [
        {"position": [at // 9, at % 9], "value": int(digit), "fixed": mark != ".", "earmarks": []}
        for at, (mark, digit) in enumerate(zip(PUZZLE, SOLUTION, strict=True))
    ]
    return {"difficulty_category": 1, "elapsed_time": 2.5, "cells": cells} | other


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(game()),
        json.dumps(game(), indent=1),
        json.dumps(game(cells=[cell for cell in game()["cells"] if cell["fixed"]][::-1])),
    ],
)
def test_gnome(text: str) -> None:
    (sudoku,) = puzzles(text)
    assert (len(sudoku.givens), solved(sudoku)) == (24, SOLUTION)


def test_games_of_gnome_line_by_line() -> None:
    assert list(map(solved, puzzles((json.dumps(game()) + "\n") * 3))) == [SOLUTION] * 3


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ({"position": [0, 9], "fixed": True}, "cell 1: position must be a row and a column from 0 to 8, not [0, 9]"),
        ({"position": 1, "fixed": True}, "cell 1: position must be a row and a column from 0 to 8, not 1"),
        ({"position": [0, 1], "fixed": 1}, "cell 1: value must be a digit, and fixed true or false"),
        ({"position": [0, 1], "value": 10, "fixed": True}, "cell 1: value must be a digit, and fixed true or false"),
        ({"position": [0, 1], "fixed": True, "cage": 1}, "cell 1: an unknown key cage"),
    ],
)
def test_wrong_cells_of_gnome(cell: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        puzzles({"cells": [cell]})
    assert str(caught.value) == f"saved:1: {message}"
    with pytest.raises(InputError, match=r"^saved:1: cell 2: position \[0, 2\] occurs twice$"):
        puzzles({"cells": [{"position": [0, 2], "value": 9, "fixed": True}] * 2})


def ipuz(size: int = 4, **other: Any) -> dict[str, Any]:
    rows = [[0] * size for _ in range(size)]
    return {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "puzzle": rows} | other


def test_the_author_of_ipuz_and_the_rules_are_kept() -> None:
    text = json.dumps(ipuz(author="N. N.", intro="As usual.", notes="left out", editor=""))
    (found,) = read(BytesIO(text.encode()), "p")
    assert isinstance(found, Document)
    assert found.carried == {"author": "N. N.", "ruleset": "As usual."}


def test_ipuz() -> None:
    digits = [[int(mark.replace(".", "0")) for mark in PUZZLE[start : start + 9]] for start in range(0, 81, 9)]
    marks = [[mark.replace(".", " ") for mark in PUZZLE[start : start + 9]] for start in range(0, 81, 9)]
    dicts = [
        [{"given": mark if mark != "." else None} for mark in PUZZLE[start : start + 9]] for start in range(0, 81, 9)
    ]
    for rows in (digits, marks, dicts):
        document = ipuz(puzzle=rows, charset="123456789", boxes=True, title="ours", **{"com.example:note": 1})
        for text in (json.dumps(document), json.dumps(document, indent=1), f"ipuz({json.dumps(document, indent=1)})"):
            (sudoku,) = puzzles(text)
            assert (sudoku.name, solved(sudoku)) == ("ours", SOLUTION)


def test_shapes_of_ipuz() -> None:
    (latin,) = puzzles(ipuz(boxes=False))
    assert count(latin) == 576
    zones = [{"rect": [1, 1, 2, 2]}, {"rect": [3, 1, 4, 2]}, {"rect": [1, 3, 2, 4]}, {"rect": [3, 3, 4, 4]}]
    (boxed,) = puzzles(ipuz(boxes=False, zones=zones))
    assert (count(boxed), boxed.clues) == (288, [])
    diagonal = {"cells": [[at, at] for at in range(1, 5)]}
    (crossed,) = puzzles(ipuz(zones=[diagonal, {"cells": [[5 - at, at] for at in range(1, 5)]}]))
    assert clues(crossed) == ["extra_region r1c1 r2c2 r3c3 r4c4", "extra_region r1c4 r2c3 r3c2 r4c1"]
    (caged,) = puzzles(ipuz(boxes=False, cages=[{"cells": [[1, 1], [2, 1]], "value": 2, "operator": "/"}]))
    assert clues(caged) == ["calcudoku r1c1 r1c2 value=2 operator=/"]
    (letters,) = puzzles(ipuz(charset="ABCD", puzzle=[["B", 0, 0, 0]] + [[0] * 4] * 3))
    assert ([*letters.givens.values()], letters.symbols) == ([2], "ABCD")


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (ipuz(kind=["http://ipuz.org/crossword#1"]), "a puzzle of ipuz that is no sudoku: http://ipuz.org/crossword#1"),
        (ipuz(kind=1), "kind must be a list of addresses"),
        (ipuz(puzzle=[[0, 0]]), "puzzle must be a square of rows"),
        (ipuz(charset="12"), "charset must have 4 different symbols, not '12'"),
        (ipuz(charset="1123"), "charset must have 4 different symbols, not '1123'"),
        (ipuz(puzzle=[[5, 0, 0, 0]] + [[0] * 4] * 3), "r1c1: 5 is not a digit of 1234"),
        (ipuz(puzzle=[[{"given": [1]}, 0, 0, 0]] + [[0] * 4] * 3), "r1c1: [1] is not a digit of 1234"),
        (ipuz(boxes=1), "boxes must be true or false, not 1"),
        (
            ipuz(zones=[{"cells": [[0, 1]]}]),
            "zone 1: pairs of a column and a row from 1 to 4, or a rect, were expected",
        ),
        (ipuz(zones=[{"cells": [[1, 1], [1, 1]]}]), "the zone of r1c1: "),
        (ipuz(cages=[{"cells": [[1, 1]]}]), "cage 1: value must be a number and operator one of"),
        (ipuz(arrows=[1]), "not supported: the key arrows"),
        ('{"kind": ["http://ipuz.org/sudoku#1"], ', "not JSON: "),
    ],
)
def test_wrong_documents_of_ipuz(document: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        puzzles(document)
    assert str(caught.value).startswith(f"saved:1: {message}")


def exchange(size: int = 4, given: dict[int, int] | None = None, *more: Any, **other: Any) -> dict[str, Any]:
    givens = [(given or {}).get(at, 0) for at in range(size * size)]
    box = {4: [2, 2], 6: [2, 3], 9: [3, 3]}[size]
    return {
        "format": "sudoku-puzzle",
        "format_version": 1,
        "board": {"rows": size, "cols": size},
        "digits": size,
        "givens": givens,
        "rules": [{"type": "box_grid", "origin": "r1c1", "box": box}, *more],
    } | other


def test_pencilmark() -> None:
    given = {at: int(mark) for at, mark in enumerate(PUZZLE) if mark != "."}
    for text in (json.dumps(exchange(9, given)), json.dumps(exchange(9, given), indent=2)):
        (sudoku,) = puzzles(text)
        assert solved(sudoku) == SOLUTION


RULES = [
    ({"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 3}, "killer r1c1 r1c2 sum=3"),
    ({"type": "cage", "cells": ["r1c1", "r1c2"]}, "killer r1c1 r1c2"),
    ({"type": "line", "kind": "thermo", "cells": ["r1c1", "r1c2"]}, "thermo r1c1 r1c2"),
    ({"type": "line", "kind": "whisper", "value": 2, "cells": ["r1c1", "r1c2"]}, "whisper r1c1 r1c2 difference=2"),
    ({"type": "line", "kind": "between", "cells": ["r1c1", "r1c2", "r1c3"]}, "between_line r1c1 r1c2 r1c3"),
    ({"type": "line", "kind": "region_sum", "cells": ["r1c2", "r1c3"]}, "region_sum_line r1c2 r1c3"),
    ({"type": "arrow", "bulb": ["r1c1"], "lines": [["r1c2", "r1c3"]]}, "arrow r1c1 line=r1c2 r1c3"),
    ({"type": "edge", "kind": "kropki", "color": "white", "cells": ["r1c1", "r1c2"]}, "kropki_white r1c1 r1c2"),
    ({"type": "edge", "kind": "kropki", "color": "black", "cells": ["r1c1", "r1c2"]}, "kropki_black r1c1 r1c2"),
    (
        {"type": "edge", "kind": "difference", "value": 2, "cells": ["r1c1", "r1c2"]},
        "kropki_white r1c1 r1c2 difference=2",
    ),
    ({"type": "edge", "kind": "xv", "letter": "V", "cells": ["r1c1", "r1c2"]}, "xv r1c1 r1c2 sum=5"),
    ({"type": "edge", "kind": "sum", "sum": 6, "cells": ["r1c1", "r1c2"]}, "xv r1c1 r1c2 sum=6"),
    ({"type": "neighbours", "kind": "antiknight"}, "anti_knight"),
    ({"type": "cell", "kind": "odd", "cells": ["r1c1"]}, "odd r1c1"),
    ({"type": "region", "kind": "extra", "cells": ["r1c1", "r2c3"]}, "extra_region r1c1 r2c3"),
    (
        {"type": "contains", "digits": [1, 2], "cells": ["r1c1", "r1c2", "r2c1", "r2c2"]},
        "quadruple r1c1 r1c2 r2c1 r2c2",
    ),
    ({"type": "clone", "regions": [["r1c1"], ["r2c3"]]}, "clone r1c1 copy=r2c3"),
    (
        {"type": "sandwich", "sum": 2, "side": "top", "cells": ["r1c2", "r2c2", "r3c2", "r4c2"]},
        "sandwich top index=2 value=2",
    ),
    (
        {"type": "skyscraper", "value": 2, "side": "right", "cells": ["r1c4", "r1c3", "r1c2", "r1c1"]},
        "skyscraper right index=1",
    ),
]


@pytest.mark.parametrize(("rule", "clue"), RULES, ids=[clue for _, clue in RULES])
def test_rules_of_pencilmark_both_ways(rule: dict[str, Any], clue: str) -> None:
    (sudoku,) = puzzles(exchange(4, {}, rule))
    (read_clue,) = sudoku.clues
    assert str(read_clue).startswith(
        clue.split("=")[0].split(" line")[0].split(" copy")[0].split(" side")[0].split()[0]
    )
    assert all(cell in str(read_clue) for cell in rule.get("cells", ())) or "side" in rule
    written = json.loads("".join(write([Document(sudoku, "", 1)], "pencilmark")))
    assert written["rules"][1:] == [rule]


def test_classes_of_cells() -> None:
    low = {"type": "cell", "kind": "low", "split": 2, "cells": ["r1c1", "r1c2"]}
    other = {"type": "cell", "kind": "exclude", "values": [1], "cells": ["r1c1"]}
    only = {"type": "cell", "kind": "set", "values": [1, 4], "cells": ["r4c4"]}
    (sudoku,) = puzzles(exchange(4, {}, low, other, only, candidates={"r4c3": [2, 3]}))
    marks = {cell.name: digits for cell, digits in sudoku.pencilmarks.items()}
    assert marks == {"r1c1": (2,), "r1c2": (1, 2), "r4c3": (2, 3), "r4c4": (1, 4)}


def test_regions_and_negatives() -> None:
    rows = [{"type": "grid", "origin": "r1c1"}]
    boxes = [["r1c1", "r1c2", "r1c3", "r2c1"], ["r1c4", "r2c4", "r2c3", "r3c4"]]
    boxes += [["r2c2", "r3c2", "r3c3", "r3c1"], ["r4c1", "r4c2", "r4c3", "r4c4"]]
    regions = [{"type": "region", "kind": "region", "cells": cells} for cells in boxes]
    (sudoku,) = puzzles(exchange(rules=[*rows, *regions]))
    assert {frozenset(cell.name for cell in box) for box in sudoku.boxes} == set(map(frozenset, boxes))
    written = json.loads("".join(write([Document(sudoku, "", 1)], "pencilmark")))
    (again,) = puzzles(written)
    assert [[cell.name for cell in box] for box in again.boxes] == [[cell.name for cell in box] for box in sudoku.boxes]
    (negative,) = puzzles(exchange(4, {}, {"type": "negative", "of": "kropki"}, {"type": "negative", "of": "xv"}))
    assert clues(negative) == ["negative_difference", "negative_ratio", "negative_sum"]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (exchange(format_version=2), "format must be 'sudoku-puzzle' and format_version 1"),
        (
            exchange(board={"rows": 21, "cols": 21}),
            "a board of {'rows': 21, 'cols': 21} with 4 digits: only squares of",
        ),
        (exchange(givens=[0]), "givens must be a list of 16 digits"),
        (exchange(4, {2: 5}), "r1c3: 5 is not a digit from 0 to 4"),
        (exchange(rules={}), "rules must be a list of objects"),
        (exchange(rules=[{"type": []}]), "rows and columns that are not those of one grid at r1c1"),
        (exchange(rules=[]), "rows and columns that are not those of one grid at r1c1 are not supported"),
        (exchange(candidates={"r5c5": [1]}), "a cell: "),
        (
            exchange(4, {}, {"type": "cage", "cells": "r1c1"}),
            "rule 2 (cage): a list of cells such as r1c1 was expected",
        ),
        (
            exchange(4, {}, {"type": "edge", "kind": "kropki", "color": 1, "cells": ["r1c1", "r1c2"]}),
            "rule 2 (edge kropki): ",
        ),
        (exchange(4, {}, {"type": "rossini", "arrow": "in"}), "not supported: rule 2 (rossini)"),
        (
            exchange(4, {}, {"type": "cage", "cells": ["r1c1"], "sum": 1, "colour": "x"}),
            "not supported: rule 2 (cage): colour",
        ),
        (
            exchange(4, {}, {"type": "neighbours", "kind": "antiking", "within": "box"}),
            "not supported: rule 2 (neighbours a",
        ),
        (exchange(meta=[1]), "meta must be an object, not [1]"),
    ],
)
def test_wrong_documents_of_pencilmark(document: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        puzzles(document)
    assert str(caught.value).startswith(f"saved:1: {message}")


def test_what_pencilmark_cannot_express() -> None:
    sudoku = Sudoku(4, name="odd one")
    sudoku.add(rules.any_of([rules.thermo("r1c1 r1c2"), rules.thermo("r1c2 r1c1")]))
    with pytest.raises(ModelError, match="odd one: a document of pencilmark cannot express the clue any_of"):
        list(write([Document(sudoku, "", 1)], "pencilmark"))
    with pytest.raises(ModelError, match="a document of pencilmark has squares with the digits from 1"):
        list(write([Document(Sudoku(4, digits=range(4)), "", 1)], "pencilmark"))


def test_a_long_document_is_recognised_in_little_memory() -> None:
    cell = '{"position": [0, 2], "value": 9, "fixed": true},'
    text = f'{{"cells": [{cell * 20_000}{{}}]}}'.encode()
    tracemalloc.start()
    with pytest.raises(InputError, match="occurs twice"):
        list(read(BytesIO(text)))
    assert tracemalloc.get_traced_memory()[1] < 12 * len(text)
    tracemalloc.stop()

"""Strings of Interactive Sudoku Solver and documents of SudokuMaker that are written, and read back."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from io import BytesIO
from itertools import permutations, product
from typing import Any

import pytest

from sudoku_cp import rules
from sudoku_cp.formats import Document, load, read, write
from sudoku_cp.formats.iss.writing import string_of
from sudoku_cp.model import InputError, ModelError, Sudoku
from sudoku_cp.model.sudoku import single_grid
from sudoku_cp.solving.registry import load_solver

SQUARE = "r1c1 r1c2 r2c1 r2c2"

CLUES: list[tuple[Callable[[], Any], str, dict[str, Any] | None]] = [
    (lambda: rules.thermo("r1c1 r1c2"), "Thermo~R1C1~R1C2", {"type": 300, "thermometers": [[0, 1]]}),
    (
        lambda: rules.whisper("r1c1 r1c2", 2),
        "Whisper~2~R1C1~R1C2",
        {"type": 401, "lines": [[0, 1]], "minDifference": 2},
    ),
    (lambda: rules.renban("r1c1 r1c2 r2c3"), "Renban~R1C1~R1C2~R2C3", {"type": 400, "lines": [[0, 1, 6]]}),
    (lambda: rules.between_line("r1c1 r2c2 r3c3"), "Between~R1C1~R2C2~R3C3", {"type": 403, "lines": [[0, 5, 10]]}),
    (
        lambda: rules.region_sum_line("r1c2 r1c3 r2c3"),
        "RegionSumLine~R1C2~R1C3~R2C3",
        {"type": 404, "lines": [[1, 2, 6]]},
    ),
    (lambda: rules.modular_line("r1c1 r1c2", 2), "Modular~2~R1C1~R1C2", None),
    (lambda: rules.sum_line("r1c1 r1c2 r1c3", 5), "SumLine~5~R1C1~R1C2~R1C3", None),
    (
        lambda: rules.arrow("r1c1", "r1c2 r2c2"),
        "Arrow~R1C1~R1C2~R2C2",
        {"type": 408, "bulbsWithArrows": [{"bulbCells": [0], "arrows": [[0, 1, 5]]}]},
    ),
    (lambda: rules.killer("r1c1 r2c1", 5), "Cage~5~R1C1~R2C1", {"type": 301, "cages": [{"cells": [0, 4], "value": 5}]}),
    (lambda: rules.killer("r1c1 r2c1"), "Cage~0~R1C1~R2C1", {"type": 301, "cages": [{"cells": [0, 4]}]}),
    (lambda: rules.extra_region("r1c1 r2c3"), "AllDifferent~R1C1~R2C3", {"type": 305, "cells": [0, 6]}),
    (lambda: rules.kropki_white("r1c1 r1c2"), "WhiteDot~R1C1~R1C2", {"type": 200, "clues": [{"edge": 1}]}),
    (lambda: rules.kropki_black("r3c4 r4c4"), "BlackDot~R3C4~R4C4", {"type": 201, "clues": [{"edge": 23}]}),
    (lambda: rules.xv("r1c1 r1c2", 5), "V~R1C1~R1C2", {"type": 202, "clues": [{"edge": 1, "value": 5}]}),
    (lambda: rules.greater_than("r1c1 r1c2"), "GreaterThan~R1C1~R1C2", None),
    (
        lambda: rules.quadruple(SQUARE, [1, 2]),
        "Quad~R1C1~1~2",
        {"type": 303, "clues": [{"corner": 6, "digits": [1, 2]}]},
    ),
    (lambda: rules.clone("r1c1", "r2c3"), "SameValues~2~R1C1~R2C3", {"type": 302, "groups": [[0, 6]]}),
    (lambda: rules.anti_king(), "AntiKing", {"type": 12}),
    (lambda: rules.disjoint_groups(), "DisjointSets", {"type": 14}),
    (lambda: rules.diagonal("rising"), "Diagonal~1", {"type": 11}),
    (lambda: rules.diagonals(), "Diagonal~1.Diagonal~-1", None),
    (lambda: rules.sandwich("left", 2, 3), "Sandwich~3~R2", {"type": 501, "clues": [{"outerCell": 12, "value": 3}]}),
    (lambda: rules.x_sum("bottom", 2, 3), "XSum~C2~~3", {"type": 502, "clues": [{"outerCell": 32, "value": 3}]}),
    (lambda: rules.skyscraper("top", 2, 3), "Skyscraper~C2~3~", {"type": 503, "clues": [{"outerCell": 2, "value": 3}]}),
    (
        lambda: rules.little_killer("r2c1", "down-right", 6),
        "LittleKiller~6~R2C1",
        {"type": 500, "clues": [{"outerCell": 6, "value": 6, "diagonal": -1}]},
    ),
    (lambda: rules.counting_circles("r1c1 r2c3"), "CountingCircles~R1C1~R2C3", None),
]


def small(*clues: Any) -> Sudoku:
    sudoku = Sudoku(4, name="small")
    sudoku.give("r4c3", 2)
    sudoku.add(list(clues))
    return sudoku


@cache
def fillings() -> list[tuple[int, ...]]:
    """All 4×4 grids whose rows and columns have all digits, row by row."""
    lines = list(permutations(range(1, 5)))
    squares = (
        rows for rows in product(lines, repeat=4) if all(len(set(line)) == 4 for line in zip(*rows, strict=True))
    )
    return [tuple(digit for row in rows for digit in row) for rows in squares]


def searched(sudoku: Sudoku) -> int:
    """The number of solutions, by a search through all fillings."""
    found = 0
    for filling in fillings():
        value = dict(zip(sudoku.grid, filling, strict=True))
        if any(value[cell] != digit for cell, digit in sudoku.givens.items()):
            continue
        if any(value[cell] not in digits for cell, digits in sudoku.pencilmarks.items()):
            continue
        found += all(each.holds(value) for each in sudoku.constraints)
    return found


def count(sudoku: Sudoku) -> int:
    return load_solver().compile(sudoku).count(1000).count


def read_back(text: str) -> Sudoku:
    (found,) = read(BytesIO(text.encode()), "written")
    assert isinstance(found, Document)
    assert not found.unsupported
    return single_grid(found.model)


@pytest.mark.parametrize(("declare", "entry", "constraint"), CLUES, ids=[entry for _, entry, _ in CLUES])
def test_each_clue(declare: Callable[[], Any], entry: str, constraint: dict[str, Any] | None) -> None:
    sudoku = small(declare())
    expected = searched(sudoku)
    assert string_of(sudoku) == f".Shape~4x4.{entry}.~R4C3_2"
    assert count(read_back(string_of(sudoku) + "\n")) == expected
    if constraint is None:
        return
    for name in ("sudokumaker", "sudokumaker-address"):
        assert count(read_back("".join(write([Document(sudoku, "", 1)], name)))) == expected
    document = json.loads("".join(write([Document(sudoku, "", 1)], "sudokumaker")))
    assert document["puzzle"]["constraints"][-1] == constraint


def test_several_clues_of_a_kind_are_one_constraint() -> None:
    sudoku = small(rules.kropki_white("r1c1 r1c2"), rules.kropki_white("r2c1 r2c2"), rules.negative_difference())
    (text,) = write([Document(sudoku, "", 1)], "sudokumaker")
    assert [each for each in json.loads(text)["puzzle"]["constraints"] if each["type"] == 200] == [
        {"type": 200, "clues": [{"edge": 1}, {"edge": 9}], "negative": [1]}
    ]
    assert count(read_back(text)) == searched(sudoku)


def test_the_other_end_of_a_little_killer() -> None:
    sudoku = small(rules.little_killer("r4c3", "up-left", 6))
    assert ".LittleKiller~6~R2C1." in string_of(sudoku)
    assert count(read_back(string_of(sudoku))) == searched(sudoku)


def test_parity_is_written_as_candidates() -> None:
    sudoku = small(rules.odd("r1c1"), rules.even("r1c2 r2c3"))
    sudoku.restrict("r1c1", [1, 2, 4])
    assert string_of(sudoku) == ".Shape~4x4.~R1C1_1~R1C2_2_4~R2C3_2_4~R4C3_2"
    assert count(read_back(string_of(sudoku))) == searched(sudoku)


def test_strict_kropki_is_both_rules() -> None:
    both = small(rules.kropki_white("r1c1 r1c2"), rules.negative_ratio(), rules.negative_difference())
    assert string_of(both) == ".Shape~4x4.StrictKropki.WhiteDot~R1C1~R1C2.~R4C3_2"
    with pytest.raises(ModelError, match="cannot express the clue negative_ratio"):
        string_of(small(rules.negative_ratio()))


def test_shapes() -> None:
    assert string_of(Sudoku(9)) == "."
    assert string_of(Sudoku(6, regions=())) == ".Shape~6x6.NoBoxes"
    assert string_of(Sudoku(9, digits=range(9)).give("r1c1", 0)) == ".Shape~9x9~0-8.~R1C1_0"
    assert string_of(Sudoku(16).give("r10c16", 11)) == ".Shape~16x16.~RaCg_11"
    jigsaw = Sudoku(4, regions=["AAAB", "ACBB", "CCDB", "CDDD"])
    assert string_of(jigsaw) == ".Shape~4x4.NoBoxes.Jigsaw~AAABACBBCCDBCDDD"


@pytest.mark.parametrize(
    ("sudoku", "name", "part"),
    [
        (lambda: Sudoku(6, box=(3, 2)), "iss", "its boxes or regions"),
        (lambda: Sudoku(25), "iss", "it: Shape 1: a grid has 1 to 16 rows"),
        (lambda: small(rules.windoku()), "sudokumaker", "the clue windoku"),
        (lambda: small().restrict("r1c1", [1, 2]), "sudokumaker", "the candidates"),
        (lambda: small(rules.killer("r1c1 r1c2", 5, repeats=True)), "sudokumaker", "the clue killer"),
        (lambda: small(rules.any_of([rules.thermo("r1c1 r1c2")])), "iss", "the clue any_of"),
        (lambda: small(rules.kropki_white("r1c1 r1c2", 2)), "iss", "the clue kropki_white"),
        (lambda: Sudoku((4, 6)), "sudokumaker", "the shape of 4×6 cells"),
    ],
)
def test_what_cannot_be_written_is_refused(sudoku: Callable[[], Sudoku], name: str, part: str) -> None:
    with pytest.raises((ModelError, InputError)) as caught:
        list(write([Document(sudoku(), "", 1)], name))
    assert f"cannot express {part}" in str(caught.value)


@pytest.mark.parametrize("name", ["iss", "sudokumaker"])
def test_shipped_puzzles(name: str) -> None:
    """Those that are written have the same solution as before."""
    for puzzle in (
        "killer",
        "little_killers",
        "dots",
        "quadruples",
        "sandwiches",
        "thermo",
        "jigsaw",
        "arrows",
        "x_sums",
    ):
        board = single_grid(load(puzzle))
        again = read_back("".join(write([Document(board, "", 1)], name)))
        solutions = [load_solver().compile(each).count(2) for each in (board, again)]
        assert [found.count for found in solutions] == [1, 1]
        one, other = ("".join(map(str, found.solution.values_in_order)) for found in solutions if found.solution)
        assert one == other

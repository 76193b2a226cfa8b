from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.formats import Document, read
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.model import InputError
from sudoku_cp.rules import (
    all_of,
    any_of,
    at_least,
    at_most,
    clue,
    even,
    exactly,
    killer,
    none_of,
    thermo,
)

CLUES = [killer("r1c1 r2c2", sum=5), thermo("r1c1 r1c2 r1c3"), even("r4c4")]


def held(g: Any) -> int:
    return sum([g[0][0] != g[1][1] and g[0][0] + g[1][1] == 5, g[0][0] < g[0][1] < g[0][2], g[3][3] % 2 == 0])


def test_any_of(selects: Any) -> None:
    selects(Sudoku(4), any_of(CLUES), lambda g: held(g) >= 1)


def test_none_of(selects: Any) -> None:
    selects(Sudoku(4), none_of(CLUES), lambda g: held(g) == 0)


def test_none_of_a_clue_with_many_cells() -> None:
    """The fifteen cells are one clue: 96 grids of 4×4 break it somewhere, while none breaks it at each cell."""
    others = [(row, column) for row in range(4) for column in range(4) if (row, column) != (0, 0)]
    cells = " ".join(f"r{row + 1}c{column + 1}" for row, column in others)
    text = f'size = 4\n[[column_indexing]]\ncells = "r1c1"\n[[none_of]]\n[[none_of.column_indexing]]\ncells = "{cells}"'
    (found,) = read(BytesIO(text.encode()), "a")
    assert isinstance(found, Document)

    def holds(grid: list[list[int]], row: int, column: int) -> bool:
        return grid[row][grid[row][column] - 1] == column + 1

    grids = [
        [[solution[f"r{row}c{column}"] for column in range(1, 5)] for row in range(1, 5)]
        for solution in Sudoku(4).solutions()
    ]
    pointing = [grid for grid in grids if holds(grid, 0, 0)]
    broken = [sum(not holds(grid, *place) for place in others) for grid in pointing]
    assert found.model.count().count == sum(map(bool, broken)) == 96
    assert max(broken) < len(others)


def test_all_of(selects: Any) -> None:
    selects(Sudoku(4), all_of(CLUES), lambda g: held(g) == 3)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1, 2])
def test_numbers(selects: Any, number: int) -> None:
    selects(Sudoku(4), exactly(number, CLUES), lambda g: held(g) == number)
    selects(Sudoku(4), at_least(number + 1, CLUES), lambda g: held(g) >= number + 1)
    selects(Sudoku(4), at_most(number, CLUES), lambda g: held(g) <= number)


def test_nested(selects: Any) -> None:
    either = any_of([all_of(CLUES[:2]), none_of(CLUES)])
    selects(Sudoku(4), either, lambda g: held(g) == 0 or (g[0][0] + g[1][1] == 5 and g[0][0] < g[0][1] < g[0][2]))


TEXT = """size = 4
[[exactly]]
number = 1
[[exactly.thermo]]
line = "r1c1 r1c2"
[[exactly.any_of]]
[[exactly.any_of.killer]]
cells = "r1c1 r1c2"
sum = 3
[[exactly.any_of.killer]]
cells = "r2c1 r2c2"
sum = 4
[[even]]
cells = "r1c1"
"""


def test_documents() -> None:
    (document,) = read(BytesIO(TEXT.encode()), "x.toml", "toml")
    assert isinstance(document, Document)
    inner = any_of([killer("r1c1 r1c2", sum=3), killer("r2c1 r2c2", sum=4)])
    assert document.model.clues == [exactly(1, [thermo("r1c1 r1c2"), inner]), even("r1c1")]
    written = dump_document(document.model)
    (again,) = read(BytesIO(written.encode()), "y.toml", "toml")
    assert isinstance(again, Document)
    assert again.model.clues == document.model.clues


def test_pictures_show_the_clues_within() -> None:
    assert [len(shape.cells) for shape in any_of(CLUES).drawings(Sudoku(4))] == [2, 3, 1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[any_of]]", "any_of needs clues: one or more clues"),
        ("[[any_of]]\nclues = 3", "any_of: clues must be one or more clues, not 3"),
        ("[[any_of]]\nkiller = 3", r"any_of: write a clue of the rule killer as \[\[any_of.killer\]\]"),
        ("[[any_of]]\n[[any_of.killr]]", "any_of has no parameter killr"),
        ("[[any_of]]\n[[any_of.killer]]\nsum = 3", "x.toml:1: killer needs cells"),
        ('[[any_of]]\n[[any_of.even]]\ncells = "r10c9"', "r10c9 is not a cell"),
        ("[[killer]]\n[[killer.even]]", "killer has no parameter even"),
    ],
)
def test_refuse(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(read(BytesIO(text.encode()), "x.toml", "toml"))


def test_clues_must_be_clues() -> None:
    with pytest.raises(ModelError, match="clues must be one or more clues"):
        any_of([])
    with pytest.raises(ModelError, match="clues must be one or more clues"):
        clue("any_of", {"clues": ["r1c1"]})

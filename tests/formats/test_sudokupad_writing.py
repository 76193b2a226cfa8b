"""SudokuPad documents that are written: read back they are the same puzzle, and what they cannot express is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from sudoku_cp import Sudoku, models
from sudoku_cp.formats import Document, GridText, load, read, write
from sudoku_cp.formats.sudokupad.writing import document_of
from sudoku_cp.model import ModelError
from sudoku_cp.model.sudoku import single_grid
from sudoku_cp.rules import anti_king, anti_knight, extra_region, killer, non_consecutive

SAID = ("anti_knight", "classic", "jigsaw", "killer")


def again(text: str) -> Document:
    (found,) = read(BytesIO(text.encode()), "pad")
    assert isinstance(found, Document)
    return found


def meaning(sudoku: Sudoku) -> tuple[Any, ...]:
    """What a puzzle says, in any order."""
    houses = {frozenset(cell.name for cell in box) for box in sudoku.boxes}
    clues = sorted(" ".join(constraint.describe() for constraint in clue.constraints(sudoku)) for clue in sudoku.clues)
    givens = {cell.name: digit for cell, digit in sudoku.givens.items()}
    return sudoku.name, sudoku.size, houses, clues, givens


@pytest.mark.parametrize("form", ["sudokupad", "sudokupad-address"])
@pytest.mark.parametrize("name", SAID)
def test_shipped_puzzles_there_and_back(name: str, form: str) -> None:
    sudoku = single_grid(load(name))
    (text,) = write([Document(sudoku, name, 1)], form)
    found = again(text)
    assert meaning(single_grid(found.model)) == meaning(sudoku)
    assert found.notes == found.unsupported == ()


def test_every_clue_that_can_be_said() -> None:
    sudoku = Sudoku(6, box=(2, 3), name="all")
    sudoku.add(killer("r1c1 r1c2", sum=7), killer("r2c1 r2c2"), killer("r3c1 r4c2", sum=4, repeats=True))
    sudoku.add(extra_region("r5c1 r6c4 r5c5"), anti_knight(), anti_king(), non_consecutive())
    sudoku.give("r6c6", 4)
    document = document_of(sudoku, {"author": "N. N.", "ruleset": "As usual.", "solution": [1, 2, 3] * 12})
    assert document["metadata"] == {"title": "all", "author": "N. N.", "rules": "As usual.", "solution": "123" * 12}
    assert document["global"] == ["antiknight", "antiking", "nonconsecutive"]
    assert [cage["unique"] for cage in document["cages"]] == [True, True, False, True]
    found = again(json.dumps(document))
    assert meaning(single_grid(found.model)) == meaning(sudoku)
    assert (found.carried["author"], found.carried["ruleset"]) == ("N. N.", "As usual.")
    assert found.carried["solution"] == [1, 2, 3] * 12
    assert "in the cage" in document_of(sudoku, {})["metadata"]["rules"]


@pytest.mark.parametrize(
    ("sudoku", "unsaid"),
    [
        (single_grid(models.load("target")), "the objective"),
        (Sudoku((4, 6), name="x"), "the shape of 4×6 cells"),
        (Sudoku(4, digits=range(4), name="x"), "the digits 0 to 3"),
        (Sudoku(4, name="x").restrict("r1c1", (1, 2)), "the candidates"),
    ],
)
def test_what_cannot_be_said(sudoku: Any, unsaid: str) -> None:
    with pytest.raises(ModelError) as caught:
        list(write([Document(sudoku, "x", 1)], "sudokupad"))
    hint = "; f-puzzles-address may express it, and SudokuPad reads that too"
    assert str(caught.value) == f"{sudoku.name}: a document of SudokuPad cannot express {unsaid}{hint}"


def test_plain_grids(grid_of: Callable[..., GridText]) -> None:
    for size in (4, 6, 9):
        grid = grid_of(size)
        (text,) = write([grid], "sudokupad-address")
        assert text.startswith("https://sudokupad.app/scl")
        assert len(again(text).model.givens) == sum(rank > 0 for rank in grid.ranks)

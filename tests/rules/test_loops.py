"""A loop puzzle from document to picture: both solvers, the independent checks, and what is drawn."""

from __future__ import annotations

from io import BytesIO

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.cross_check import Verdict, cross_check
from sudoku_cp.formats import Document, read, write
from sudoku_cp.proofs import prove
from sudoku_cp.proofs.checker import check
from sudoku_cp.render import svg
from sudoku_cp.rules import loop

PUZZLE = """
size = 4
grid = '''
4 . . .
. . . .
. 4 . .
. . 2 .
'''

[[loop]]
white = "r2c2 r2c3"
black = "r4c3"
counts = "r2c4"
"""

GRID = """
┏━━━━━━━━┳━━━━━━━━┓
┃ 4 . 3┌ ┃ 1┐  2  ┃
┃ 1   2│ ┃ 4│  3  ┃
┣━━━━━━━━╋━━━━━━━━┫
┃ 2┌  4┘.┃ 3│  1  ┃
┃ 3└  1─ ┃ 2┘. 4  ┃
┗━━━━━━━━┻━━━━━━━━┛
"""


def puzzle() -> Sudoku:
    (document,) = read(BytesIO(PUZZLE.encode()), "loop")
    assert isinstance(document, Document)
    assert isinstance(document.model, Sudoku)
    return document.model


@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat"])
def test_a_document_has_one_solution_with_its_loop(solver: str) -> None:
    sudoku = puzzle()
    found = sudoku.count(2, solver=solver)
    assert found.count == 1
    assert found.solution is not None
    assert str(found.solution).startswith(GRID.strip())
    assert sudoku.violations(found.solution) == []
    visited = {cell.name: found.solution[sides] for cell, sides in sudoku.loop_of.items() if found.solution[sides]}
    assert visited == {
        "r1c2": 6,
        "r1c3": 12,
        "r2c2": 5,
        "r2c3": 5,
        "r3c1": 6,
        "r3c2": 9,
        "r3c3": 5,
        "r4c1": 3,
        "r4c2": 10,
        "r4c3": 9,
    }


def test_solvers_agree_and_the_answer_is_proved() -> None:
    sudoku = puzzle()
    assert cross_check(sudoku).verdict is Verdict.AGREE
    proof = prove(sudoku)
    claim = check(proof.formula, proof.steps)
    assert claim.complete
    assert claim.solutions == 1


def test_its_picture_has_the_loop_and_the_circles() -> None:
    sudoku = puzzle()
    before, after = str(svg(sudoku)), str(svg(sudoku, sudoku.solve().solution))
    assert "#e0a13a" not in before
    assert "#e0a13a" in after
    # r1c2 goes right and down; cells are as wide as their middles are apart.
    line = after.split('stroke="#e0a13a"')[1].split("/>")[0]
    pieces = line.split('d="')[1].split('"')[0].split("M")[1:]
    assert len(pieces) == 2 * 10
    starts = [piece.split("L")[0] for piece in pieces]
    assert all(starts.count(start) == 2 for start in starts)
    ends = [piece.split("L")[1] for piece in pieces]
    assert all(ends.count(end) == 2 for end in ends), "each piece meets another at a side of its cell"


def test_it_is_written_as_it_was_read() -> None:
    text = "".join(write([Document(puzzle(), "loop", 1)], "toml"))
    (again,) = read(BytesIO(text.encode()), "loop")
    assert isinstance(again, Document)
    assert list(map(str, again.model.clues)) == list(map(str, puzzle().clues))


def test_several_clues_are_about_one_loop() -> None:
    together, apart = Sudoku(4), Sudoku(4)
    together.add(loop(white="r1c2", counts="r1c1"))
    apart.add(loop(white="r1c2"), loop(counts="r1c1"))
    assert together.count().count == apart.count().count > 0
    assert len(apart.cells) == 32


def test_what_is_no_place_for_a_loop() -> None:
    sudoku = Sudoku(4)
    sudoku.add(loop())
    with pytest.raises(ModelError, match="loop r1c1 is not in the grid"):
        sudoku.add(loop([sudoku["loop r1c1"]]))


def test_the_loops_of_a_grid_are_counted() -> None:
    """Beside the 288 grids of digits: 213 loops through cells of a 4×4 grid."""
    sudoku = Sudoku(4)
    sudoku.add(loop())
    assert sudoku.count().count == 288 * 213

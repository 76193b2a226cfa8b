"""A loop puzzle from document to picture: both solvers, the independent checks, and what is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from itertools import pairwise, product
from random import Random

import pytest

from sudoku_cp import ModelError, Sudoku, models
from sudoku_cp.cross_check import Verdict, cross_check
from sudoku_cp.formats import Document, load, read, write
from sudoku_cp.model import OpenGrid
from sudoku_cp.proofs import prove
from sudoku_cp.proofs.checker import check
from sudoku_cp.render import show, svg
from sudoku_cp.rules import doubler, loop, path

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


Point = tuple[int, int]


def cycles(height: int, width: int) -> list[frozenset[frozenset[Point]]]:
    """All simple loops through points of a lattice, as sets of steps: walks from their first point back to it."""
    found = set()
    points = list(product(range(height), range(width)))

    def walk(way: list[Point]) -> None:
        row, column = way[-1]
        for beside in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if beside == way[0] and len(way) > 2:
                found.add(frozenset(frozenset(step) for step in pairwise([*way, beside])))
            elif beside in lattice and beside > way[0] and beside not in way:
                walk([*way, beside])

    lattice = set(points)
    for first in points:
        walk([first])
    return list(found)


def paths(height: int, width: int) -> int:
    """The number of simple paths of two or more points: each is walked from both ends."""
    lattice = set(product(range(height), range(width)))

    def walks(way: tuple[Point, ...]) -> int:
        row, column = way[-1]
        steps = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & lattice - {*way}
        return sum(1 + walks((*way, beside)) for beside in steps)

    return sum(walks((first,)) for first in lattice) // 2


def sides_used(loop_: Iterable[frozenset[Point]], row: int, column: int) -> int:
    """The number of sides of a cell, counted from 0, among the steps of a loop along the corners of cells."""
    corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column), (row, column)]
    return len({frozenset(side) for side in pairwise(corners)} & {*loop_})


SHAPES = [(1, 1), (1, 3), (2, 2), (2, 3), (3, 3), (3, 4)]


@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat"])
@pytest.mark.parametrize("shape", SHAPES)
def test_loops_along_borders_are_those_of_an_enumeration(solver: str, shape: Point) -> None:
    board = models.load("slitherlink", size=shape)
    assert board.count(solver=solver).count == len(cycles(shape[0] + 1, shape[1] + 1))


@pytest.mark.slow
def test_loops_along_borders_of_four_by_four_cells() -> None:
    assert models.load("slitherlink", size=4).count().count == len(cycles(5, 5)) == 9349


@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat"])
def test_numbers_select_the_loops_that_have_them(solver: str) -> None:
    loops, random, several = cycles(4, 4), Random(1), 0
    for _ in range(12):
        shown, asked = random.choice(loops), random.sample(list(product(range(3), repeat=2)), 3)
        board = models.load("slitherlink", size=3)
        for row, column in asked:
            board.give(f"r{row + 1}c{column + 1}", sides_used(shown, row, column))
        right = [each for each in loops if all(sides_used(each, *at) == sides_used(shown, *at) for at in asked)]
        assert board.count(solver=solver).count == len(right)
        several += 1 < len(right) < len(loops)
    assert several > 6


@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat"])
@pytest.mark.parametrize("shape", SHAPES[2:])
def test_loops_and_paths_through_cells_are_those_of_an_enumeration(solver: str, shape: Point) -> None:
    for rule, count in ((loop, len(cycles(*shape))), (path, paths(*shape))):
        board = OpenGrid(*shape, digits=(0,))
        board.add(rule())
        assert board.count(solver=solver).count == count


def test_a_loop_through_all_cells_that_are_not_blocked() -> None:
    through = [{point for step in each for point in step} for each in cycles(4, 4)]
    for blocked in ([], [(0, 0)], [(0, 0), (0, 3)], [(1, 1), (1, 2), (2, 1), (2, 2)]):
        board = OpenGrid(4, 4, digits=(0,))
        names = [f"r{row + 1}c{column + 1}" for row, column in blocked]
        board.add(loop(blocked=names or None, all=True))
        open_ = {(row, column) for row in range(4) for column in range(4)} - {*blocked}
        assert board.count().count == through.count(open_)


def test_neighbours_along_a_loop_differ_in_their_values() -> None:
    """With r1c1 doubled, 1 and 2 beside 4 differ by 2 along the only loop of 2×2 cells; 2 and 3 beside 6 by more."""
    counts = {}
    for is_doubled in (False, True):
        sudoku = Sudoku(2, regions=(), digits=range(1, 5))
        sudoku.add(*([doubler("r1c1")] if is_doubled else []), loop(difference=2))
        counts[is_doubled] = sudoku.count().count
    right = {
        factor: sum(
            a != b
            and a != c
            and b != d
            and c != d
            and min(abs(factor * a - b), abs(factor * a - c), abs(b - d), abs(c - d)) >= 2
            for a, b, c, d in product(range(1, 5), repeat=4)
        )
        for factor in (1, 2)
    }
    assert counts == {False: right[1], True: right[2]}
    assert right[1] != right[2]


def test_a_path_has_two_ends() -> None:
    with pytest.raises(ModelError, match="ends: a path has two, not 3"):
        Sudoku(4).add(path(ends="r1c1 r1c2 r1c3"))


def test_a_slitherlink_from_document_to_picture() -> None:
    board = load("slitherlink")
    solution = board.solve().solution
    assert [line.rstrip() for line in str(solution).splitlines()[:4]] == SLITHERLINK.splitlines()[1:]
    before, after = str(svg(board)), str(svg(board, solution))
    assert before.count("<circle") == after.count("<circle") == 11 * 11, "the corners of cells"
    drawn = after.split('stroke-width="5.76"')[0].rpartition("<g")[2] if 'stroke-width="5.76"' in after else ""
    assert drawn
    pieces = after.split("<g" + drawn)[1].split('d="')[1].split('"')[0].split("M")[1:]
    assert solution is not None
    used = {(cell.name, side) for cell in board.grid for side in (1, 2, 4, 8) if solution[board.fence_of[cell]] & side}
    inner = sum(2 for cell, side in used if side == 2 and not cell.endswith("c10"))
    inner += sum(2 for cell, side in used if side == 4 and not cell.startswith("r10"))
    assert len(pieces) == len(used) - inner // 2
    assert ">0</text>" in before
    assert after.count("</text>") == before.count("</text>"), "digits that are not given say nothing more"


SLITHERLINK = """
    ┏━━━┓
  · ┃ · ┃ 1.  ·   ·   ·   0.  ·   ·   1.
    ┃   ┃   ┏━━━┓                   ┏━━━┓
  1.┃ 2.┃ · ┃ 3.┃ ·   ·   ·   0.  · ┃ · ┃
"""


def test_a_masyu_is_drawn_as_a_line_from_side_to_side() -> None:
    board = load("masyu")
    plain = show(board, board.solve().solution, unicode=False)
    assert "|       +--+  +--+       |" in plain
    assert plain.isascii()
    text = str(board.solve().solution)
    assert "┃       ┌──┐  ┌──┐       ┃" in text
    assert "┃ └─────────────────┘    ┃" in text


def test_boards_without_digits_are_written_as_they_were_read() -> None:
    for name in ("masyu", "slitherlink", "simple_loop", "nurikabe", "yin_yang"):
        board = load(name)
        text = "".join(write([Document(board, name, 1)], "toml"))
        (again,) = read(BytesIO(text.encode()), name)
        assert isinstance(again, Document)
        assert list(map(str, again.model.clues)) == list(map(str, board.clues))
        assert again.model.follows == {again.model[cell.name] for cell in board.follows}
        assert str(svg(again.model)) == str(svg(board))


@pytest.mark.parametrize("name", ["masyu", "slitherlink", "slitherlink_sudoku", "nurikabe", "yin_yang"])
def test_solvers_agree_on_shipped_puzzles(name: str) -> None:
    assert cross_check(load(name)).verdict is Verdict.AGREE

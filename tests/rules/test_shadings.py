"""Shadings: counts against enumerations of their own, documents, pictures, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product

import pytest

from sudoku_cp import ModelError, Sudoku, models
from sudoku_cp.formats import load
from sudoku_cp.model import OpenGrid
from sudoku_cp.render import show, svg
from sudoku_cp.rules import hot_cold, killer, nurikabe, shaded_count, shading, yin_yang

Place = tuple[int, int]
Rows = tuple[tuple[int, ...], ...]


def pieces(places: Iterable[Place]) -> list[set[Place]]:
    """The orthogonally connected pieces of an area."""
    left, found = {*places}, []
    while left:
        piece, border = set[Place](), [left.pop()]
        while border:
            row, column = border.pop()
            piece.add((row, column))
            beside = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & left
            left -= beside
            border += beside
        found.append(piece)
    return found


def area(rows: Rows, colour: int) -> set[Place]:
    return {(r, c) for r, row in enumerate(rows) for c, value in enumerate(row) if value == colour}


def yin_yangs(height: int, width: int, rows: Rows = ()) -> Iterator[Rows]:
    """Row by row: a piece that the last row does not touch must be the only one of its colour."""
    if rows and any(
        len(found) > 1 and any(all(place[0] < len(rows) - 1 for place in piece) for piece in found)
        for found in (pieces(area(rows, colour)) for colour in (0, 1))
    ):
        return
    if len(rows) == height:
        if all(len(pieces(area(rows, colour))) == 1 for colour in (0, 1)):
            yield rows
        return
    for row in product((0, 1), repeat=width):
        if not rows or all(len({*rows[-1][c : c + 2], *row[c : c + 2]}) > 1 for c in range(width - 1)):
            yield from yin_yangs(height, width, (*rows, row))


@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat"])
@pytest.mark.parametrize("shape", [(1, 4), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4)])
def test_yin_yangs_are_those_of_an_enumeration(solver: str, shape: Place) -> None:
    board = models.load("yin_yang", size=shape)
    found = {tuple(solution[cell] for cell in board.grid) for solution in board.solutions(solver=solver)}
    assert found == {sum(rows, ()) for rows in yin_yangs(*shape)}


def test_the_enumeration_leaves_none_out() -> None:
    """On 3×3 cells it finds what is left of all 512 colourings."""
    every = [tuple(cells[at : at + 3] for at in (0, 3, 6)) for cells in product((0, 1), repeat=9)]
    squares = [((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)) for r in (0, 1) for c in (0, 1)]
    right = [
        rows
        for rows in every
        if all(len(pieces(area(rows, colour))) == 1 for colour in (0, 1))
        and all(len({rows[r][c] for r, c in square}) == 2 for square in squares)
    ]
    assert sorted(yin_yangs(3, 3)) == sorted(right)


@pytest.mark.slow
def test_yin_yangs_of_five_by_five_cells() -> None:
    assert models.load("yin_yang", size=5).count().count == sum(1 for _ in yin_yangs(5, 5))


def is_nurikabe(dark: set[Place], numbers: dict[Place, int]) -> bool:
    light = {*product(range(3), range(4))} - dark
    return (
        len(pieces(dark)) == 1
        and not any({(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} <= dark for r, c in dark)
        and all([numbers[at] for at in island & numbers.keys()] == [len(island)] for island in pieces(light))
        and light >= numbers.keys()
    )


def is_heyawake(dark: set[Place], _: dict[Place, int]) -> bool:
    return len(pieces({*product(range(3), range(4))} - dark)) == 1 and all(len(piece) == 1 for piece in pieces(dark))


@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat"])
@pytest.mark.parametrize(
    ("numbers", "is_right"),
    [
        ({(0, 0): 2, (2, 2): 2}, is_nurikabe),
        ({(0, 0): 1, (1, 2): 3}, is_nurikabe),
        ({(0, 1): 2, (2, 0): 1, (2, 3): 3}, is_nurikabe),
        ({(1, 1): 5}, is_nurikabe),
        ({}, is_heyawake),
    ],
)
def test_shadings_are_those_of_an_enumeration(
    solver: str, numbers: dict[Place, int], is_right: Callable[[set[Place], dict[Place, int]], bool]
) -> None:
    board = OpenGrid(3, 4, digits=(0,))
    names = [f"r{row + 1}c{column + 1}" for row, column in numbers]
    clue = nurikabe(names, sizes=list(numbers.values())) if numbers else shading(connected="unshaded", apart="shaded")
    board.add(clue)
    places = list(product(range(3), range(4)))
    every = (
        {at for at, colour in zip(places, colours, strict=True) if colour} for colours in product((0, 1), repeat=12)
    )
    right = sum(is_right(dark, numbers) for dark in every)
    assert board.count(solver=solver).count == right > 0


def test_digits_decide_which_cells_are_shaded() -> None:
    """Of the 288 sudokus of 4×4 cells, those whose 1s leave the others connected; 1s never share a side."""
    grids = [tuple(solution[cell] for cell in solution if cell.row) for solution in Sudoku(4).solutions()]
    right = 0
    for grid in grids:
        light = {divmod(at, 4) for at, digit in enumerate(grid) if digit != 1}
        right += len(pieces(light)) == 1
    sudoku = Sudoku(4)
    sudoku.add(shading(connected="unshaded", apart="shaded", values=[1]))
    assert 0 < sudoku.count().count == right < 288


def test_shaded_cells_are_hotter_than_others() -> None:
    """A cage of three in a row without a shading: each of 2³ shadings, each of 24 triples."""
    sudoku = Sudoku(4, regions=())
    sudoku.add(hot_cold(), killer("r1c1 r1c2 r1c3", sum=9))
    sudoku.add(shading(unshaded=[cell.name for cell in sudoku.grid[3:]]))
    latin = 576 // 24  # for each first row
    ways = sum(
        a + b + c + sum(shades) == 9 and len({a, b, c}) == 3
        for a, b, c in product(range(1, 5), repeat=3)
        for shades in product((1, -1), repeat=3)
    )
    assert sudoku.count().count == ways * latin


def test_pictures_of_shadings() -> None:
    board = load("yin_yang")
    before, after = str(svg(board)), str(svg(board, board.solve().solution))
    assert before.count("<circle") == len(board.givens) == after.count("<circle")
    assert "<text" in before, "the title"
    assert ("#5b626d" in before, "#5b626d" in after) == (False, True)
    assert {*"OX"} <= {*show(board, unicode=False)}
    islands = load("nurikabe")
    assert ">6</text>" in str(svg(islands))
    assert "·  ·  ·  3  ·  2  ·  ·" in show(islands)
    assert "##" not in show(islands, unicode=False)
    assert "#" in show(islands, islands.solve().solution, unicode=False)
    mixed = load("yin_yang_sudoku")
    assert 'fill-opacity="0.36"' in str(svg(mixed, mixed.solve().solution))


def test_what_is_refused() -> None:
    sudoku = Sudoku(4)
    sudoku.add(shaded_count("r1c1"), nurikabe("r1c1 r4c4", sizes=[2, 3]))
    with pytest.raises(ModelError, match="shaded r1c1 is not in the grid"):
        sudoku.add(shading(shaded=[sudoku["shaded r1c1"]]))
    for clue, message in (
        (nurikabe("r1c1 r1c2", sizes=[2]), "sizes: 2 cells have as many sizes, not 1"),
        (nurikabe("r1c1 r1c1"), "cells: r1c1 is listed twice"),
        (nurikabe("r2c2", sizes=[4]), "the grid has islands already; list all their cells in one clue"),
    ):
        with pytest.raises(ModelError, match=message):
            sudoku.add(clue)
    later = Sudoku(4)
    with pytest.raises(ModelError, match="add a modifier before other clues; killer r1c1 comes before it"):
        later.add(yin_yang(), killer("r1c1"), hot_cold())


def test_a_shading_may_come_before_or_after_hot_and_cold() -> None:
    counts = []
    for clues in ([yin_yang(), hot_cold()], [hot_cold(), yin_yang()]):
        sudoku = Sudoku(4)
        sudoku.add(*clues, killer("r1c1 r1c2 r1c3", sum=12))
        counts.append(sudoku.count().count)
    assert counts[0] == counts[1] > 0

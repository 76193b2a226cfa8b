from __future__ import annotations

from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.model.answers import Status
from sudoku_cp.rules import (
    AppliedRule,
    Line,
    Shade,
    clone,
    diagonal,
    diagonals,
    disjoint_groups,
    extra_region,
    magic_square,
    windoku,
)
from sudoku_cp.solving.registry import load_solver


def names(clue: AppliedRule, sudoku: Sudoku) -> list[str]:
    return [" ".join(cell.name for cell in constraint.scope) for constraint in clue.constraints(sudoku)]


@pytest.fixture
def tiny() -> Sudoku:
    return Sudoku(3, regions="")


def differ(*values: int) -> bool:
    return len(set(values)) == len(values)


BOTH = "r1c1 r2c2 r3c3 r3c1 r1c3"


def test_diagonals(tiny: Sudoku, means: Any) -> None:
    means(tiny, diagonals(), tiny.cells_at(BOTH), lambda v: differ(*v[:3]) and differ(v[1], *v[3:]))


@pytest.mark.parametrize(("direction", "places"), [("falling", (0, 1, 2)), ("rising", (3, 1, 4))])
def test_diagonal(tiny: Sudoku, means: Any, direction: str, places: tuple[int, ...]) -> None:
    means(tiny, diagonal(direction), tiny.cells_at(BOTH), lambda v: differ(*(v[place] for place in places)))


def test_diagonal_knows_its_directions(tiny: Sudoku) -> None:
    with pytest.raises(ModelError, match="diagonal: direction must be 'falling' or 'rising', not 'down'"):
        diagonal("down")


def test_diagonals_are_drawn_to_the_corners(tiny: Sudoku) -> None:
    lines = diagonals().drawings(tiny)
    assert [[cell.name for cell in line.cells] for line in lines] == [
        ["r1c1", "r2c2", "r3c3"],
        ["r3c1", "r2c2", "r1c3"],
    ]
    assert all(isinstance(line, Line) and line.edge_to_edge for line in lines)
    (only,) = diagonal("rising").drawings(tiny)
    assert only.cells[0].name == "r3c1"


def test_windoku_of_size_4_has_one_window() -> None:
    assert names(windoku(), Sudoku(4)) == ["r2c2 r2c3 r3c2 r3c3"]


@pytest.mark.parametrize(("size", "starts", "side"), [(9, (2, 6), 3), (16, (2, 7, 12), 4)])
def test_windoku(size: int, starts: tuple[int, ...], side: int) -> None:
    windows = [
        {f"r{top + i}c{left + j}" for i in range(side) for j in range(side)} for top in starts for left in starts
    ]
    sudoku = Sudoku(size)
    assert [set(window.split()) for window in names(windoku(), sudoku)] == windows
    drawings = windoku().drawings(sudoku)
    assert [{cell.name for cell in drawing.cells} for drawing in drawings] == windows
    assert all(isinstance(drawing, Shade) for drawing in drawings)


@pytest.mark.parametrize("sudoku", [Sudoku(6), Sudoku(4, regions="AAAABBBBCCCCDDDD")], ids=["2×3", "irregular"])
def test_windows_need_square_boxes(sudoku: Sudoku) -> None:
    with pytest.raises(ModelError, match="windoku: windows need square boxes"):
        sudoku.add(windoku())


def test_extra_region(tiny: Sudoku, means: Any) -> None:
    cells = tiny.cells_at("r1c1 r2c2 r3c1")
    means(tiny, extra_region(cells), cells, lambda v: differ(*v))


def test_disjoint_groups() -> None:
    assert names(disjoint_groups(), Sudoku(4)) == [
        "r1c1 r1c3 r3c1 r3c3",
        "r1c2 r1c4 r3c2 r3c4",
        "r2c1 r2c3 r4c1 r4c3",
        "r2c2 r2c4 r4c2 r4c4",
    ]


def test_disjoint_groups_need_boxes() -> None:
    with pytest.raises(ModelError, match="disjoint_groups: disjoint groups need boxes of equal shape"):
        Sudoku(4, regions="").add(disjoint_groups())


def test_clone(selects: Any) -> None:
    selects(Sudoku(4), clone("r1c1 r1c2", "r3c2 r3c3"), lambda g: g[0][:2] == g[2][1:3])
    assert [shade.cells for shade in clone("r1c1", "r2c3").drawings(Sudoku(4))] != []
    with pytest.raises(ModelError, match="copy has 1 cells, not 2"):
        Sudoku(4).add(clone("r1c1 r1c2", "r3c2"))


def test_the_sums_of_a_magic_box_are_known() -> None:
    lines = magic_square("r4c4 r4c5 r4c6 r5c4 r5c5 r5c6 r6c4 r6c5 r6c6").constraints(Sudoku(9))
    assert [str(line) for line in lines][-2:] == ["r4c4 + r5c5 + r6c6 = 15", "r6c4 + r5c5 + r4c6 = 15"]


def is_magic(rows: list[tuple[int, ...]]) -> bool:
    side = len(rows)
    falling, rising = (sum(row[step] for step, row in enumerate(lines)) for lines in (rows, rows[::-1]))
    return {*map(sum, rows), *map(sum, zip(*rows, strict=True)), falling, rising} == {falling} and side > 0


@pytest.mark.slow
def test_magic_square_in_the_solvers(selects: Any) -> None:
    """Rows and columns have different digits, diagonals may repeat them: 243 432 324."""
    sudoku = Sudoku(3, regions="", digits=range(1, 5))
    selects(sudoku, magic_square(sudoku.grid), lambda g: is_magic(list(g)))


def test_magic_square_of_all_cells(selects: Any) -> None:
    """In a grid of its own a square of four different digits is magic if the diagonals have the sum of the rows."""
    selects(Sudoku(4), magic_square(Sudoku(4).grid), lambda g: is_magic(list(g)))


@pytest.mark.slow
def test_candidates_of_a_magic_square_in_an_empty_grid() -> None:
    """The square crosses boxes; each solver finds the same."""
    sudoku = Sudoku(9)
    sudoku.add(magic_square("r3c3 r3c4 r3c5 r4c3 r4c4 r4c5 r5c3 r5c4 r5c5"))
    found, others = (load_solver(name).compile(sudoku).candidates() for name in ("exact-cover", "cp-sat"))
    assert found.status is others.status is Status.COMPLETE
    assert found.values == others.values
    assert len(found.values[sudoku["r4c4"]]) == 1
    assert len(found.values[sudoku["r9c9"]]) == 9


def test_magic_square_with_repeats(agrees: Any) -> None:
    tiny = Sudoku(3, regions="")

    def magic(v: tuple[int, ...]) -> bool:
        rows = [v[0:3], v[3:6], v[6:9], v[0::3], v[1::3], v[2::3], v[0::4], v[2:7:2]]
        return len(set(map(sum, rows))) == 1

    agrees(tiny, magic_square(tiny.grid), tiny.grid, magic)
    with pytest.raises(ModelError, match="cells: 2 cells do not form a square"):
        tiny.add(magic_square("r1c1 r1c2"))

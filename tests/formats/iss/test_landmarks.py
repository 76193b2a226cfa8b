"""Which cells become the landmarks of a chaos construction."""

from __future__ import annotations

from itertools import combinations

import pytest

from sudoku_cp.formats.iss.chaos import landmarks_of
from sudoku_cp.formats.iss.grid import shape_of
from sudoku_cp.formats.iss.text import entries_of
from sudoku_cp.model import Sudoku
from tests.formats.iss.grids import document


def landmarks(text: str) -> list[tuple[int, int]]:
    entries = entries_of(text)
    return landmarks_of(entries, shape_of(entries))


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ("", [(1, 1), (2, 6), (6, 2)]),
        (".ChaosArrow~R1C3.ChaosArrow~R4C6.ChaosArrow~R6C1", [(1, 3), (4, 6), (6, 1)]),
        (".ChaosArrow~R3C1.Or.SameValues~1~CC12.End.SameValues~1~CC34", [(2, 6), (3, 1), (6, 4)]),
        (".Cage~9~R1C3~R4C6.ChaosCount~R6C1.SameValues~1~R1C3~R4C6", [(1, 1), (2, 6), (6, 2)]),
        (".ChaosArrow~R2C2" * 9, [(1, 1), (2, 6), (6, 2)]),
        (".ChaosArrow~R5C5~~CC29~CC35.ChaosArrow~R1C1", [(1, 1), (2, 6), (6, 2)]),
    ],
)
def test_landmarks_are_where_cells_share_regions(entries: str, expected: list[tuple[int, int]]) -> None:
    text = f".Shape~6x6.NoBoxes.ChaosConstruction{entries}"
    assert landmarks(text) == expected
    model = document(text).model
    assert isinstance(model, Sudoku)
    fixed = {model.region_of[cell].domain: (cell.row, cell.column) for cell in model.grid if cell in model.region_of}
    assert [fixed[number,] for number in (1, 2, 3)] == expected


@pytest.mark.parametrize(("shape", "size"), [("4x4", 4), ("5x4", 5), ("4x4", 2), ("3x5", 3), ("1x4", 2), ("1x1", 1)])
def test_there_are_as_many_as_can_be(shape: str, size: int) -> None:
    found = landmarks(f".Shape~{shape}.NoBoxes.RegionSize~{size}.ChaosConstruction")
    height, width = map(int, shape.split("x"))
    places = [(row, column) for row in range(1, height + 1) for column in range(1, width + 1)]

    def apart(chosen: tuple[tuple[int, int], ...]) -> bool:
        return all(abs(a - c) + abs(b - d) >= size for (a, b), (c, d) in combinations(chosen, 2))

    assert apart(tuple(found))
    assert not any(apart(chosen) for chosen in combinations(places, len(found) + 1))

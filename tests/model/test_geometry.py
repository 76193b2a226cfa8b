from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from sudoku_cp import ModelError
from sudoku_cp.model.geometry import box_positions, default_box, parse_names, region_positions


@pytest.mark.parametrize(
    ("size", "box"),
    [(1, (1, 1)), (2, (1, 2)), (4, (2, 2)), (6, (2, 3)), (7, (1, 7)), (12, (3, 4)), (16, (4, 4)), (36, (6, 6))],
)
def test_default_box(size: int, box: tuple[int, int]) -> None:
    assert default_box(size) == box


@given(st.integers(1, 8), st.integers(1, 8))
def test_boxes_divide_the_grid(height: int, width: int) -> None:
    size = height * width
    boxes = box_positions(size, size, (height, width))
    assert len(boxes) == size
    assert {len(box) for box in boxes} == {size}
    assert {position for box in boxes for position in box} == {
        (row, column) for row in range(1, size + 1) for column in range(1, size + 1)
    }
    for box in boxes:
        assert len({row for row, _ in box}) == height
        assert len({column for _, column in box}) == width


def test_boxes_come_in_reading_order() -> None:
    boxes = box_positions(6, 6, (2, 3))
    assert [box[0] for box in boxes] == [(1, 1), (1, 4), (3, 1), (3, 4), (5, 1), (5, 4)]
    assert boxes[1] == ((1, 4), (1, 5), (1, 6), (2, 4), (2, 5), (2, 6))


@pytest.mark.parametrize("box", [(4, 2), (0, 6), (-2, -3), (6, 4)])
def test_boxes_that_do_not_fit(box: tuple[int, int]) -> None:
    with pytest.raises(ModelError, match="do not fill a grid of 6×6"):
        box_positions(6, 6, box)


@pytest.mark.parametrize("regions", ["112 133\n223", [[1, 1, 2], [1, 3, 3], [2, 2, 3]], ["112", "133", "223"]])
def test_regions(regions: object) -> None:
    assert region_positions(3, 3, regions) == (  # type: ignore[arg-type]
        ((1, 1), (1, 2), (2, 1)),
        ((1, 3), (3, 1), (3, 2)),
        ((2, 2), (2, 3), (3, 3)),
    )


@pytest.mark.parametrize(
    ("height", "width", "box"),
    [(6, 9, (3, 3)), (9, 6, (3, 3)), (6, 8, (2, 4)), (8, 6, (4, 2)), (5, 7, (1, 7)), (7, 5, (7, 1))],
)
def test_default_box_of_unequal_sides(height: int, width: int, box: tuple[int, int]) -> None:
    assert default_box(height, width) == box
    boxes = box_positions(height, width, box)
    assert {len(cells) for cells in boxes} == {max(height, width)}
    assert sorted(place for cells in boxes for place in cells) == [
        (row, column) for row in range(1, height + 1) for column in range(1, width + 1)
    ]


@pytest.mark.parametrize("regions", ["", "  ", (), []])
def test_no_regions(regions: object) -> None:
    assert region_positions(3, 3, regions) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("regions", "message"),
    [
        ("11122233", "need 3 rows of 3 labels"),
        ("1112223333", "need 3 rows of 3 labels"),
        ([[1, 1, 1], [2, 2], [3, 3, 3]], "need 3 rows of 3 labels"),
        ("111122333", "region 1 has 4 cells, not 3"),
        ([[(row, column) for column in (1, 2, 3)] for row in (1, 2, 3)], r"each cell has its own: \(1, 1\), …"),
    ],
)
def test_wrong_regions(regions: object, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        region_positions(3, 3, regions)  # type: ignore[arg-type]


@pytest.mark.parametrize("names", ["r1c2 R10C3", " r1c2,r10c3 ", "r1c2; r10c3", ["r1c2", "r10c3"]])
def test_names(names: object) -> None:
    assert parse_names(names) == ((1, 2), (10, 3))  # type: ignore[arg-type]


@pytest.mark.parametrize("names", ["r1", "1,2", "r1c", "r1c1x", "r1c1 r2d2", "r-1c2", ""])
def test_wrong_names(names: str) -> None:
    with pytest.raises(ModelError, match="is not a cell name such as r1c1"):
        parse_names(names)

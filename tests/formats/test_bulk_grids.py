from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, strategies as st

from sudoku_cp.formats import GridText, bulk, write
from sudoku_cp.formats.judge_grids import POJ_3076, read_cells
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import LETTERS
from sudoku_cp.model import InputError

Reading = tuple[list[tuple[int, ...]], str]


def small_grids(lines: SourceLines) -> Iterator[GridText]:
    return read_cells(lines, "ABCD", 4, "-")


def answer(ranks: Iterator[tuple[int, ...]]) -> Reading:
    found: list[tuple[int, ...]] = []
    try:
        while (grid := next(ranks, None)) is not None:
            found.append(grid)
    except InputError as error:
        return found, str(error)
    return found, ""


def slowly(data: bytes) -> Reading:
    return answer(grid.ranks for grid in small_grids(SourceLines(BytesIO(data), "p")))


def in_blocks(data: bytes) -> Reading:
    blocks = bulk.read_grid_blocks(SourceLines(BytesIO(data), "p"), 4, "ABCD", small_grids)
    return answer(tuple(row) for block in blocks for row in block.tolist())


PIECES = (
    "AB--\n--A-\nB---\n-D-C\n",
    "----\n----\n----\n----\n",
    "abcd\n....\n0000\n?*_-\n",
    "AB--\n--A-\nB---\n-D-C\n",
    "AB--\n--A-\nB---\n-D-C\n",
    "A B - -\n- - A -\nB - - -\n- D - C\n",
    "AB--\r\n--A-\r\nB---\r\n-D-C\r\n",
    "AB--\n--A-\n\nB---\n-D-C\n",
    "AB--\n--A-\nB---\n",
    "AB--\n--A-\nB---\n-D-X\n",
    "#B--\n",
    "AB--\n--A-\nB--é\n-D-C\n",
    "----+\n",
    "A",
)


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(("\n", "\n", "\n\n", ""))), max_size=8))
def test_the_same_as_grid_by_grid(pieces: list[tuple[str, str]]) -> None:
    data = "".join(piece + end for piece, end in pieces).encode()
    assert in_blocks(data) == slowly(data)


@pytest.mark.parametrize("chunk", [1, 20, 21, 50, 1 << 20])
def test_any_size_of_chunks(monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    monkeypatch.setattr(bulk, "CHUNK", chunk)
    data = "\n".join(PIECES[:2] * 20).encode()
    assert in_blocks(data) == slowly(data)
    assert len(in_blocks(data)[0]) == 40
    assert in_blocks(data + b"\nAB") == slowly(data + b"\nAB")
    assert in_blocks(data + b"\nAB")[1] == "p:201: row 1 has 2 cells, not 4"


def test_uniform_grids_are_read_together(grid_of: Callable[..., GridText]) -> None:
    grid = grid_of(16, LETTERS[:16])
    data = "".join(write([grid] * 50, "poj3076")).encode()
    assert [len(block) for block in POJ_3076.read_blocks(SourceLines(BytesIO(data + b"\n"), "p"))] == [50]
    assert [len(block) for block in POJ_3076.read_blocks(SourceLines(BytesIO(data), "p"))] == [49, 1]
    (block,) = POJ_3076.read_blocks(SourceLines(BytesIO(b"\n\n" + data + b"\n"), "p"))
    assert block.dtype == np.uint8
    assert {tuple(row) for row in block.tolist()} == {grid.ranks}


def test_no_grids() -> None:
    assert list(POJ_3076.read_blocks(SourceLines(BytesIO(b"\n"), "p"))) == []


def test_stacked_grids(grid_of: Callable[..., GridText], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "BLOCK", 3)

    def broken() -> Iterator[GridText]:
        yield from [grid_of(4)] * 4
        raise InputError("broken")

    assert [block.shape for block in bulk.stack_grids(iter([grid_of(4)] * 7))] == [(3, 16), (3, 16), (1, 16)]
    stacked = bulk.stack_grids(broken())
    assert [len(next(stacked)), len(next(stacked))] == [3, 1]
    with pytest.raises(InputError, match="broken"):
        next(stacked)

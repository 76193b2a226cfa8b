"""JSON objects, one on each line: which field is the puzzle."""

from __future__ import annotations

from io import BytesIO

import pytest

from sudoku_cp import InputError
from sudoku_cp.formats import GridText, read

SOLUTION = '{"id": 7, "Solution": "1234341221434321"}\n'


@pytest.mark.parametrize("name", [None, "json-lines"])
def test_a_solution_alone_is_no_puzzle(name: str | None) -> None:
    with pytest.raises(InputError, match="the only grid is the Solution: name one with --key"):
        list(read(BytesIO(SOLUTION.encode()), "rows.jsonl", name))


def test_a_puzzle_beside_another_solution_is_read() -> None:
    text = '{"board": "12....1221....21", "answer": "4321341221431234"}\n'
    (grid,) = read(BytesIO(text.encode()), "rows.jsonl")
    assert isinstance(grid, GridText)
    assert grid.rows[0] == (1, 2, 0, 0)

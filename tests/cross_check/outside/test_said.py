"""Whatever solvers write is read as answers."""

from __future__ import annotations

import json

import pytest

from sudoku_cp import InputError, Sudoku
from sudoku_cp.cross_check.outside import Said, read_answers

SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
LINE = "1234341221434321"


def read(text: str, form: str = "line") -> list[Said]:
    return read_answers(text, Sudoku(4), "1234", form)


def test_lines() -> None:
    solved, none, count = read(f"{LINE} 0.3 ms\nno solution\n\n2\n")
    assert solved.solutions == (SOLVED,)
    assert (none.solutions, none.number, none.text) == ((), None, "no solution")
    assert count.number == 2


def test_numbers() -> None:
    assert [answer.number for answer in read("1\n-1\n288\n")] == [1, -1, 288]


def test_words_are_no_solutions() -> None:
    assert read("1234 3412\nnone\n") == [Said(text="1234 3412"), Said(text="none")]


def test_nothing() -> None:
    assert read("\n \n") == []


def test_grids_over_several_lines() -> None:
    rows = "\n".join(" ".join(LINE[start : start + 4]) for start in range(0, 16, 4))
    assert [answer.solutions for answer in read(f"{rows}\n\n{rows}\n")] == [(SOLVED,)] * 2


def test_boards() -> None:
    board = json.dumps([list(LINE[start : start + 4]) for start in range(0, 16, 4)])
    assert [answer.solutions for answer in read(f"{board}\n{board}\n", "leetcode37")] == [(SOLVED,)] * 2


def test_open_cells_are_no_solution() -> None:
    board = json.dumps([list("12.4"), *(["."] * 4 for _ in range(3))])
    assert read(board, "leetcode37") == [Said(text="a grid with open cells")]


def test_json_lines() -> None:
    rows = [list(SOLVED[start : start + 4]) for start in range(0, 16, 4)]
    records = [{"solution": LINE}, {"solutions": [LINE, rows]}, {"count": 3}, {"status": "infeasible"}]
    one, two, count, none = read("\n".join(map(json.dumps, records)))
    assert one.solutions == (SOLVED,)
    assert two.solutions == (SOLVED, SOLVED)
    assert count.number == 3
    assert (none.solutions, none.number) == ((), None)


@pytest.mark.parametrize("text", ['{"solution": "12"}', '{"solution": 1', "{]"])
def test_nonsense(text: str) -> None:
    with pytest.raises(InputError):
        read(text)

"""Judges' problems with numbers in their input, compared with a plain search through all fillings."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from itertools import permutations, product
from typing import Any

import pytest

from sudoku_cp.cli.judge import COUNTED, judge
from sudoku_cp.model import InputError
from tests.cli.test_judge import LETTERS, SEVERAL, SOLVED, SOLVED_16, rows, solutions, without_solution


def answer(problem: str, text: str, *, smallest: bool = False) -> str:
    out = BytesIO()
    judge(problem, BytesIO(text.encode()), out, smallest=smallest)
    return out.getvalue().decode()


def small_solutions(puzzle: str) -> list[str]:
    """All fillings of a 4×4 puzzle in ascending order."""
    lines = ["".join(line) for line in permutations("1234")]
    found = []
    for four in product(lines, repeat=4):
        grid = "".join(four)
        columns = all(len({line[at] for line in four}) == 4 for at in range(4))
        boxes = all(
            len({four[row][column], four[row][column + 1], four[row + 1][column], four[row + 1][column + 1]}) == 4
            for row in (0, 2)
            for column in (0, 2)
        )
        if columns and boxes and all(mark in (".", digit) for mark, digit in zip(puzzle, grid, strict=True)):
            found.append(grid)
    return sorted(found)


def test_poj2676() -> None:
    wrong = without_solution(SOLVED)
    text = f"3\n{rows(SOLVED.replace('1', '.'), '0')}{rows(wrong, '0')}{rows(SOLVED.replace('7', '.'), '0', ' ')}"
    assert answer("poj2676", text) == rows(SOLVED) + rows(wrong, "0") + rows(SOLVED)
    assert answer("poj2676", text.replace("\n", " ")) == answer("poj2676", text)
    assert answer("poj2676", "") == ""


def test_spoj() -> None:
    text = f"2\n{rows(SOLVED_16.replace('C', '.'), '-')}\n{rows(SOLVED_16.replace('P', '.'), '-')}"
    assert answer("spoj", text) == f"{rows(SOLVED_16)}\n{rows(SOLVED_16)}"
    wrong = rows(without_solution(SOLVED_16), "-")
    assert answer("spoj", f"3\n{rows(SOLVED_16)}{wrong}{rows(SOLVED_16)}") == f"{rows(SOLVED_16)}\n\n{rows(SOLVED_16)}"
    assert set(LETTERS) <= set(answer("spoj", "1\n" + "-" * 256))


def test_uva989() -> None:
    puzzle = "1..............4"
    first = small_solutions(puzzle)[0]
    text = f"2\n{rows(puzzle, '0', ' ')}\n1\n0\n\n2\n1 1 0 0\n{'0 0 0 0 ' * 3}\n"
    assert answer("uva989", text) == f"{rows(first, space=' ')}\n1\n\nNO SOLUTION\n"
    assert answer("uva989", f"3\n{rows(SEVERAL, '0')}") == rows(next(solutions(SEVERAL)), space=" ")


@pytest.mark.parametrize("puzzle", [SEVERAL, SOLVED.replace("1", "."), without_solution(SOLVED)])
def test_tioj1025(puzzle: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(solutions(puzzle))
    expected = "".join(f"{rows(each, space=' ')}\n" for each in found)
    expected += f"there are a total of {len(found)} solution(s).\n"
    assert answer("tioj1025", rows(puzzle, "0", " ")) == expected
    monkeypatch.setattr("sudoku_cp.cli.counted_judges.SORTED", 1)
    assert answer("tioj1025", rows(puzzle, "0", " ")) == expected


def test_the_smallest_solution() -> None:
    smallest = next(solutions(SEVERAL))
    assert answer("poj2676", f"1\n{rows(SEVERAL, '0')}", smallest=True) == rows(smallest)
    for comment in ("", "# read by the format\n"):
        assert answer("poj3074", f"{comment}{SEVERAL}\n" * 3, smallest=True) == f"{smallest}\n" * 3
    assert answer("poj3074", f"{without_solution(SOLVED)}\n", smallest=True) == ""
    assert answer("poj3074", f"{SEVERAL}\n" * 600, smallest=True) == f"{smallest}\n" * 600


def test_the_option(run: Callable[..., Any]) -> None:
    done = run("judge", "poj2676", "--smallest", stdin=f"1\n{rows(SEVERAL, '0')}")
    assert (done.code, done.out, done.err) == (0, rows(next(solutions(SEVERAL))), "")
    done = run("judge", "poj2676", stdin="2\n" + rows(SOLVED))
    assert (done.code, done.out) == (2, rows(SOLVED))
    assert "<stdin>:10: the input announces 2 grids, but has 1" in done.err


@pytest.mark.parametrize(
    ("problem", "text", "message"),
    [
        ("poj2676", f"1\n{rows(SOLVED)}1", ":11, column 1: the input announces 1 grids, but has more"),
        ("poj2676", rows(SOLVED), ":1, column 1: the number of grids must be a number"),
        ("poj2676", f"1\n{rows(SOLVED)[:50]}", ":6: the last grid has 45 of 81 cells"),
        ("poj2676", "1\n12 12345678", ":2, column 4: row 1 has more than 9 cells"),
        ("poj2676", "1\n1234.", ":2, column 5: '.' is not a digit of 1 to 9; 0 is an empty cell"),
        ("spoj", "1\nABQ", ":2, column 3: 'Q' is not a digit of A to P; - is an empty cell"),
        ("uva989", "4\n", ":1, column 1: n must be a number from 1 to 3, not '4'"),
        ("uva989", "2\n5", ":2, column 1: '5' is not a digit of 1 to 4; 0 is an empty cell"),
        ("uva989", "2\n", ":1: no grid follows n = 2"),
        ("tioj1025", "1 2", ":1: the last grid has 2 of 81 cells"),
    ],
)
def test_wrong_input(problem: str, text: str, message: str) -> None:
    assert problem in COUNTED
    with pytest.raises(InputError) as caught:
        answer(problem, text)
    assert str(caught.value).startswith(f"<stdin>{message}")

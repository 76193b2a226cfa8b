"""Whatever solvers write is read as answers, or not understood; in pieces of any size alike."""

from __future__ import annotations

import json
from itertools import chain

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.cross_check.external import ParsedAnswer, read_answers
from sudoku_cp.cross_check.external.answers import OPEN_GRID, AnswerReader

SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
LINE = "1234341221434321"
ROWS = [LINE[start : start + 4] for start in range(0, 16, 4)]


def read(text: str, form: str = "line") -> list[ParsedAnswer]:
    whole = list(read_answers(text, Sudoku(4), "1234", form))
    reader = AnswerReader(Sudoku(4), "1234", form)
    in_pieces = chain.from_iterable(reader.feed(bytes([byte])) for byte in text.encode())
    assert [*in_pieces, *reader.close()] == whole
    return whole


def denial(text: str) -> ParsedAnswer:
    return ParsedAnswer(denied=True, text=text)


def unclear(text: str) -> ParsedAnswer:
    return ParsedAnswer(unclear=text, text=text)


def test_lines() -> None:
    solved, none, count = read(f"{LINE} 0.3 ms\nno solution\n\n2\n")
    assert solved.solutions == (SOLVED,)
    assert none == denial("no solution")
    assert count.number == 2


def test_numbers() -> None:
    assert [answer.number for answer in read("1\n-1\n288\n")] == [1, -1, 288]


@pytest.mark.parametrize("form", ["line", "json"])
def test_numbers_of_the_width_of_a_row(form: str) -> None:
    """Four such numbers with different digits would be a grid."""
    assert [answer.number for answer in read("1144\n1144\n1144\n1144\n1234\n5\n1234\n", form)] == [
        *[1144] * 4,
        1234,
        5,
        1234,
    ]


@pytest.mark.parametrize(
    "text",
    ["-", "--", "none", "None", "no solution", "No solution found.", "UNSATISFIABLE", "s UNSATISFIABLE", "infeasible"],
)
def test_denials(text: str) -> None:
    assert read(f"{text}\n") == [denial(text)]


@pytest.mark.parametrize("text", ["unknown", "timed out", '{"status": "limit", "solution": null, "count": 0}'])
def test_giving_up(text: str) -> None:
    assert read(text) == [ParsedAnswer(gave_up=True, text=text)]


@pytest.mark.parametrize(
    "text",
    [
        "1234 3412",
        "Sudoku solver 1.0",
        "[INFO] 3 puzzles",
        "solved in 0.3 ms",
        LINE[:-1],
        LINE + "1",
        LINE.replace("4", "7"),
        '{"solution": "12"}',
        '{"solution": 1',
        "{]",
        '{"level": "info"}',
        "[[1, 2], 3]",
        "[1, 2",
        '{"solutions": [[1, 2]]}',
    ],
)
def test_what_is_not_understood(text: str) -> None:
    assert read(f"{text}\n") == [unclear(text)]
    assert read(f"{text}\nnone\n{LINE}")[-2:] == [denial("none"), ParsedAnswer((SOLVED,))] or text == "[1, 2"


def test_nothing() -> None:
    assert read("\n \n") == []


@pytest.mark.parametrize("gap", ["", "\n", "----+----\n"])
@pytest.mark.parametrize("form", ["line", "grid"])
def test_grids_over_several_lines(gap: str, form: str) -> None:
    spaced = "\n".join(" ".join(row) for row in ROWS)
    framed = "----+----\n".join(f"{row[:2]} | {row[2:]}\n" for row in ROWS)
    plain = "\n".join(ROWS)
    answers = read(f"{spaced}\n{gap}{framed}{gap}{plain}\n", form)
    assert [answer.solutions for answer in answers] == [(SOLVED,)] * 3


def test_rows_that_are_no_whole_grid() -> None:
    assert read("1 2 3 4\n3 4 1 2\n\nnone") == [unclear("2 of 4 rows: 1 2 3 4"), denial("none")]


def test_boards() -> None:
    board = json.dumps([list(row) for row in ROWS])
    numbers = json.dumps([list(map(int, row)) for row in ROWS], indent=1)
    for form in ("leetcode37", "line"):
        assert [answer.solutions for answer in read(f"{board}\n{numbers}\n{board}\n", form)] == [(SOLVED,)] * 3


def test_open_cells_are_no_solution() -> None:
    board = json.dumps([list("12.4"), *(["."] * 4 for _ in range(3))])
    assert read(board, "leetcode37") == [denial(OPEN_GRID)]
    assert read(f"{LINE[:-1]}.\n{'0' * 16}\n") == [denial(OPEN_GRID)] * 2
    assert read(f"{LINE[:-1]}.;{LINE}") == [ParsedAnswer((SOLVED,))]


def test_json_lines() -> None:
    rows = [list(SOLVED[start : start + 4]) for start in range(0, 16, 4)]
    records = [
        {"solution": LINE},
        {"solutions": [LINE, rows]},
        {"count": 3},
        {"status": "infeasible"},
        {"solution": None},
        {"solution": LINE, "count": 2, "exact": False},
    ]
    one, two, count, none, empty, many = read("\n".join(map(json.dumps, records)))
    assert one.solutions == (SOLVED,)
    assert two.solutions == (SOLVED, SOLVED)
    assert (count.number, count.at_least) == (3, False)
    assert none.denied
    assert empty.denied
    assert (many.solutions, many.number, many.at_least) == ((SOLVED,), 2, True)


def test_symbols_of_a_form() -> None:
    letters = "".join(
        "ABCDEFGHIJKLMNOP"[(row * 4 + row // 4 + column) % 16] for row in range(16) for column in range(16)
    )
    board = Sudoku(16)
    [answer] = read_answers(
        "\n".join(letters[s : s + 16] for s in range(0, 256, 16)), board, "123456789ABCDEFG", "poj3076"
    )
    assert answer.solutions[0][:3] == (1, 2, 3)


PUZZLE = "12.4............"


@pytest.mark.parametrize(
    "text",
    [
        f"{LINE}",
        f"{PUZZLE} {LINE}",
        f"{PUZZLE},{LINE},1,0.25",
        f"{LINE} {LINE}",
        f"3: {LINE}",
        f"#3 {LINE} (12) 0.5 ms",
        f"solution: {LINE}",
        f"v {LINE}",
        f"{PUZZLE} -> {LINE} 12us",
    ],
)
def test_what_may_stand_beside_a_solution(text: str) -> None:
    assert [answer.solutions for answer in read(text)] == [(SOLVED,)]


@pytest.mark.parametrize(
    "text",
    [
        f"{LINE} GARBAGE",
        f"GARBAGE {LINE}",
        f"{LINE} no solution",
        f"{LINE} unknown",
        f"{LINE} error: not unique",
        f"{LINE} 0.5 GARBAGE",
        f"{LINE} 2143432112343412",
        f"{PUZZLE} GARBAGE",
    ],
)
def test_what_may_not_stand_beside_a_solution(text: str) -> None:
    assert read(text) == [unclear(text)]


def test_a_puzzle_with_its_answer() -> None:
    for words in ("no solution", "none", "UNSAT"):
        assert read(f"{PUZZLE}: {words}") == [denial(f"{PUZZLE}: {words}")]
    assert [answer.gave_up for answer in read(f"{PUZZLE} unknown")] == [True]

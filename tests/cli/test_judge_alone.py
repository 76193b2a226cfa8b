"""`judge` without parser, models and formats: it takes only what these read alike, and answers alike."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO

import pytest
from hypothesis import example, given, strategies as st

from sudoku_cp._base.errors import InputError
from sudoku_cp.cli import commands
from sudoku_cp.cli.judge import (
    BLOCK,
    BOARDS,
    LARGE,
    MOST,
    PROBLEMS,
    RINGS,
    ROWS,
    SMALL,
    USUAL,
    UsualBoards,
    UsualRows,
    UsualText,
    beginning,
    judge,
    run_alone,
)
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.formats import leetcode37
from sudoku_cp.formats.judge_grids import HDU_1426, NOIP_2009, POJ_3076, of_size, read_poj_3074
from sudoku_cp.formats.line import ORDER
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import GridText
from sudoku_cp.models.target import ring_weight
from sudoku_cp.solving.plain_grids import PlainGrids
from tests.cli.test_judge import SOLVED, SOLVED_16, board, rows

WORDS = st.sampled_from([*PROBLEMS, "poj", "POJ3074", "judge", "solve", "-h", "--help", "--", "-", "", "--color=never"])

BREAKS = st.sampled_from([" ", "\n", "\r\n", "\n\n", "\t", "\r", "\f", "\x1a", "\x1c", "\u2003", "\n# no cells\n", ""])

STRANGE = st.sampled_from(["", "x", "·", "e", "end", "end\n", "\0", "é", "#", "a", "*", "1", "\ufeff", "G", "0", "."])


def pieces(solution: str, length: int) -> st.SearchStrategy[str]:
    """Tokens of a solved grid with some cells empty."""
    marked = st.sampled_from(".-0").map(lambda mark: solution.replace(solution[3], mark))
    return st.tuples(marked, st.integers(0, len(solution) // length - 1)).map(
        lambda found: found[0][found[1] * length :][:length]
    )


@st.composite
def texts(draw: st.DrawFn, solution: str, length: int) -> str:
    """Inputs that are usual, and others that differ from them in a few characters."""
    tokens = len(solution) // length * draw(st.integers(0, 2)) + draw(st.sampled_from([0, 0, 0, 1]))
    space = draw(BREAKS)
    text = "".join(draw(pieces(solution, length)) + draw(st.sampled_from(["\n", space])) for _ in range(tokens))
    text += draw(st.sampled_from(["", "end", "end\n", "end\nrubbish", " end "]))
    if draw(st.booleans()):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(STRANGE) + text[at + draw(st.integers(0, 1)) :]
    return text


@st.composite
def rows_of_cells(draw: st.DrawFn) -> str:
    """Lines of cells between white space, some of a wrong length, or otherwise changed."""
    grids = draw(st.lists(st.sampled_from([SOLVED, SOLVED.replace("1", "?"), SOLVED.replace("4", ".")]), max_size=2))
    text = "".join(
        rows(grid, draw(st.sampled_from("?0.-")), draw(st.sampled_from([" ", " ", "\t", ""]))) for grid in grids
    )
    return changed(draw, text, draw(st.sampled_from([" ", "\n", "\r", "\f", "\x1c", "\n\n", "\n# no cells\n"])))


@st.composite
def boards(draw: st.DrawFn) -> str:
    """Lines of JSON, some of which differ from the usual form."""
    grids = draw(st.lists(st.sampled_from([SOLVED, SOLVED.replace("1", "."), SOLVED.replace("4", "0")]), max_size=2))
    text = "".join(board(grid) for grid in grids)
    for old, new in draw(
        st.lists(st.sampled_from([(",", ", "), ("],", "],\n"), ("[[", " [["), ("\n", "\r\n")]), max_size=2)
    ):
        text = text.replace(old, new)
    return changed(draw, text, draw(st.sampled_from([" ", ", ", "\n", '"', "[", "]", ",", '""', '","'])))


def changed(draw: st.DrawFn, text: str, piece: str) -> str:
    """The text, or one in which few characters differ."""
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.one_of(st.just(piece), STRANGE)) + text[at + draw(st.integers(0, 1)) :]
    return text


CASES = st.one_of(
    st.tuples(st.just("poj3074"), texts(SOLVED, 81)),
    st.tuples(st.just("poj3076"), texts(SOLVED_16, 16)),
    st.tuples(st.sampled_from(["hdu1426", "acwing183"]), rows_of_cells()),
    st.tuples(st.just("leetcode37"), boards()),
)
KINDS: dict[str, tuple[UsualText, Callable[[SourceLines], Iterator[GridText]]]] = {
    "poj3074": (SMALL, read_poj_3074),
    "poj3076": (LARGE, POJ_3076.read),
    "hdu1426": (ROWS, HDU_1426.read),
    "acwing183": (ROWS, NOIP_2009.read),
    "leetcode37": (BOARDS, lambda lines: of_size(9, leetcode37.read(lines, ORDER), "LeetCode 37")),
}


@given(st.lists(WORDS, max_size=3))
def test_the_parser_reads_the_same_in_arguments_taken_without_it(arguments: list[str]) -> None:
    taken = len(arguments) == 1 and arguments[0] in PROBLEMS
    if not taken:
        assert run_alone(arguments) is None
        return
    options = commands.whole_parser().parse_args(["judge", *arguments])
    assert options.problem == arguments[0]


@given(CASES)
def test_the_format_reads_the_same_in_text_taken_without_it(case: tuple[str, str]) -> None:
    name, text = case
    usual, read = KINDS[name]
    taken = usual.read(text.encode())
    if taken is not None:
        assert taken == [bytes(grid.ranks) for grid in read(SourceLines(BytesIO(text.encode()), "<stdin>"))]


def answered(name: str, text: str) -> tuple[bytes, str]:
    """What a judge gets, and the error after it."""
    out, error = BytesIO(), ""
    try:
        judge(name, BytesIO(text.encode()), out)
    except InputError as raised:
        error = str(raised)
    return out.getvalue(), error


@given(CASES)
@example(
    ("hdu1426", rows(SOLVED, space=" ") + rows(SOLVED, space=" ").replace("\n", "\n\n", 5).replace("\n\n", "\n", 4))
)
@example(("hdu1426", rows(SOLVED).replace("1", "1\r", 1)))
@example(("hdu1426", rows(SOLVED).replace("1", "1\f", 1)))
@example(("acwing183", rows(SOLVED).replace("1", "1\v", 1)))
@example(("poj3076", rows(SOLVED_16, "-").replace("\n", "\f", 1)))
@example(("poj3074", SOLVED + "\v\n"))
def test_answers_are_those_by_the_format(case: tuple[str, str]) -> None:
    name, text = case
    usual, _ = KINDS[name]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(usual), "read", lambda *_: None)
        expected = answered(name, text)
    assert answered(name, text) == expected


def usual_grids(name: str, count: int) -> list[str]:
    """Grids in their usual form, each with one solution but every fifth, which has none."""
    small = [SOLVED.replace(digit, ".") for digit in "12345678"]
    large = [SOLVED_16.replace(digit, "-") for digit in "ABCDEFGH"]
    small[4] = "." + SOLVED[2] + SOLVED[2:]
    large[4] = "-" + SOLVED_16[2] + SOLVED_16[2:]
    forms: dict[str, Callable[[int], str]] = {
        "poj3074": lambda at: small[at] + "\n",
        "acwing171": lambda at: rows(large[at], "-") + "\n",
        "poj3076": lambda at: rows(large[at], "-") + "\n",
        "hdu1426": lambda at: rows(small[at], "?", " ") + "\n",
        "acwing183": lambda at: rows(small[at], "0", " "),
        "leetcode37": lambda at: board(small[at]),
    }
    return [forms[name](number % 8) for number in range(count)]


CHANGES: dict[str, Callable[[list[str]], str]] = {
    "usual": "".join,
    "CR LF": lambda grids: "".join(grids).replace("\n", "\r\n"),
    "CR at some ends": lambda grids: "".join(grids[:2]).replace("\n", "\r\n") + "\r\r\n" + "".join(grids[2:]) + "x",
    "no end of the last line": lambda grids: "".join(grids).rstrip("\n"),
    "a long gap": lambda grids: "".join(grids) + "\n" * 70_000 + grids[0],
    "a long line": lambda grids: "".join(grids) + " " * 70_000 + grids[0],
    "end, and rubbish": lambda grids: "".join([*grids, "end\nrubbish"]),
    "a comment": lambda grids: "".join([*grids, "# no cells\n", *grids[:5]]),
    "a wrong digit": lambda grids: "".join([*grids, grids[0].replace("3", "x").replace("B", "x"), grids[1]]),
    "a grid cut off": lambda grids: "".join([*grids, grids[0][: len(grids[0]) // 2]]),
    "a line in two": lambda grids: "".join([*grids, grids[0][:5] + "\n" + grids[0][5:], grids[1]]),
    "two grids on a line": lambda grids: "".join(grids) + grids[0].replace("\n", " ") * 2 + "\n" + grids[1],
    "a NUL": lambda grids: "".join([*grids, "\0"]),
    "a byte order mark later": lambda grids: "".join([*grids, "\ufeff", grids[0]]),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("problem", USUAL)
def test_blocks_are_answered_as_by_the_format(problem: str, change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = CHANGES[change](usual_grids(problem, 12))
    expected = answered_by_format(problem, text)
    for size in (300, 700, 1500):
        monkeypatch.setattr("sudoku_cp.cli.judge.MOST", size)
        monkeypatch.setattr("sudoku_cp.cli.judge.BLOCK", size)
        assert answered(problem, text) == expected


def answered_by_format(problem: str, text: str) -> tuple[bytes, str]:
    with pytest.MonkeyPatch.context() as patch:
        for usual in (UsualText, UsualRows, UsualBoards):
            patch.setattr(usual, "read", lambda *_: None)
        return answered(problem, text)


@pytest.mark.parametrize("problem", ["poj3074", "acwing171", "leetcode37"])
def test_a_long_input_is_answered_in_few_calls_of_the_engine(problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(usual_grids(problem, 600))
    expected = answered_by_format(problem, text)
    sizes, found = [], PlainGrids.solve_many

    def solve_many(solver: PlainGrids, grids: Sequence[bytes]) -> list[bytes | None]:
        sizes.append(len(grids))
        return found(solver, grids)

    monkeypatch.setattr(PlainGrids, "solve_many", solve_many)
    monkeypatch.setattr(PlainGrids, "solve", None)
    assert answered(problem, text) == expected
    assert sum(sizes) == 600
    assert len(sizes) == len(text) // BLOCK + 1


@pytest.mark.parametrize("text", [f"{SOLVED}\n", f"{SOLVED.replace('1', '.')}\r\nend\n", "end\n", "", f"{SOLVED} " * 9])
def test_usual_text_is_taken(text: str) -> None:
    assert SMALL.read(text.encode()) is not None


@pytest.mark.parametrize("space", [" ", "\t", " \r\n\n"])
def test_usual_rows_and_boards_are_taken(space: str) -> None:
    text = rows(SOLVED.replace("3", "?"), space=" ").replace("\n", space if "\n" in space else "\n").encode() * 2
    assert ROWS.read(text) == [bytes(int(mark) for mark in SOLVED.replace("3", "0"))] * 2
    line = board(SOLVED.replace("3", ".")).replace(",", "," + space.strip("\t\r\n")).encode()
    assert BOARDS.read(line * 2) == [bytes(int(mark) for mark in SOLVED.replace("3", "0"))] * 2


def test_a_row_of_a_wrong_length_is_left_to_the_format() -> None:
    text = rows(SOLVED, space=" ")
    for end in range(17, len(text) - 1, 18):
        for moved in (
            text[: end - 1] + "\n" + text[end - 1] + " " + text[end + 1 :],
            text[:end] + " " + text[end + 1 :],
        ):
            assert len(moved.split()) == 81
            assert ROWS.read(moved.encode()) is None


def test_a_damaged_board_is_left_to_the_format() -> None:
    text = board(SOLVED).rstrip()
    for at in range(len(text)):
        for piece in ("", " ", text[at] + " ", "[", '"'):
            damaged = text[:at] + piece + text[at + 1 :]
            if piece != text[at] and json.loads(text) != loads_or_none(damaged):
                assert BOARDS.read(damaged.encode()) is None


def loads_or_none(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return None


def test_rows_and_boards_are_written_as_their_formats_write_them() -> None:
    ranks = bytes(int(mark) for mark in SOLVED.replace("3", "0"))
    lines = [ranks[start : start + 9] for start in range(0, 81, 9)]
    assert BOARDS.written(ranks) == leetcode37.board_of(lines)
    solved = bytes(map(int, SOLVED))
    assert ROWS.written(solved) == HDU_1426.rows_of(solved)


def test_the_weights_are_those_of_the_model() -> None:
    assert [ring_weight(row, column) for row in range(1, 10) for column in range(1, 10)] == RINGS


def test_grids_are_written_as_the_format_writes_them() -> None:
    lines = [SOLVED_16[start : start + 16].replace("C", "-") for start in range(0, 256, 16)]
    text = "\n".join(lines) + "\n"
    [ranks] = LARGE.read(text.encode()) or []
    assert LARGE.written(ranks) == text == POJ_3076.rows_of(ranks)


@pytest.mark.parametrize("usual", [SMALL, LARGE])
def test_long_text_is_left_to_the_format(usual: UsualText) -> None:
    line = usual.written(bytes(usual.size**2))
    stream = BytesIO(line.encode() * (MOST // len(line) + 1))
    text, is_all = beginning(stream)
    assert (len(text), is_all) == (MOST, False)


def test_nothing_is_read_after_the_end() -> None:
    class Endless(BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            data = super().read1(10)
            assert data, "read on where a person may still type"
            return data

    text, is_all = beginning(Endless(f"{SOLVED}\nend\n".encode()))
    assert (text, is_all) == (f"{SOLVED}\nend\n".encode(), True)


def loaded(arguments: list[str], text: str) -> set[str]:
    """The modules that a run loads."""
    program = (
        "import sys; before = set(sys.modules); from sudoku_cp.cli import main; code = main(sys.argv[1:]);"
        "print(code, *sorted(set(sys.modules) - before))"
    )
    outcome = subprocess.run(
        [sys.executable, "-c", program, *arguments], input=text, capture_output=True, text=True, check=True
    )
    code, *names = outcome.stdout.splitlines()[-1].split()
    assert (int(code), outcome.stderr) == (ExitCode.ANSWERED, "")
    return set(names)


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        ("poj3074", SOLVED.replace("1", ".")),
        ("acwing171", SOLVED_16[:16] + ("\n" + "-" * 16) * 15),
        ("acwing171", (rows(SOLVED_16.replace("A", "-")) + "\n") * 200),
        ("acwing183", rows(SOLVED.replace("1", "."), "0", " ")),
        ("hdu1426", rows(SOLVED.replace("1", "."), "?", " ")),
        ("leetcode37", board(SOLVED.replace("1", "."))),
    ],
)
def test_judge_alone_loads_little(problem: str, text: str) -> None:
    names = loaded(["judge", problem], text)
    slow = {"argparse", "dataclasses", "inspect", "json", "numpy", "pathlib", "re", "threading", "typing"}
    assert not slow & names
    assert {name for name in names if name.startswith("sudoku_cp")} == {
        "sudoku_cp",
        "sudoku_cp._native",
        "sudoku_cp._verifier",
        "sudoku_cp.solving",
        "sudoku_cp.solving.dividing",
        "sudoku_cp.solving.plain_grids",
        "sudoku_cp.cli",
        "sudoku_cp.cli.process",
        "sudoku_cp.cli.judge",
        "sudoku_cp._base.errors",
        "sudoku_cp._base.lazy",
        "sudoku_cp.model",
        "sudoku_cp.model.providers",
        "sudoku_cp._base",
        "sudoku_cp._base.version",
        "sudoku_cp._base.systems",
        "sudoku_cp._base.text",
    }

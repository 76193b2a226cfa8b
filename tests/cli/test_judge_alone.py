"""`judge` without parser, models and formats: it takes only what these read alike, and answers alike."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_cp.cli import commands
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.judge import LARGE, PROBLEMS, SMALL, judge, run_alone
from sudoku_cp.cli.judge_formats import solved
from sudoku_cp.cli.judge_text import MOST, UsualText, beginning
from sudoku_cp.errors import InputError
from sudoku_cp.formats import poj3074, poj3076
from sudoku_cp.formats.source_lines import SourceLines
from tests.cli.test_judge import SOLVED, SOLVED_16

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


CASES = st.one_of(st.tuples(st.just("poj3074"), texts(SOLVED, 81)), st.tuples(st.just("poj3076"), texts(SOLVED_16, 16)))
KINDS = {"poj3074": (SMALL, poj3074), "poj3076": (LARGE, poj3076)}


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
    usual, kind = KINDS[name]
    taken = usual.read(text.encode())
    if taken is not None:
        assert taken == [bytes(grid.ranks) for grid in kind.read(SourceLines(BytesIO(text.encode()), "<stdin>"))]


@given(CASES)
def test_answers_are_those_by_the_format(case: tuple[str, str]) -> None:
    name, text = case
    out, expected = BytesIO(), b""
    usual, _ = KINDS[name]
    error = None
    try:
        for number, (_, solution) in enumerate(solved(name, b"", BytesIO(text.encode()))):
            expected += b"\n" if number and name == "poj3076" else b""
            expected += b"" if solution is None else usual.written(solution).encode()
    except InputError as raised:
        error = str(raised)
    if error is None:
        judge(name, BytesIO(text.encode()), out)
    else:
        with pytest.raises(InputError) as found:
            judge(name, BytesIO(text.encode()), out)
        assert str(found.value) == error
    assert out.getvalue() == expected


@pytest.mark.parametrize("text", [f"{SOLVED}\n", f"{SOLVED.replace('1', '.')}\r\nend\n", "end\n", "", f"{SOLVED} " * 9])
def test_usual_text_is_taken(text: str) -> None:
    assert SMALL.read(text.encode()) is not None


def test_grids_are_written_as_the_format_writes_them() -> None:
    lines = [SOLVED_16[start : start + 16].replace("C", "-") for start in range(0, 256, 16)]
    text = "\n".join(lines) + "\n"
    [ranks] = LARGE.read(text.encode()) or []
    assert LARGE.written(ranks) == text == poj3076.rows_of(ranks)


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
    ("problem", "text"), [("poj3074", SOLVED.replace("1", ".")), ("acwing171", SOLVED_16[:16] + ("\n" + "-" * 16) * 15)]
)
def test_judge_alone_loads_little(problem: str, text: str) -> None:
    names = loaded(["judge", problem], text)
    slow = {"argparse", "dataclasses", "inspect", "json", "numpy", "pathlib", "re", "threading", "typing"}
    assert not slow & names
    assert {name for name in names if name.startswith("sudoku_cp")} == {
        "sudoku_cp",
        "sudoku_cp._native",
        "sudoku_cp._verifier",
        "sudoku_cp.backends",
        "sudoku_cp.backends.plain_grids",
        "sudoku_cp.cli",
        "sudoku_cp.cli.ending",
        "sudoku_cp.cli.exit_codes",
        "sudoku_cp.cli.interrupt",
        "sudoku_cp.cli.judge",
        "sudoku_cp.cli.judge_text",
        "sudoku_cp.cli.messages",
        "sudoku_cp.cli.standard_input",
        "sudoku_cp.errors",
        "sudoku_cp.lazy",
        "sudoku_cp.model",
        "sudoku_cp.model.display",
        "sudoku_cp.systems",
        "sudoku_cp.text",
    }

"""Tables in, tables out; bad rows and lines; and that answers stay beside their puzzles."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import StringIO
from random import Random
from typing import Any

import pytest

from sudoku_cp.cli.bulk import FEW
from sudoku_cp.solvers.exact_cover.compiled import CompiledExactCover

NONE = "11" + "." * 14


@pytest.fixture
def small() -> list[str]:
    """Puzzles of 4×4 with one solution, several and none."""
    return ["1234341221434321", "12343412........", "1...............", NONE] * 40


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the batches that are solved by arrays."""
    sizes: list[int] = []
    plain = CompiledExactCover.solve_many

    def solve_many(self: CompiledExactCover, puzzles: Any, **options: Any) -> Any:
        sizes.append(len(puzzles))
        return plain(self, puzzles, **options)

    monkeypatch.setattr(CompiledExactCover, "solve_many", solve_many)
    return sizes


def as_table(puzzles: list[str], note: str = "n, {}") -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["id", "puzzle", "note"])
    writer.writerows([number, puzzle, note.format(number)] for number, puzzle in enumerate(puzzles))
    return text.getvalue()


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


@pytest.mark.parametrize("command", ["solve", "count", "check", "candidates"])
def test_every_command_carries_the_columns(run: Callable[..., Any], small: list[str], command: str) -> None:
    puzzles = small[:4]
    plain = run(command, "-q", "--format", "line", stdin="\n".join(puzzles)).out.splitlines()
    done = run(command, "-q", "--column", "puzzle", stdin=as_table(puzzles))
    rows = rows_of(done.out)
    assert [row["answer"] for row in rows] == plain
    assert [(row["id"], row["puzzle"], row["note"]) for row in rows] == [
        (str(number), puzzle, f"n, {number}") for number, puzzle in enumerate(puzzles)
    ]
    statuses = [json.loads(line)["status"] for line in run(command, "-q", stdin="\n".join(puzzles)).out.splitlines()]
    assert [row["status"] for row in rows] == statuses


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("command", "options"), [("solve", ()), ("count", ("--limit", "2")), ("solve", ("--limit", "1"))]
)
@pytest.mark.parametrize("form", ["csv", "line"])
def test_through_arrays_as_one_by_one(
    run: Callable[..., Any],
    small: list[str],
    batches: list[int],
    command: str,
    options: tuple[str, ...],
    form: str,
    threads: int,
) -> None:
    if command == "solve":  # which of several solutions comes first may differ
        small = [puzzle for puzzle in small if puzzle in (small[0], NONE)]
    Random(1).shuffle(small)
    text = as_table(small, "two\nlines {}")
    arguments = (command, *options, "--column", "puzzle", "--format", form)
    many = run(*arguments, "--threads", threads, stdin=text)
    assert sum(batches) == len(small)
    one_by_one = run(*arguments, "--node-limit", 10**6, "--time-limit", 10_000, stdin=text)
    assert sum(batches) == len(small)
    assert (many.out, many.code) == (one_by_one.out, one_by_one.code)
    assert len(small) <= many.out.count("\n")


def test_a_bad_row_among_many_goes_one_by_one(run: Callable[..., Any], small: list[str], batches: list[int]) -> None:
    small[60] = "x" * 16
    done = run("count", "--limit", "2", "--column", "puzzle", "--errors", "record", stdin=as_table(small))
    assert not batches
    rows = rows_of(done.out)
    assert [row["status"] == "error" for row in rows] == [puzzle.startswith("x") for puzzle in small]
    assert rows[60]["error"].startswith("column puzzle, character 1: 'x' is not a digit of 1–4")
    assert done.err.startswith("<stdin>:62: column puzzle, character 1: ")
    assert done.code == 2


@pytest.mark.parametrize(
    ("errors", "answers"),
    [
        ("stop", ["1", "0"]),
        ("skip", ["1", "0", "72"]),
        ("record", ["1", "", "0", "", "error: ", "72"]),
    ],
)
def test_lines_stay_beside_their_puzzles(run: Callable[..., Any], errors: str, answers: list[str]) -> None:
    text = f"1234341221434321\n\n{NONE}\n# a comment\n123x............\n1...............\n"
    done = run("count", "--format", "line", "--errors", errors, stdin=text)
    assert [line[:7] for line in done.out.splitlines()] == answers
    assert done.err == "<stdin>:5, column 4: 'x' is not a digit of 1–4; use . for an empty cell\n"
    assert done.code == 2
    records = run("count", "--errors", errors, stdin=text).records
    assert [record["line"] for record in records] == {"stop": [1, 3], "skip": [1, 3, 6], "record": [1, 3, 5, 6]}[errors]
    if errors == "record":
        assert records[2]["status"] == "error"
        assert records[2]["error"].startswith("'x' is not a digit")


def test_many_lines_with_a_bad_one(run: Callable[..., Any], small: list[str], batches: list[int]) -> None:
    lines = [*small, "", "123", *small]
    done = run("count", "--limit", "2", "--format", "line", "--errors", "record", stdin="\n".join(lines) + "\n")
    answers = done.out.splitlines()
    assert len(answers) == len(lines)
    expected = {small[0]: "1", small[1]: "2", small[2]: "2", NONE: "0", "": ""}
    for line, answer in zip(lines, answers, strict=True):
        assert answer.startswith("error: a puzzle of 3") if line == "123" else answer in (expected[line], "2", "1")


@pytest.mark.parametrize("text", ["12..\n..12\n2...\n....\n", "size = 4\n", "begin\nend\n"])
def test_a_puzzle_over_several_lines_has_no_lines_to_skip(run: Callable[..., Any], text: str) -> None:
    done = run("count", "--errors", "skip", stdin=text)
    assert (done.code, done.out) == (2, "")
    assert "--errors skip needs one puzzle per line, and this looks like" in done.err


def test_columns_in_records(run: Callable[..., Any], small: list[str]) -> None:
    (first, *_) = run("solve", "--column", "puzzle", "--format", "jsonl", stdin=as_table(small[:2])).records
    assert first["columns"] == {"id": "0", "note": "n, 0"}
    assert first["line"] == 2
    assert "columns" not in run("solve", small[0]).records[0]


def test_all_solutions_each_in_a_row(run: Callable[..., Any], small: list[str]) -> None:
    done = run("solve", "--all", "--column", "puzzle", stdin=as_table(small[1:2]))
    rows = rows_of(done.out)
    assert len(rows) == len({row["answer"] for row in rows}) == 4
    assert {row["id"] for row in rows} == {"0"}


def test_any_format_in_a_column(run: Callable[..., Any], small: list[str]) -> None:
    grid = "12 34\n34 12\n. . . .\n....\n"
    link = run("convert", small[1], "--to", "f-puzzles-address").out.strip()
    text = as_table([grid, link, small[1]])
    rows = rows_of(run("count", "--column", "puzzle", stdin=text).out)
    assert [row["answer"] for row in rows] == ["4", "4", "4"]


def test_convert_replaces_the_column(run: Callable[..., Any], small: list[str]) -> None:
    text = as_table(small[:3])
    grids = run("convert", "--column", "puzzle", "--to", "grid", stdin=text)
    assert grids.code == 0
    assert "1 2 | 3 4\n" in grids.out
    assert run("convert", "--column", "puzzle", "--to", "line", stdin=grids.out).out == text
    documents = run("convert", "--column", "puzzle", "--to", "toml", stdin=text)
    assert run("convert", "--column", "puzzle", "--to", "line", stdin=documents.out).out == text
    killer = '"size = 4\n[[killer]]\ncells = ""r1c1 r1c2""\n"'
    refused = run("convert", "--column", "puzzle", "--to", "line", "--errors", "record", stdin=f"puzzle\n{killer}\n")
    assert refused.code == 2
    assert rows_of(refused.out)[0]["error"].endswith("only a TOML document can express the clue killer r1c1 r1c2")


@pytest.mark.parametrize(("errors", "lines"), [("stop", 1), ("skip", 2), ("record", 4)])
def test_convert_and_bad_lines(run: Callable[..., Any], small: list[str], errors: str, lines: int) -> None:
    text = f"{small[0]}\n\n12x\n{small[1]}\n"
    done = run("convert", "--to", "line", "--errors", errors, stdin=text)
    assert len(done.out.splitlines()) == lines
    assert done.code == 2
    assert done.err.count("<stdin>:3: ") == 1


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (("solve",), "id,puzzle\n1,1...............\n", "this looks like a table: read it with --column puzzle"),
        (("solve", "--format", "csv"), "1...............\n", "--format csv needs --column"),
        (("solve", "--column", "grid"), "no,puzzle\n", "<stdin>:1: there is no column grid; there are no, puzzle"),
        (("solve", "--column", "puzzle"), "id,puzzle\n1\n", "<stdin>:2: the row has 1 fields, and the first row has 2"),
        (("solve", "--column", "puzzle"), "id,puzzle\n1,\n", "<stdin>:2: column puzzle has no puzzle"),
        (("check", "--against", "x", "--column", "2"), "", "--column and --errors do not go with --against"),
        (("check", "--against", "x", "--errors", "skip"), "", "--column and --errors do not go with --against"),
    ],
)
def test_messages(run: Callable[..., Any], arguments: tuple[str, ...], stdin: str, message: str) -> None:
    done = run(*arguments, stdin=stdin)
    assert done.code == 2
    assert message in done.err


def test_what_has_come_is_answered_at_once(run: Callable[..., Any], small: list[str]) -> None:
    from sudoku_cp.cli.running import MOST, chunks
    from sudoku_cp.formats.rows import TableRows

    asked = 0

    class Pipe(StringIO):
        def read1(self, size: int) -> bytes:
            nonlocal asked
            asked += 1
            return f"id,puzzle\n{asked},{small[0]}\n".encode() if asked == 1 else f"{asked},{small[0]}\n".encode()

    rows = TableRows(Pipe(), "pipe", "puzzle")  # type: ignore[arg-type]
    groups = chunks(rows, MOST, lambda: rows.is_ready)
    for number in range(1, FEW):
        (row,) = next(groups)
        assert row.fields[0] == str(number)
        assert asked <= number + 1


FOUR_ROWS = "?,?,3,?\n?,4,?,?\n?,?,?,1\n1,?,?,?\n"


@pytest.mark.parametrize(
    ("arguments", "stdin", "code", "out"),
    [
        ((), FOUR_ROWS, 0, "2134341243211243\n"),
        (("--column", "1"), FOUR_ROWS, 2, ""),
        (("--column", "1", "--errors", "skip"), FOUR_ROWS, 2, ""),
        (("--errors", "skip"), FOUR_ROWS, 2, ""),
        (("--errors", "skip"), "12..34..2...4...\n1\n----------------\n", 2, "1234341221434321\n"),
        (("--column", "2", "--input-format", "line"), "x,1\n", 0, "1\n"),
        (("--errors", "skip", "--input-format", "line"), "1\n", 0, "1\n"),
    ],
)
def test_small_puzzles_in_rows(
    run: Callable[..., Any], arguments: tuple[str, ...], stdin: str, code: int, out: str
) -> None:
    done = run("solve", "--format", "line", *arguments, stdin=stdin)
    assert (done.code, done.out) == (code, out)

"""What people paste, on the command line: as an argument, a file and standard input; fields and models named beside."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.pasted_texts import FORMS, NINE

Run = Callable[..., Any]

ROWS = (
    '{"id": 1, "quiz": "12....1221....21"}\n'
    '{"id": 2, "quiz": "broken", "other": "2..............."}\n'
    '{"id": 3, "quiz": "21....2112....12"}\n'
)


@pytest.mark.parametrize("key", [[], ["--key", "quiz"]], ids=["detected", "named"])
def test_lines_with_errors_have_the_field_of_the_first_one(run: Run, tmp_path: Path, key: list[str]) -> None:
    """Another field of the second object looks like a grid, and is not its puzzle."""
    file = tmp_path / "rows.jsonl"
    file.write_text(ROWS)
    skipped = run("solve", "--format", "line", *key, "--errors", "skip", file)
    assert (skipped.out, skipped.code) == ("1234341221434321\n2134342112434312\n", 2)
    assert "rows.jsonl:2: field quiz: a text of 6 characters" in skipped.err
    recorded = run("convert", "--to", "line", *key, "--errors", "record", file)
    assert recorded.out.splitlines()[::2] == ["12....1221....21", "21....2112....12"]
    assert recorded.out.splitlines()[1].startswith("error: field quiz")


@pytest.mark.parametrize("key", [[], ["--key", "quiz"]], ids=["detected", "named"])
def test_objects_in_a_column(run: Run, tmp_path: Path, key: list[str]) -> None:
    rows = ['"' + line.replace('"', '""') + '"' for line in ROWS.splitlines()]
    file = tmp_path / "rows.csv"
    file.write_text("data\n" + "\n".join(rows) + "\n")
    found = run("solve", "--format", "csv", "--column", "data", *key, "--errors", "record", file)
    answers = [row["answer"] for row in csv.DictReader(found.out.splitlines())]
    assert answers == ["1234341221434321", "", "2134342112434312"]
    assert "column data: field quiz: a text of 6 characters" in found.err
    assert run("solve", "--column", "data", *key, file).code == 2


def test_each_file_has_the_field_of_its_first_object(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"quiz": "12....1221....21"}\n')
    (tmp_path / "b.jsonl").write_text('{"board": "21....2112....12"}\n')
    found = run("solve", "--format", "line", "--errors", "skip", tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    assert found.out == "1234341221434321\n2134342112434312\n"


SOLUTION = [
    [1, 6, 7, 9, 8, 5, 2, 3, 4],
    [4, 8, 2, 1, 6, 3, 5, 7, 9],
    [3, 5, 9, 4, 7, 2, 1, 6, 8],
    [7, 2, 5, 3, 4, 6, 9, 8, 1],
    [6, 1, 3, 8, 2, 9, 4, 5, 7],
    [8, 9, 4, 5, 1, 7, 3, 2, 6],
    [2, 4, 8, 7, 5, 1, 6, 9, 3],
    [5, 3, 1, 6, 9, 8, 7, 4, 2],
    [9, 7, 6, 2, 3, 4, 8, 1, 5],
]
PARTNER = {1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7, 9: 9}
CANDIDATES = [[sorted({digit, PARTNER[digit]}) for digit in row] for row in SOLUTION]

HOUSES = (
    [[(row, column) for column in range(9)] for row in range(9)]
    + [[(row, column) for row in range(9)] for column in range(9)]
    + [[(a + r, b + c) for r in range(3) for c in range(3)] for a in (0, 3, 6) for b in (0, 3, 6)]
)
EXTRA = {
    "classic": [],
    "x_sudoku": [[(at, at) for at in range(9)], [(at, 8 - at) for at in range(9)]],
    "windoku": [[(a + r, b + c) for r in range(3) for c in range(3)] for a in (1, 5) for b in (1, 5)],
}


def solutions(houses: Sequence[Sequence[tuple[int, int]]]) -> Iterator[str]:
    """All choices of candidates without a repeated digit in a house, by trying them one after the other."""
    peers = {
        (row, column): {cell for house in houses if (row, column) in house for cell in house}
        for row in range(9)
        for column in range(9)
    }
    chosen: dict[tuple[int, int], int] = {}

    def fill(at: int) -> Iterator[str]:
        if at == 81:
            yield "".join(str(chosen[at // 9, at % 9]) for at in range(81))
            return
        cell = divmod(at, 9)
        for digit in CANDIDATES[cell[0]][cell[1]]:
            if all(chosen.get(other) != digit for other in peers[cell]):
                chosen[cell] = digit
                yield from fill(at + 1)
                del chosen[cell]

    return fill(0)


@pytest.mark.parametrize("model", EXTRA)
def test_pencil_marks_of_a_model(run: Run, model: str) -> None:
    rows = [" ".join("".join(map(str, cell)).ljust(2) for cell in row) for row in CANDIDATES]
    text = ".--.\n" + "\n".join(f"| {row} |" for row in rows) + "\n'--'\n"
    wanted = sorted(solutions(HOUSES + EXTRA[model]))
    found = run("solve", "--all", "--format", "line", "--model", model, stdin=text)
    assert sorted(line for line in found.out.splitlines() if line.isdigit()) == wanted
    counted = run("count", "--model", model, stdin=text)
    assert (counted.records[0]["count"], counted.records[0]["exact"]) == (len(wanted), True)


def test_pencil_marks_of_a_model_of_another_size(run: Run) -> None:
    found = run("solve", "--model", "x_sudoku", stdin="1 23 24 34\n34 34 12 12\n23 1 34 24\n24 34 12 13\n")
    assert found.code == 2
    assert "<stdin>:1: x_sudoku has another size than this grid of 4×4" in found.err


@pytest.mark.parametrize("form", FORMS)
def test_a_pasted_grid_is_an_argument_a_file_or_standard_input(run: Run, tmp_path: Path, form: str) -> None:
    text = FORMS[form](NINE)
    (tmp_path / "pasted.txt").write_text(text)
    for found in (
        run("convert", "--to", "line", text.rstrip("\n")),
        run("convert", "--to", "line", tmp_path / "pasted.txt"),
        run("convert", "--to", "line", stdin=text),
    ):
        assert (found.out, found.code) == (NINE + "\n", 0)

"""``sudoku-cp grade`` from rows to records and exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

PUZZLE = "1234341221......"
SOLUTION = "1234341221434321"


def rows(path: Path, *entries: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    return path


def test_rows(run: Callable[..., Any], tmp_path: Path) -> None:
    file = rows(
        tmp_path / "answers.jsonl",
        {"id": "a", "puzzle": PUZZLE, "answer": f"It is {SOLUTION}"},
        {"id": "b", "quiz": PUZZLE, "response": SOLUTION[:-2] + "12"},
        {"id": "c", "puzzle": PUZZLE, "answer": "no idea"},
    )
    found = run("grade", file)
    assert [(record["id"], record["verdict"]) for record in found.records] == [
        ("a", "right"),
        ("b", "wrong"),
        ("c", "no grid"),
    ]
    assert found.records[1]["wrong"] == ["r4c3", "r4c4"]
    assert found.code == 1
    assert run("grade", rows(file, {"puzzle": PUZZLE, "answer": SOLUTION})).code == 0


def test_a_row_of_sudoku_bench(run: Callable[..., Any], tmp_path: Path) -> None:
    line = {"type": "lines", "coords": ["r1c1", "r1c2"], "color_hex": "#67f067ff", "thickness": 10}
    row = {
        "puzzle_id": "own",
        "rules": "Normal sudoku rules apply. Adjacent digits on a green line differ by at least 3.",
        "rows": 4,
        "cols": 4,
        "initial_board": "1...3...2.......",
        "visual_elements": json.dumps([line]),
        "answer": "1234341221434321",
    }
    (record,) = run("grade", rows(tmp_path / "bench.jsonl", row)).records
    assert record["verdict"] == "wrong"
    assert "whisper r1c1 r1c2 difference=3" in record["broken"]


def test_a_row_that_is_not_read_whole_says_so(run: Callable[..., Any], tmp_path: Path) -> None:
    line = {"type": "lines", "coords": ["r1c1", "r1c2"], "color_hex": "#ff77ccff", "thickness": 10}
    rules = "Normal sudoku rules apply. Digits along a pink line are written by a poet."
    row = {"rules": rules, "rows": 4, "cols": 4, "initial_board": PUZZLE, "answer": SOLUTION}
    file = rows(tmp_path / "drawn.jsonl", {**row, "visual_elements": json.dumps([line])})
    assert run("grade", file).code == 2
    (record,) = run("grade", file, "--ignore-unsupported").records
    assert (record["verdict"], record["partial"]) == ("right", True)


def test_bad_rows(run: Callable[..., Any], tmp_path: Path) -> None:
    for entry, said in (
        ({"puzzle": PUZZLE}, "no field with an answer: there are puzzle"),
        ({"answer": SOLUTION}, "no field with a puzzle: there are answer"),
    ):
        found = run("grade", rows(tmp_path / "bad.jsonl", entry))
        assert found.code == 2
        assert f"bad.jsonl:1: {said}" in found.err

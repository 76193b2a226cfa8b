"""Corpora of puzzles whose answers are known."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow", reason="corpora need pyarrow, the extra [corpus]")

from sudoku_cp.cli import main

UNIQUE = ".4..2....3..8..5.9.96...12.....7...3.873.129.2...8.....52...98.4.3..8..2....5..3."


def copies(number: int) -> list[str]:
    """Puzzles with one solution, none, or several, in turn; their digits are relabelled from copy to copy."""
    lines = []
    for place in range(number):
        shift = place // 3 % 9
        text = "".join(str((int(digit) + shift - 1) % 9 + 1) if digit != "." else "." for digit in UNIQUE)
        kinds = (text, "11" + text[2:], text.replace(text[1], "."))
        lines.append(kinds[place % 3])
    return lines


@dataclass(frozen=True)
class Corpus:
    """A finished run of the command."""

    code: int
    folder: Path
    err: str

    @property
    def summary(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "_summary.json").read_text())
        return found

    @property
    def failures(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.folder / "_failures.jsonl").read_text().splitlines()]

    def table(self) -> dict[str, list[Any]]:
        """The columns of all parts."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        tables = [pq.read_table(part) for part in sorted(self.folder.glob("part-*.parquet"))]
        columns: dict[str, list[Any]] = pa.concat_tables(tables, promote_options="permissive").to_pydict()
        return columns

    def parts(self) -> dict[str, bytes]:
        """The bytes of all parts, and of the failures."""
        return {path.name: path.read_bytes() for path in self.folder.glob("part-*")} | {
            "failures": (self.folder / "_failures.jsonl").read_bytes()
        }


@pytest.fixture
def corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Corpus]:
    """Run the command on threads of this process, with a folder of its own for the parts."""

    def run(*arguments: object, out: str = "out", executor: str = "threads:2") -> Corpus:
        folder = tmp_path / out
        words = ["corpus", *map(str, arguments), "--out", str(folder), "--executor", executor]
        return Corpus(main(words), folder, capsys.readouterr().err)

    return run

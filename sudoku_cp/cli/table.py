"""Lists of named things with a text each."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.messages import show
from sudoku_cp.cli.records import json_line


def write_table(chosen: str | None, rows: Iterable[Mapping[str, str]]) -> ExitCode:
    """Write rows of a kind and name, and a text: as JSON lines, bare names, or with the text's lines indented."""
    for row in rows:
        name, text = list(row.values())
        match chosen or ("text" if sys.stdout.isatty() else "jsonl"):
            case "jsonl":
                show(json_line(dict(row)))
            case "line":
                show(name)
            case _:
                show("\n".join([name, *(f"    {line}".rstrip() for line in text.splitlines())]))
    return ExitCode.ANSWERED

"""Output of lists whose entries have a name and a text."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.messages import show
from sudoku_cp.cli.records import json_line


def write_table(chosen: str | None, rows: Iterable[Mapping[str, str]]) -> ExitCode:
    """Write rows with a kind, name and text: as JSON lines, bare names, or names with indented text."""
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

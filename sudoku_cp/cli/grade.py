"""``sudoku-cp grade``: judges answers to puzzles, one JSON object a line."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import json_line
from sudoku_cp.cli.process import ExitCode, notify, show
from sudoku_cp.cli.puzzles import Puzzle, PuzzleReader, opened
from sudoku_cp.model import InputError, Limits, ModelError, Sudoku

if TYPE_CHECKING:
    from sudoku_cp.authoring.grading import Grade

ANSWERS = ("answer", "response", "output", "completion", "prediction", "solved_grid")
"""The fields that hold an answer, if none is named."""

PUZZLES = ("puzzle", "initial_board", "quiz", "question", "board", "grid")
"""The fields that hold a puzzle of a row that is no puzzle itself."""


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="JSON objects, one a line; - for standard input")
    parser.add_argument(
        "--answer", metavar="NAME", help=f"the field with the answer (default: the first of {', '.join(ANSWERS)})"
    )
    parser.add_argument(
        "--puzzle",
        metavar="NAME",
        help="the field with the puzzle, in any format (default: the row itself if it is one of Sudoku-Bench, or the "
        f"first of {', '.join(PUZZLES)})",
    )
    shared.add_reading_options(parser)
    shared.add_format_option(parser)
    shared.add_limit_options(parser)


def run(options: Namespace) -> ExitCode:
    """Grade every answer; return 1 if one is not right, 2 if a row cannot be read."""
    reader, counts = PuzzleReader(options), Counter[str]()
    form = str(options.format or ("text" if sys.stdout.isatty() else "jsonl"))
    limits = Limits(seconds=options.time_limit, nodes=options.node_limit)
    try:
        for argument in options.files or ["-"]:
            with opened(argument) as (stream, source):
                for number, row in _rows(stream, source):
                    record = _record(reader, options, row, source, number, limits)
                    counts[record["verdict"]] += 1
                    show(json_line(record) if form == "jsonl" else _text(record))
    except InputError as error:
        notify(str(error))
        return ExitCode.BAD_INPUT
    if form != "jsonl":
        show(", ".join(f"{many} {verdict}" for verdict, many in counts.most_common()) or "no answers")
    return ExitCode.ANSWERED if set(counts) <= {"right"} else ExitCode.NONE


def _rows(stream: Any, source: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for number, line in enumerate(stream, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"not JSON: {error}", source, number) from None
        if not isinstance(row, dict):
            raise InputError("not a JSON object", source, number)
        yield number, row


def _record(
    reader: PuzzleReader, options: Namespace, row: Mapping[str, Any], source: str, line: int, limits: Limits
) -> dict[str, Any]:
    from sudoku_cp.authoring.grading import grade

    answer = row[_field(row, options.answer, ANSWERS, "an answer", source, line)]
    puzzle = _puzzle(reader, options, row, source, line)
    model = puzzle.shown
    if not isinstance(model, Sudoku):
        raise InputError(f"{model.name} is several grids, and cannot be graded", source, line)
    try:
        found: Grade = grade(model, answer, None, limits)
    except ModelError as error:
        raise InputError(str(error), source, line) from None
    kept = {key: row[key] for key in ("id", "puzzle_id", "number", "model") if key in row}
    return {
        **kept,
        "verdict": found.verdict,
        "filled": found.filled,
        "cells": len(model.grid),
        "wrong": list(found.wrong),
        "broken": list(found.broken),
        "completes": found.completes,
        **({"partial": True} if puzzle.is_partial else {}),
        "source": source,
        "line": line,
    }


def _field(row: Mapping[str, Any], named: str | None, usual: tuple[str, ...], what: str, source: str, line: int) -> str:
    fields = [named] if named is not None else usual
    for field in fields:
        if field in row:
            return field
    raise InputError(f"no field with {what}: there are {', '.join(row)}", source, line)


def _puzzle(reader: PuzzleReader, options: Namespace, row: Mapping[str, Any], source: str, line: int) -> Puzzle:
    """The puzzle of a row, which may be a puzzle itself."""
    if options.puzzle is None and "rules" in row and "initial_board" in row:
        own = {key: value for key, value in row.items() if key not in ANSWERS and key != options.answer}
        return reader.only(json.dumps(own), source, line)
    value = row[_field(row, options.puzzle, PUZZLES, "a puzzle", source, line)]
    return reader.only(value if isinstance(value, str) else json.dumps(value), source, line)


def _text(record: Mapping[str, Any]) -> str:
    words = [f"{record['source']}:{record['line']}: {record['verdict']}"]
    if record["verdict"] != "no grid" and record["filled"] < record["cells"]:
        words.append(f"{record['filled']} of {record['cells']} cells filled")
    if record["wrong"]:
        words.append(f"{len(record['wrong'])} wrong: {' '.join(record['wrong'])}")
    if record["broken"]:
        words.append(f"breaks {'; '.join(record['broken'])}")
    elif record["completes"] is False and not record["wrong"]:
        words.append("no solution has these digits")
    return ", ".join(words)

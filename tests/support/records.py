"""The records of commands held against their schemas, where jsonschema is installed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from typing import Any

from sudoku_cp._base.schemas import names, schema

IS_INSTALLED = find_spec("jsonschema") is not None
"""Everybody who develops has it, but tests of other parts need not fail without it."""

MOST = 100
"""The number of records of one run that are checked."""


@cache
def _validator(command: str) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema(command))


def wrong_records(command: str, records: Iterable[object]) -> list[str]:
    """What is wrong with records, by the schema of their command."""
    return [
        f"{json.dumps(record)}: {'; '.join(_leaves(error))}"
        for record in records
        for error in _validator(command).iter_errors(record)
    ]


def _leaves(error: Any) -> list[str]:
    """The messages of all kinds of records; the record should be of one of them."""
    return [error.message] if not error.context else [line for each in error.context for line in _leaves(each)]


def require_schema(arguments: Iterable[object], output: str) -> None:
    """Fail if the output of a command consists of records and one of these does not obey the command's schema."""
    command = str(next(iter(arguments), ""))
    if not IS_INSTALLED or command not in names() or not output.startswith("{"):
        return
    lines = output.splitlines()
    try:
        records = [json.loads(line) for line in (*lines[:MOST], *lines[MOST:][-1:])]
    except ValueError:
        return  # no records but a text
    assert wrong_records(command, records) == []

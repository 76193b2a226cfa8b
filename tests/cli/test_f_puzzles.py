from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from sudoku_cp.formats.addresses import f_puzzles_address

# Of our own making.
DOCUMENT = {
    "size": 4,
    "title": "Own",
    "nonconsecutive": False,
    "killercage": [{"cells": ["R1C1", "R1C2", "R2C1"], "value": "6"}],
    "thermometer": [{"lines": [["R3C2", "R3C1", "R4C1"]]}],
}


def address(**more: Any) -> str:
    return f_puzzles_address(json.dumps(DOCUMENT | more))


def test_an_address_is_solved(run: Callable[..., Any]) -> None:
    outcome = run("solve", address(), "--solver", "exact-cover")
    assert (outcome.code, outcome.err) == (0, "")
    (record,) = outcome.records
    assert record["source"] == "<argument>"
    assert run("solve", stdin=address()).records[0]["count"] == record["count"] > 0


def test_a_document_is_an_argument(run: Callable[..., Any]) -> None:
    assert run("count", json.dumps(DOCUMENT)).records[0]["count"] == run("count", address()).records[0]["count"]


def test_converted_there_and_back(run: Callable[..., Any]) -> None:
    toml = run("convert", address(), "--to", "toml").out
    assert "[[thermo]]" in toml
    again = run("convert", "--to", "f-puzzles-address", stdin=toml).out
    assert run("convert", again.strip(), "--to", "toml").out == toml
    assert json.loads(run("convert", "--to", "f-puzzles", stdin=toml).out)["title"] == "Own"


def test_what_is_not_supported(run: Callable[..., Any]) -> None:
    refused = run("solve", address(newfangled=[1]))
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == "<argument>:1: not supported: newfangled\n"
    ignored = run("solve", address(newfangled=[1]), "--ignore-unsupported")
    assert ignored.code == 0
    assert ignored.err == "<argument>:1: ignored: newfangled\n"
    assert ignored.records[0]["count"] == run("solve", address()).records[0]["count"]


def test_a_rule_that_only_the_text_states(run: Callable[..., Any]) -> None:
    outcome = run("solve", address(ruleset="Normal sudoku, killer cage, thermo and anti-knight rules apply."))
    assert outcome.code == 0
    note = 'its rules say "anti-knight", but none of its fields states such a rule (anti-knight): the rule is ignored'
    assert outcome.err == f"<argument>:1: {note}\n"
    assert outcome.records[0]["notes"] == [note]
    assert "notes" not in run("solve", address()).records[0]


def test_nothing_is_fetched(run: Callable[..., Any]) -> None:
    outcome = run("solve", "https://sudokupad.app/abc123")
    assert outcome.code == 2
    assert "the address holds no puzzle" in outcome.err


@pytest.mark.slow
def test_a_document_of_any_line_that_convert_writes(run: Callable[..., Any]) -> None:
    clue = f"[[thermo]]\nline = '{' '.join(f'r{row}c1' for row in range(1, 10))}'\n"
    written = run("convert", "--to", "f-puzzles", stdin=f"name = '{'x' * 60_000}'\nmodel = 'classic'\n{clue * 900}")
    assert (written.code, written.out.count("\n")) == (0, 1)
    assert len(written.out) > 100_000
    again = run("convert", "--to", "f-puzzles", stdin=written.out)
    assert (again.code, again.err, again.out) == (0, "", written.out)
    address = run("convert", "--to", "f-puzzles-address", stdin=written.out)
    assert run("convert", "--to", "f-puzzles", stdin=address.out).out == written.out


@pytest.mark.slow
@pytest.mark.parametrize("name", ["f-puzzles", "sudokupad", "toml", "leetcode37", "janko", None])
def test_endless_short_lines_end(run: Callable[..., Any], name: str | None) -> None:
    beginning = {"janko": "begin\nproblem\n", "toml": "size = 4\n"}.get(
        str(name), "[\n" if name == "leetcode37" else "{\n"
    )
    line = {"janko": "- - - -", "leetcode37": "["}.get(str(name), '"key": 1,' if name != "toml" else "# nothing")
    formats = [] if name is None else ["--input-format", name]
    outcome = run("convert", "--to", "line", *formats, stdin=beginning + f"{line}\n" * 600_000)
    assert outcome.code == 2
    assert ("of more than " if name else "no puzzle found in 4,194,304 bytes") in outcome.err

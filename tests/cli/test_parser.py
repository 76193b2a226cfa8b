"""What is said of names on the command line that are not known."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp.cli.commands import commands_of, whole_parser


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("slove", "there is no command slove: did you mean solve?"),
        ("zzz", "there is no command zzz; there are solve, count, candidates"),
        ("solve --modle classic", "there is no option --modle: did you mean --model?"),
        ("show --colour=always", "there is no option --colour: did you mean --color?"),
        ("solve --zzzzzzzz", "there is no option --zzzzzzzz\n"),
        ("solve --solver cpsat", "there is no solver cpsat: did you mean cp-sat?"),
        ("solve --solver guess", "there is no solver guess; there are exact-cover, cp-sat"),
        ("check --solver exact-cover,CP-SAT", "there is no solver CP-SAT: did you mean cp-sat?"),
        ("solve --solver cp-sat:sede=1", "there is no setting of cp-sat sede: did you mean seed?"),
        (
            "check --solver exact-cover,cp-sat:workers=2,sede=1",
            "there is no setting of cp-sat sede: did you mean seed?",
        ),
        ("check --solver cp-sat,cp-sat:workers=1", "name at least two different solvers"),
        ("check --solver cp-sat,cp-sat~rorder", "there is no relation rorder: did you mean reorder?"),
        ("check --against-format lin", "there is no against-format lin: did you mean line?"),
        ("convert --to tolm", "there is no format tolm: did you mean toml?"),
        ("solve garden --input-format tolm", "there is no format tolm: did you mean toml?"),
        ("solve --format jsnl", "there is no format jsnl: did you mean jsonl?"),
        ("judge poj374", "there is no problem poj374: did you mean poj3074?"),
        ("fuzz --only kiler", "there is no rule kiler: did you mean killer?"),
        ("doctor kiler", "unexpected argument kiler\n"),
    ],
)
def test_what_was_meant(run: Callable[..., Any], arguments: str, message: str) -> None:
    outcome = run(*arguments.split())
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


EFFECTS: dict[str, tuple[object, ...]] = {
    "--node-limit": ("..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..", 1),
    "--sat-exit-codes": ("1234341221......",),
    "--color": ("1234341221......", "always"),
}
"""Options of several commands, each with a puzzle for which it has an effect, and its value."""

FURTHER = {"show": ["--solve"], "why": ["r1c3=3"]}
"""What makes a command draw, and ask a solver."""


@pytest.mark.parametrize("option", EFFECTS)
def test_options_of_a_command_have_an_effect(run: Callable[..., Any], option: str) -> None:
    """An option that several commands share is in the help of those alone for which it does something."""
    parsers = commands_of(whole_parser())
    having = [name for name, parser in parsers.items() if option in parser._option_string_actions]
    assert 1 < len(having) < len(parsers)
    for name in set(having) - {"page", "fuzz", "corpus", "grade"}:  # which read no puzzles as a FILE
        puzzle, *value = EFFECTS[option]
        text = [] if name == "show" else ["--format", "text"]
        without, with_it = (
            run(name, puzzle, *FURTHER.get(name, ()), *text, *words) for words in ((), (option, *value))
        )
        assert (without.code, _timeless(without)) != (with_it.code, _timeless(with_it)), name


def _timeless(outcome: Any) -> str:
    return re.sub(r'"(ms|seconds|nodes|propagations)":[0-9.e-]+|[0-9.,]+ m?s\b|[0-9,]+ nodes?', "", outcome.out)


def test_files_after_options(run: Callable[..., Any]) -> None:
    first, second = "1....4..3......2", "1....4..3......1"
    outcome = run("count", first, "--format", "line", second, "--limit", "3", first)
    assert (outcome.code, outcome.out) == (0, "1\n2\n1\n")
    claim = run("why", "r1c1=1", "--format", "line", first)
    assert (claim.code, claim.out) == (0, "r1c1=1 follows from r1c1=1\n")


def test_a_device_is_written_to_whoever_may_write_beside_it(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As for users other than root, who cannot make files in /dev."""
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) not in ("/dev", str(tmp_path)) and may(path, mode))
    assert run("show", "garden", "--svg", "/dev/null").code == 0
    refused = run("show", "garden", "--svg", tmp_path / "garden.svg")
    assert (refused.code, "no permission to write the file, or to its folder" in refused.err) == (2, True)

"""Commands that write puzzles write all of a puzzle, or refuse it: each command, each format, each kind of clue."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sudoku_cp import models
from sudoku_cp.formats import WRITABLE
from sudoku_cp.rules import RULES, Cells, registry, rule
from sudoku_cp.solving.registry import LANGUAGES

MARKED = 'size = 4\ngrid = "1..............."\n[candidates]\nr1c2 = [2, 3]\nr3c3 = [3, 4]\nr2c2 = [3, 4]\nr4c3 = [2]\n'
LETTERS = 'size = 4\nsymbols = "ABCD"\n[[thermo]]\nline = "r1c1 r1c2 r1c3 r1c4"\n[[thermo]]\nline = "r4c1 r3c1 r2c1"\n'
SCORED = 'size = 4\ngrid = "12............32"\n[maximize]\nr1c3 = [0, 0, 5, 0]\n'
OWN = (
    'size = 4\ngrid = "12.............."\n'
    '[[twice_the_next]]\ncells = "r3c3 r3c4"\n[[twice_the_next]]\ncells = "r3c1 r4c1"\n'
)


def twice_the_next(cells: Cells) -> Iterator[Any]:
    """The first cell is twice the second one."""
    yield cells[0] == 2 * cells[1]


@pytest.fixture(autouse=True)
def _own_rule() -> Iterator[None]:
    """A rule of one's own, which goes after the test."""
    assert "killer" in RULES  # all are loaded
    rule("twice_the_next")(twice_the_next)
    yield
    del registry._rules["twice_the_next"]


SHIPPED = {name: models.puzzle_text(name) for name in models.puzzles()}
KINDS = {"candidates": MARKED, "letters": LETTERS, "a score": SCORED, "a rule of one's own": OWN} | {
    name: name
    for name in SHIPPED
    if name not in ("hexadoku_0_f", "clueless_2")  # of the kinds of others
}
"""Puzzles with clues of every kind."""

GRIDS = {"classic", "hexadoku"}
"""Those that are a grid of givens."""

DRAWN = {"sudokupad", "sudokupad-address"}
"""Formats that draw what their program does not check; a drawing that is not read is refused, never left out."""

FOR_PEOPLE = "text"


def _facts(run: Callable[..., Any], text: str) -> Any:
    """What a puzzle means: its solutions, up to twenty, and the best score if there is one."""
    puzzle, further = (text, {}) if text in SHIPPED else ("-", {"stdin": text})
    [counted] = run("count", puzzle, "--limit", 20, **further).records
    [solved] = run("solve", puzzle, **further).records
    every = run("solve", puzzle, "--all", "--limit", 20, "--format", "line", **further).out
    solutions = sorted(map(_ranks, every.splitlines())) if counted["exact"] else []
    return counted["count"], solutions, solved["objective"]


def _ranks(solution: str | list[int]) -> list[int]:
    """The ranks of the digits of a solution, which formats without its symbols keep."""
    words = (solution.split() if " " in solution else list(solution)) if isinstance(solution, str) else solution
    order = sorted(set(words), key=lambda word: (len(str(word)), word))
    return [order.index(word) for word in words]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_convert(run: Callable[..., Any], kind: str) -> None:
    text = KINDS[kind]
    puzzle, further = (text, {}) if text in SHIPPED else ("-", {"stdin": text})
    facts, written = _facts(run, text), []
    for name in WRITABLE:
        outcome = run("convert", puzzle, "--to", name, **further)
        if outcome.code == 0:
            written.append(name)
            if name in DRAWN and (read := run("count", "-", stdin=outcome.out)).code == 2:
                assert re.search("not supported: |drawing: ", read.err), (name, read.err)
                continue
            assert _facts(run, outcome.out) == facts, name
        else:
            assert (outcome.code, outcome.out) == (2, ""), name
            assert re.search(r" express | is not a single grid | and no score|×", outcome.err), name
    assert {"toml", "toml-address"} <= set(written)
    assert ("line" in written) == (kind in GRIDS)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_generate(run: Callable[..., Any], kind: str) -> None:
    text = KINDS[kind]
    puzzle, further = (text, {}) if text in SHIPPED else ("-", {"stdin": text})
    [record] = run("generate", puzzle, **further).records
    assert ("document" in record) == (kind not in GRIDS)
    count, solutions, _ = _facts(run, record.get("document", record["grid"]))
    assert (count, solutions) == (1, [_ranks(record["solution"])])
    line = run("generate", puzzle, "--format", "line", **further)
    if kind in GRIDS:
        assert line.out == record["grid"] + "\n"
    else:
        assert (line.code, line.out) == (2, "")
        assert line.err.endswith(": use --format text, or jsonl, whose documents are TOML\n")
    shown = run("generate", puzzle, "--format", FOR_PEOPLE, **further)
    assert shown.code == 0
    if kind in ("candidates", "a rule of one's own"):
        assert {"candidates": "candidates r1c2 23", "a rule of one's own": "twice_the_next r3c3 r3c4"}[
            kind
        ] in shown.out


@pytest.mark.slow
@pytest.mark.parametrize("clues", ["killer:2", "thermo:1", "arrow:1", "kropki_white:1", "odd:1", "clone:1"])
def test_generated_clues(run: Callable[..., Any], clues: str) -> None:
    rule = clues.partition(":")[0]
    words = ("generate", "--model", "classic", "--clues", clues)
    [record] = run(*words).records
    count, solutions, _ = _facts(run, record["document"])
    assert (count, solutions) == (1, [_ranks(record["solution"])])
    assert f"[[{rule}]]" in record["document"]
    refused = run(*words, "--format", "line")
    assert (refused.code, refused.out) == (2, "")
    assert "--format line has no place for clues" in refused.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_of_other_solvers_say_everything_or_refuse(run: Callable[..., Any], language: str) -> None:
    for text in (MARKED, LETTERS, OWN):
        outcome = run("convert", "-", "--to", language, stdin=text)
        assert outcome.code == 0 or (outcome.out == "" and outcome.code == 2 and " cannot " in outcome.err)

"""Each name of a rule in another program, held against what the reader of that program's documents makes of it."""

from __future__ import annotations

import re
from io import BytesIO

import pytest

from docs.generators.rule_names import rule_names
from sudoku_cp.formats import Document, read
from sudoku_cp.rules import RULES, AppliedRule
from tests.formats.iss.test_meaning import MEANINGS
from tests.formats.test_sudokumaker import CONSTRAINTS, clues


def test_every_name_is_of_a_rule() -> None:
    names = rule_names()
    assert all(set(known) <= set(RULES) for known in names.values())
    assert all(len(known) >= 5 for known in names.values())


@pytest.mark.parametrize("text", MEANINGS)
def test_entries_of_constraint_strings_are_the_rules_that_bear_their_names(text: str) -> None:
    by_name = _by_name("Interactive Sudoku Solver")
    entries = re.findall(r"\.([A-Z]\w+)", text)
    expected = {rule for name in entries for rule in by_name.get(name, ())}
    if len(entries) == 1 and (found := _rules(text)):
        assert found & expected or "_=_" in text


def test_constraints_of_sudokumaker_are_the_rules_that_bear_their_names() -> None:
    stated = {
        (re.findall(r"type (\d+)", name)[0], rule) for name, rules in _by_name("SudokuMaker").items() for rule in rules
    }
    found = {(str(each["type"]), clue.split()[0]) for each, _ in CONSTRAINTS for clue in clues(each)}
    assert found <= stated
    assert stated - found == {("16", "global_entropy"), ("406", "entropic_line"), ("406", "modular_line")}  # 9×9 alone


def _by_name(program: str) -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for rule, known in rule_names()[program].items():
        for name in known:
            names.setdefault(name, set()).add(rule)
    return names


def _rules(text: str) -> set[str]:
    (document,) = read(BytesIO(f".Shape~4x4{text}".encode()), "string")
    assert isinstance(document, Document)
    return {clue.rule.name for clue in document.model.clues if isinstance(clue, AppliedRule)}

"""The lines in the guide for people who come from other languages mean what they say."""

from __future__ import annotations

import re
from itertools import product

import pytest

from sudoku_cp import Model
from tests.support.pages import DOCS
from tests.support.plain_numbers import DECLARED, PLAIN, Number

GUIDE = (DOCS / "guides" / "coming-from.md").read_text(encoding="utf-8")
DOMAINS = {**dict.fromkeys("abc", range(2)), **dict.fromkeys("xyz", range(5))}


def lines_of(language: str) -> list[str]:
    """What the right column of a table has, one line for each piece of code."""
    section = GUIDE.partition(f"\n## {language}\n")[2].partition("\n## ")[0]
    rows = [re.split(r"(?<!\\)\|", row) for row in section.splitlines() if row.startswith("| `")]
    return [code.replace("\\|", "|") for row in rows for code in re.findall(r"`([^`]+)`", row[2])]


LANGUAGES = "CPMpy", "MiniZinc", "OR-Tools", "python-constraint"
LINES = [line for language in LANGUAGES for line in lines_of(language)]


def test_every_language_has_lines() -> None:
    assert all(len(lines_of(language)) >= 6 for language in LANGUAGES)


@pytest.mark.slow
@pytest.mark.parametrize("line", sorted({*LINES}))
def test_solutions_are_those_of_plain_python(line: str) -> None:
    names = [name for name in DOMAINS if re.search(rf"\b{name}\b", line)]
    rows = product(*(DOMAINS[name] for name in names))
    wanted = {row for row in rows if eval(line, {**PLAIN, **dict(zip(names, map(Number, row), strict=True))})}
    for solver in ("exact-cover", "cp-sat"):
        model = Model()
        cells = [model.variable(name, DOMAINS[name]) for name in names]
        model += eval(line, {**DECLARED, **dict(zip(names, cells, strict=True))})
        found = [solution.values_in_order[: len(names)] for solution in model.solutions(solver=solver)]
        assert wanted
        assert len(found) == len(wanted)
        assert set(found) == wanted

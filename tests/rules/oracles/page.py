"""Which rule has which oracle: a predicate here, published puzzles with a known unique solution, or both."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from sudoku_cp.model import Clue, InputError, Model
from sudoku_cp.rules import AppliedRule
from tests.rules.oracles import ORACLES

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "explanations" / "rule-oracles.md"

_HEAD = """# What the rules are held against

Both solvers read a rule's one definition, so they would agree on a fault in it. Each rule therefore has an oracle
that shares nothing with the definition: a plain predicate over grids, written from the rule's published wording. On
random clues, with every parameter given, left out and off by one, and on boards of several shapes and digits, the
rule's constraints accept the very grids that the predicate accepts (`tests/rules/test_oracles.py`). A rule without an
oracle fails that test.

Published puzzles are a second oracle where there are any, and the table lists these rules. The last column counts the
puzzles with a known unique solution that satisfies all of their clues as we read them: puzzles of janko.at and of Simon
Tatham's generators, f-puzzles documents, and those of Interactive Sudoku Solver (ISS). `python -m benchmarks.variants`
solves them and proves them unique.

`python -m tests.rules.oracles DATA > docs/explanations/rule-oracles.md` writes this page.

| rule | predicate | published puzzles |
|---|---|---|
"""

_SOURCES = {"ISS": "ISS", "f-puzzles": "f-puzzles", "sgt": "Tatham"}
"""By the first word of a set's name; all other sets are of janko.at."""

_ROW = re.compile(r"^\| `(\w+)` \| `[^`]*` \| (.*) \|$", re.M)


def page(counts: Mapping[str, str] | None, before: str) -> str:
    """The page, with a row for each rule of published puzzles: with their counts, or those that the page has."""
    known = dict(_ROW.findall(before)) if counts is None else counts
    rows = [f"| `{name}` | `{_place(name)}` | {known[name]} |\n" for name in sorted(ORACLES) if name in known]
    return _HEAD + "".join(rows)


def _place(name: str) -> str:
    path = Path(inspect.getfile(ORACLES[name].holds)).relative_to(ROOT)
    return f"{path}:{name}"


def published(data: Path) -> dict[str, str]:
    """How many published puzzles use each rule, by the set: those whose known solution satisfies all clues."""
    from benchmarks.variants.puzzles import sets

    counts: dict[str, Counter[str]] = {}
    for name, puzzles in sets(data).items():
        source = _SOURCES.get(re.split("[ _]", name)[0], "janko")
        for puzzle in puzzles:
            try:
                model = puzzle.model()
            except InputError:
                continue
            known = puzzle.known_of(model)
            if known.count != 1 or known.solution is None or not model.clues:
                continue
            if len(known.solution) == len(model.cells) and not model.violations(known.solution):
                for rule in _rules(model):
                    counts.setdefault(rule, Counter())[source] += 1
    return {
        rule: ", ".join(f"{number} {source}" for source, number in sorted(found.items()))
        for rule, found in counts.items()
    }


def _rules(model: Model) -> set[str]:
    """The names of all rules that the model uses, also within combinations."""

    def names(clues: Iterable[Clue]) -> set[str]:
        own = [clue for clue in clues if isinstance(clue, AppliedRule)]
        return {clue.rule.name for clue in own}.union(*(names(clue.inner) for clue in own))

    return names(model.clues)

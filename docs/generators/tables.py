"""The tables of `docs/` that list what the package has: ``python -m docs.generators.tables`` writes their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from sudoku_cp import models
from sudoku_cp.formats import FORMATS
from sudoku_cp.rules import RULES

DOCS = Path(__file__).parents[1]

Row = tuple[str, str]


def _rules() -> Iterable[Row]:
    return [(f"`{rule.usage}`", " ".join(rule.text.split())) for rule in RULES.values()]


def _models() -> Iterable[Row]:
    return [(f"`{name}`", models.rule_text(name).splitlines()[0]) for name in models.names()]


def _formats() -> Iterable[Row]:
    return [(f"`{name}`", each.summary) for name, each in FORMATS.items()]


TABLES: Mapping[tuple[str, str], Callable[[], Iterable[Row]]] = {
    ("reference/rules.md", "rule"): _rules,
    ("reference/models.md", "model"): _models,
    ("guides/formats.md", "format"): _formats,
}
"""The rows of tables of two columns, by the page and the first header."""


def with_rows(text: str, header: str, rows: Iterable[Row]) -> str:
    """The text of a page in which the table with a first header has these rows."""
    before, head, after = text.partition(f"| {header} | ")
    titles, rule, below = after.split("\n", 2)
    rest = below.splitlines(keepends=True)
    while rest and rest[0].startswith("|"):
        del rest[0]
    return f"{before}{head}{titles}\n{rule}\n" + "".join(f"| {one} | {two} |\n" for one, two in rows) + "".join(rest)


if __name__ == "__main__":
    for (page, header), rows in TABLES.items():
        path = DOCS / page
        path.write_text(with_rows(path.read_text(encoding="utf-8"), header, rows()), encoding="utf-8")

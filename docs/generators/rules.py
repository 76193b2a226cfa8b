"""A page for each rule, and their list with pictures; the examples are those of ``tests/rules/examples``."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from docs.generators.calls import python_source
from docs.generators.pages import OUTSIDE, Pages, code, page, table
from docs.generators.rule_names import rule_names
from sudoku_cp import Sudoku, formats
from sudoku_cp.formats import Document, load
from sudoku_cp.model import ModelError
from sudoku_cp.render.svg import svg
from sudoku_cp.rules import RULES, Parameter, Rule

EXAMPLES = Path(__file__).parents[2] / "tests" / "rules" / "examples"

CELL = 44
"""The size of a cell in pictures."""

PLAYERS = {"f-puzzles-address": "f-puzzles", "sudokupad-address": "SudokuPad"}
"""The formats of addresses, with the programs that open them."""


def write_rules(pages: Pages) -> None:
    """Write the pages of all rules that come with the package."""
    shipped = [rule for rule in RULES.values() if rule.meaning.__module__.startswith("sudoku_cp.")]
    names = rule_names()
    for rule in shipped:
        text = (EXAMPLES / f"{rule.name}.toml").read_text(encoding="utf-8")
        sudoku = load(EXAMPLES / f"{rule.name}.toml")
        assert isinstance(sudoku, Sudoku)
        sudoku.name = rule.name
        solution = sudoku.solve().solution
        assert solution is not None
        pages.write(f"rules/{rule.name}.svg", svg(sudoku, cell=CELL, words=False))
        pages.write(f"rules/{rule.name}-solved.svg", svg(sudoku, solution, cell=CELL, words=False))
        known = {program: of.get(rule.name, ()) for program, of in names.items()}
        pages.write(f"rules/{rule.name}.md", _page(rule, text, sudoku, known))
    pages.write("rules/index.md", _index(shipped))


def _index(rules: list[Rule]) -> str:
    families: dict[str, list[Rule]] = {}
    for rule in rules:
        families.setdefault(_family(rule), []).append(rule)
    sections = [
        f"## {family}\n\n" + table(["rule", "", "example"], map(_entry, members))
        for family, members in families.items()
    ]
    words = (
        f"There are {len(rules)} rules. A document names a rule as a table, `[[thermo]]`, with its parameters as keys. "
        'In Python, `sudoku.add(thermo("r1c1 r2c1"))` adds a clue, with `from sudoku_cp.rules import thermo`. '
        "[Rules](../../rules.md) is the overview."
    )
    return page("# Rules in pictures", words, *sections)


def _entry(rule: Rule) -> tuple[str, str, str]:
    return f"[`{rule.name}`]({rule.name}.md)", _sentence(rule), f"![{rule.name}]({rule.name}.svg)"


def _family(rule: Rule) -> str:
    module = inspect.getmodule(rule.meaning)
    assert module is not None
    return (module.__doc__ or "").splitlines()[0].partition(":")[0].rstrip(".")


def _sentence(rule: Rule) -> str:
    return rule.text.split("\n\n")[0]


def _page(rule: Rule, text: str, sudoku: Sudoku, known: dict[str, tuple[str, ...]]) -> str:
    pictures = table(
        ["the puzzle", "its only solution"],
        [(f"![a puzzle with {rule.name}]({rule.name}.svg)", f"![its solution]({rule.name}-solved.svg)")],
    )
    programs = [(program, ", ".join(f"`{name}`" for name in names)) for program, names in known.items() if names]
    return page(
        OUTSIDE,
        f"# {rule.name}",
        rule.text,
        code(rule.usage, "text"),
        *([table(["parameter", "value", "default"], map(_parameter, rule.parameters))] if rule.parameters else []),
        _reads(rule),
        "## A small puzzle",
        pictures,
        code(text, "toml"),
        "The same in Python:",
        code(python_source(sudoku, text), "python"),
        _links(sudoku),
        "## In other programs",
        table(["program", "name"], programs)
        if programs
        else "No other program whose documents are read has this rule.",
    )


def _parameter(parameter: Parameter) -> tuple[str, str, str]:
    if parameter.required:
        default = "required"
    elif parameter.default is None:
        default = "none"
    else:
        default = f"`{_written(parameter.default)}`"
    return f"`{parameter.name}`", re.sub("'(.*?)'", r"`\1`", parameter.kind), default


def _written(value: object) -> str:
    """A default as documents write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(str, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _reads(rule: Rule) -> str:
    """What the rule reads besides its cells."""
    if rule.reads_clues:
        return "The rule depends on the other clues of the puzzle: write it anywhere, it reads all of them."
    if rule.of_digits:
        return "Where a cell counts as more or less than its digit, as with doublers, the rule reads the digit."
    return ""


def _links(sudoku: Sudoku) -> str:
    """The same puzzle in programs whose documents can express it."""
    links = [f"[{PLAYERS[name]}]({address})" for name, address in _addresses(sudoku)]
    return f"Open it in {' or '.join(links)}." if links else ""


def _addresses(sudoku: Sudoku) -> Iterator[tuple[str, str]]:
    for name in PLAYERS:
        try:
            yield name, "".join(formats.write([Document(sudoku, "example", 1)], name)).strip()
        except ModelError:  # it cannot express the puzzle
            continue

"""The generated reference: whatever the package has is on a page of its own, and the pages fit together."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import cleandoc, getdoc, isclass, isroutine
from pathlib import Path
from typing import Any

import pytest

from docs.generators.commands import command_parser
from docs.generators.docstrings import markdown
from docs.generators.library import MODULES, public
from docs.generators.reference import write_reference
from docs.generators.rules import EXAMPLES
from sudoku_cp import models
from sudoku_cp._base import schemas
from sudoku_cp.cli.commands import COMMANDS
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.formats import load
from sudoku_cp.rules import RULES

pytestmark = pytest.mark.slow

SHIPPED = [name for name, rule in RULES.items() if rule.meaning.__module__.startswith("sudoku_cp.")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reference")
    (folder / "rules").mkdir()
    (folder / "rules" / "former.md").write_text("a rule that is no more", encoding="utf-8")
    write_reference(folder)
    return folder


def text_of(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8")


def test_pages_of_former_runs_are_removed(folder: Path) -> None:
    assert not (folder / "rules" / "former.md").exists()


def test_links_and_pictures_exist(folder: Path) -> None:
    for page in folder.rglob("*.md"):
        targets = re.findall(
            r"\]\(([^)#]+)(?:#[^)]*)?\)", re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
        )
        own = [target for target in targets if "://" not in target and not target.startswith("../../")]
        assert [target for target in own if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_rules(folder: Path, name: str) -> None:
    text = text_of(folder, f"rules/{name}.md")
    assert RULES[name].text in text
    assert all(f"| `{parameter.name}` |" in text for parameter in RULES[name].parameters)
    assert "```toml" in text
    assert f"({name}.md)" in text_of(folder, "rules/index.md")
    assert text_of(folder, f"rules/{name}.svg") != text_of(folder, f"rules/{name}-solved.svg")


@pytest.mark.parametrize("name", SHIPPED)
def test_programs_declare_the_puzzles(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```$", text_of(folder, f"rules/{name}.md"), re.M | re.S)
    made: dict[str, Any] = {}
    exec(program, made)
    expected = load(EXAMPLES / f"{name}.toml")
    assert list(map(str, made["sudoku"].clues)) == list(map(str, expected.clues))
    assert made["sudoku"].count(2).solution == expected.count(2).solution
    assert "┏" in capsys.readouterr().out


def test_names_in_other_programs(folder: Path) -> None:
    text = text_of(folder, "rules/thermo.md")
    for row in (
        "Interactive Sudoku Solver | `Thermo`",
        "f-puzzles | `thermometer`",
        "SudokuMaker | `thermometers (type",
    ):
        assert f"| {row}" in text
    assert "| SudokuPad | `cage` |" in text_of(folder, "rules/killer.md")
    assert "https://f-puzzles.com/?load=" in text
    assert "has this rule" in text_of(folder, "rules/split_pea.md")


def test_models(folder: Path) -> None:
    for name in models.names():
        assert models.rule_text(name) in text_of(folder, f"models/{name}.md")
    pages = "".join(text_of(folder, f"models/{name}.md") for name in models.names())
    assert sorted(re.findall(r"^## The puzzle (\w+)$", pages, re.M)) == list(models.puzzles())


@pytest.mark.parametrize("name", COMMANDS)
def test_commands(folder: Path, name: str) -> None:
    text = text_of(folder, f"commands/{name}.md")
    options = [option for action in command_parser(name)._actions for option in action.option_strings]
    hidden = {"-h", "--help", "--certificate"}
    assert [
        option for option in options if option not in hidden and not re.search(rf"^\| `.*{option}\b", text, re.M)
    ] == []


def test_options_in_help_are_code(folder: Path) -> None:
    words = [text_of(folder, f"commands/{name}.md").split("```")[-1] for name in COMMANDS]
    bare = [found for text in words for found in re.findall(r"\S*--[a-z]\S*", re.sub(r"`[^`\n]*`", "", text))]
    assert bare == []


def test_exit_codes(folder: Path) -> None:
    codes = re.findall(r"^\| (\d+) \|", text_of(folder, "commands/index.md"), re.M)
    assert sorted(map(int, codes)) == sorted(ExitCode)


@pytest.mark.parametrize("name", schemas.names())
def test_records(folder: Path, name: str) -> None:
    """Every field of every kind of record of the command has a row."""
    text = text_of(folder, f"commands/{name}.md")
    shared = text_of(folder, "commands/index.md")
    fields = re.findall(r"^\| \[?`([\w\[\]{}.]+)`\]? \|", text + shared, re.M)
    for kind in schemas.schema(name)["$defs"].values():
        if "title" in kind and "properties" in kind:
            assert set(kind["properties"]) <= set(fields)


@pytest.mark.parametrize("name", MODULES)
def test_library(folder: Path, name: str) -> None:
    """Every public name leads to a heading, and has its parameters there; some are on the page of another module."""
    index = text_of(folder, "library/index.md").split(f"\n## [{name}](")[1].split("\n## ")[0]
    exported = public(import_module(name))
    listed = re.findall(r"^\| \[`(\w+)`\]\((\S+?)#(\w+)\)", index, re.M)
    assert name != "sudoku_cp" or [each for each, _, _ in listed] == list(exported)
    for each, page, anchor in listed:
        item = exported[each]
        text = text_of(folder, f"library/{page}")
        assert f"\n## {each}\n" in text
        assert anchor == each.lower()
        section = text.split(f"\n## {each}\n")[1].split("\n## ")[0]
        documented = re.findall(r"^ {4,8}\*{0,2}([a-z_]+)$", _parameters(item), re.M)
        assert all(re.search(rf"^\| `[^|]*{parameter}\b", section, re.M) for parameter in documented)
    assert re.findall(r"^\| \[`(\w+)`\]\(\S+\) \|\s+\|", index, re.M) == []  # each has a summary
    assert not re.search(r"ForwardRef| at 0x|<class", text_of(folder, f"library/{name}.md"))


def _parameters(item: object) -> str:
    text = (getdoc(item) or "") if isclass(item) or isroutine(item) else ""
    found = re.search(r"^Parameters\n-{10}\n(.*?)(?=\n\n\S|\Z)", text, re.M | re.S)
    return re.sub(r"^", "    ", found[1], flags=re.M) if found else ""


def test_the_library_in_markdown() -> None:
    text = """Do *it* with ``this`` and `That`.

    Parameters
    ----------
    one, *others
        What
        is wanted.

    Raises
    ------
    ValueError
        Never.

    >>> 1
    1
    """
    assert markdown(cleandoc(text)) == [
        r"Do \*it\* with `this` and `That`.",
        "| parameter |  |\n|---|---|\n| `one, *others` | What is wanted. |\n",
        "| raises |  |\n|---|---|\n| `ValueError` | Never. |\n",
        "```pycon\n>>> 1\n1\n```\n",
    ]

"""What the pages say of the project is true: files, names and links exist, and no folder is missing."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.support.pages import DOCS, EXAMPLES, PAGES, ROOT, Page, page_named

ENGINE = "native/engine"
GENERATED = "docs/reference/generated/"  # which is not kept
BASES = (ROOT, ROOT / "sudoku_cp", ROOT / ENGINE, EXAMPLES)

_FILE = r"(?:[\w.-]+/)*[\w-]+\.(?:py|pyi|cpp|hpp|md|toml|txt)\b"
_FOLDER = r"(?:[\w-]+/)+(?![\w./])"
_PLACE = re.compile(rf"(?<![\w./])({_FILE}|{_FOLDER})(?::(\w+))?")
_MODULE = re.compile(r"(?<![\w.])python -m ([\w.]+)")


def _found(path: str) -> Path | None:
    """The file or folder that a page means: a path from the root, the package or the engine, or an example."""
    return next((base / path for base in BASES if (base / path).exists()), None)


def _heading(line: str) -> str:
    """The anchor of a heading, as GitHub and the site have it."""
    return re.sub(r"[^\w\- ]", "", line.lower()).strip().replace(" ", "-")


def _is_about_code(page: Page) -> bool:
    """Whether the page is for people who work on the project; others have files of users in their text."""
    return page.path.parent in (DOCS, DOCS / "explanations") or page.path.name == "glossary.md"


every_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)


@every_page
def test_paths_and_names_exist(page: Page) -> None:
    """What code in the text names besides links; where the page is not about code, only what lies in a folder."""
    text = re.sub(r"\[[^\]]*\]\([^)]*\)", "", page.prose)
    codes = [code for code in re.findall(r"`[^`]+`", text) if "://" not in code]  # the path of an address is no file
    places = {match.groups() for code in codes for match in _PLACE.finditer(code)}
    missing = [
        f"{path}:{name}" if name else path
        for path, name in places
        if (_is_about_code(page) or "/" in path) and path != GENERATED and not _mentions(_found(path), name)
    ]
    assert sorted(missing) == []


@every_page
def test_links_lead_somewhere(page: Page) -> None:
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", page.prose):
        path, _, anchor = target.partition("#")
        if ":" in path:
            continue
        other = Path(os.path.normpath(page.path.parent / path)) if path else page.path
        headings = re.findall(r"^#+ (.*)", other.read_text(encoding="utf-8"), re.M) if anchor and other.exists() else []
        if not other.exists() or (anchor and anchor not in map(_heading, headings)):
            broken.append(target)
    assert broken == []


@every_page
def test_blocks_taken_from_a_file_are_in_it(page: Page) -> None:
    for block in page.blocks:
        if block.source is not None:
            assert block.text.split("\n", 1)[1] in (ROOT / block.source).read_text(encoding="utf-8")


def _mentions(path: Path | None, name: str | None) -> bool:
    if path is None or name is None:
        return path is not None
    return re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")) is not None


def test_pages_mention_much() -> None:
    """So that the tests cannot pass because they recognise nothing."""
    places = [match.groups() for match in _PLACE.finditer(page_named("architecture.md").text)]
    assert ("sudoku_cp/solving/lowered_model.py", "LoweredModel") in places
    assert ("constraints/connected/propagator.hpp", None) in places
    assert ("tests/engine/", None) in places
    assert len(set(places)) > 80


@every_page
def test_programs_exist(page: Page) -> None:
    for module in _MODULE.findall(page.text):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module


def test_constants_have_the_values_told() -> None:
    """The value stands in a line of the file that has the name."""
    rows = re.findall(r"^\| `([\w./]+):(\w+)` \| `(.*?)` \|", page_named("engine.md").text, re.M)
    wrong = []
    for file, name, value in rows:
        path = _found(file)
        assert path is not None, file
        lines = path.read_text(encoding="utf-8").splitlines()
        if not any(re.search(rf"\b{name}\b.*{re.escape(value)}(?!\w)", line) for line in lines):
            wrong.append(f"{file}:{name} {value}")
    assert wrong == []
    assert len(rows) > 20


def test_every_folder_is_in_the_table_of_layers() -> None:
    (rows,) = re.findall(r"^\| folder \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", page_named("architecture.md").text, re.M)
    named = set(re.findall(r"^\| `([\w/]+)/`", rows, re.M))
    folders = {path.parent for path in (ROOT / "sudoku_cp").rglob("__init__.py") if "checker" not in path.parts}
    below = {path.relative_to(ROOT).as_posix() for path in folders if path.name != "models"}
    parts = ("constraints", "cross_check", "formats", "proofs")
    assert named - {"models"} == {
        name for name in below if name != "sudoku_cp" and not name.startswith(tuple(f"sudoku_cp/{p}/" for p in parts))
    }

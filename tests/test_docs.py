"""What `docs/` says of the code is true: files and names that it mentions exist, and no folder is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENGINE = "sudoku_cp/backends/exact_cover/engine"
BASES = (ROOT, ROOT / "sudoku_cp", ROOT / ENGINE, ROOT / "docs")
PAGES = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md"))}

_FILE = r"(?:[\w.-]+/)*[\w-]+\.(?:py|pyi|cpp|hpp|md|toml|txt)\b"
_FOLDER = r"(?:[\w-]+/)+(?![\w./])"
_PLACE = re.compile(rf"(?<![\w./])({_FILE}|{_FOLDER})(?::(\w+))?")
_MODULE = re.compile(r"(?<![\w.])python -m ([\w.]+)")


def _found(path: str) -> Path | None:
    """The file or folder that a page means: a path from the root, the package or the engine, or beside the page."""
    return next((base / path for base in BASES if (base / path).exists()), None)


@pytest.mark.parametrize("page", PAGES)
def test_paths_and_names_exist(page: str) -> None:
    places = {match.groups() for match in _PLACE.finditer(PAGES[page])}
    examples = set(re.findall(r"^```\w+\n# (\S+)$", PAGES[page], re.M))
    missing = [
        f"{path}:{name}" if name else path
        for path, name in places
        if path not in examples and not _mentions(_found(path), name)
    ]
    assert sorted(missing) == []


def _mentions(path: Path | None, name: str | None) -> bool:
    if path is None or name is None:
        return path is not None
    return re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")) is not None


def test_pages_mention_much() -> None:
    """So that the tests cannot pass because they recognise nothing."""
    places = [match.groups() for match in _PLACE.finditer(PAGES["architecture.md"])]
    assert ("sudoku_cp/backends/compiled_model.py", "CompiledModel") in places
    assert ("constraints/connected.hpp", None) in places
    assert ("tests/engine/", None) in places
    assert len(set(places)) > 80


def test_the_example_of_a_rule_is_one() -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", PAGES["architecture.md"], re.M | re.S)
    assert example in (ROOT / "sudoku_cp" / "rules" / "lines_thermo.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_programs_exist(page: str) -> None:
    for module in _MODULE.findall(PAGES[page]):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module


def test_constants_have_the_values_told() -> None:
    """The value stands in a line of the file that has the name."""
    rows = re.findall(r"^\| `([\w./]+):(\w+)` \| `(.*?)` \|", PAGES["engine.md"], re.M)
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
    (rows,) = re.findall(r"^\| folder \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", PAGES["architecture.md"], re.M)
    named = set(re.findall(r"^\| `([\w/]+)/`", rows, re.M))
    folders = {path.parent for path in (ROOT / "sudoku_cp").rglob("__init__.py") if "checker" not in path.parts}
    below = {path.relative_to(ROOT).as_posix() for path in folders if path.name != "models"}
    parts = ("constraints", "cross_check", "formats", "proofs")
    assert named - {"models"} == {
        name for name in below if name != "sudoku_cp" and not name.startswith(tuple(f"sudoku_cp/{p}/" for p in parts))
    }

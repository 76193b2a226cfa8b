"""What `docs/` says of the code is true: files and names that it mentions exist, imports go the way it shows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
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
    assert ("sudoku_cp/backends/contract.py", "Program") in places
    assert ("kernel/connected.hpp", None) in places
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


def _layers() -> dict[str, set[str]]:
    """What the modules of each folder may import, by the table of layers."""
    (rows,) = re.findall(r"^\| folder \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", PAGES["architecture.md"], re.M)
    return {
        _layer(folder.strip(" `").split("/")): set(re.findall(r"`([\w/]+)`", imports))
        for _, folder, _, imports, _ in (row.split("|") for row in rows.splitlines())
    }


def _layer(path: list[str]) -> str:
    """The layer of a file or a module by the parts of its name; a backend is one of its own."""
    parts = path[path[0] == "sudoku_cp" :]
    is_backend = parts[0] == "backends" and len(parts) > 2
    return "/".join(parts[: 1 + is_backend])


def _imports(path: Path) -> Iterator[str]:
    """The modules of the package that a file imports when it is loaded."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("sudoku_cp."))
        elif isinstance(node, ast.ImportFrom) and node.module in ("sudoku_cp", "sudoku_cp.backends"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sudoku_cp."):
            yield node.module or ""


def _imported_layer(module: str) -> str:
    """The layer of a module; what the package itself gives is the model's."""
    parts = module.split(".")[1:]
    backend = parts[0] == "backends" and (ROOT / "sudoku_cp" / "/".join(parts[:2])).is_dir()
    name = "/".join(parts[: 1 + backend])
    return "model" if name[0].isupper() else name


def test_imports_go_the_way_of_the_layers() -> None:
    layers = _layers()
    strays, seen = [], set()
    for folder in (ROOT / "models", *(ROOT / "sudoku_cp").iterdir()):
        for path in folder.rglob("*.py") if not folder.is_symlink() else ():
            own = _layer(list(path.relative_to(ROOT).parts))
            seen.add(own)
            strays += [
                f"{path.relative_to(ROOT)} imports {module}"
                for module in _imports(path)
                if _imported_layer(module) not in {own, *layers[own]}
            ]
    assert sorted(strays) == []
    assert seen == set(layers)

"""The imports of the package form no cycles, and the script that says so sees every kind of import."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def graph(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(ROOT / ".ci")
    return import_module("import_graph")


TOP = "from sudoku_cp.b import x"
INSIDE = "def f():\n    import sudoku_cp.b.x"
TYPES = "if TYPE_CHECKING:\n    from sudoku_cp import b"


def test_the_package_has_no_cycles(graph: Any) -> None:
    assert graph.faults(ROOT) == []


@pytest.mark.parametrize("text", [TOP, INSIDE, TYPES])
def test_every_kind_of_import_counts(graph: Any, text: str, tmp_path: Path) -> None:
    written = {"a/__init__.py": "", "a/x.py": text, "b/__init__.py": "", "b/x.py": "import os"}
    for name, content in {"__init__.py": "", **written}.items():
        path = tmp_path / "sudoku_cp" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    assert graph.faults(tmp_path) == []
    (tmp_path / "sudoku_cp" / "b" / "x.py").write_text("def g():\n    from sudoku_cp.a import x")
    (tmp_path / "sudoku_cp" / "b" / "__init__.py").write_text("from sudoku_cp.b import x")
    assert graph.faults(tmp_path)[0] == "packages in a cycle: sudoku_cp.a, sudoku_cp.b"


def test_a_large_cycle_in_one_folder_is_a_fault(graph: Any, tmp_path: Path) -> None:
    folder = tmp_path / "sudoku_cp" / "a"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    for number, least in ((graph.LARGEST_CYCLE, 0), (graph.LARGEST_CYCLE + 1, 1)):
        for at in range(number):
            (folder / f"m{at}.py").write_text(f"import sudoku_cp.a.m{(at + 1) % number}")
        assert len(graph.faults(tmp_path)) == least

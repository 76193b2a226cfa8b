"""The imports of the package form no cycles, and the script that says so sees every kind of import."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module", autouse=True)
def _scripts() -> None:
    sys.path.insert(0, str(ROOT / ".ci"))


TOP = "from sudoku_cp.b import x"
INSIDE = "def f():\n    import sudoku_cp.b.x"
TYPES = "if TYPE_CHECKING:\n    from sudoku_cp import b"


def test_the_package_has_no_cycles() -> None:
    from import_graph import faults

    assert faults(ROOT) == []


@pytest.mark.parametrize("text", [TOP, INSIDE, TYPES])
def test_every_kind_of_import_counts(text: str, tmp_path: Path) -> None:
    from import_graph import faults

    written = {"a/__init__.py": "", "a/x.py": text, "b/__init__.py": "", "b/x.py": "import os"}
    for name, content in {"__init__.py": "", **written}.items():
        path = tmp_path / "sudoku_cp" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    assert faults(tmp_path) == []
    (tmp_path / "sudoku_cp" / "b" / "x.py").write_text("def g():\n    from sudoku_cp.a import x")
    (tmp_path / "sudoku_cp" / "b" / "__init__.py").write_text("from sudoku_cp.b import x")
    assert faults(tmp_path)[0] == "packages in a cycle: sudoku_cp.a, sudoku_cp.b"


def test_a_large_cycle_in_one_folder_is_a_fault(tmp_path: Path) -> None:
    from import_graph import LARGEST_CYCLE, faults

    folder = tmp_path / "sudoku_cp" / "a"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    for number, least in ((LARGEST_CYCLE, 0), (LARGEST_CYCLE + 1, 1)):
        for at in range(number):
            (folder / f"m{at}.py").write_text(f"import sudoku_cp.a.m{(at + 1) % number}")
        assert len(faults(tmp_path)) == least

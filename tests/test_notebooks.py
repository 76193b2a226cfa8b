"""The notebooks run to their ends, and their own assertions hold."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.pages import DOCS, page_named

NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_it_runs(notebook: Path, tmp_path: Path) -> None:
    run = subprocess.run([sys.executable, notebook], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_the_guide_lists_them() -> None:
    text = page_named("notebooks.md").text
    assert [path.name for path in NOTEBOOKS if f"`docs/notebooks/{path.name}`" not in text] == []

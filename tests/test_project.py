"""What a project has: files that agree with each other, and one version."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import PathDistribution, version
from pathlib import Path

import pytest

import sudoku_cp

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
(NEEDED,) = (entry for entry in PROJECT["tool"]["dynamic-metadata"] if "everywhere" in entry)
RECIPE = (ROOT / "conda/recipe/recipe.yaml").read_text(encoding="utf-8")


def test_the_version_has_one_source() -> None:
    assert "version" not in PROJECT["project"]
    assert version("sudoku-cp") == sudoku_cp.__version__


def test_the_recipe_has_the_version_and_the_dependencies() -> None:
    assert f'version: "{sudoku_cp.__version__}"' in RECIPE
    needed = {text.replace(">=", " >=") for text in NEEDED["everywhere"] + NEEDED["not-on-musl"]}
    needed |= {text.replace(">=", " >=") for text in PROJECT["build-system"]["requires"]}
    listed = set(re.findall(r"^ +- (\S+ >=\S+)$", RECIPE.replace("ortools-python", "ortools"), re.MULTILINE))
    assert needed - listed == set()


def metadata_of_a_wheel(folder: Path, **environment: str) -> tuple[str, set[str]]:
    """What the build solver says of a wheel: its version, and what it needs without extras."""
    script = "import sys, scikit_build_core.build as b; print(b.prepare_metadata_for_build_wheel(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", script, folder],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert "deprecated" not in done.stdout + done.stderr
    read = PathDistribution(folder / done.stdout.splitlines()[-1])
    return read.version, {text for text in read.requires or [] if "extra ==" not in text}


def test_a_wheel_for_musl_needs_what_others_need_and_musl_has(tmp_path: Path) -> None:
    pytest.importorskip("scikit_build_core", reason="needs the build solver")
    (tmp_path / "glibc").mkdir()
    (tmp_path / "musl").mkdir()
    assert metadata_of_a_wheel(tmp_path / "glibc", SUDOKU_CP_MUSL="") == (
        sudoku_cp.__version__,
        {"nanobind-backend>=1.0", "numpy>=1.26", "ortools>=9.15", "python-constraint2>=2.5", "shtab>=1.8"},
    )
    assert metadata_of_a_wheel(tmp_path / "musl", SUDOKU_CP_MUSL="1") == (
        sudoku_cp.__version__,
        {"numpy>=1.26", "python-constraint2>=2.5", "shtab>=1.8"},
    )


def test_the_newest_change_is_of_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+),", changes, re.MULTILINE)[0] == sudoku_cp.__version__

"""What a project has: files that agree with each other, and one version."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import sudoku_cp

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DEPENDENCIES = PROJECT["tool"]["scikit-build"]["metadata"]["dependencies"]["result"]
RECIPE = (ROOT / "conda/recipe/recipe.yaml").read_text(encoding="utf-8")


def test_the_version_has_one_source() -> None:
    assert "version" not in PROJECT["project"]
    assert version("sudoku-cp") == sudoku_cp.__version__


def test_the_recipe_has_the_version_and_the_dependencies() -> None:
    assert f'version: "{sudoku_cp.__version__}"' in RECIPE
    needed = {text.replace(">=", " >=") for text in DEPENDENCIES}
    needed |= {text.replace(">=", " >=") for text in PROJECT["build-system"]["requires"]}
    listed = set(re.findall(r"^ +- (\S+ >=\S+)$", RECIPE.replace("ortools-python", "ortools"), re.MULTILINE))
    assert needed - listed == set()


def test_a_wheel_for_musl_needs_what_others_need_and_musl_has() -> None:
    (musl,) = PROJECT["tool"]["scikit-build"]["overrides"]
    without = {"nanobind-backend>=1.0", "ortools>=9.15"}
    assert sorted(musl["metadata"]["dependencies"]["result"]) == sorted(set(DEPENDENCIES) - without)


def test_the_newest_change_is_of_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+),", changes, re.MULTILINE)[0] == sudoku_cp.__version__

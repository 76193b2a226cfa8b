"""Mutants are drawn by a seed, named by what they change, and tried by the tests that see them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.mutants.covering import Covering, Recorded
from benchmarks.mutants.draw import NATIVE, PARTS, draw, first, part_mutants, part_of
from benchmarks.mutants.drawn import equivalents
from benchmarks.mutants.mutant import mutants
from benchmarks.mutants.native_changes import native_changes
from benchmarks.mutants.python_changes import python_changes
from benchmarks.mutants.workshop import ROOT

PYTHON = '''
"""A module."""
LIMIT = 7

class Shape:
    def area(self, width: int = 1) -> int | None:
        """Not 2."""
        if not width and self.high <= 3:
            raise ValueError("no 4")
        for part in sorted(self.parts[1:width]):
            if part in self.known:
                continue
            self.note(part, width)
        return (width) * self.high - 2 if all(self.parts) else "é" + name.strip()
'''

NATIVE_CODE = """
#include <a 1>
template <int N = 1>
bool Shape::fits(const Word& word, int* at) {
  // 5 < 6
  for (int bit = 0; bit < size; ++bit) {
    if (!empty(word) && at[bit] >= limit) return true;
    total += std::min(bit, word & 3);
  }
  throw Error("1 < 2");
}
"""


def wrong_lines(source: str, language: str) -> set[str]:
    changes = python_changes(source) if language == "py" else native_changes(source)
    return {mutant.wrong for mutant in mutants(f"a.{language}", source, changes)}


@pytest.mark.parametrize(
    "line",
    [
        "LIMIT = 8",
        "LIMIT = 6",
        "def area(self, width: int = 2) -> int | None:",
        "if not width or self.high <= 3:",
        "if not width and self.high < 3:",
        "if width and self.high <= 3:",
        "if (not (not width and self.high <= 3)):",
        "if True:",
        "pass",
        "for part in list(self.parts[1:width]):",
        "for part in sorted(self.parts[0:width]):",
        "for part in sorted(self.parts[1:width + 1]):",
        "if part not in self.known:",
        "break",
        "self.note(width, part)",
        'return (width) + self.high - 2 if all(self.parts) else "é" + name.strip()',
        'return (width) * self.high + 2 if all(self.parts) else "é" + name.strip()',
        'return (width) * self.high - 2 if any(self.parts) else "é" + name.strip()',
        'return (width) * self.high - 2 if all(self.parts) else "é" + name',
        "return (width) * self.high - 2 if all(self.parts) else 'é?' + name.strip()",
        'return ("é" + name.strip() if all(self.parts) else (width) * self.high - 2)',
    ],
)
def test_changes_of_python(line: str) -> None:
    assert line in wrong_lines(PYTHON, "py")


def test_neither_types_nor_documentation_nor_messages_are_changed() -> None:
    for wrong in wrong_lines(PYTHON, "py"):
        assert "int & None" not in wrong
        assert "module" not in wrong
        assert "no 4" not in wrong
        assert "Not 2" not in wrong


@pytest.mark.slow
def test_every_change_of_the_project_can_be_read() -> None:
    path = ROOT / "sudoku_cp" / "rules" / "regular.py"
    source = path.read_text(encoding="utf-8")
    drawn = list(mutants("regular.py", source, python_changes(source)))
    assert len(drawn) > 100
    for mutant in drawn:
        compile(mutant.planted(source), mutant.name, "exec")


def test_changes_of_native_code() -> None:
    assert wrong_lines(NATIVE_CODE, "cpp") == {
        "for (int bit = 1; bit < size; ++bit) {",
        "for (int bit = 0; bit <= size; ++bit) {",
        "if (empty(word) && at[bit] >= limit) return true;",
        "if (!empty(word) || at[bit] >= limit) return true;",
        "if (!empty(word) && at[bit] > limit) return true;",
        "if (!empty(word) && at[bit] >= limit) return false;",
        "if (!(!empty(word) && at[bit] >= limit)) return true;",
        "total -= std::min(bit, word & 3);",
        "total += std::max(bit, word & 3);",
        "total += std::min(bit, word | 3);",
        "total += std::min(bit, word & 4);",
        "total += std::min(bit, word & 2);",
        ";",
    }


def test_a_name_does_not_depend_on_where_its_function_stands() -> None:
    moved = "\nimport os\n\n" + PYTHON
    names = [mutant.name for mutant in mutants("a.py", PYTHON, python_changes(PYTHON))]
    assert names == [mutant.name for mutant in mutants("a.py", moved, python_changes(moved))]
    assert len(set(names)) == len(names)
    assert {name.split(": ")[0] for name in names} == {"a.py::", "a.py::Shape.area"}


@pytest.mark.slow
def test_a_seed_decides_what_is_drawn() -> None:
    def names(seed: int) -> list[str]:
        return [mutant.name for mutant in islice(draw(ROOT, ("proofs",), seed), 30)]

    assert names(1) == names(1)
    assert set(names(1)) != set(names(2))
    drawn = list(islice(draw(ROOT, ("proofs",), 1), 30))
    assert len({(mutant.file, mutant.change.function, mutant.right) for mutant in drawn}) == 30
    assert first(draw(ROOT, ("proofs",), 1), 2, frozenset({names(1)[0]})) == drawn[1:3]


@pytest.mark.parametrize("part", [*PARTS, NATIVE])
def test_every_part_has_mutants(part: str) -> None:
    mutant = next(part_mutants(ROOT, part))
    assert part_of(mutant.file) == part
    assert mutant.native is (part == NATIVE)


@pytest.mark.slow
def test_mutants_that_no_test_can_catch_can_still_be_planted() -> None:
    known = {mutant.name for part in (*PARTS, NATIVE) for mutant in part_mutants(ROOT, part)}
    assert [name for name in equivalents() if name not in known] == []
    assert all(equivalents().values())


def test_the_nearest_tests_come_first() -> None:
    tests = {
        "tests/model/test_far.py::test_slow": Recorded(2.0, frozenset({"sudoku_cp/rules/cages.py::killer"})),
        "tests/model/test_far.py::test_quick": Recorded(1.0, frozenset({"sudoku_cp/rules/cages.py::killer"})),
        "tests/rules/test_dots.py::test_folder": Recorded(3.0, frozenset({"sudoku_cp/rules/cages.py::killer"})),
        "tests/rules/test_cages.py::test_file": Recorded(4.0, frozenset({"sudoku_cp/rules/cages.py::killer"})),
        "tests/rules/test_cages.py::test_module": Recorded(0.1, frozenset({"sudoku_cp/rules/cages.py::total"})),
        "tests/rules/test_cages.py::test_nothing": Recorded(0.1, frozenset({"sudoku_cp/rules/dots.py::total"})),
    }
    (mutant,) = mutants(
        "sudoku_cp/rules/cages.py", "def killer():\n    a < b\n", python_changes("def killer():\n    a < b\n")
    )
    order = [name.rpartition("::")[2] for name in Covering(tests).limits(mutant)]
    assert order == ["test_file", "test_folder", "test_quick", "test_slow", "test_module"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a module and four tests."""
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\n", encoding="utf-8")
    (tmp_path / "sudoku_cp").mkdir()
    (tmp_path / "sudoku_cp" / "toy.py").write_text("def half(n):\n    return n // 2\n", encoding="utf-8")
    (tmp_path / "test_toy.py").write_text(
        "import runpy, time\n"
        f"half = runpy.run_path({str(tmp_path / 'sudoku_cp' / 'toy.py')!r})['half']\n"
        "def test_half(): assert half(4) == 2\n"
        "def test_other(): pass\n"
        "def test_false(): assert False\n"
        "def test_slow(): time.sleep(60)\n",
        encoding="utf-8",
    )
    return tmp_path


def run_pytest(project: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    subprocess.run(command, cwd=project, env=environment, capture_output=True, timeout=300, check=False)


@pytest.mark.slow
def test_it_is_recorded_what_a_test_calls(project: Path) -> None:
    run_pytest(project, "-p", "benchmarks.mutants.recording", "--record", "calls.json", "-k", "not slow")
    calls = json.loads((project / "calls.json").read_text(encoding="utf-8"))
    functions = {name: entry["functions"] for name, entry in calls.items()}
    half = "sudoku_cp/toy.py::half"
    assert half in functions["test_toy.py::test_half"]
    assert half not in functions["test_toy.py::test_other"]
    assert "test_toy.py::test_false" not in functions


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chosen", "ran", "failed"),
    [
        (["half", "other"], 2, None),
        (["other", "false", "half"], 2, "false"),
        (["slow"], 1, "slow"),
    ],
)
def test_chosen_tests_are_run_in_order(project: Path, chosen: list[str], ran: int, failed: str | None) -> None:
    wanted = {"limits": {f"test_toy.py::test_{name}": 2.0 for name in chosen}, "seconds": 40}
    (project / "chosen.json").write_text(json.dumps(wanted), encoding="utf-8")
    run_pytest(project, "-p", "benchmarks.mutants.choosing", "--chosen", "chosen.json")
    answer = json.loads((project / "chosen.json").read_text(encoding="utf-8"))
    assert answer == {"ran": ran, "failed": failed and f"test_toy.py::test_{failed}"}


@pytest.mark.slow
def test_a_module_that_cannot_be_imported_fails(project: Path) -> None:
    (project / "chosen.json").write_text(
        json.dumps({"limits": {"test_toy.py::test_half": 5.0}, "seconds": 40}), encoding="utf-8"
    )
    (project / "sudoku_cp" / "toy.py").write_text("half = 1 / 0", encoding="utf-8")
    run_pytest(project, "-p", "benchmarks.mutants.choosing", "--chosen", "chosen.json")
    assert json.loads((project / "chosen.json").read_text(encoding="utf-8")) == {"ran": 0, "failed": "test_toy.py"}


@pytest.mark.slow
def test_no_test_is_started_when_the_time_is_over(project: Path) -> None:
    (project / "chosen.json").write_text(
        json.dumps({"limits": {"test_toy.py::test_false": 5.0}, "seconds": -1}), encoding="utf-8"
    )
    run_pytest(project, "-p", "benchmarks.mutants.choosing", "--chosen", "chosen.json")
    assert json.loads((project / "chosen.json").read_text(encoding="utf-8")) == {"ran": 0, "failed": None}

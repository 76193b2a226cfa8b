"""What is kept can be read again, and what was not kept by us is refused with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from sudoku_cp import InputError, Model
from sudoku_cp.cross_check import FaultKind, Verdict
from sudoku_cp.cross_check.fuzz.cases import COUNT_LIMIT
from sudoku_cp.cross_check.fuzz.findings import Finding, keep, known_faults, replay, solver_version
from sudoku_cp.cross_check.source_text import python_source

SOLVERS = ("exact-cover", "brute-force")


@pytest.fixture
def finding() -> Finding:
    model = Model()
    a, b = model.variables("ab", (1, 2))
    model.add(a < b)
    return Finding("cp-sat", FaultKind.LOST, "because", ("Linear",), python_source(model, {}, SOLVERS), "size = 4\n")


def test_kept_and_known(finding: Finding, tmp_path: Path) -> None:
    assert known_faults(tmp_path) == set()
    files = keep(tmp_path, finding)
    assert [file.suffix for file in files] == [".py", ".toml"]
    assert known_faults(tmp_path) == {finding.key} == {f"cp-sat {solver_version('cp-sat')} loses solutions: Linear"}
    assert keep(tmp_path, finding)[0] != files[0]
    [(fault, report)] = replay(files[0], ("unused",))
    assert (fault, report.verdict) == (finding.key, Verdict.AGREE)
    assert [answer.solver for answer in report.answers] == list(SOLVERS)
    [(fault, report)] = replay(files[1], SOLVERS)
    assert (fault, report.count.low) == (finding.key, min(COUNT_LIMIT, 288))


def test_no_file_is_replaced(finding: Finding, tmp_path: Path) -> None:
    """Neither one of the user beside findings, nor one that another run keeps at the same time."""
    first, _ = keep(tmp_path, finding)
    stem = first.stem.removesuffix("_1")
    own = tmp_path / f"{stem}_2.toml"
    own.write_text("size = 6\n")
    assert [file.name for file in keep(tmp_path, finding)] == [f"{stem}_3.py", f"{stem}_3.toml"]
    assert own.read_text() == "size = 6\n"


def test_settings_have_the_version_of_their_solver() -> None:
    assert solver_version("cp-sat:presolve=true~transpose") == solver_version("cp-sat") != solver_version("exact-cover")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.py", "model = 3\n", "declares no `model`"),
        ("a.py", "import nonsense_\n", "ModuleNotFoundError"),
        ("a.py", "from sudoku_cp import Model\nmodel = Model()\nsolvers = ('x', 'y')\n", "no solver x"),
        ("a.toml", "1...............\n", "not TOML|is not a document"),
    ],
)
def test_what_cannot_be_replayed(name: str, text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=message) as error:
        list(replay(tmp_path / name, SOLVERS))
    assert str(tmp_path / name) in str(error.value)

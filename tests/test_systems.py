"""What is missing elsewhere, taken away here: functions of other operating systems, and the compiled modules."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from sudoku_cp import InputError
from sudoku_cp._base.systems import processors, require_posix

needs_pyarrow = pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is not installed")

ROOT = Path(__file__).parents[1]
PUZZLE = "1234341221......"

LIKE_WINDOWS = """
import os, signal, sys
for module in ("fcntl", "resource", "termios", "pwd"):
    sys.modules[module] = None
for name in ("fork", "waitid", "killpg", "setsid", "pread", "pwrite", "sched_getaffinity"):
    delattr(os, name)
del signal.SIGHUP
from sudoku_cp.cli import main
sys.exit(main(sys.argv[1:]))
"""


def run_like_windows(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", LIKE_WINDOWS, *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False, timeout=600)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (("solve", "--format", "line", PUZZLE), "1234341221434321"),
        (("check", "--format", "text", PUZZLE), "verdict: agree"),
        (("count", "--format", "line", "-"), "1\n1"),
        (("judge", "poj3074"), ""),
        (("rate", "--format", "line", "." * 80), ""),
        (("--version",), "CPU level"),
    ],
)
def test_the_command_line_works_without_posix(arguments: tuple[str, ...], answer: str) -> None:
    outcome = run_like_windows(*arguments, stdin=f"{PUZZLE}\n{PUZZLE}\n" if "-" in arguments else "")
    assert answer in outcome.stdout
    assert "Traceback" not in outcome.stderr
    assert "internal error" not in outcome.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("fuzz", "--cases", "1", "--jobs", "1"),
        ("check", "--against", "cat", PUZZLE),
        ("check", "--against", "solver.py:solve", PUZZLE),
        pytest.param(("corpus", "puzzles.txt", "--out", "parts"), marks=needs_pyarrow),
    ],
)
def test_what_needs_posix_says_so(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "solver.py").write_text("def solve(line):\n    return line\n", encoding="utf-8")
    (tmp_path / "puzzles.txt").write_text(f"{PUZZLE}\n", encoding="utf-8")
    outcome = subprocess.run(
        [sys.executable, "-c", LIKE_WINDOWS, *arguments],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert outcome.returncode == 2, outcome.stderr
    assert "use Linux, macOS or WSL" in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_require_posix_names_what_is_missing() -> None:
    require_posix("this", "getpid")
    with pytest.raises(InputError, match=r"this needs os\.teleport, which \w+ has not"):
        require_posix("this", "getpid", "teleport")


def test_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= processors() <= (os.cpu_count() or 1)
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    assert processors() == 5
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert processors() == 1


@pytest.mark.slow
@pytest.mark.parametrize("program", ["main(sys.argv[1:])", "importlib.import_module('sudoku_cp._native').sources()"])
def test_sources_that_are_not_installed_say_so(program: str) -> None:
    if [file for file in (ROOT / "sudoku_cp").glob("_native.*") if file.suffix not in (".py", ".pyi")]:
        pytest.skip("the compiled modules are among the sources")
    start = f"import importlib, sys; sys.path.insert(0, {str(ROOT)!r}); from sudoku_cp.cli import main; "
    command = [sys.executable, "-S", "-c", f"{start}sys.exit({program})", "solve", PUZZLE]
    outcome = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    message = f"sudoku_cp in {ROOT} has not been compiled: install it there with `pip install -e .`"
    assert message in outcome.stderr
    assert outcome.returncode != 0
    assert ("Traceback" in outcome.stderr) == ("main" not in program)

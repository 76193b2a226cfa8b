"""A copy of the project in a temporary folder, where faults are planted, compiled and hunted."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from time import monotonic

from benchmarks.mutants.fault import Fault
from sudoku_cp import _native

ROOT = Path(__file__).parents[2]
PARTS = ("CMakeLists.txt", "pyproject.toml", "models", "sudoku_cp", "tests", "benchmarks")
LEVELS = ('MATCHES "x86_64|AMD64|amd64"', 'MATCHES "no such processor"')
"""What makes CMake compile the kernels for the plainest CPU alone, which saves three quarters of the time."""

MEMORY = 4 << 30
"""Bytes that a hunt may take: a fault can make a search grow without end."""

# Without the finder of an editable installation, which would import the project itself and not its copy.
START = f"""
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
sys.meta_path = [finder for finder in sys.meta_path if "editable" not in str(getattr(finder, "__module__", ""))]
sys.path.insert(0, sys.argv[1])
sys.argv = sys.argv[2:]
if sys.argv[0] == "pytest":
    import pytest
    sys.exit(pytest.main(sys.argv[1:]))
runpy.run_path(sys.argv[0], run_name="__main__")
"""

NOT_COMPILED = -1.0

EVERYBODY = ("exact-cover,cp-sat", "", "")
"""Backends, rules and sizes of a hunt: the default ones."""

GRACE = 60
PATIENCE = 5
"""A hunt that does not end is ended after so many times its processor time and `GRACE`: something hangs."""


@dataclass(frozen=True, slots=True)
class Catch:
    """What became of a fault."""

    found: str | None
    """What showed it; None where nothing did."""
    cases: int
    seconds: float
    compiled: float = 0.0
    """Seconds that compiling took; `NOT_COMPILED` where it failed."""


class Workshop:
    """The copy, and what was compiled for it.

    Parameters
    ----------
    folder
        An empty one.
    """

    def __init__(self, folder: Path) -> None:
        self._tree = folder / "tree"
        self._build = folder / "build"
        for part in PARTS:
            source, target = ROOT / part, self._tree / part
            if source.is_dir():
                shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        self._core = self._tree / "sudoku_cp" / f"_native{EXTENSION_SUFFIXES[1]}"
        self._use_core(Path(str(_native.__file__)))

    def prepare_compiler(self) -> None:
        """Compile the engine of the copy once, without a fault; later on only what changes is compiled."""
        lists = self._tree / "CMakeLists.txt"
        lists.write_text(lists.read_text(encoding="utf-8").replace(*LEVELS), encoding="utf-8")
        place = subprocess.run(
            [sys.executable, "-m", "nanobind", "--cmake_dir"], capture_output=True, text=True, check=True
        )
        ninja = ["-G", "Ninja"] if shutil.which("ninja") else []
        settings = {"CMAKE_BUILD_TYPE": "None", "CMAKE_CXX_FLAGS": "-O1", "Python_EXECUTABLE": sys.executable}
        settings["nanobind_DIR"] = place.stdout.strip()
        command = ["cmake", "-S", str(self._tree), "-B", str(self._build), *ninja]
        _run([*command, *(f"-D{name}={value}" for name, value in settings.items())])
        self._compile()

    def look(self, tests: str, seconds: float) -> Catch:
        """What tests, or random models, find in the copy as it is."""
        return self._test(tests) if tests else self._hunt(seconds, EVERYBODY)

    def catch(self, fault: Fault, seconds: float) -> Catch:
        """Plant a fault, see what finds it, and take it out again."""
        path = self._tree / fault.file
        right = path.read_text(encoding="utf-8")
        path.write_text(right.replace(fault.right, fault.wrong), encoding="utf-8")
        start = monotonic()
        try:
            if fault.native:
                self._compile()
            compiled = monotonic() - start
            plan = [fault.backends, ",".join(fault.rules), ",".join(map(str, fault.sizes))]
            caught = self._test(fault.tests) if fault.tests else self._hunt(seconds, plan)
        except subprocess.CalledProcessError:
            return Catch(None, 0, 0.0, NOT_COMPILED)
        finally:
            path.write_text(right, encoding="utf-8")
        return replace(caught, compiled=compiled) if fault.native else caught

    def _compile(self) -> None:
        _run(["cmake", "--build", str(self._build)])
        (core,) = self._build.glob("_native*.so")
        self._use_core(core)

    def _use_core(self, core: Path) -> None:
        for old in self._core.parent.glob("_native*.so"):
            old.unlink()
        shutil.copy(core, self._core.parent / core.name)

    def _hunt(self, seconds: float, plan: Sequence[str]) -> Catch:
        start = monotonic()
        script = str(self._tree / "benchmarks" / "mutants" / "hunt.py")
        try:
            run = self._python([script, str(seconds), *plan], PATIENCE * seconds + GRACE)
        except subprocess.TimeoutExpired:
            return Catch("does not end", 0, monotonic() - start)
        if run.returncode < 0:
            return Catch(f"crashes with signal {-run.returncode}", 0, monotonic() - start)
        if run.returncode:
            return Catch(run.stderr.strip().splitlines()[-1], 0, monotonic() - start)
        answer = json.loads(run.stdout.splitlines()[-1])
        return Catch(answer["found"], answer["cases"], answer["seconds"])

    def _test(self, tests: str) -> Catch:
        start = monotonic()
        run = self._python(["pytest", "-x", "-q", "-p", "no:cacheprovider", *tests.split()], 10 * GRACE)
        failed = [line.split()[1].split("::")[-1] for line in run.stdout.splitlines() if line.startswith("FAILED")]
        found = failed[0] if failed else ("the tests break off" if run.returncode else None)
        return Catch(found, 0, monotonic() - start)

    def _python(self, arguments: Sequence[str], timeout: float) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", START, str(self._tree), *arguments]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(
            command, cwd=self._tree, env=environment, capture_output=True, text=True, timeout=timeout, check=False
        )


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, capture_output=True, text=True, check=True)

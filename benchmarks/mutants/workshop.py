"""A copy of the project in a temporary folder, where faults are planted, compiled and searched for."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from benchmarks.mutants.fault import ENGINE_TESTS, Place
from sudoku_cp import _native, _verifier

ROOT = Path(__file__).parents[2]
PARTS = (
    "CMakeLists.txt",
    "README.md",
    "conftest.py",
    "pyproject.toml",
    "docs",
    "models",
    "native",
    "sudoku_cp",
    "tests",
    "benchmarks",
)
MODULES = (_native, _verifier)
"""The compiled modules."""

LEVELS = ('MATCHES "x86_64|AMD64|amd64"', 'MATCHES "x86_64|AMD64|amd64" AND NOT BASELINE_ALONE')
"""The replacement by which CMake can compile only the kernels for the baseline CPU, in a quarter of the time."""

MEMORY = 4 << 30
"""The limit of the written memory of a process in bytes, as a fault can make a search grow without bound; a browser
reserves more addresses than that."""

START = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_DATA, ({MEMORY}, {MEMORY}))
sys.meta_path = [finder for finder in sys.meta_path if "editable" not in str(getattr(finder, "__module__", ""))]
"""
"""The start-up code of each Python process, including those that tests start: it removes the finder of an editable
installation, which would import the project itself instead of its copy."""

NOT_COMPILED = -1.0

EVERYBODY = ("exact-cover,cp-sat", "", "")
"""The default solvers, rules and sizes of a hunt."""

GRACE = 60
TIMEOUT_FACTOR = 5
"""A hunt counts as hanging after this multiple of its processor time, plus `GRACE`."""


@dataclass(frozen=True, slots=True)
class Catch:
    """The result for a fault."""

    found: str | None
    """The detection of the fault; None if it was missed."""
    cases: int
    seconds: float
    compiled: float = 0.0
    """The seconds of compilation; `NOT_COMPILED` if it failed."""


class Workshop:
    """The copy of the project, with its compiled engine.

    Parameters
    ----------
    folder
        An empty folder.
    """

    def __init__(self, folder: Path) -> None:
        self._tree = folder / "tree"
        self._build = folder / "build"
        self._build_of_levels = folder / "levels"
        self._own_build = folder / "engine"
        self._start = folder / "start"
        self._start.mkdir()
        (self._start / "sitecustomize.py").write_text(START, encoding="utf-8")
        for part in PARTS:
            source, target = ROOT / part, self._tree / part
            if source.is_dir():
                shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        for module in MODULES:
            shutil.copy(str(module.__file__), self._tree / "sudoku_cp")

    def prepare_compiler(self) -> None:
        """Compile the engine of the copy once, without a fault; later, only changes are compiled."""
        lists = self._tree / "CMakeLists.txt"
        lists.write_text(lists.read_text(encoding="utf-8").replace(*LEVELS), encoding="utf-8")
        place = subprocess.run(
            [sys.executable, "-m", "nanobind", "--cmake_dir"], capture_output=True, text=True, check=True
        )
        python = {"nanobind_DIR": place.stdout.strip(), "Python_EXECUTABLE": sys.executable}
        self._configure(self._build, **python, BASELINE_ALONE="ON")
        self._configure(self._build_of_levels, **python)
        self._configure(self._own_build, SUDOKU_CP_ENGINE_TESTS="ON", BASELINE_ALONE="ON")
        self._compile(self._build)

    def _configure(self, build: Path, **settings: str) -> None:
        ninja = ["-G", "Ninja"] if shutil.which("ninja") else []
        if shutil.which("ccache"):
            settings["CMAKE_CXX_COMPILER_LAUNCHER"] = f"env;CCACHE_BASEDIR={self._tree.parent};ccache"
        settings |= {"CMAKE_BUILD_TYPE": "None", "CMAKE_CXX_FLAGS": "-O1"}
        command = ["cmake", "-S", str(self._tree), "-B", str(build), *ninja]
        _run([*command, *(f"-D{name}={value}" for name, value in settings.items())])

    def look(self, tests: str, seconds: float) -> Catch:
        """Run tests, or random models, on the copy without changes."""
        if tests == ENGINE_TESTS:
            self._compile(self._own_build)
            return self._test_engine()
        return self._test(tests) if tests else self._hunt(seconds, EVERYBODY)

    def catch(self, place: Place, seconds: float) -> Catch:
        """Plant a fault, run its detectors, and remove it again."""
        fault = place.fault
        start = monotonic()
        build = self._build_of_levels if fault.level else self._build
        if fault.tests == ENGINE_TESTS:
            build = self._own_build
        try:
            with self._planted(place, build):
                compiled = monotonic() - start
                plan = [place.solvers, ",".join(fault.rules), ",".join(map(str, fault.sizes))]
                if fault.tests == ENGINE_TESTS:
                    caught = self._test_engine()
                else:
                    caught = self._test(fault.tests) if fault.tests else self._hunt(seconds, plan)
        except subprocess.CalledProcessError:
            return Catch(None, 0, 0.0, NOT_COMPILED)
        return replace(caught, compiled=compiled) if place.native else caught

    @contextmanager
    def _planted(self, place: Place, build: Path) -> Iterator[None]:
        """Plant a fault, compile it in the folder if it is in C++, and restore the file afterwards."""
        path = self._tree / place.file
        right = path.read_text(encoding="utf-8")
        path.write_text(place.planted(right), encoding="utf-8")
        try:
            if place.native:
                self._compile(build)
            yield
        finally:
            path.write_text(right, encoding="utf-8")

    def _compile(self, build: Path) -> None:
        _run(["cmake", "--build", str(build)])
        if build == self._own_build:
            return
        for module in MODULES:
            name = module.__name__.rpartition(".")[2]
            for old in (self._tree / "sudoku_cp").glob(f"{name}.*so"):
                old.unlink()
            (compiled,) = build.glob(f"{name}.*so")
            shutil.copy(compiled, self._tree / "sudoku_cp")

    def _hunt(self, seconds: float, plan: Sequence[str]) -> Catch:
        start = monotonic()
        script = str(self._tree / "benchmarks" / "mutants" / "hunt.py")
        try:
            run = self._python([script, str(seconds), *plan], TIMEOUT_FACTOR * seconds + GRACE)
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
        try:
            run = self._python(["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests.split()], 10 * GRACE)
        except subprocess.TimeoutExpired:
            return Catch("the tests do not end", 0, monotonic() - start)
        failed = [line.split()[1].split("::")[-1] for line in run.stdout.splitlines() if line.startswith("FAILED")]
        found = failed[0] if failed else ("the tests break off" if run.returncode else None)
        return Catch(found, 0, monotonic() - start)

    def _test_engine(self) -> Catch:
        """Run the engine's own tests, which are compiled; they tell their names as they begin."""
        start = monotonic()
        environment = {**os.environ, "SUDOKU_CP_CPU": "baseline"}
        for name in ("engine_test", "strength_test"):
            program = str(self._own_build / ENGINE_TESTS / name)
            try:
                run = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=10 * GRACE)
            except subprocess.TimeoutExpired:
                return Catch("the engine's own tests do not end", 0, monotonic() - start)
            if run.returncode:
                return Catch(f"{name}: {' '.join(run.stdout.splitlines()[-1:])}", 0, monotonic() - start)
        return Catch(None, 0, monotonic() - start)

    def _python(self, arguments: Sequence[str], timeout: float) -> subprocess.CompletedProcess[str]:
        path = f"{self._start}{os.pathsep}{self._tree}"
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": path}
        command = [sys.executable, *arguments]
        with subprocess.Popen(
            command,
            cwd=self._tree,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                output, messages = process.communicate(timeout=timeout)
            except BaseException:  # the time is over, or the run is interrupted
                os.killpg(process.pid, signal.SIGKILL)
                raise
        return subprocess.CompletedProcess(command, process.returncode, output, messages)


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, capture_output=True, text=True, check=True)

"""A pytest plugin, run inside a copy of the project, that records the functions that each test calls.

    pytest -p benchmarks.mutants.recording --record FILE

It writes JSON: for each passing test its time in seconds and the functions, as ``file::name`` with the name of the
outermost function or method. Calls of a test module during collection count for all of its tests.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from types import CodeType, FrameType
from typing import Any

import pytest

PACKAGE = "sudoku_cp"


class Recorder:
    """Collects the called functions of each test."""

    def __init__(self, root: Path, target: Path) -> None:
        self._folder = f"{root / PACKAGE}/"
        self._root = root
        self._target = target
        self._names: dict[CodeType, str | None] = {}
        self._called: set[CodeType] = set()
        self._collected: dict[str, set[str]] = {}
        self._failed: set[str] = set()
        self._tests: dict[str, dict[str, object]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[Any]:
        """Watch the import of a module of tests."""
        self._watch(True)
        report = yield
        self._watch(False)
        self._collected.setdefault(collector.nodeid.split("::")[0], set()).update(self._take())
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        """Watch a test with its fixtures."""
        start = monotonic()
        self._watch(True)
        result = yield
        self._watch(False)
        called = self._take() | self._collected.get(item.nodeid.split("::")[0], set())
        if item.nodeid not in self._failed:
            self._tests[item.nodeid] = {"seconds": round(monotonic() - start, 3), "functions": sorted(called)}
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a failing test, which cannot detect faults."""
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the records."""
        self._target.write_text(json.dumps(self._tests), encoding="utf-8")

    def _watch(self, on: bool) -> None:
        trace = self._see if on else None
        threading.settrace(trace)
        sys.settrace(trace)

    def _see(self, frame: FrameType, event: str, argument: object) -> None:
        self._called.add(frame.f_code)

    def _take(self) -> set[str]:
        names = {self._name(code) for code in self._called}
        self._called.clear()
        return {name for name in names if name is not None}

    def _name(self, code: CodeType) -> str | None:
        if code not in self._names:
            inside = code.co_filename.startswith(self._folder)
            name = code.co_qualname.partition(".<locals>")[0]
            self._names[code] = f"{Path(code.co_filename).relative_to(self._root)}::{name}" if inside else None
        return self._names[code]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare ``--record``."""
    parser.addoption("--record", metavar="FILE", type=Path, required=True)


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin."""
    config.pluginmanager.register(Recorder(config.rootpath, config.getoption("--record")))

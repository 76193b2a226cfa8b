"""A plugin of pytest, run inside a copy of the project that has a mutant: runs the tests that are listed.

    pytest -p benchmarks.mutants.choosing --chosen FILE

The file has JSON: ``limits``, by test the seconds that it may take, in the order in which they are run, and
``seconds``, after which no further test is started. What became of them is written to the same file: ``ran``, how
many, and ``failed``, the test that failed or null.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any

import pytest


class Chooser:
    """Leaves out, orders and limits tests."""

    def __init__(self, file: Path) -> None:
        wanted = json.loads(file.read_text(encoding="utf-8"))
        self._file = file
        self._limits: dict[str, float] = wanted["limits"]
        self._end = monotonic() + wanted["seconds"]
        self._ran = 0
        self._failed: str | None = None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out and order."""
        rank = {name: place for place, name in enumerate(self._limits)}
        items[:] = sorted((item for item in items if item.nodeid in rank), key=lambda item: rank[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        """Limit a test."""
        signal.signal(signal.SIGALRM, _break_off)
        signal.setitimer(signal.ITIMER_REAL, self._limits[item.nodeid])
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        """Skip those for which there is no time."""
        if monotonic() > self._end:
            pytest.skip("no time is left")
        self._ran += 1

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what fails."""
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note what cannot be imported."""
        self._note(report)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed and self._failed is None:
            self._failed = report.nodeid

    def pytest_sessionfinish(self) -> None:
        """Write what became of them."""
        self._file.write_text(json.dumps({"ran": self._ran, "failed": self._failed}), encoding="utf-8")


def _break_off(number: int, frame: FrameType | None) -> None:
    pytest.fail("takes too long")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--chosen``."""
    parser.addoption("--chosen", metavar="FILE", type=Path, required=True)


def pytest_configure(config: pytest.Config) -> None:
    """Start to choose."""
    config.pluginmanager.register(Chooser(config.getoption("--chosen")))

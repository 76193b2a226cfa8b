"""The tests that cover a mutant: those that call its module, starting with those that call its function."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.mutants.mutant import Mutant

NATIVE_TESTS = ("tests/solving/", "tests/exact_cover/")
BINDINGS = ("sudoku_cp/solvers/exact_cover/", "sudoku_cp/exact_cover/")
SLACK, TIMEOUT_FACTOR = 60.0, 20.0
"""The time limit of a test: a number of seconds, plus a multiple of its recorded time."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """The record of a test without a fault."""

    seconds: float
    functions: frozenset[str]


class Covering:
    """The records of `recording`."""

    def __init__(self, tests: Mapping[str, Recorded]) -> None:
        self._tests = tests

    @classmethod
    def read(cls, file: Path) -> Covering:
        """Read the output of `recording`."""
        entries = json.loads(file.read_text(encoding="utf-8"))
        return cls({name: Recorded(entry["seconds"], frozenset(entry["functions"])) for name, entry in entries.items()})

    def limits(self, mutant: Mutant) -> dict[str, float]:
        """The tests that cover a mutant, nearest first, with their time limits in seconds."""
        names = [name for name, test in self._tests.items() if _sees(name, test, mutant)]
        names.sort(key=lambda name: self._distance(name, mutant))
        return {name: SLACK + TIMEOUT_FACTOR * self._tests[name].seconds for name in names}

    def _distance(self, name: str, mutant: Mutant) -> tuple[bool, bool, bool, float]:
        path = Path(mutant.file)
        test = self._tests[name]
        elsewhere = f"{mutant.file}::{mutant.change.function}" not in test.functions
        return elsewhere, f"{path.stem}." not in name, f"/{path.parent.name}/" not in name, test.seconds


def _sees(name: str, test: Recorded, mutant: Mutant) -> bool:
    """Whether a test calls the module; code that runs at import, or is cached, is not recorded."""
    if mutant.native:
        return name.startswith(NATIVE_TESTS) and any(function.startswith(BINDINGS) for function in test.functions)
    return any(function.startswith(f"{mutant.file}::") for function in test.functions)

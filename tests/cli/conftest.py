"""Running commands in this process, whose records must obey their schemas, and solvers that do as they are told."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

from sudoku_cp import Model
from sudoku_cp.cli import main
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solvers.exact_cover.compiled import CompiledExactCover, ExactCoverSolver
from sudoku_cp.solving import registry
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import solver_named
from tests.support.records import require_schema

PUZZLES = (
    ".4..2....3..8..5.9.96...12.....7...3.873.129.2...8.....52...98.4.3..8..2....5..3.",
    "......8..1..539.....9..7.1.51.7....6..6...4..8....4.53.4.1..9.....398..4..7......",
)


@dataclass(frozen=True)
class CommandRun:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., CommandRun]:
    """Run a command on some standard input."""

    def command(*arguments: object, stdin: str | bytes = b"") -> CommandRun:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        require_schema(arguments, captured.out)
        return CommandRun(code, captured.out, captured.err)

    return command


@pytest.fixture
def replace_solver(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Put a compiled model with some methods of its own in the place of a solver."""

    def replace(solver: str, **methods: Callable[..., Any]) -> None:
        planted: Any = type("Planted", (CompiledExactCover,), methods)

        class Planted(solver_named(solver)):  # type: ignore[misc]
            def compile(self, model: Model, limits: Limits = NO_LIMITS) -> LoweredModel:
                compiled: LoweredModel = planted(model, ExactCoverSolver(), limits)
                compiled.solver, compiled.solver_name = self, self.name
                return compiled

        module = ModuleType("planted")
        module.SOLVER = Planted  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, f"planted_{solver}", module)
        monkeypatch.setitem(registry._MODULES, solver, f"planted_{solver}")

    return replace


@pytest.fixture
def puzzle() -> str:
    """A puzzle with one solution."""
    return PUZZLES[0]


@pytest.fixture
def many_lines() -> list[str]:
    """Lines of every kind: one solution, none, several, filled, and empty."""
    rotated = str.maketrans("123456789", "234567891")
    lines = list(PUZZLES)
    for _ in range(8):
        lines += [line.translate(rotated) for line in lines[-2:]]
    several = [line.replace("5", ".").replace("3", ".") for line in lines]
    none = ["11" + line[2:] for line in lines]
    return [line for group in zip(lines, several, none, strict=True) for line in group] + ["." * 81] * 3

"""Limits of time, and the cancel flag, hold while a model is compiled."""

from __future__ import annotations

import json
import threading
from itertools import count
from pathlib import Path

import pytest

from sudoku_cp import LoweringError, Model
from sudoku_cp.backends.contract import Backend, Limits
from sudoku_cp.cli import main
from sudoku_cp.cross_check import cross_check


@pytest.fixture
def model() -> Model:
    """A model of ten constraints."""
    model = Model("ten")
    a, b = model.variables("ab", (1, 2))
    model.add(*(a <= b + number for number in range(10)))
    return model


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each constraint takes the twentieth of a second to compile."""
    ticks = count()
    monkeypatch.setattr("sudoku_cp.backends.compiling.monotonic", lambda: next(ticks) * 0.05)


@pytest.mark.usefixtures("slow")
def test_the_time_of_compiling_is_limited(solver: Backend, model: Model) -> None:
    message = f"{solver.name}: the time limit was reached while ten was compiled, after 7 of 10 constraints"
    with pytest.raises(LoweringError, match=f"^{message}$"):
        solver.compile(model, Limits(seconds=0.31))
    assert solver.compile(model, Limits(seconds=0.6)).count().count == 3


@pytest.mark.usefixtures("slow")
def test_compiling_can_be_cancelled(solver: Backend, model: Model) -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(LoweringError, match=f"^{solver.name}: stopped while ten was compiled, after 2 of 10"):
        solver.compile(model, Limits(cancel=cancel))


def test_what_compiles_at_once_is_compiled_whatever_the_limit(
    solver: Backend, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count()  # ten of them are less than a tenth of a second
    monkeypatch.setattr("sudoku_cp.backends.compiling.monotonic", lambda: next(ticks) * 0.009)
    assert solver.compile(model, Limits(seconds=1e-9)).count().count == 3


@pytest.mark.usefixtures("slow")
def test_a_cross_check_compiles_within_its_limits(model: Model) -> None:
    report = cross_check(model, limits=Limits(seconds=0.31))
    assert report.verdict.value == "inconclusive"
    assert all("the time limit was reached while ten was compiled" in str(answer.solve) for answer in report.answers)


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("command", ["solve", "count", "candidates", "show --solve", "solve --all", "check"])
def test_commands_end_in_time(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "puzzle.toml"
    path.write_text(f"name = {json.dumps(command)}\nsize = 4\n", encoding="utf-8")
    assert main([*command.split(), str(path), "--time-limit", "0.31"]) == 3
    said = capsys.readouterr()
    assert f"the time limit was reached while {command} was compiled, after 7 of 12 constraints" in said.out + said.err

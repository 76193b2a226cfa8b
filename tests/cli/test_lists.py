"""``models``, ``rules`` and ``doctor``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import sudoku_cp
from sudoku_cp import models
from sudoku_cp.rules import RULES
from sudoku_cp.solving import registry


def test_models(run: Callable[..., Any]) -> None:
    outcome = run("models")
    assert [record["model"] for record in outcome.records if "model" in record] == list(models.names())
    assert [record["puzzle"] for record in outcome.records if "puzzle" in record] == list(models.puzzles())
    assert all(record["text"] and not record["text"].startswith(("#", "model")) for record in outcome.records)
    assert {"target", "killer"} <= set(run("models", "--format", "line").out.split())
    assert "target\n    Target sudoku (NOIP 2009)" in run("models", "--format", "text").out


def test_rules(run: Callable[..., Any], tmp_path: Any) -> None:
    known = [record["rule"] for record in run("rules").records]
    assert len(known) == len(RULES)
    assert "killer cells [sum] [repeats]" in known
    file = tmp_path / "mine.py"
    file.write_text(
        "from sudoku_cp.rules import Cells, rule\n"
        "@rule('listed_rule')\n"
        "def listed(cells: Cells):\n"
        "    '''The first cell is 1.'''\n"
        "    yield cells[0] == 1\n"
    )
    assert "listed_rule cells\n" in run("rules", "--rules", file, "--format", "line").out
    assert run("rules", "--rules", tmp_path / "none.py").code == 2


def test_one_name(run: Callable[..., Any], tmp_path: Any) -> None:
    for command, name in (("rules", "killer"), ("formats", "hodoku"), ("models", "garden")):
        every = run(command).records
        assert run(command, name).records == [each for each in every if next(iter(each.values())).split()[0] == name]
        assert run(command, name, "--format", "text").out.startswith(name)
    assert len(run("models", "killer").records) == 2  # the model, and the puzzle of that name
    file = tmp_path / "mine.py"
    file.write_text(
        "from sudoku_cp.rules import Cells, rule\n"
        "@rule('mine_alone')\ndef mine(cells: Cells):\n    'One.'\n    yield cells[0] == 1\n"
    )
    assert run("rules", "mine_alone", "--rules", file, "--format", "line").out == "mine_alone cells\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("rules kiler", "there is no rule kiler: did you mean killer?"),
        ("rules sum", "there is no rule sum"),
        ("models gardn", "there is no model or puzzle gardn: did you mean garden?"),
        ("formats tolm", "there is no format tolm: did you mean toml?"),
        ("rules killer thermo", "unexpected argument thermo"),
    ],
)
def test_one_name_that_is_not_there(run: Callable[..., Any], arguments: str, message: str) -> None:
    refused = run(*arguments.split())
    assert (refused.code, refused.out) == (2, "")
    assert message in refused.err


def test_doctor(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = run("doctor")
    parts = {record["part"]: record["text"] for record in outcome.records}
    assert outcome.code == 0
    assert list(parts) == [
        *("sudoku-cp", "Python", "native core"),
        *(f"solver {name}" for name in (*registry.SOLVERS, *registry.OPTIONAL)),
        *(f"setting exact-cover:{name}" for name in ("threads", "learn_after", "seed", "cpu")),
        *(f"setting cp-sat:{name}" for name in ("workers", "seed", "presolve")),
    ]
    assert parts["setting cp-sat:presolve"] == "true or false (default: false): simplify the model before every search"
    assert parts["sudoku-cp"] == sudoku_cp.__version__
    assert "CPU level" in parts["native core"]
    monkeypatch.setitem(registry._MODULES, "cp-sat", "no_such_module")
    broken = run("doctor")
    assert broken.code == 2
    [text] = [record["text"] for record in broken.records if record["part"] == "solver cp-sat"]
    assert text.startswith("does not work: ModuleNotFoundError")

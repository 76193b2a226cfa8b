"""A solver that another package registers; `test_contract.py` holds it to the contract."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp._base import plugins
from sudoku_cp.cli import main
from sudoku_cp.solving.registry import load_solver
from tests.support.pages import page_named

PAGE = page_named("own-solvers.md").text
COMMANDS = re.findall(r"^sudoku-cp (.*)$", PAGE, re.M)


def test_the_page_has_a_command_for_each_of_these() -> None:
    assert [command.split()[0] for command in COMMANDS] == ["solve", "count", "check", "fuzz", "doctor"]


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_commands(own_solver: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*shlex.split(command), "--format", "jsonl"]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    match command.split()[0]:
        case "solve":
            assert (last["status"], last["solver"]) == ("solved", own_solver)
        case "count":
            assert (last["count"], last["exact"], last["solver"]) == (2, True, f"{own_solver}:downwards=true")
        case "check":
            assert last["verdict"] == "agree"
            assert f",{own_solver}:downwards=true," in last["solver"]
        case "fuzz":
            assert (last["cases"], last["faults"]) == (20, 0)
            assert last["solvers"][own_solver]["cases"] == 20
        case "doctor":
            assert last["part"] == f"setting {own_solver}:downwards"


def test_its_version_and_settings(own_solver: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--format", "jsonl"]) == 0
    parts = {each["part"]: each["text"] for each in map(json.loads, capsys.readouterr().out.splitlines())}
    assert parts[f"solver {own_solver}"].startswith("trying-solver 1.0, ready after")
    assert parts[f"setting {own_solver}:downwards"] == "true or false (default: false): try the largest value first"


def test_settings_are_in_effect(own_solver: str) -> None:
    sudoku = Sudoku(4)
    first = [next(load_solver(own_solver, downwards=down).compile(sudoku).solutions()) for down in (False, True)]
    assert [solution["r1c1"] for solution in first] == [1, 4]
    with pytest.raises(ModelError, match="no setting of trying downward: did you mean downwards"):
        sudoku.solve(solver=f"{own_solver}:downward=true")


def test_a_name_like_it(own_solver: str) -> None:
    with pytest.raises(ModelError, match=f"there is no solver tryng: did you mean {own_solver}"):
        load_solver("tryng")


SMALL = "from sudoku_cp.solvers import Solver\nclass Own(Solver):\n    plain_name = {!r}\n    compile = None\n"


@pytest.mark.parametrize(
    ("place", "text", "message"),
    [
        ("gone:Own", None, "the solver broken of their-solver cannot be loaded: ModuleNotFoundError: No module"),
        ("theirs1:Own", "1 / 0", "the solver broken of their-solver cannot be loaded: ZeroDivisionError: division"),
        (
            "theirs2:Own",
            "class Own: pass",
            "the solver broken of their-solver is not a subclass of sudoku_cp.solvers.Solver",
        ),
        ("theirs3:Own", SMALL.format("other"), "the solver broken of their-solver has another plain_name: other"),
    ],
)
def test_what_cannot_be_loaded(
    registered: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    place: str,
    text: str | None,
    message: str,
) -> None:
    registered("their-solver", {"broken": place}, **({} if text is None else {place.split(":")[0]: text}))
    with pytest.raises(ModelError, match=message):
        load_solver("broken")
    assert main(["solve", "1234............", "--solver", "broken"]) == 2
    assert message in capsys.readouterr().err
    assert main(["doctor", "--format", "jsonl"]) == 2
    parts = {each["part"]: each["text"] for each in map(json.loads, capsys.readouterr().out.splitlines())}
    assert parts["solver broken"].startswith(f"does not work: ModelError: {message}")


def test_a_name_that_two_packages_register(registered: Callable[..., None]) -> None:
    registered("one-solver", {"twice": "one:Own"})
    registered("other-solver", {"twice": "other:Own"})
    with pytest.raises(ModelError, match="twice is registered by one-solver and by other-solver"):
        load_solver("twice")


def test_the_names_that_are_built_in_are_ours(registered: Callable[..., None]) -> None:
    registered("their-solver", {"cp-sat": "gone:Own"})
    assert load_solver("cp-sat").package == "ortools"


def test_other_packages_are_looked_up_only_for_other_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "entry_points", lambda **_: pytest.fail("looked up"))
    assert main(["solve", "1234............", "--solver", "python-constraint", "--quiet"]) == 0
    loaded = "import sys, sudoku_cp.cli.solve, sudoku_cp.solvers.exact_cover; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, timeout=600, check=True)
    assert "sudoku_cp.solvers.exact_cover" in run.stdout.split()
    assert not {"importlib.metadata", "sudoku_cp._base.plugins"} & set(run.stdout.split())

"""The command line as a whole."""

from __future__ import annotations

import os
import platform
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import sudoku_cp
from sudoku_cp import SudokuError, _native
from sudoku_cp.cli import main
from sudoku_cp.cli.commands import COMMANDS
from tests.cli.conftest import PUZZLES


def python(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, **options)


def test_help_tells_the_commands_and_the_exit_codes(run: Callable[..., Any]) -> None:
    outcome = run("--help")
    assert outcome.code == 0
    assert all(f"    {name}" in outcome.out for name in COMMANDS)
    assert "130  interrupted" in outcome.out


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help(run: Callable[..., Any], command: str) -> None:
    outcome = run(command, "--help")
    assert outcome.code == 0
    assert f"usage: sudoku-cp {command}" in outcome.out
    assert outcome.out.count("sudoku-cp --help") == 1
    assert "130" not in outcome.out  # the exit codes are listed once, by the main help


def test_version_and_build_facts(run: Callable[..., Any]) -> None:
    outcome = run("--version")
    assert outcome.code == 0
    first, *facts = outcome.out.splitlines()
    assert first == f"sudoku-cp {sudoku_cp.__version__}"
    assert [fact.split()[0] for fact in facts] == ["engine", "OR-Tools", "Python"]
    assert re.search(rf"(GCC|Clang) \d.* CPU level {_native.cpu_level()} of baseline\b", facts[0])
    assert facts[1].split()[1] == version("ortools")
    assert platform.python_version() in facts[2]


def test_version_where_the_engine_refuses(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> str:
        raise SudokuError("there is no CPU level v9")

    monkeypatch.setattr(_native, "cpu_level", refused)
    outcome = run("--version")
    assert outcome.code == 0
    assert "does not work: there is no CPU level v9" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        (("slove",), "there is no command slove: did you mean solve?"),
        (("solve", "--modle", "killer"), "there is no option --modle: did you mean --model?"),
        (("solve", "--model", "kiler", PUZZLES[0]), "there is no model kiler: did you mean killer?"),
        (("solve", "--solver", "cp-sta", PUZZLES[0]), "there is no solver cp-sta: did you mean cp-sat?"),
        (("solve", "--format", "txt", PUZZLES[0]), "there is no format txt: did you mean text?"),
        (("convert", "--to", "tmol", PUZZLES[0]), "there is no format tmol: did you mean toml?"),
        (("judge", "poj307"), "there is no problem poj307: did you mean poj307"),
        (("show", "killr"), "killer?"),
    ],
)
def test_a_similar_name_is_suggested(run: Callable[..., Any], arguments: tuple[str, ...], suggestion: str) -> None:
    outcome = run(*arguments)
    assert outcome.code == 2
    assert suggestion in outcome.err


def test_a_similar_rule_is_suggested(run: Callable[..., Any]) -> None:
    outcome = run("solve", stdin="size = 4\n\n[[kilelr]]\ncells = 'r1c1'\nsum = 1\n")
    assert outcome.code == 2
    assert "did you mean killer?" in outcome.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("guess",),
        ("solve", "--limit", "0"),
        ("solve", "--limit", "many"),
        ("solve", "--time-limit", "-1"),
        ("solve", "--time-limit", "nan"),
        ("solve", "--solver", "guess"),
        ("check", "--solver", "cp-sat"),
        ("check", "--solver", "cp-sat,cp-sat"),
        ("check", "--solver", "cp-sat,guess"),
        ("convert", "--to", "stone"),
        ("solve", "--format", "xml"),
    ],
)
def test_wrong_usage(run: Callable[..., Any], arguments: tuple[str, ...]) -> None:
    outcome = run(*arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    usage, message = outcome.err.splitlines()
    assert re.match(r"usage: sudoku-cp .*\(all (commands: sudoku-cp|options: sudoku-cp \w+) --help\)$", usage)
    assert message.startswith("sudoku-cp")


def test_no_command_shows_all(run: Callable[..., Any]) -> None:
    outcome = run()
    assert (outcome.code, outcome.out) == (2, "")
    assert all(f"    {name}" in outcome.err for name in COMMANDS)


def test_an_error_without_a_place_is_told_without_a_traceback(run: Callable[..., Any], puzzle: str) -> None:
    outcome = run("solve", puzzle, "--model", "clasic")
    assert outcome.code == 2
    assert "there is no model clasic: did you mean classic?" in outcome.err
    assert "Traceback" not in outcome.err


@pytest.mark.slow
def test_one_puzzle_needs_neither_numpy_nor_ortools(puzzle: str) -> None:
    program = (
        "import sys; from sudoku_cp.cli import main; code = main(sys.argv[1:]);"
        "print(code, sorted({'numpy', 'ortools', 'constraint', 'rich', 'importlib.metadata'} & set(sys.modules)))"
    )
    assert python("-c", program, "solve", puzzle, "--format", "text").stdout.splitlines()[-1] == "0 []"
    assert python("-c", program, "--help").stdout.splitlines()[-1] == "0 []"


@pytest.mark.slow
def test_a_plain_grid_needs_no_rules(puzzle: str) -> None:
    program = (
        "import sys; from sudoku_cp.cli import main; code = main(sys.argv[1:]);"
        "unwanted = ('sudoku_cp.rules.registry', 'sudoku_cp.rules.cages',"
        " 'sudoku_cp.formats.f_puzzles.', 'sudoku_cp.formats.sudokupad.');"
        "print(code, [name for name in sys.modules if name.startswith(unwanted)])"
    )
    assert python("-c", program, "solve", puzzle, "--format", "text").stdout.splitlines()[-1] == "0 []"
    assert python("-c", program, "solve", puzzle, "--format", "line").stdout.splitlines()[-1] == "0 []"
    assert python("-c", program, "judge", "poj3074", input=puzzle).stdout.splitlines()[-1] == "0 []"


@pytest.mark.slow
def test_judge_loads_the_format_of_its_problem_alone(puzzle: str) -> None:
    program = (
        "import sys; from sudoku_cp.cli import main; code = main(sys.argv[1:]);"
        "unwanted = ('numpy', 'pickle', 'pkgutil', 'sudoku_cp.rules', 'sudoku_cp.solvers.cp_sat',"
        " 'sudoku_cp.solvers.exact_cover.groups', 'sudoku_cp.solving.defaults', 'sudoku_cp.formats.registry',"
        " 'sudoku_cp.formats.format', 'sudoku_cp.formats.leetcode37', 'sudoku_cp.model.auxiliary',"
        " 'sudoku_cp.model.objective');"
        "print(code, [name for name in sys.modules if name.startswith(unwanted)])"
    )
    assert python("-c", program, "judge", "poj3074", input=puzzle).stdout.splitlines()[-1] == "0 []"
    assert python("-c", program, "judge", "acwing171", input="").stdout.splitlines()[-1] == "0 []"


def test_python_m(puzzle: str) -> None:
    outcome = python("-m", "sudoku_cp", "count", "--format", "line", "-", input=puzzle + "\n")
    assert (outcome.returncode, outcome.stdout, outcome.stderr) == (0, "1\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("lines", [3, 20_000])
def test_a_closed_pipe_ends_quietly(puzzle: str, lines: int) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "sudoku_cp", "solve"]
    text = f"{puzzle}\n" * lines
    with os.fdopen(write, "wb") as closed:
        outcome = subprocess.run(command, input=text, stdout=closed, stderr=subprocess.PIPE, text=True, check=False)
    assert (outcome.returncode, outcome.stderr) == (0, "")


def test_closed_standard_streams(monkeypatch: pytest.MonkeyPatch, run: Callable[..., Any], puzzle: str) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", None)
        assert main(["solve", puzzle]) == 2
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["solve"]) == 2


@pytest.mark.slow
def test_output_that_cannot_be_written(puzzle: str, tmp_path: Path) -> None:
    def forbid_writing() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    command = [sys.executable, "-m", "sudoku_cp", "solve", puzzle]
    with (tmp_path / "out").open("wb") as file:
        outcome = subprocess.run(
            command, stdout=file, stderr=subprocess.PIPE, preexec_fn=forbid_writing, text=True, check=False
        )
    assert outcome.returncode == 2
    assert outcome.stderr == "sudoku-cp: standard output: File too large\n"

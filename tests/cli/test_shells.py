"""Completion scripts do their work in the shells themselves."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp.cli.commands import COMMANDS
from sudoku_cp.cli.completion import SHELLS

CASES = [
    (("so",), {"solve"}),
    (("solve", "--mo"), {"--model"}),
    (("solve", "--model", "kil"), {"killer"}),
    (("solve", "--par"), {"--pareto"}),
    (("why", "--cons"), {"--constraints"}),
    (("count", "--solver", "cp-"), {"cp-sat"}),
    (("judge", "poj"), {"poj2676", "poj3074", "poj3076"}),
    (("convert", "--input-format", "sudokum"), {"sudokumaker", "sudokumaker-address"}),
    (("convert", "--to", "sudokup"), {"sudokupad", "sudokupad-address"}),
    (("fuzz", "--only", "zip"), {"zipper_line"}),
    (("schema", "red"), {"reduce"}),
    (("rules", "zip"), {"zipper_line"}),
    (("formats", "pencil-"), {"pencil-marks"}),
    (("show", "grid-"), {"grid-1.txt", "grid-2.txt"}),
    (("corpus", "grid-"), {"grid-1.txt", "grid-2.txt"}),
    (("show", "gard"), {"garden"}),
]

BASH = """
source ./script
complete -p sudoku-cp | grep -q -- '-F'
COMP_WORDS=(sudoku-cp "$@")
COMP_CWORD=$#
$(complete -p sudoku-cp | sed 's/.*-F \\([^ ]*\\).*/\\1/')
printf '%s\\n' "${COMPREPLY[@]}"
"""

FISH = """
source ./script
complete --do-complete "sudoku-cp $argv" | string replace --regex '\\\\t.*' ''; true
"""

# The completion system of zsh needs a terminal: this one types into one, until the answer is there.
ZSH = """
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; autoload -Uz compinit; compinit -u -d ./dump; eval \\"\\$(<script)\\"; echo rea''dy"
zpty -r -m shell line '*ready*'
zpty -w -n shell "sudoku-cp ${@[2,-1]}"$'\\t'
zpty -r -m shell line "*$1*" && print -r -- "$1"
zpty -d shell
"""


def script_of(shell: str, run: Callable[..., Any], folder: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    for name in ("grid-1.txt", "grid-2.txt"):
        (folder / name).touch()
    (folder / "script").write_text(run("completion", shell).out, encoding="utf-8")


def completed(shell: str, program: str, folder: Path, words: tuple[str, ...]) -> set[str]:
    outcome = subprocess.run(
        [shell, "-c", program, *words],
        cwd=folder,
        env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "TERM": "dumb"},
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    assert outcome.stderr == ""
    return set(outcome.stdout.split())


@pytest.mark.slow
@pytest.mark.parametrize(("shell", "program"), [("bash", BASH), ("fish", FISH)])
def test_words_are_completed(shell: str, program: str, run: Callable[..., Any], tmp_path: Path) -> None:
    script_of(shell, run, tmp_path)
    name = ("bash",) if shell == "bash" else ()  # bash and zsh take the first word as the name of the program
    for words, expected in CASES:
        assert completed(shell, program, tmp_path, (*name, *words)) == expected, words
    assert completed(shell, program, tmp_path, (*name, "")) >= set(COMMANDS)


@pytest.mark.slow
@pytest.mark.parametrize(("words", "expected"), [(words, *names) for words, names in CASES if len(names) == 1])
def test_words_are_completed_in_zsh(
    words: tuple[str, ...], expected: str, run: Callable[..., Any], tmp_path: Path
) -> None:
    script_of("zsh", run, tmp_path)
    assert completed("zsh", ZSH, tmp_path, ("zsh", expected, *words)) == {expected}


def test_a_script_for_each_shell(run: Callable[..., Any]) -> None:
    for shell in SHELLS:
        outcome = run("completion", shell)
        assert outcome.code == 0
        assert {name for name in COMMANDS if name not in outcome.out} == set()


def test_an_unknown_shell(run: Callable[..., Any]) -> None:
    outcome = run("completion", "bsh")
    assert outcome.code == 2
    assert "there is no shell bsh: did you mean bash?" in outcome.err

"""What the README says is run: its files, sessions and commands; its tables list what there is."""

from __future__ import annotations

import inspect
import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import sudoku_cp
from sudoku_cp import Constraint, models
from sudoku_cp.backends import BACKENDS
from sudoku_cp.cli import COMMANDS
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.judge import PROBLEMS
from sudoku_cp.expressions import terms
from sudoku_cp.formats import FORMATS
from sudoku_cp.formats.toml.reading import KEYS
from sudoku_cp.rules import RULES

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


class Block(NamedTuple):
    language: str
    text: str


class Example(NamedTuple):
    command: str
    output: str


BLOCKS = [Block(*match.groups()) for match in re.finditer(r"^```(\w*)\n(.*?)^```$", TEXT, re.M | re.S)]
FILES = {
    block.text.split("\n")[0].removeprefix("# "): block.text for block in BLOCKS if block.language in ("python", "toml")
}


def _examples() -> Iterator[Example]:
    for block in BLOCKS:
        if block.language == "console":
            for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
                command, output = part.split("\n", 1)
                yield Example(command, output)


EXAMPLES = list(_examples())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files of the README, and the lists of puzzles that are shipped."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for path in (Path(models.__file__).parent / "puzzles").glob("*.txt"):
        shutil.copy(path, tmp_path)
    return tmp_path


def test_there_is_nothing_but_what_is_run() -> None:
    assert {block.language for block in BLOCKS} == {"sh", "console", "python", "toml", "pycon"}
    assert all(re.fullmatch(r"\w+\.(py|toml)", name) for name in FILES)
    assert all(any(name.split(".")[0] in block.text for block in BLOCKS if block.language == "pycon") for name in FILES)


def test_two_commands_set_everything_up() -> None:
    commands = [block.text for block in BLOCKS if block.language == "sh"]
    assert len(commands) == 2
    assert all(command.count("\n") == 1 and command.startswith("python3 -m venv ") for command in commands)


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES, ids=[example.command for example in EXAMPLES])
def test_command(example: Example, folder: Path) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    output = _on_a_terminal(example.command, folder, {**os.environ, "PATH": path, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"})
    assert _without_measurements(output) == _without_measurements(example.output)


def _on_a_terminal(command: str, folder: Path, environment: dict[str, str]) -> str:
    """What a command writes to a terminal; messages, which come last, are written to none so that no progress shows."""
    reader, terminal = pty.openpty()
    with subprocess.Popen(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=terminal,
        stderr=subprocess.PIPE,
    ) as process:
        os.close(terminal)
        output = b"".join(_chunks(reader))
        assert process.stderr is not None
        messages = process.stderr.read()
    os.close(reader)
    return (output.replace(b"\r\n", b"\n") + messages).decode()


def _chunks(terminal: int) -> Iterator[bytes]:
    """What is written to a terminal until it is closed, which Linux tells by an error."""
    try:
        while chunk := os.read(terminal, 1 << 16):
            yield chunk
    except OSError:
        return


def _without_measurements(text: str) -> str:
    """The text without times and search costs, which differ from machine to machine and from version to version."""
    text = re.sub(r"[\d.,]+ (nodes|ms|s)\b", r"# \1", text)
    text = re.sub(r"^(nodes|time) .*", r"\1", text, flags=re.M)
    return re.sub(r'"(nodes|propagations|ms)":[\d.]+', r'"\1":#', text)


@pytest.mark.slow
def test_sessions(folder: Path) -> None:
    """All sessions are one, as if they were typed one after the other."""
    sessions = [block.text for block in BLOCKS if block.language == "pycon"]
    assert sum(text.count(">>> ") for text in sessions) > 20
    (folder / "session.txt").write_text("\n".join(sessions), encoding="utf-8")
    command = [sys.executable, "-m", "doctest", "session.txt"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.slow
def test_picture(folder: Path) -> None:
    (command,) = re.findall(r"`(sudoku-cp show .*? --svg (?:.*?))`", TEXT)
    (picture,) = re.findall(r'<img src="(docs/.*?)"', TEXT)
    subprocess.run([sys.executable, "-m", *shlex.split(command.replace("-", "_", 1))], cwd=folder, check=True)
    assert (folder / command.split()[-1]).read_bytes() == (ROOT / picture).read_bytes()


def _table(first_header: str) -> list[tuple[str, ...]]:
    """The rows of the table whose first header begins with a word."""
    (rows,) = re.findall(rf"^\| {re.escape(first_header)} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", TEXT, re.M)
    cells = [re.split(r"(?<!\\)\|", row)[1:-1] for row in rows.splitlines()]
    return [tuple(cell.strip() for cell in row) for row in cells]


def _names(first_header: str) -> list[str]:
    return [name for row in _table(first_header) for name in re.findall(r"`\[*(.*?)\]*`", row[0])]


def test_table_of_rules() -> None:
    assert _table("rule") == [(f"`{rule.usage}`", " ".join(rule.text.split())) for rule in RULES.values()]


def test_table_of_models() -> None:
    assert _table("model") == [(f"`{name}`", models.rule_text(name).splitlines()[0]) for name in models.names()]


def test_table_of_commands() -> None:
    assert _table("command") == [(f"`{name}`", text) for name, text in COMMANDS.items()]


def test_table_of_formats() -> None:
    assert _table("format") == [(f"`{name}`", each.summary) for name, each in FORMATS.items()]


def test_table_of_constraints() -> None:
    """Every constraint of the kernel has a row; those built by functions are told by what they return."""
    public = {name: getattr(sudoku_cp, name) for name in sudoku_cp.__all__}
    kinds = {name for name, kind in public.items() if isinstance(kind, type) and issubclass(kind, Constraint)}
    functions = {name for name, made in public.items() if inspect.isfunction(made) and name[0].isupper()}
    rows = [re.findall(r"`(\w+)", row[0])[0] for row in _table("constraint")]
    assert sorted(rows) == sorted((kinds | functions) - {"Constraint"})


def test_table_of_terms() -> None:
    functions = {name for name, made in vars(terms).items() if inspect.isfunction(made) and name in sudoku_cp.__all__}
    named = {name for row in _table("term") for name in re.findall(r"`(\w+_of)\(", row[0])}
    assert named == functions != set()


def test_table_of_exit_codes() -> None:
    assert [int(row[0]) for row in _table("exit code")] == sorted(ExitCode)


@pytest.mark.parametrize(
    ("header", "names"),
    [("problem", PROBLEMS), ("key", [*KEYS, "rule"])],
)
def test_names_in_tables(header: str, names: list[str]) -> None:
    assert sorted(_names(header)) == sorted(names)


def test_backends() -> None:
    (row,) = [row for row in _table("option") if row[0] == "`--backend NAME`"]
    assert all(f"`{name}`" in row[1] for name in BACKENDS)


def test_table_of_benchmarks() -> None:
    programs = [*ROOT.glob("benchmarks/*.py"), *ROOT.glob("benchmarks/*/__main__.py")]
    names = {
        path.parent.name if path.stem == "__main__" else path.stem
        for path in programs
        if 'if __name__ == "__main__":' in path.read_text(encoding="utf-8")
    }
    assert sorted(_names("benchmark")) == sorted(f"python -m benchmarks.{name}" for name in names)

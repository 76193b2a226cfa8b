"""What README and `docs/` show is run: files, commands with their output, sessions and programs."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sudoku_cp import models
from tests.support.pages import EXAMPLES, PAGES, Command, Page

PUZZLES = Path(models.__file__).parent / "puzzles"


def _pages(part: str) -> pytest.MarkDecorator:
    """A case for each page that has something of this kind."""
    names = [name for name, page in PAGES.items() if getattr(page, part)]
    return pytest.mark.parametrize("page", [PAGES[name] for name in names], ids=names)


NEEDS = {"corpora.md": ("pyarrow",)}
"""The packages of extras that pages need."""


@pytest.fixture
def folder(page: Page, tmp_path: Path) -> Path:
    """A folder with the files of the page, those of all pages, and the lists of puzzles that are shipped."""
    for package in NEEDS.get(page.path.name, ()):
        pytest.importorskip(package, reason=f"the page needs {package}")
    for path in (*PUZZLES.glob("*.txt"), *(path for path in EXAMPLES.iterdir() if path.is_file())):
        shutil.copy(path, tmp_path)
    for name, text in page.files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def environment() -> dict[str, str]:
    """The environment of a terminal without colours, in which the commands of the project are found first."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "COLUMNS": "100"}


@_pages("files")
def test_shared_files_are_the_same_everywhere(page: Page) -> None:
    shared = {path.name: path.read_text(encoding="utf-8") for path in EXAMPLES.iterdir() if path.is_file()}
    assert {name: text for name, text in page.files.items() if text != shared.get(name, text)} == {}


@pytest.mark.slow
@_pages("commands")
def test_commands(page: Page, folder: Path, environment: dict[str, str]) -> None:
    """The commands of a page are typed one after the other in one folder."""
    shown = [command._replace(output=_without_measurements(command.output)) for command in page.commands]
    typed = [Command(text, _without_measurements(_on_a_terminal(text, folder, environment))) for text, _ in shown]
    assert typed == shown


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
    """What is written to a terminal until it is closed, which Linux reports as an error."""
    try:
        while chunk := os.read(terminal, 1 << 16):
            yield chunk
    except OSError:
        return


def _without_measurements(text: str) -> str:
    """The text without times and search costs, which differ from machine to machine and from version to version."""
    text = re.sub(r"[\d.,]+ (node|ms|s)s?\b", r"# \1", text)
    text = re.sub(r"^(nodes|time) .*", r"\1", text, flags=re.M)
    return re.sub(r'"(nodes|propagations|ms)":[\d.]+', r'"\1":#', text)


@pytest.mark.slow
@_pages("session")
def test_sessions(page: Page, folder: Path, environment: dict[str, str]) -> None:
    """All sessions of a page are one, as if they were typed one after the other."""
    (folder / "session.txt").write_text(page.session, encoding="utf-8")
    assert _run(["-m", "doctest", "-o", "ELLIPSIS", "session.txt"], folder, environment) == ""


@pytest.mark.slow
@_pages("program")
def test_programs(page: Page, folder: Path, environment: dict[str, str]) -> None:
    """The Python code of a page that is neither a file nor a session runs to its end."""
    (folder / "program.py").write_text(page.program, encoding="utf-8")
    _run(["program.py"], folder, environment)


def _run(arguments: list[str], folder: Path, environment: dict[str, str]) -> str:
    """What Python prints, after a run without a fault."""
    command = [sys.executable, *arguments]
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_pages_show_much() -> None:
    """So that the tests cannot pass because they recognise nothing."""
    assert sum(len(page.commands) for page in PAGES.values()) > 30
    assert sum(page.session.count(">>> ") for page in PAGES.values()) > 60
    assert sum(len(page.files) for page in PAGES.values()) > 5
